/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans that the user has chosen for one requirement on all of them together. */
#include "config.h"

#include "core/dwell-search.h"
#include "model/view/dwell-view-private.h"

static void
chosen_free (gpointer data)
{
  DwellChosen *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->spans, g_array_unref);
  g_free (self);
}

static gint64
get_begin (const DwellChosen *self,
           guint              i)
{
  return dwell_trace_get_span_begin (self->trace, g_array_index (self->spans, guint32, i));
}

/* Keeps the chosen spans that the new trace also has; they may have other numbers there. */
static void
adapt (gpointer data)
{
  DwellChosen *self = data;
  g_autoptr(DwellTrace) old = g_steal_pointer (&self->trace);
  g_autoptr(GArray) spans = g_steal_pointer (&self->spans);

  self->trace = dwell_trace_ref (self->view->trace);
  self->is_other = FALSE;
  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      guint32 was = g_array_index (spans, guint32, i);
      guint32 is = _dwell_view_find_span (old, was, self->trace);

      self->is_other |= is != was;
      if (is == DWELL_NONE)
        continue;

      if (self->spans == NULL)
        self->spans = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (self->spans, is);
    }
}

static void
announce (gpointer data)
{
  DwellChosen *self = data;

  if (self->is_other)
    _dwell_view_emit (self->view, DWELL_VIEW_CHOSEN_CHANGED);
}

void
_dwell_view_add_chosen (DwellView *self)
{
  self->chosen = g_new0 (DwellChosen, 1);
  self->chosen->view = self;
  _dwell_view_add_part (self, self->chosen, chosen_free, adapt, announce);
}

/* Adds @span in the order of starts, or removes it if it is chosen. */
static gboolean
toggle (DwellChosen *self,
        guint32      span)
{
  guint n = self->spans != NULL ? self->spans->len : 0;
  gint64 begin = dwell_trace_get_span_begin (self->trace, span);
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint place;

  if (n > 0)
    g_array_append_vals (spans, self->spans->data, n);
  for (guint i = 0; i < n; i++)
    if (g_array_index (spans, guint32, i) == span)
      {
        g_array_remove_index (spans, i);
        span = DWELL_NONE;
        break;
      }

  if (span != DWELL_NONE && n >= DWELL_VIEW_MAX_CHOSEN)
    {
      g_array_unref (spans);
      return FALSE;
    }
  if (span != DWELL_NONE)
    {
      place = (guint) dwell_lower_bound (i, 0, n, get_begin (self, (guint) i) <= begin);
      g_array_insert_val (spans, place, span);
    }

  g_clear_pointer (&self->spans, g_array_unref);
  if (spans->len > 0)
    self->spans = spans;
  else
    g_array_unref (spans);
  return TRUE;
}

/**
 * dwell_view_get_chosen_spans:
 * @self: a view
 *
 * Returns: (transfer none) (nullable) (element-type guint32): the chosen spans, in the order of
 *   their starts; %NULL: none. The array never changes: another choice is another array
 */
const GArray *
dwell_view_get_chosen_spans (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  return self->chosen->spans;
}

/**
 * dwell_view_choose_span:
 * @self: a view
 * @span: a span of its trace
 *
 * Chooses @span in addition to those chosen; if it is chosen already, it is removed. Together with
 * the first one, a span that has the focus is chosen, too.
 *
 * Returns: %FALSE if there are %DWELL_VIEW_MAX_CHOSEN already
 */
gboolean
dwell_view_choose_span (DwellView *self,
                        guint32    span)
{
  DwellChosen *chosen;
  guint32 focus;
  gboolean is_done;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);
  g_return_val_if_fail (self->trace != NULL && span < self->trace->n_spans, FALSE);

  chosen = self->chosen;
  focus = dwell_view_get_focus_span (self);
  if (chosen->spans == NULL && focus != DWELL_NONE && focus != span)
    toggle (chosen, focus);
  is_done = toggle (chosen, span);
  _dwell_view_emit (self, DWELL_VIEW_CHOSEN_CHANGED);
  return is_done;
}

/**
 * dwell_view_drop_chosen_spans:
 * @self: a view
 *
 * Removes all spans from the choice.
 *
 * Returns: whether any was chosen
 */
gboolean
dwell_view_drop_chosen_spans (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  if (self->chosen->spans == NULL)
    return FALSE;

  g_clear_pointer (&self->chosen->spans, g_array_unref);
  _dwell_view_emit (self, DWELL_VIEW_CHOSEN_CHANGED);
  return TRUE;
}
