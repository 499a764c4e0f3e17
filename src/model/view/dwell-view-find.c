/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding text in the trace of a view. The answer comes from a worker; one that is not wanted any
 * more is cancelled and dropped. */
#include "config.h"

#include "core/dwell-memory.h"
#include "model/view/dwell-view-private.h"

/* A question and its answer, for a job. */
typedef struct {
  DwellTrace   *trace;
  DwellPattern *pattern; /* NULL: the spans are known */
  GArray       *spans;   /* guint32 */
  DwellFind    *find;    /* out; NULL: cancelled, or there is no memory */
} Finding;

static void
finding_free (gpointer data)
{
  Finding *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->spans, g_array_unref);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_free (self);
}

static void
find_all (gpointer      data,
          GCancellable *cancellable)
{
  Finding *self = data;

  if (self->pattern != NULL)
    self->find = dwell_find_new (self->trace, self->pattern, cancellable);
  else
    self->find = dwell_find_new_for_spans (self->trace, (const guint32 *) (gpointer)
                                             self->spans->data, self->spans->len, cancellable);
}

static void
found (gpointer data,
       gpointer user_data)
{
  Finding *finding = data;
  DwellView *self = user_data;

  if (_dwell_job_has_lacked (self->find_job))
    {
      g_autoptr(GError) error = NULL;

      dwell_memory_set_error (&error);
      g_free (self->find_error);
      self->find_error = g_strdup (error->message);
    }

  self->find_job = NULL;
  self->find = g_steal_pointer (&finding->find);
  _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);
}

/* Drops the answer, or abandons the question. */
static void
drop_answer (DwellView *self)
{
  g_clear_pointer (&self->find_job, _dwell_job_abandon);
  g_clear_pointer (&self->find, dwell_find_unref);
}

static void
start_finding (DwellView *self)
{
  Finding *finding = g_new0 (Finding, 1);

  finding->trace = dwell_trace_ref (self->trace);
  finding->pattern = dwell_pattern_ref (self->pattern);
  self->find_job = _dwell_job_start (finding, finding_free, find_all, found, self);
}

void
_dwell_view_clear_find (DwellView *self)
{
  drop_answer (self);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->find_text, g_free);
  g_clear_pointer (&self->find_error, g_free);
  g_clear_pointer (&self->find_label, g_free);
}

/* Hits are numbers of the old trace: look again in the new one. */
void
_dwell_view_adapt_find (DwellView *self)
{
  drop_answer (self);
  g_clear_pointer (&self->find_label, g_free);

  if (self->pattern != NULL)
    {
      g_clear_pointer (&self->find_error, g_free);
      start_finding (self);
    }
}

/**
 * dwell_view_set_find_text:
 * @self: a view
 * @text: (nullable): what to look for: text, or /a regular expression/; nothing ends finding
 *
 * Begins to look for @text. find-changed comes at once, for the old answer is gone, and again when
 * the new one is there.
 */
void
dwell_view_set_find_text (DwellView  *self,
                          const char *text)
{
  g_autoptr(GError) error = NULL;

  g_return_if_fail (DWELL_IS_VIEW (self));

  if (text == NULL)
    text = "";

  if (self->find_label == NULL && g_str_equal (dwell_view_get_find_text (self), text))
    return;

  _dwell_view_clear_find (self);

  if (*text != '\0')
    {
      self->find_text = g_strdup (text);
      self->pattern = dwell_pattern_new (text, &error);

      if (self->pattern == NULL)
        self->find_error = g_strdup (error->message);
      else if (self->trace != NULL)
        start_finding (self);
    }

  _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);
}

/**
 * dwell_view_set_found_spans:
 * @self: a view with a trace
 * @label: what they are: “Duration of main: 1 ms to 2 ms”
 * @spans: (transfer full) (element-type guint32): spans of the trace, each once
 *
 * Has the hits of a find be these spans, until a text is looked for or the trace is another.
 */
void
dwell_view_set_found_spans (DwellView  *self,
                            const char *label,
                            GArray     *spans)
{
  Finding *finding = g_new0 (Finding, 1);

  g_return_if_fail (DWELL_IS_VIEW (self) && self->trace != NULL);

  drop_answer (self);
  _dwell_view_clear_find (self);
  self->find_label = g_strdup (label);
  finding->trace = dwell_trace_ref (self->trace);
  finding->spans = spans;
  self->find_job = _dwell_job_start (finding, finding_free, find_all, found, self);
  _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);
}

/**
 * dwell_view_get_find_label:
 * @self: a view
 *
 * Returns: (nullable): what the hits are, if they are not those of a text
 */
const char *
dwell_view_get_find_label (DwellView *self)
{
  return self->find_label;
}

/**
 * dwell_view_get_find_text:
 * @self: a view
 *
 * Returns: what is looked for; "" if nothing is
 */
const char *
dwell_view_get_find_text (DwellView *self)
{
  return self->find_text != NULL ? self->find_text : "";
}

/**
 * dwell_view_get_find:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the hits, of dwell_view_get_trace(); %NULL if nothing is
 *   looked for, or the answer is not there yet
 */
DwellFind *
dwell_view_get_find (DwellView *self)
{
  return self->find;
}

/**
 * dwell_view_get_find_error:
 * @self: a view
 *
 * Returns: (nullable): what is wrong with the regular expression, or that there was too little
 *   memory
 */
const char *
dwell_view_get_find_error (DwellView *self)
{
  return self->find_error;
}

gboolean
dwell_view_is_finding (DwellView *self)
{
  return self->find_job != NULL;
}

/**
 * dwell_view_find_step:
 * @self: a view
 * @direction: 1 for the next hit, -1 for the previous one
 *
 * Focuses and reveals the hit after or before the focused span or mark; without a focus, after or
 * before the visible range's begin. Behind the last comes the first.
 *
 * Returns: false if there is no hit at all, or no answer yet
 */
gboolean
dwell_view_find_step (DwellView *self,
                      int        direction)
{
  const DwellHit none = { DWELL_NONE, DWELL_NONE };
  DwellHit hit = { self->focus_span, self->focus_mark };

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  if (self->find == NULL)
    return FALSE;

  hit = dwell_find_step (self->find, hit, self->range.begin, direction);

  if (hit.span == DWELL_NONE && hit.mark == DWELL_NONE)
    hit = dwell_find_step (self->find, none, direction > 0 ? G_MININT64 : G_MAXINT64, direction);

  if (hit.span != DWELL_NONE)
    dwell_view_reveal_span (self, hit.span);
  else if (hit.mark != DWELL_NONE)
    dwell_view_reveal_mark (self, hit.mark);
  else
    return FALSE;

  return TRUE;
}
