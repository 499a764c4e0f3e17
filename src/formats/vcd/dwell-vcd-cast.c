/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/vcd/dwell-vcd-cast.h"

#include <string.h>

#include "core/dwell-unique.h"
#include "formats/vcd/dwell-vcd-changes.h"

/* Readers cut longer names. */
#define MAX_SCOPE_BYTES 500
#define MAX_SCOPES      64
#define MAX_NAME_BYTES  4096

static gint64
get_time (const DwellVcdCast   *self,
          const DwellVcdCursor *cursor,
          gboolean              is_end)
{
  const DwellTrace *trace = self->trace;
  guint32 place = cursor->place;

  switch ((DwellVcdFrom) cursor->from)
    {
    case DWELL_VCD_FROM_SPANS:
      return is_end ? dwell_trace_get_span_end (trace, trace->row_spans[place])
                    : dwell_trace_get_span_begin (trace, trace->row_spans[place]);
    case DWELL_VCD_FROM_PAUSES:
      return is_end ? trace->pause_end[place] : trace->pause_begin[place];
    case DWELL_VCD_FROM_WRITES:
      return dwell_trace_get_track_write_time (trace, place);
    case DWELL_VCD_FROM_MARKS:
    default:
      return trace->mark_time[trace->track_marks[place]];
    }
}

/**
 * dwell_vcd_cast_aim:
 * @self: a cast
 * @cursor: (inout): a cursor; its time is set
 *
 * Returns: %FALSE if nothing more changes within the range
 */
gboolean
dwell_vcd_cast_aim (const DwellVcdCast *self,
                    DwellVcdCursor     *cursor)
{
  if (cursor->place >= cursor->end)
    return FALSE;

  cursor->time = MAX (get_time (self, cursor, cursor->is_inside), self->begin);
  return cursor->time <= self->end;
}

/* The same for the first change: begins with what lasts when the range begins. */
static gboolean
aim_first (const DwellVcdCast *self,
           DwellVcdCursor     *cursor)
{
  if (cursor->from == DWELL_VCD_FROM_WRITES)
    while (cursor->place + 1 < cursor->end &&
           get_time (self, &(DwellVcdCursor) { .from = cursor->from, .place = cursor->place + 1 },
                     FALSE) <= self->begin &&
           get_time (self, cursor, FALSE) < self->begin)
      cursor->place++;
  else
    while (cursor->place < cursor->end &&
           !dwell_time_takes_part (get_time (self, cursor, FALSE), get_time (self, cursor, TRUE),
                                   self->begin, G_MAXINT64))
      cursor->place++;

  return dwell_vcd_cast_aim (self, cursor);
}

/**
 * dwell_vcd_cast_get_text:
 * @self: a cast
 * @span: a span
 *
 * Returns: the text of a signal during the span, as a string of the trace
 */
guint32
dwell_vcd_cast_get_text (const DwellVcdCast *self,
                         guint32             span)
{
  const DwellArea *area = &self->trace->areas[self->trace->span_area[span]];

  /* A state that has only a number has no name of its own. */
  return area->kind == DWELL_AREA_STATE && area->name != 0 ? area->name : area->title;
}

static void
set_code (char    *code,
          guint32  number)
{
  do
    {
      *code++ = (char) ('!' + number % 94);
      number /= 94;
    }
  while (number > 0);
  *code = '\0';
}

/**
 * dwell_vcd_has_scopes:
 * @name: a name
 *
 * Returns: whether it consists of a few words separated by points, perhaps with a range of bits:
 *   then all words but the last are scopes
 */
gboolean
dwell_vcd_has_scopes (const char *name)
{
  const char *word = name;
  guint n = 1;

  if (strlen (name) > MAX_SCOPE_BYTES)
    return FALSE;

  for (const char *p = name; ; p++)
    {
      if (*p == '[' && p > word)
        return p[1 + strspn (p + 1, "0123456789:")] == ']' && strchr (p, ']')[1] == '\0';
      if ((*p == '.' || *p == '\0') && p == word)
        return FALSE;
      if (*p == '\0')
        return TRUE;
      if (*p == '.')
        {
          word = p + 1;
          if (++n > MAX_SCOPES)
            return FALSE;
        }
      else if (!g_ascii_isalnum (*p) && *p != '_')
        return FALSE;
    }
}

/* Appends a name without characters that end a word; at the start of a word, also without a $,
 * which would begin a section, and a bracket, which would begin a range. */
static void
append_word (GString    *text,
             const char *name,
             gsize       max_bytes)
{
  gsize begin = text->len;
  const char *end = name + strlen (name);

  if ((gsize) (end - name) > max_bytes)
    for (end = name + max_bytes; ((guchar) *end & 0xc0) == 0x80; end--)
      continue;

  for (const char *p = name; p < end; p++)
    g_string_append_c (text, (guchar) *p <= ' ' || *p == 0x7f ||
                             (p == name && strchr ("$[", *p) != NULL) ? '_' : *p);
  if (text->len == begin)
    g_string_append_c (text, '_');
}

static gboolean
is_cut (const char *scope,
        const char *name)
{
  return (scope != NULL && strlen (scope) > MAX_SCOPE_BYTES) || strlen (name) > MAX_NAME_BYTES;
}

static DwellVcdOut *
add_signal (DwellVcdCast    *self,
            DwellVcdOutKind  kind,
            const char      *scope,
            const char      *name)
{
  g_autoptr(GString) text = g_string_new (NULL);
  DwellVcdOut signal = { .kind = (guint8) kind };
  g_autofree char *plain = g_strconcat (scope != NULL ? scope : "", scope != NULL ? "." : "", name,
                                        NULL);

  if (scope != NULL)
    {
      append_word (text, scope, MAX_SCOPE_BYTES);
      g_string_append_c (text, '.');
      signal.n_scopes = text->len;
    }
  if (dwell_vcd_has_scopes (name))
    {
      const char *last = strrchr (name, '.');

      signal.n_scopes += last != NULL ? (gsize) (last + 1 - name) : 0;
      g_string_append (text, name);
    }
  else
    append_word (text, name, MAX_NAME_BYTES);

  signal.name = dwell_unique_claim (self->names, text->str, "_", "");
  self->n_cut += is_cut (scope, name);
  self->n_renamed += !g_str_equal (signal.name, plain);
  set_code (signal.code, self->signals->len);
  g_array_append_val (self->signals, signal);
  return &g_array_index (self->signals, DwellVcdOut, self->signals->len - 1);
}

/* Adds a cursor of the signal that was added last. */
static void
add_cursor (DwellVcdCast *self,
            DwellVcdFrom  from,
            guint32       place,
            guint32       n)
{
  DwellVcdCursor cursor = { .from = (guint8) from, .place = place, .end = place + n,
                            .signal = self->signals->len - 1 };

  if (aim_first (self, &cursor))
    g_array_append_val (self->cursors, cursor);
}

/* The scope of a context; NULL for a single context without a name of its own. */
static const char *
get_scope (const DwellTrace *trace,
           guint32           context)
{
  if (context == DWELL_NONE || trace->contexts[context].kind == DWELL_CONTEXT_SESSION)
    return NULL;

  return dwell_trace_get_context_name (trace, context);
}

/* Whether a bit can express the end of @span: another state follows at once, or the end is not
 * known. */
static gboolean
ends_like_bit (const DwellTrace *trace,
               guint32           span,
               guint32           next)
{
  gint64 end = dwell_trace_get_span_end (trace, span);

  if ((trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0)
    return TRUE;

  return next == DWELL_NONE ? end == trace->end
                            : dwell_trace_get_span_begin (trace, next) == end &&
                              trace->span_area[next] != trace->span_area[span];
}

static gboolean
is_bit (const DwellVcdCast *self,
        const DwellRow     *row)
{
  const guint32 *spans = self->trace->row_spans + row->first_span;

  for (guint32 i = 0; i < row->n_spans; i++)
    {
      const char *text = dwell_trace_get_string (self->trace,
                                                 dwell_vcd_cast_get_text (self, spans[i]));

      if (text[0] == '\0' || text[1] != '\0' || strchr (DWELL_VCD_STATES, text[0]) == NULL ||
          !ends_like_bit (self->trace, spans[i],
                          i + 1 < row->n_spans ? spans[i + 1] : DWELL_NONE))
        return FALSE;
    }

  return row->n_spans > 0;
}

/* The name of a row within the scope of its context. */
static char *
name_row (const DwellTrace *trace,
          guint32           number)
{
  const DwellRow *row = &trace->rows[number];
  const DwellTrack *track = &trace->tracks[row->track];
  const char *name = dwell_trace_get_string (trace, track->name);
  const char *scope = get_scope (trace, track->context);

  if (row->label != 0)
    return g_strdup (dwell_trace_get_string (trace, row->label));
  if (scope != NULL && g_str_equal (scope, name))
    return g_strdup_printf ("%s%u", row->is_lines ? "lines" : "level", row->depth + 1);
  if (track->n_rows == 1)
    return g_strdup (name);

  return g_strdup_printf ("%s_%s%u", name, row->is_lines ? "lines" : "level", row->depth + 1);
}

static void
add_row (DwellVcdCast *self,
         guint32       number)
{
  const DwellTrace *trace = self->trace;
  const DwellRow *row = &trace->rows[number];
  const DwellTrack *track = &trace->tracks[row->track];
  g_autofree char *name = name_row (trace, number);
  gboolean has_states = track->area != DWELL_NONE;

  add_signal (self, has_states && is_bit (self, row) ? DWELL_VCD_OUT_BIT : DWELL_VCD_OUT_TEXT,
              get_scope (trace, track->context), name);
  add_cursor (self, DWELL_VCD_FROM_SPANS, row->first_span, row->n_spans);
}

static void
add_busy (DwellVcdCast *self,
          guint32       number)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[number];
  const char *scope = get_scope (trace, track->context);
  const char *name = dwell_trace_get_string (trace, track->name);

  add_signal (self, DWELL_VCD_OUT_BUSY, scope,
              scope != NULL && g_str_equal (scope, name) ? "busy" : name);
  for (guint32 i = 0; i < track->n_rows; i++)
    add_cursor (self, DWELL_VCD_FROM_SPANS, trace->rows[track->first_row + i].first_span,
                trace->rows[track->first_row + i].n_spans);
}

static void
add_marks (DwellVcdCast *self,
           guint32       number)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[number];
  const char *name = dwell_trace_get_string (trace, track->name);
  g_autofree char *messages = g_strconcat (name, "_messages", NULL);

  /* A track with messages only may have been read from an event; then it keeps its name. */
  add_signal (self, DWELL_VCD_OUT_EVENT, get_scope (trace, track->context),
              track->n_rows > 0 ? messages : name);
  add_cursor (self, DWELL_VCD_FROM_MARKS, track->first_mark, track->n_marks);
  for (guint32 i = 0; i < track->n_marks; i++)
    self->n_texts += trace->mark_text[trace->track_marks[track->first_mark + i]] != track->name;
}

static void
add_values (DwellVcdCast *self,
            guint32       number)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[number];
  const char *name = dwell_trace_get_string (trace, track->name);
  g_autofree char *value = g_strconcat (name, "_value", NULL);
  gboolean is_real = track->area != DWELL_NONE && trace->areas[track->area].is_float;

  add_signal (self, is_real ? DWELL_VCD_OUT_REAL : DWELL_VCD_OUT_INTEGER,
              get_scope (trace, track->context),
              track->kind == DWELL_TRACK_SPANS && track->n_rows > 0 ? value : name);
  add_cursor (self, DWELL_VCD_FROM_WRITES, track->first_write, track->n_writes);
}

static void
add_pauses (DwellVcdCast *self,
            guint32       context)
{
  const DwellTrace *trace = self->trace;
  guint32 first = trace->context_pauses[context];
  guint32 n = trace->context_pauses[context + 1] - first;

  if (n == 0)
    return;

  add_signal (self, DWELL_VCD_OUT_BUSY, get_scope (trace, context), "suspended");
  add_cursor (self, DWELL_VCD_FROM_PAUSES, first, n);
}

/**
 * dwell_vcd_cast_init:
 * @self: (out): a cast
 * @trace: a trace, which must outlive @self
 * @settings: settings of the export
 *
 * Finds the signals of a trace: in the order of tracks, then those of pauses.
 */
void
dwell_vcd_cast_init (DwellVcdCast           *self,
                     const DwellTrace       *trace,
                     const DwellVcdSettings *settings)
{
  *self = (DwellVcdCast) {
    .trace = trace,
    .signals = g_array_new (FALSE, FALSE, sizeof (DwellVcdOut)),
    .cursors = g_array_new (FALSE, FALSE, sizeof (DwellVcdCursor)),
    .names = dwell_unique_new (),
  };
  dwell_export_settings_get_range (&settings->base, trace, &self->begin, &self->end);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];

      if (track->n_rows > 0 && track->area == DWELL_NONE &&
          settings->spans == DWELL_VCD_WRITE_BUSY)
        add_busy (self, i);
      else
        for (guint32 row = 0; row < track->n_rows; row++)
          add_row (self, track->first_row + row);
      if (track->n_writes > 0 || (track->kind != DWELL_TRACK_SPANS && track->n_rows == 0))
        add_values (self, i);
      if (track->n_marks > 0)
        add_marks (self, i);
    }

  for (guint32 i = 0; trace->context_pauses != NULL && i < trace->n_contexts; i++)
    add_pauses (self, i);
}

/**
 * dwell_vcd_cast_clear:
 * @self: a cast
 */
void
dwell_vcd_cast_clear (DwellVcdCast *self)
{
  g_hash_table_unref (self->names);
  for (guint i = 0; i < self->signals->len; i++)
    g_free (g_array_index (self->signals, DwellVcdOut, i).name);
  g_array_unref (self->cursors);
  g_array_unref (self->signals);
}
