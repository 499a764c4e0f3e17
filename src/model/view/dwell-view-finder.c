/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds text in the trace of a view. A worker looks for it; a search that is not wanted any more is
 * cancelled and its answer dropped. */
#include "config.h"

#include "core/dwell-memory.h"
#include "model/view/dwell-view-private.h"

struct _DwellFinder
{
  DwellView    *view;
  char         *text;
  char         *error;
  char         *label;   /* NULL: the hits are matches of the text */
  DwellPattern *pattern; /* NULL: nothing is looked for */
  DwellFind    *find;    /* NULL: no answer yet */
  DwellJob     *job;     /* NULL: no question is under way */
};

/* A question and its answer, for a job. */
typedef struct {
  DwellTrace   *trace;
  DwellPattern *pattern; /* NULL: the spans are known */
  GArray       *spans;   /* guint32 */
  DwellFind    *find;    /* out; NULL: cancelled, or memory was too small */
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

/* Returns: (transfer full) (nullable): why there may be more hits than were found */
static char *
describe_lack (const DwellFinder *self,
               const Finding     *finding)
{
  g_autoptr(GError) error = NULL;

  if (_dwell_job_has_lacked (self->job))
    {
      dwell_memory_set_error (&error);
      return g_strdup (error->message);
    }

  return dwell_pattern_check (finding->pattern, &error) ? NULL : g_strdup (error->message);
}

static void
found (gpointer data,
       gpointer user_data)
{
  Finding *finding = data;
  DwellFinder *self = user_data;
  char *lack = describe_lack (self, finding);

  if (lack != NULL)
    {
      g_free (self->error);
      self->error = lack;
    }

  self->job = NULL;
  self->find = g_steal_pointer (&finding->find);
  _dwell_view_emit (self->view, DWELL_VIEW_FIND_CHANGED);
}

/* Drops the answer, or abandons the question. */
static void
drop_answer (DwellFinder *self)
{
  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_pointer (&self->find, dwell_find_unref);
}

static void
clear (DwellFinder *self)
{
  drop_answer (self);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->label, g_free);
}

/* Looks for the pattern, or takes @spans (nullable) (transfer full). */
static void
start_finding (DwellFinder *self,
               GArray      *spans)
{
  Finding *finding = g_new0 (Finding, 1);

  finding->trace = dwell_trace_ref (self->view->trace);
  finding->spans = spans;
  if (spans == NULL)
    finding->pattern = dwell_pattern_ref (self->pattern);
  self->job = _dwell_job_start (finding, finding_free, find_all, found, self);
}

/* Hits are numbers of the old trace: the new one is searched again. */
static void
adapt (gpointer data)
{
  DwellFinder *self = data;

  drop_answer (self);
  g_clear_pointer (&self->label, g_free);

  if (self->pattern != NULL)
    {
      g_clear_pointer (&self->error, g_free);
      start_finding (self, NULL);
    }
}

static void
announce (gpointer data)
{
  DwellFinder *self = data;

  if (self->pattern != NULL)
    _dwell_view_emit (self->view, DWELL_VIEW_FIND_CHANGED);
}

static void
finder_free (gpointer data)
{
  DwellFinder *self = data;

  clear (self);
  g_free (self);
}

void
_dwell_view_add_finder (DwellView *self)
{
  self->finder = g_new0 (DwellFinder, 1);
  self->finder->view = self;
  _dwell_view_add_part (self, self->finder, finder_free, adapt, announce);
}

/**
 * dwell_view_set_find_text:
 * @self: a view
 * @text: (nullable): what to look for: text, or /a regular expression/; %NULL or "" ends finding
 *
 * Starts to look for @text on a worker. find-changed is emitted at once, because the old answer is
 * gone, and again when the new one is there.
 */
void
dwell_view_set_find_text (DwellView  *self,
                          const char *text)
{
  DwellFinder *finder;
  g_autoptr(GError) error = NULL;

  g_return_if_fail (DWELL_IS_VIEW (self));

  finder = self->finder;
  if (text == NULL)
    text = "";

  if (finder->label == NULL && g_str_equal (dwell_view_get_find_text (self), text))
    return;

  clear (finder);

  if (*text != '\0')
    {
      finder->text = g_strdup (text);
      finder->pattern = dwell_pattern_new (text, &error);

      if (finder->pattern == NULL)
        finder->error = g_strdup (error->message);
      else if (self->trace != NULL)
        start_finding (finder, NULL);
    }

  _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);
}

/**
 * dwell_view_set_found_spans:
 * @self: a view with a trace
 * @label: what they are, translated: “Duration of main: 1 ms to 2 ms”
 * @spans: (transfer full) (element-type guint32): spans of the trace, each once
 *
 * Makes these spans the hits, until a text is looked for or the trace changes.
 */
void
dwell_view_set_found_spans (DwellView  *self,
                            const char *label,
                            GArray     *spans)
{
  g_return_if_fail (DWELL_IS_VIEW (self) && self->trace != NULL);

  clear (self->finder);
  self->finder->label = g_strdup (label);
  start_finding (self->finder, spans);
  _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);
}

/**
 * dwell_view_get_find_label:
 * @self: a view
 *
 * Returns: (nullable): what the hits are; %NULL: matches of the text
 */
const char *
dwell_view_get_find_label (DwellView *self)
{
  return self->finder->label;
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
  return self->finder->text != NULL ? self->finder->text : "";
}

/**
 * dwell_view_get_find:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the hits in dwell_view_get_trace(); %NULL if nothing is
 *   looked for, or the answer is not there yet
 */
DwellFind *
dwell_view_get_find (DwellView *self)
{
  return self->finder->find;
}

/**
 * dwell_view_get_find_error:
 * @self: a view
 *
 * Returns: (nullable): what is wrong with the regular expression, or why there may be more hits
 *   than were found
 */
const char *
dwell_view_get_find_error (DwellView *self)
{
  return self->finder->error;
}

/**
 * dwell_view_is_finding:
 * @self: a view
 *
 * Returns: whether an answer is on its way
 */
gboolean
dwell_view_is_finding (DwellView *self)
{
  return self->finder->job != NULL;
}

/**
 * dwell_view_find_step:
 * @self: a view
 * @direction: 1 for the next hit, -1 for the previous one
 *
 * Focuses and reveals the hit after or before the focused span or mark; without a focus, after or
 * before the start of the visible range. After the last hit comes the first.
 *
 * Returns: whether there is a hit; also false while there is no answer yet
 */
gboolean
dwell_view_find_step (DwellView *self,
                      int        direction)
{
  const DwellHit none = { DWELL_NONE, DWELL_NONE };
  DwellFind *find;
  DwellHit hit;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (direction == 1 || direction == -1, FALSE);

  find = self->finder->find;
  if (find == NULL)
    return FALSE;

  hit = (DwellHit) { dwell_view_get_focus_span (self), dwell_view_get_focus_mark (self) };
  hit = dwell_find_step (find, hit, self->range.begin, direction);

  if (hit.span == DWELL_NONE && hit.mark == DWELL_NONE)
    hit = dwell_find_step (find, none, direction > 0 ? G_MININT64 : G_MAXINT64, direction);

  if (hit.span != DWELL_NONE)
    dwell_view_reveal_span (self, hit.span);
  else if (hit.mark != DWELL_NONE)
    dwell_view_reveal_mark (self, hit.mark);
  else
    return FALSE;

  return TRUE;
}
