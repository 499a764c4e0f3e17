/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The markers of a view: moments that the user named, and notes on spans. When something changes,
 * the array is replaced, so that others can keep the one they have. */
#include "config.h"

#include <string.h>

#include "model/view/dwell-view-private.h"
#include "model/view/dwell-view-state-private.h"

#define MAX_TEXT_BYTES 2000

#define LINE_SEPARATOR      "\xe2\x80\xa8"
#define PARAGRAPH_SEPARATOR "\xe2\x80\xa9"

static void
marker_clear (gpointer data)
{
  g_free (((DwellMarker *) data)->text);
}

static GArray *
make_array (void)
{
  GArray *markers = g_array_new (FALSE, FALSE, sizeof (DwellMarker));

  g_array_set_clear_func (markers, marker_clear);
  return markers;
}

/* Replaces each end of a line by \n, and each other control character by a space. */
static void
clean_characters (char *text)
{
  char *to = text;

  for (const char *p = text; *p != '\0'; p++)
    {
      gboolean is_separator = strncmp (p, LINE_SEPARATOR, 3) == 0 ||
                              strncmp (p, PARAGRAPH_SEPARATOR, 3) == 0;

      if (*p == '\r' && p[1] == '\n')
        continue;

      if (*p == '\r' || *p == '\n' || is_separator)
        *to++ = '\n';
      else
        *to++ = (guchar) *p < ' ' || *p == 0x7f ? ' ' : *p;
      p += is_separator ? 2 : 0;
    }

  *to = '\0';
}

/* Makes valid text of @text, and cuts it. */
static char *
clean_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) strnlen (text, MAX_TEXT_BYTES));

  /* A character that was cut has become the replacement character. */
  if (strnlen (text, MAX_TEXT_BYTES + 1) > MAX_TEXT_BYTES &&
      g_str_has_suffix (valid, "\357\277\275"))
    valid[strlen (valid) - 3] = '\0';

  clean_characters (valid);
  return g_strdup (g_strstrip (valid));
}

static void
append (GArray      *markers,
        DwellMarker  marker)
{
  marker.text = g_strdup (marker.text);
  g_array_append_val (markers, marker);
}

static void
take_markers (DwellMarkers *self,
              GArray       *markers)
{
  g_array_unref (self->array);
  self->array = markers;
}

static void
adapt (gpointer data)
{
  DwellMarkers *self = data;
  g_autoptr(DwellTrace) old = g_steal_pointer (&self->trace);
  GArray *markers;

  self->trace = dwell_trace_ref (self->view->trace);
  self->are_other = FALSE;
  if (old == NULL || self->array->len == 0)
    return;

  markers = make_array ();
  for (guint i = 0; i < self->array->len; i++)
    {
      DwellMarker marker = g_array_index (self->array, DwellMarker, i);

      if (marker.span != DWELL_NONE)
        marker.span = _dwell_view_find_span (old, marker.span, self->trace);

      self->are_other |= marker.span != g_array_index (self->array, DwellMarker, i).span;
      append (markers, marker);
    }

  take_markers (self, markers);
}

static void
announce (gpointer data)
{
  DwellMarkers *self = data;

  if (self->are_other)
    _dwell_view_emit (self->view, DWELL_VIEW_MARKERS_CHANGED);
}

static void
markers_free (gpointer data)
{
  DwellMarkers *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_array_unref (self->array);
  g_free (self);
}

void
_dwell_view_add_markers (DwellView *self)
{
  self->markers = g_new0 (DwellMarkers, 1);
  self->markers->view = self;
  self->markers->array = make_array ();
  _dwell_view_add_part (self, self->markers, markers_free, adapt, announce);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 first = ((const DwellMarker *) a)->time;
  gint64 second = ((const DwellMarker *) b)->time;

  return (first > second) - (first < second);
}

/**
 * dwell_view_restore_markers:
 * @self: a view
 * @markers: (element-type DwellMarker): markers of the same trace; texts are copied
 *
 * Adds markers, except those that the view has already.
 */
void
dwell_view_restore_markers (DwellView    *self,
                            const GArray *markers)
{
  GArray *merged = make_array ();
  guint n_old = self->markers->array->len;

  if (markers->len == 0)
    {
      g_array_unref (merged);
      return;
    }

  for (guint i = 0; i < n_old; i++)
    append (merged, g_array_index (self->markers->array, DwellMarker, i));

  for (guint i = 0; i < markers->len && merged->len < DWELL_STATE_MAX_MARKERS; i++)
    {
      DwellMarker marker = g_array_index (markers, DwellMarker, i);

      if (n_old > 0 && dwell_view_find_marker (self, marker.time, marker.span) >= 0)
        continue;

      marker.id = ++self->markers->last_id;
      marker.text = clean_text (marker.text);
      g_array_append_val (merged, marker);
    }

  /* GArray sorts stably. */
  g_array_sort (merged, compare_times);
  take_markers (self->markers, merged);
  _dwell_view_emit (self, DWELL_VIEW_MARKERS_CHANGED);
}

/**
 * dwell_view_get_n_markers:
 * @self: a view
 *
 * Returns: the number of markers and notes
 */
guint
dwell_view_get_n_markers (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), 0);

  return self->markers->array->len;
}

/**
 * dwell_view_get_marker:
 * @self: a view
 * @n: the place of a marker in order of time
 *
 * Returns: (transfer none): the marker; valid until markers-changed
 */
const DwellMarker *
dwell_view_get_marker (DwellView *self,
                       guint      n)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);
  g_return_val_if_fail (n < self->markers->array->len, NULL);

  return &g_array_index (self->markers->array, DwellMarker, n);
}

/**
 * dwell_view_get_markers:
 * @self: a view
 *
 * Returns: (transfer none) (element-type DwellMarker): all markers, by time; the array never
 *   changes, but is replaced
 */
GArray *
dwell_view_get_markers (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  return self->markers->array;
}

/**
 * dwell_view_find_marker:
 * @self: a view
 * @time: ns
 * @span: a span, or %DWELL_NONE for a marker that is not a note
 *
 * Returns: the place of the marker there, or -1
 */
int
dwell_view_find_marker (DwellView *self,
                        gint64     time,
                        guint32    span)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), -1);

  for (guint i = 0; i < self->markers->array->len; i++)
    {
      const DwellMarker *marker = &g_array_index (self->markers->array, DwellMarker, i);

      if (marker->time == time && marker->span == span)
        return (int) i;
    }

  return -1;
}

static int
add (DwellView  *self,
     gint64      time,
     guint32     span,
     const char *text)
{
  GArray *markers;
  DwellMarker new = { .time = time, .span = span };
  guint place = 0;

  if (self->markers->array->len >= DWELL_STATE_MAX_MARKERS)
    return -1;

  while (place < self->markers->array->len &&
         g_array_index (self->markers->array, DwellMarker, place).time <= time)
    place++;

  markers = make_array ();
  for (guint i = 0; i < self->markers->array->len; i++)
    append (markers, g_array_index (self->markers->array, DwellMarker, i));

  new.id = ++self->markers->last_id;
  new.text = clean_text (text);
  g_array_insert_val (markers, place, new);
  take_markers (self->markers, markers);
  _dwell_view_emit (self, DWELL_VIEW_MARKERS_CHANGED);

  return (int) place;
}

/**
 * dwell_view_add_marker:
 * @self: a view
 * @time: ns; it need not be within the trace
 * @text: what the user calls the moment; made valid, each line with one \n at its end
 *
 * Returns: the new marker's place in order of time; -1 if there are 5000 already
 */
int
dwell_view_add_marker (DwellView  *self,
                       gint64      time,
                       const char *text)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), -1);
  g_return_val_if_fail (text != NULL, -1);

  return add (self, time, DWELL_NONE, text);
}

/**
 * dwell_view_add_note:
 * @self: a view
 * @span: a span
 * @text: the text of the note; made valid, each line with one \n at its end
 *
 * Returns: the new note's place among the markers; -1 if there are 5000 already
 */
int
dwell_view_add_note (DwellView  *self,
                     guint32     span,
                     const char *text)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), -1);
  g_return_val_if_fail (self->trace != NULL && span < self->trace->n_spans, -1);
  g_return_val_if_fail (text != NULL, -1);

  return add (self, dwell_trace_get_span_begin (self->trace, span), span, text);
}

/* Changes the text of marker @n to @text, or removes the marker if that is NULL. */
static void
change (DwellView  *self,
        guint       n,
        const char *text)
{
  GArray *markers = make_array ();

  for (guint i = 0; i < self->markers->array->len; i++)
    {
      DwellMarker marker = g_array_index (self->markers->array, DwellMarker, i);

      if (i != n)
        {
          append (markers, marker);
        }
      else if (text != NULL)
        {
          marker.text = clean_text (text);
          g_array_append_val (markers, marker);
        }
    }

  take_markers (self->markers, markers);
  _dwell_view_emit (self, DWELL_VIEW_MARKERS_CHANGED);
}

/**
 * dwell_view_rename_marker:
 * @self: a view
 * @n: a marker's place
 * @text: its new text; made valid, each line with one \n at its end
 *
 * Changes the text of a marker.
 */
void
dwell_view_rename_marker (DwellView  *self,
                          guint       n,
                          const char *text)
{
  g_autofree char *cleaned = NULL;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (n < self->markers->array->len);
  g_return_if_fail (text != NULL);

  cleaned = clean_text (text);
  if (!g_str_equal (cleaned, g_array_index (self->markers->array, DwellMarker, n).text))
    change (self, n, cleaned);
}

/**
 * dwell_view_remove_marker:
 * @self: a view
 * @n: a marker's place
 *
 * Removes a marker.
 */
void
dwell_view_remove_marker (DwellView *self,
                          guint      n)
{
  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (n < self->markers->array->len);

  change (self, n, NULL);
}

/**
 * dwell_view_reveal_marker:
 * @self: a view
 * @n: a marker's place
 *
 * Moves the visible range so that the marker is in it and puts the cursor there; a note's span gets
 * the focus.
 */
void
dwell_view_reveal_marker (DwellView *self,
                          guint      n)
{
  DwellMarker marker;

  g_return_if_fail (DWELL_IS_VIEW (self));
  g_return_if_fail (n < self->markers->array->len);

  marker = g_array_index (self->markers->array, DwellMarker, n);
  if (self->trace == NULL)
    return;

  if (marker.span != DWELL_NONE)
    {
      dwell_view_reveal_span (self, marker.span);
      return;
    }

  _dwell_view_bring_into_view (self, marker.time, marker.time);
  dwell_view_set_cursor (self, marker.time);
}

/**
 * dwell_view_step_marker:
 * @self: a view
 * @direction: 1 for the next, -1 for the previous
 *
 * Reveals the nearest marker after or before the cursor, or, without a cursor in view, the middle
 * of the visible range.
 *
 * Returns: its place, or -1 if there is no such marker
 */
int
dwell_view_step_marker (DwellView *self,
                        int        direction)
{
  gint64 from;
  int found = -1;

  g_return_val_if_fail (DWELL_IS_VIEW (self), -1);

  if (!dwell_view_get_cursor (self, &from) || from < self->range.begin || from > self->range.end)
    from = self->range.begin + (self->range.end - self->range.begin) / 2;

  for (guint i = 0; i < self->markers->array->len; i++)
    {
      gint64 time = g_array_index (self->markers->array, DwellMarker, i).time;

      if (direction < 0 && time < from)
        found = (int) i;
      else if (direction > 0 && time > from && found < 0)
        found = (int) i;
    }

  if (found >= 0)
    dwell_view_reveal_marker (self, (guint) found);

  return found;
}
