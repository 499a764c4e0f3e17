/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Comparison page: what changed between the session of the tab and another one, in one
 * sentence and in a table of all areas. The tab's session is the new recording, unless the two
 * are swapped. */
#include "config.h"

#include "ui/comparison/dwell-comparison-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/compare/dwell-doubts.h"
#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-summary.h"
#include "ui/comparison/dwell-comparison-calls-page.h"
#include "ui/comparison/dwell-comparison-charts.h"
#include "ui/comparison/dwell-comparison-costs-page.h"
#include "ui/comparison/dwell-comparison-flame.h"
#include "ui/comparison/dwell-comparison-lines-page.h"
#include "ui/comparison/dwell-comparison-matching.h"
#include "ui/comparison/dwell-comparison-options-button.h"
#include "ui/comparison/dwell-comparison-saving.h"
#include "ui/comparison/dwell-comparison-timeline.h"
#include "ui/comparison/dwell-comparison-values-page.h"
#include "ui/comparison/dwell-comparison-waterfall.h"
#include "ui/compat/dwell-names.h"
#include "ui/widgets/dwell-tip.h"

struct _DwellComparisonPage
{
  DwellTablePage parent_instance;

  GtkLabel        *base_name;
  GtkLabel        *new_name;
  GtkLabel        *sentence;
  GtkLabel        *doubts;
  GtkWidget       *doubts_row;
  GtkWidget       *common_part;
  GtkWidget       *per_second;
  GtkDropDown     *verdicts;
  GtkWidget       *tools;
  GtkWidget       *scope;
  GtkWidget       *form_toggles;
  DwellComparisonWaterfall *waterfall;
  DwellComparisonCallsPage *calls;
  DwellComparisonFlame     *flame;
  DwellComparisonCharts    *charts;
  GtkStack        *forms; /* of the comparison: summary, table and charts */

  DwellComparisonList *list; /* the table page owns it */
  GSignalGroup        *base_signals;
};

/* Lines of text on what makes the comparison doubtful. Its tooltip has all of it. */
#define DOUBTS_LINES          3
#define DOUBTS_LINES_TIMELINE 2 /* two timelines need the height of a small window */

G_DEFINE_FINAL_TYPE (DwellComparisonPage, dwell_comparison_page, DWELL_TYPE_TABLE_PAGE)

/* The choices of the drop-down, in its order. Only the first one hides rows that hardly changed:
 * who asks for a verdict wants all rows that have it. */
enum {
  CHOICE_CHANGES,
  CHOICE_ALL,
};

static const guint verdict_choices[] = {
  [CHOICE_CHANGES] = DWELL_ALL_VERDICTS,
  [CHOICE_ALL] = DWELL_ALL_VERDICTS,
  1u << DWELL_VERDICT_MORE,
  1u << DWELL_VERDICT_LESS,
  1u << DWELL_VERDICT_NEW,
  1u << DWELL_VERDICT_GONE,
  1u << DWELL_VERDICT_UNCLEAR,
  1u << DWELL_VERDICT_SAME | 1u << DWELL_VERDICT_IDENTICAL,
};

#define FORM_TABLE 1

/* The forms of the comparison: their toggles, their pages, and the data that both recordings
 * need. */
static const struct {
  const char     *toggle;
  const char     *name;
  DwellComparable needs;
} forms[] = {
  { "as_summary", "summary", DWELL_COMPARABLE_SPANS },
  [FORM_TABLE] = { "as_table", "table", DWELL_COMPARABLE_SPANS },
  { "as_calls", "calls", DWELL_COMPARABLE_TREES },
  { "as_flame", "flame", DWELL_COMPARABLE_TREES },
  { "as_timeline", "timeline", DWELL_COMPARABLE_TIMELINE },
  { "as_charts", "distribution", DWELL_COMPARABLE_SPANS },
  { "as_lines", "lines", DWELL_COMPARABLE_LINES },
  { "as_costs", "costs", DWELL_COMPARABLE_COSTS },
  { "as_values", "values", DWELL_COMPARABLE_VALUES },
};

static DwellView *
get_view (DwellComparisonPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

/* Returns: (transfer none) (nullable): the session that the view’s session is compared with */
static DwellSession *
get_base (DwellComparisonPage *self)
{
  return dwell_view_get_base (get_view (self), NULL);
}

/* The bar of a change is scaled to the largest change, in either direction. */
static void
fill_change (DwellCell           *cell,
             DwellComparisonItem *item,
             DwellComparisonPage *self)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);
  const DwellDifferenceRow *row = dwell_comparison_item_get_row (item);
  double largest = difference != NULL && difference->n_rows > 0
                   ? fabs (dwell_figure_get_real_change (&difference->rows[0].value)) : 0;

  dwell_cell_set_change (cell, largest > 0 ? dwell_figure_get_real_change (&row->value) / largest
                                           : 0);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  g_autofree char *text = dwell_comparison_item_get_text (item, (DwellDifferenceColumn) id);

  dwell_cell_set_text (cell, text);
  if (id == DWELL_DIFFERENCE_NAME)
    {
      guint32 area;
      const DwellTrace *trace = dwell_comparison_item_get_trace (item, &area);

      dwell_cell_set_area (cell, trace, area);
    }
  else if (id == DWELL_DIFFERENCE_CHANGE)
    {
      fill_change (cell, item, DWELL_COMPARISON_PAGE (user_data));
    }
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_comparison_item_get_plain (item, (DwellDifferenceColumn) id)
                  : dwell_comparison_item_get_text (item, (DwellDifferenceColumn) id);
}

static const char *
get_group (DwellDifferenceColumn column)
{
  return column >= DWELL_DIFFERENCE_BASE_NAME || column <= DWELL_DIFFERENCE_VERDICT
           ? _("Identity")
         : column >= DWELL_DIFFERENCE_CLIFF ? _("Significance")
         : column >= DWELL_DIFFERENCE_P50_RATIO ? _("Duration")
         : column >= DWELL_DIFFERENCE_BY_COUNT ? _("Why")
         : column >= DWELL_DIFFERENCE_COUNT_BASE ? _("Calls") : _("What Is Compared");
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_DIFFERENCE_COLUMNS] = {
    [DWELL_DIFFERENCE_NAME] = 176, [DWELL_DIFFERENCE_VERDICT] = 104,
    [DWELL_DIFFERENCE_CHANGE] = 132, [DWELL_DIFFERENCE_BY_COUNT] = 100,
    [DWELL_DIFFERENCE_BY_TIME] = 100, [DWELL_DIFFERENCE_COUNT_BASE] = 100,
    [DWELL_DIFFERENCE_COUNT_NEW] = 100, [DWELL_DIFFERENCE_COUNT_CHANGE] = 120,
    [DWELL_DIFFERENCE_BASE_NAME] = 160, [DWELL_DIFFERENCE_MODULE] = 140,
    [DWELL_DIFFERENCE_MATCHED_BY] = 140, [DWELL_DIFFERENCE_CONTEXT] = 120,
  };

  for (guint n = 0; n < DWELL_N_DIFFERENCE_COLUMNS; n++)
    {
      /* The change and its verdict come first, so that a narrow window shows them. */
      DwellDifferenceColumn i = n == 0 ? DWELL_DIFFERENCE_NAME
                                : n == 1 ? DWELL_DIFFERENCE_CONTEXT
                                : n == 2 ? DWELL_DIFFERENCE_CHANGE
                                : n == 3 ? DWELL_DIFFERENCE_VERDICT
                                         : (DwellDifferenceColumn) (n - 1);
      const DwellColumnInfo *info = &dwell_difference_columns[i];
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i] > 0 ? widths[i] : 88,
        .is_number = dwell_column_is_number (info),
        .expands = i == DWELL_DIFFERENCE_NAME,
        .id = (int) i,
        .fill = fill,
        .name = info->id,
        .tip = _(info->summary),
        .sort = info->kind == DWELL_CELL_TEXT ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .get_text = get_text,
        .is_hidden = !info->is_default,
        .is_fixed = i == DWELL_DIFFERENCE_NAME,
        .group = get_group (i),
        .user_data = page,
      };

      dwell_table_columns_add (columns, &column);
    }
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_comparison_list_sort (DWELL_COMPARISON_PAGE (page)->list, (DwellDifferenceColumn) by,
                              descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_comparison_list_set_filter (DWELL_COMPARISON_PAGE (page)->list, text, error);
}

static gboolean
is_filtered (DwellTablePage *page)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (page);

  return DWELL_TABLE_PAGE_CLASS (dwell_comparison_page_parent_class)->is_filtered (page) ||
         gtk_drop_down_get_selected (self->verdicts) > CHOICE_ALL ||
         dwell_comparison_list_get_n_hidden (self->list) > 0;
}

static void
clear_filter (DwellTablePage *page)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (page);

  gtk_drop_down_set_selected (self->verdicts, CHOICE_ALL);
  dwell_table_page_filter_by (page, "");
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (page);
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_table_page_get_selected (page);

  if (position == GTK_INVALID_LIST_POSITION ||
      dwell_comparison_list_get_area (self->list, position) != area)
    dwell_table_page_select (page, dwell_comparison_list_find_area (self->list, area), scroll);
}

static void
update_matching (DwellComparisonPage *self,
                 guint                position)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "comparison.match",
                                 dwell_comparison_matching_can_ask (self->list, position));
  gtk_widget_action_set_enabled (widget, "comparison.part",
                                 dwell_comparison_matching_can_part (self->list, position));
}

/* A row that only the other recording has cannot be shown in this tab, but its distribution can. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (page);
  guint32 area = dwell_comparison_list_get_area (self->list, position);
  guint32 other = area == DWELL_NONE ? dwell_comparison_list_get_other_area (self->list, position)
                                     : DWELL_NONE;

  update_matching (self, position);
  dwell_comparison_distribution_set_other (dwell_comparison_charts_get_distribution (self->charts),
                                           other);
  if (area != DWELL_NONE)
    dwell_view_focus_area (get_view (self), area);
  return area != DWELL_NONE;
}

/* “Mean, per second” */
static char *
name_measure (const DwellComparisonOptions *options)
{
  const char *measure = dwell_compared_get_title (options->by);

  switch (options->per)
    {
    case DWELL_COMPARED_PER_SECOND:
      /* Translators: what is measured, as “Self” */
      return g_strdup_printf (_("%s per second"), measure);
    case DWELL_COMPARED_PER_TOTAL:
      /* Translators: what is measured, as “Self” */
      return g_strdup_printf (_("%s as a part of the whole"), measure);
    case DWELL_COMPARED_AS_IS:
    case DWELL_N_COMPARED_PER:
    default:
      return g_strdup (measure);
    }
}

/* The number of rows that are shown, the measure, and the number of rows that hardly changed. */
static char *
make_footer (DwellTablePage *page)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (page);
  guint n_hidden = dwell_comparison_list_get_n_hidden (self->list);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (get_view (self));
  g_autofree char *measure = name_measure (options);
  g_autofree char *count = dwell_text_count (n);
  g_autofree char *hidden = dwell_text_count (n_hidden);
  g_autofree char *rows =
    /* Translators: a number, and what is compared, as “Self” */
    g_strdup_printf (ngettext ("%s row by %s", "%s rows by %s", n), count, measure);

  if (n_hidden == 0)
    return g_steal_pointer (&rows);

  /* Translators: “7 rows by Self”, and a number */
  return g_strdup_printf (ngettext ("%s · %s hardly changed and is hidden",
                                    "%s · %s hardly changed and are hidden", n_hidden), rows,
                          hidden);
}

/* “engine.log · 1.2 s – 1.5 s” if a stretch of the other recording is compared. */
static char *
name_other (DwellView    *view,
            DwellSession *base)
{
  const char *title = base != NULL ? dwell_session_get_title (base) : "";
  const DwellTrace *trace = base != NULL ? dwell_session_get_trace (base) : NULL;
  gint64 begin;
  gint64 end;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (trace == NULL || !dwell_view_get_base_stretch (view, &begin, &end))
    return g_strdup (title);

  from = dwell_axis_place_in (trace, begin, end - begin);
  to = dwell_axis_place_in (trace, end, end - begin);
  /* Translators: the name of a recording, and the times of its stretch */
  return g_strdup_printf (_("%s · %s – %s"), title, from, to);
}

/* A small window cuts off most of a long name. */
static void
show_name (GtkLabel   *label,
           const char *name)
{
  gtk_label_set_text (label, name);
  dwell_tip_set (GTK_WIDGET (label), name);
}

static void
show_names (DwellComparisonPage *self)
{
  DwellView *view = get_view (self);
  gboolean is_swapped = FALSE;
  DwellSession *base = dwell_view_get_base (view, &is_swapped);
  const char *own_name = dwell_session_get_title (dwell_view_get_session (view));
  g_autofree char *other_name = name_other (view, base);

  show_name (self->base_name, is_swapped ? own_name : other_name);
  show_name (self->new_name, is_swapped ? other_name : own_name);
}

/* What can be compared of both recordings; until the other one is read, what this one has. */
static guint
get_comparable (DwellComparisonPage *self)
{
  const DwellTrace *own = dwell_view_get_trace (get_view (self));
  DwellSession *base = get_base (self);
  const DwellTrace *other = base != NULL ? dwell_session_get_trace (base) : NULL;

  return own != NULL ? dwell_comparable_find (other != NULL ? other : own, own) : 0;
}

/* Finds the length of the part that both recordings have, ns. Returns whether one of them is
 * longer. */
static gboolean
find_common_part (DwellComparisonPage *self,
                  guint64             *length_ns)
{
  const DwellTrace *own = dwell_view_get_trace (get_view (self));
  DwellSession *base = get_base (self);
  const DwellTrace *other = base != NULL ? dwell_session_get_trace (base) : NULL;
  guint64 of_own;
  guint64 of_other;

  if (other == NULL || dwell_view_get_base_stretch (get_view (self), NULL, NULL))
    return FALSE;

  of_own = dwell_time_between (own->begin, own->end);
  of_other = dwell_time_between (other->begin, other->end);
  *length_ns = MIN (of_own, of_other);
  return of_own != of_other && *length_ns > 0;
}

/* Offers ways to make the comparison less doubtful. */
static void
update_remedies (DwellComparisonPage   *self,
                 const DwellDifference *difference)
{
  guint bits = difference != NULL ? dwell_difference_get_doubts (difference) : 0;
  gboolean has_lengths = (bits & DWELL_DOUBT_LENGTHS) != 0 &&
                         (get_comparable (self) & DWELL_COMPARABLE_SPANS) != 0;
  guint64 length_ns;

  gtk_widget_set_visible (self->per_second, has_lengths);
  gtk_widget_set_visible (self->common_part, (has_lengths || (bits & DWELL_DOUBT_PARTIAL) != 0) &&
                                             find_common_part (self, &length_ns));
}

/* Without spans there are no rows to copy or to draw. */
static void
update_taking (DwellComparisonPage   *self,
               const DwellDifference *difference)
{
  gboolean has_rows = difference != NULL && difference->n_rows > 0 &&
                      (get_comparable (self) & DWELL_COMPARABLE_SPANS) != 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "comparison.copy-summary", has_rows);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "comparison.save-steps", has_rows);
}

static void
update_summary (DwellComparisonPage *self)
{
  const DwellDifference *difference = dwell_comparison_list_get_difference (self->list);
  DwellSession *base = get_base (self);
  const GError *error = base != NULL ? dwell_session_get_error (base) : NULL;
  guint comparable = get_comparable (self);
  g_autofree char *sentence = NULL;
  g_autofree char *doubts = NULL;

  if (difference != NULL)
    {
      /* Without spans there are no times to compare. */
      if (comparable & DWELL_COMPARABLE_SPANS)
        sentence = dwell_comparison_summary_make (difference);
      else if (comparable == 0)
        sentence = g_strdup (_("These recordings have nothing in common that can be compared."));
      doubts = dwell_comparison_summary_make_doubts (difference);
    }
  else if (error != NULL)
    {
      doubts = g_strdup (error->message);
    }

  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), sentence != NULL);
  gtk_label_set_text (self->doubts, doubts != NULL ? doubts : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->doubts), doubts);
  gtk_widget_set_visible (self->doubts_row, doubts != NULL && *doubts != '\0');
  dwell_table_columns_set_available (dwell_table_page_get_columns (DWELL_TABLE_PAGE (self)),
                                     DWELL_DIFFERENCE_CONTEXT,
                                     difference != NULL && difference->options.by_context);
  update_remedies (self, difference);
  update_taking (self, difference);
}

/* The selected row may now be about another area. */
static void
on_rows_changed (DwellComparisonPage *self)
{
  update_summary (self);
  update_matching (self, dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)));
}

/* Returns: (transfer none): the toggle of a form */
static GtkToggleButton *
get_toggle (DwellComparisonPage *self,
            guint                form)
{
  return GTK_TOGGLE_BUTTON (gtk_widget_get_template_child (GTK_WIDGET (self),
                                                           DWELL_TYPE_COMPARISON_PAGE,
                                                           forms[form].toggle));
}

/* Shows the forms for which both recordings have data. Without any, the table says that there is
 * nothing. */
static void
update_forms (DwellComparisonPage *self)
{
  guint found = get_comparable (self);
  GtkToggleButton *first = NULL;
  gboolean keeps = FALSE;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      GtkToggleButton *toggle = get_toggle (self, i);
      gboolean is_there = (found & forms[i].needs) != 0 || (found == 0 && i == FORM_TABLE);

      gtk_widget_set_visible (GTK_WIDGET (toggle), is_there);
      if (is_there && first == NULL)
        first = toggle;
      n += is_there;
      keeps |= is_there && gtk_toggle_button_get_active (toggle);
    }

  if (!keeps)
    gtk_toggle_button_set_active (first, TRUE);
  /* With a single form there is nothing to choose; only the table has tools of its own. */
  gtk_widget_set_visible (self->tools, n > 1 || first == get_toggle (self, FORM_TABLE));
  gtk_widget_set_visible (self->form_toggles, n > 1);
  gtk_widget_set_visible (self->scope, (found & DWELL_COMPARABLE_TIMELINE) != 0);
}

static void
on_base_changed (DwellComparisonPage *self)
{
  g_signal_group_set_target (self->base_signals, get_base (self));
  show_names (self);
  update_summary (self);
  update_forms (self);
}

static void
on_verdict_chosen (DwellComparisonPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->verdicts);

  if (chosen < G_N_ELEMENTS (verdict_choices))
    dwell_comparison_list_set_verdicts (self->list, verdict_choices[chosen],
                                        chosen != CHOICE_CHANGES);
}

static void
on_form_toggled (DwellComparisonPage *self,
                 GtkToggleButton     *button)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms) && gtk_toggle_button_get_active (button); i++)
    if (get_toggle (self, i) == button)
      {
        gtk_stack_set_visible_child_name (self->forms, forms[i].name);
        gtk_label_set_lines (self->doubts, forms[i].needs == DWELL_COMPARABLE_TIMELINE
                                           ? DOUBTS_LINES_TIMELINE : DOUBTS_LINES);
      }
}

static void
swap_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellView *view = get_view (DWELL_COMPARISON_PAGE (widget));
  gboolean is_swapped;
  DwellSession *base = dwell_view_get_base (view, &is_swapped);

  if (base != NULL)
    dwell_view_set_base (view, base, !is_swapped);
}

/* Compares both recordings from their starts to the end of the shorter one. */
static void
common_part_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  DwellView *view = get_view (DWELL_COMPARISON_PAGE (widget));
  guint64 length_ns;
  gint64 begin;

  if (!find_common_part (DWELL_COMPARISON_PAGE (widget), &length_ns))
    return;

  begin = dwell_view_get_trace (view)->begin;
  dwell_view_set_selection (view, begin, dwell_time_shift (begin, length_ns));
}

static void
per_second_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  DwellView *view = get_view (DWELL_COMPARISON_PAGE (widget));
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (view);

  options->per = DWELL_COMPARED_PER_SECOND;
  dwell_comparison_options_keep (options, view);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  dwell_view_set_base (get_view (DWELL_COMPARISON_PAGE (widget)), NULL, FALSE);
}

static void
take_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellComparisonList *list = DWELL_COMPARISON_PAGE (widget)->list;

  if (g_str_equal (name, "comparison.copy-summary"))
    dwell_comparison_copy_markdown (widget, list);
  else if (g_str_equal (name, "comparison.save-steps"))
    dwell_comparison_save_steps (widget, list);
  else
    dwell_comparison_save_file (widget, get_view (DWELL_COMPARISON_PAGE (widget)));
}

static void
match_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  guint position = dwell_table_page_get_selected (DWELL_TABLE_PAGE (widget));
  DwellComparisonList *list = DWELL_COMPARISON_PAGE (widget)->list;

  if (g_str_equal (name, "comparison.match"))
    dwell_comparison_matching_ask (DWELL_VIEW_BIN (widget), list, position);
  else
    dwell_comparison_matching_part (DWELL_VIEW_BIN (widget), list, position);
}

/* Goes to the next or previous row, in the order of the table. */
static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellComparisonPage *self = DWELL_COMPARISON_PAGE (widget);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint position = dwell_table_page_get_selected (DWELL_TABLE_PAGE (self));
  gboolean is_back = g_str_equal (name, "comparison.previous-change");

  if (n == 0 || (position == GTK_INVALID_LIST_POSITION && is_back) ||
      (position != GTK_INVALID_LIST_POSITION && position == (is_back ? 0 : n - 1)))
    {
      gtk_widget_error_bell (widget);
      return;
    }

  position = position == GTK_INVALID_LIST_POSITION ? 0 : is_back ? position - 1 : position + 1;
  dwell_table_page_select (DWELL_TABLE_PAGE (self), position, TRUE);
  focus (DWELL_TABLE_PAGE (self), position);
}

static void
dwell_comparison_page_take_view (DwellViewBin *bin)
{
  on_base_changed (DWELL_COMPARISON_PAGE (bin));
  dwell_table_page_follow (DWELL_TABLE_PAGE (bin));
}

static void
dwell_comparison_page_dispose (GObject *object)
{
  g_clear_object (&DWELL_COMPARISON_PAGE (object)->base_signals);

  G_OBJECT_CLASS (dwell_comparison_page_parent_class)->dispose (object);
}

static void
dwell_comparison_page_class_init (DwellComparisonPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_page_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_comparison_page_take_view;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->clear_filter = clear_filter;
  page_class->is_filtered = is_filtered;
  page_class->make_footer = make_footer;
  page_class->follow = follow;
  page_class->focus = focus;

  gtk_widget_class_install_action (widget_class, "comparison.swap", NULL, swap_action);
  gtk_widget_class_install_action (widget_class, "comparison.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "comparison.common-part", NULL,
                                   common_part_action);
  gtk_widget_class_install_action (widget_class, "comparison.per-second", NULL, per_second_action);
  gtk_widget_class_install_action (widget_class, "comparison.copy-summary", NULL, take_action);
  gtk_widget_class_install_action (widget_class, "comparison.save-steps", NULL, take_action);
  gtk_widget_class_install_action (widget_class, "comparison.save-comparison", NULL, take_action);
  gtk_widget_class_install_action (widget_class, "comparison.match", NULL, match_action);
  gtk_widget_class_install_action (widget_class, "comparison.part", NULL, match_action);
  gtk_widget_class_install_action (widget_class, "comparison.next-change", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "comparison.previous-change", NULL, step_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F7, 0, "comparison.next-change", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F7, GDK_SHIFT_MASK,
                                       "comparison.previous-change", NULL);
  dwell_table_page_class_set_up (page_class, "comparison");

  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, base_name);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, new_name);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, doubts);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, doubts_row);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, common_part);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, per_second);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, verdicts);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    gtk_widget_class_bind_template_child_full (widget_class, forms[i].toggle, FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, tools);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, scope);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, form_toggles);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, waterfall);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, calls);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, flame);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, charts);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonPage, forms);
  gtk_widget_class_bind_template_callback (widget_class, on_form_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_verdict_chosen);
}

static void
dwell_comparison_page_init (DwellComparisonPage *self)
{
  g_autoptr(DwellComparisonTree) tree = dwell_comparison_tree_new ();
  GtkWidget *columns_button;

  g_type_ensure (DWELL_TYPE_COMPARISON_CALLS_PAGE);
  g_type_ensure (DWELL_TYPE_COMPARISON_CHARTS);
  g_type_ensure (DWELL_TYPE_COMPARISON_COSTS_PAGE);
  g_type_ensure (DWELL_TYPE_COMPARISON_FLAME);
  g_type_ensure (DWELL_TYPE_COMPARISON_LINES_PAGE);
  g_type_ensure (DWELL_TYPE_COMPARISON_OPTIONS_BUTTON);
  g_type_ensure (DWELL_TYPE_COMPARISON_TIMELINE);
  g_type_ensure (DWELL_TYPE_COMPARISON_VALUES_PAGE);
  g_type_ensure (DWELL_TYPE_COMPARISON_WATERFALL);
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  dwell_comparison_calls_page_set_tree (self->calls, tree);
  dwell_comparison_flame_set_tree (self->flame, tree);

  self->base_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->base_signals, "trace-changed", G_CALLBACK (update_forms),
                                  self);
  self->list = dwell_comparison_list_new ();
  dwell_comparison_waterfall_set_list (self->waterfall, self->list);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (DWELL_TABLE_PAGE (self), self->list, DWELL_DIFFERENCE_CHANGE, TRUE);

  /* The menu beside the button also belongs to the table. */
  columns_button = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (self),
                                                              DWELL_TYPE_COMPARISON_PAGE,
                                                              "columns_button"));
  g_object_bind_property (columns_button, "visible", gtk_widget_get_next_sibling (columns_button),
                          "visible", G_BINDING_SYNC_CREATE);

  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_rows_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  /* An answer without rows does not emit items-changed. */
  g_signal_connect_object (self->list, "notify::busy", G_CALLBACK (update_summary), self,
                           G_CONNECT_SWAPPED);
  update_matching (self, GTK_INVALID_LIST_POSITION);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "base-changed", G_CALLBACK (on_base_changed));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "trace-changed", G_CALLBACK (update_forms));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed",
                          G_CALLBACK (dwell_table_page_follow));
}
