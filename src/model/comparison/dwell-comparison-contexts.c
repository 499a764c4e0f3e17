/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches a context of one view with a context of the view that it is compared with. */
#include "config.h"

#include "model/comparison/dwell-comparison-contexts.h"

#include "core/dwell-keys.h"

/* Returns: (nullable): the one of the two views that compares with the recording of the other */
static DwellView *
find_comparing (DwellView *one,
                DwellView *other)
{
  if (dwell_view_get_base (one, NULL) == dwell_view_get_session (other))
    return one;

  return dwell_view_get_base (other, NULL) == dwell_view_get_session (one) ? other : NULL;
}

/**
 * dwell_comparison_can_pair_contexts:
 * @one: a view
 * @context: a context of its trace
 * @other: another view
 * @other_context: a context of its trace
 *
 * Returns: whether the views are compared with each other and both contexts are of one kind
 */
gboolean
dwell_comparison_can_pair_contexts (DwellView *one,
                                    guint32    context,
                                    DwellView *other,
                                    guint32    other_context)
{
  const DwellTrace *trace;
  const DwellTrace *other_trace;

  g_return_val_if_fail (DWELL_IS_VIEW (one) && DWELL_IS_VIEW (other), FALSE);

  trace = dwell_view_get_trace (one);
  other_trace = dwell_view_get_trace (other);
  return one != other && find_comparing (one, other) != NULL && trace != NULL &&
         other_trace != NULL && context < trace->n_contexts &&
         other_context < other_trace->n_contexts &&
         trace->contexts[context].kind == other_trace->contexts[other_context].kind;
}

/**
 * dwell_comparison_pair_contexts:
 * @one: a view
 * @context: a context of its trace
 * @other: another view
 * @other_context: a context of its trace; dwell_comparison_can_pair_contexts() must be true
 * @view: (out) (transfer none): the one of the two that compares
 *
 * Makes options for @view that match the contexts, and show rows of each context, since otherwise
 * the match would not be visible.
 *
 * Returns: (transfer full) (nullable): the options, which @view does not have yet; %NULL if there
 *   is no room for another pair
 */
DwellComparisonOptions *
dwell_comparison_pair_contexts (DwellView  *one,
                                guint32     context,
                                DwellView  *other,
                                guint32     other_context,
                                DwellView **view)
{
  g_autoptr(GPtrArray) keys = dwell_keys_of_contexts (dwell_view_get_trace (one));
  g_autoptr(GPtrArray) other_keys = dwell_keys_of_contexts (dwell_view_get_trace (other));
  g_autoptr(DwellComparisonOptions) options = NULL;
  gboolean is_one;

  *view = find_comparing (one, other);
  is_one = *view == one;
  options = dwell_comparison_options_new (*view);
  options->by_context = TRUE;
  return dwell_comparison_options_pair (options,
                                        is_one ? keys->pdata[context]
                                               : other_keys->pdata[other_context],
                                        is_one ? other_keys->pdata[other_context]
                                               : keys->pdata[context])
           ? g_steal_pointer (&options) : NULL;
}
