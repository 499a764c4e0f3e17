/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs that the user makes are kept by the keys of the areas, so that they stay valid for other
 * traces. */
#include "config.h"

#include "ui/comparison/dwell-comparison-matching.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-keys.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-partners.h"
#include "ui/comparison/dwell-choice-dialog.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-undo.h"

/* The greatest number of contexts that are offered. */
#define MAX_CONTEXTS 1000

/* The area or the context that the user is asked about. */
typedef struct {
  DwellViewBin *page;
  DwellView    *view;
  DwellTrace   *own;      /* of the view */
  DwellTrace   *other;    /* of its base */
  guint32       area;     /* in own or other, see is_own; DWELL_NONE: the context is asked about */
  guint32       context;
  GArray       *contexts; /* guint32: offered for the context */
  gboolean      is_own;
  char         *name;
  GArray       *partners; /* DwellPartner */
} Asking;

static void
asking_free (Asking *self)
{
  g_object_unref (self->page);
  g_object_unref (self->view);
  dwell_trace_unref (self->own);
  dwell_trace_unref (self->other);
  g_clear_pointer (&self->partners, g_array_unref);
  g_clear_pointer (&self->contexts, g_array_unref);
  g_free (self->name);
  g_free (self);
}

static gboolean
get_row (DwellComparisonList *list,
         guint                position,
         DwellDifferenceRow  *row)
{
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);

  if (item != NULL)
    *row = *dwell_comparison_item_get_row (item);
  return item != NULL;
}

/* Whether a row of an area that both recordings have is in a context that only one of them has. */
static gboolean
lacks_context (const DwellDifferenceRow *row)
{
  return !dwell_difference_row_is_of_all (row) && row->matched_by != DWELL_MATCHED_BY_NOTHING &&
         row->matched_by != DWELL_MATCHED_AMBIGUOUSLY &&
         (row->base_context == DWELL_NONE || row->new_context == DWELL_NONE);
}

/**
 * dwell_comparison_matching_can_ask:
 * @list: a list
 * @position: the position of a row, or of none
 *
 * Returns: whether only one recording has the row's area or its context
 */
gboolean
dwell_comparison_matching_can_ask (DwellComparisonList *list,
                                   guint                position)
{
  DwellDifferenceRow row;

  return get_row (list, position, &row) &&
         (row.verdict == DWELL_VERDICT_NEW || row.verdict == DWELL_VERDICT_GONE);
}

/**
 * dwell_comparison_matching_can_part:
 * @list: a list
 * @position: the position of a row, or of none
 *
 * Returns: whether the user has matched the two areas of the row
 */
gboolean
dwell_comparison_matching_can_part (DwellComparisonList *list,
                                    guint                position)
{
  DwellDifferenceRow row;

  return get_row (list, position, &row) && row.matched_by == DWELL_MATCHED_BY_USER;
}

static void
pair_keys (const Asking *self,
           const char   *own,
           const char   *other,
           const char   *partner)
{
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (self->view);
  /* Translators: the names of two functions, of one recording and of the other */
  g_autofree char *message = g_strdup_printf (_("“%s” is compared with “%s”"), self->name, partner);

  if (dwell_comparison_options_pair (options, own, other))
    dwell_undo_matching (GTK_WIDGET (self->page), self->view, options, message);
  else
    dwell_toast_show (GTK_WIDGET (self->page), _("There is no room for more pairs of functions"));
}

static void
pair (const Asking       *self,
      const DwellPartner *partner)
{
  g_autofree char *own = dwell_key_of_area (self->own, self->is_own ? self->area : partner->area);
  g_autofree char *other = dwell_key_of_area (self->other,
                                              self->is_own ? partner->area : self->area);

  pair_keys (self, own, other, partner->name);
}

static void
on_context_chosen (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  Asking *asking = user_data;
  int place = dwell_choice_dialog_ask_finish (result);

  if (place >= 0)
    {
      guint32 chosen = g_array_index (asking->contexts, guint32, place);
      g_autoptr(GPtrArray) own = dwell_keys_of_contexts (asking->own);
      g_autoptr(GPtrArray) other = dwell_keys_of_contexts (asking->other);

      pair_keys (asking, own->pdata[asking->is_own ? asking->context : chosen],
                 other->pdata[asking->is_own ? chosen : asking->context],
                 dwell_trace_get_context_name (asking->is_own ? asking->other : asking->own,
                                               chosen));
    }
  asking_free (asking);
}

/* Offers the contexts of the other recording that are of the same kind. */
static void
ask_for_context (Asking *asking)
{
  const DwellTrace *trace = asking->is_own ? asking->own : asking->other;
  const DwellTrace *partners = asking->is_own ? asking->other : asking->own;
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (asking->page));
  g_autoptr(GArray) choices = g_array_new (FALSE, FALSE, sizeof (DwellChoice));
  /* Translators: the name of a function */
  g_autofree char *title = g_strdup_printf (_("Match “%s” With"), asking->name);

  asking->contexts = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < partners->n_contexts && choices->len < MAX_CONTEXTS; i++)
    if (partners->contexts[i].kind == trace->contexts[asking->context].kind)
      {
        DwellChoice choice = { dwell_trace_get_context_name (partners, i), NULL };

        g_array_append_val (choices, choice);
        g_array_append_val (asking->contexts, i);
      }

  dwell_choice_dialog_ask_async (GTK_WINDOW (window), title,
                                 (const DwellChoice *) (gpointer) choices->data, choices->len, NULL,
                                 on_context_chosen, asking);
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Asking *asking = user_data;
  int place = dwell_choice_dialog_ask_finish (result);

  if (place >= 0)
    pair (asking, &g_array_index (asking->partners, DwellPartner, place));
  asking_free (asking);
}

/* “84 % alike · Count 120 · Self 2 ms” */
static char *
describe (const DwellPartner *partner)
{
  g_autofree char *count = dwell_text_count (partner->count);
  g_autofree char *net = dwell_text_duration (partner->net);
  /* Translators: how often a function ran, and its own time */
  g_autofree char *figures = g_strdup_printf (_("Count %s · Self %s"), count, net);
  g_autofree char *alike = NULL;

  if (isnan (partner->score))
    return g_steal_pointer (&figures);

  alike = dwell_text_percent (partner->score);
  /* Translators: a percentage, and “Count 120 · Self 2 ms” */
  return g_strdup_printf (_("%s alike · %s"), alike, figures);
}

static void
on_found (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Asking *asking = user_data;
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (asking->page));
  g_autoptr(GPtrArray) subtitles = g_ptr_array_new_with_free_func (g_free);
  g_autofree DwellChoice *choices = NULL;
  g_autofree char *title = NULL;

  asking->partners = dwell_comparison_partners_find_finish (result);
  if (window == NULL || asking->partners->len == 0)
    {
      if (window != NULL)
        dwell_toast_show (GTK_WIDGET (asking->page),
                          _("The other recording has no unmatched function"));
      asking_free (asking);
      return;
    }

  choices = g_new (DwellChoice, asking->partners->len);
  for (guint i = 0; i < asking->partners->len; i++)
    {
      const DwellPartner *partner = &g_array_index (asking->partners, DwellPartner, i);
      char *subtitle = describe (partner);

      g_ptr_array_add (subtitles, subtitle);
      choices[i] = (DwellChoice) { partner->name, subtitle };
    }
  /* Translators: the name of a function */
  title = g_strdup_printf (_("Match “%s” With"), asking->name);
  dwell_choice_dialog_ask_async (GTK_WINDOW (window), title, choices, asking->partners->len, NULL,
                                 on_chosen, asking);
}

/**
 * dwell_comparison_matching_ask:
 * @page: the page of the list
 * @list: a list
 * @position: a row that is new or gone
 *
 * Asks what to match the row with.
 */
void
dwell_comparison_matching_ask (DwellViewBin        *page,
                               DwellComparisonList *list,
                               guint                position)
{
  DwellView *view = dwell_view_bin_get_view (page);
  DwellSession *base = dwell_view_get_base (view, NULL);
  guint32 own = dwell_comparison_list_get_area (list, position);
  gboolean is_swapped = FALSE;
  DwellDifferenceRow row;
  Asking *asking;

  if (base == NULL || !dwell_comparison_matching_can_ask (list, position) ||
      !get_row (list, position, &row))
    return;

  asking = g_new0 (Asking, 1);
  asking->page = g_object_ref (page);
  asking->view = g_object_ref (view);
  asking->own = dwell_trace_ref (dwell_view_get_trace (view));
  asking->other = dwell_trace_ref (dwell_session_get_trace (base));
  if (lacks_context (&row))
    {
      dwell_view_get_base (view, &is_swapped);
      asking->area = DWELL_NONE;
      asking->context = row.base_context != DWELL_NONE ? row.base_context : row.new_context;
      asking->is_own = (row.base_context != DWELL_NONE) == is_swapped;
      asking->name = g_strdup (dwell_trace_get_context_name (
        asking->is_own ? asking->own : asking->other, asking->context));
      ask_for_context (asking);
      return;
    }

  asking->is_own = own != DWELL_NONE;
  asking->area = asking->is_own ? own : dwell_comparison_list_get_other_area (list, position);
  asking->name = dwell_trace_dup_area_label (asking->is_own ? asking->own : asking->other,
                                             asking->area);
  dwell_comparison_partners_find_async (list, position, on_found, asking);
}

/**
 * dwell_comparison_matching_part:
 * @page: the page of the list
 * @list: a list
 * @position: a row whose two areas the user has matched
 *
 * Undoes the match, so that there are two rows again.
 */
void
dwell_comparison_matching_part (DwellViewBin        *page,
                                DwellComparisonList *list,
                                guint                position)
{
  DwellView *view = dwell_view_bin_get_view (page);
  guint32 area = dwell_comparison_list_get_area (list, position);
  g_autoptr(DwellComparisonOptions) options = NULL;
  g_autofree char *key = NULL;
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;

  if (!dwell_comparison_matching_can_part (list, position))
    return;

  options = dwell_comparison_options_new (view);
  key = dwell_key_of_area (dwell_view_get_trace (view), area);
  name = dwell_trace_dup_area_label (dwell_view_get_trace (view), area);
  /* Translators: the name of a function */
  message = g_strdup_printf (_("“%s” is no longer compared with another function"), name);
  if (dwell_comparison_options_part (options, key))
    dwell_undo_matching (GTK_WIDGET (page), view, options, message);
}
