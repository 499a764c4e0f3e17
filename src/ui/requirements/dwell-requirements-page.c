/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Requirements page: the results of the timing requirements of a file, one row for each, and
 * below them where the selected one is violated, the worst violation first. */
#include "config.h"

#include "ui/requirements/dwell-requirements-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/requirements/dwell-requirement-list.h"
#include "model/requirements/dwell-requirement-words.h"
#include "ui/compat/dwell-names.h"
#include "ui/requirements/dwell-requirement-dialog.h"
#include "ui/requirements/dwell-requirements-saving.h"

struct _DwellRequirementsPage
{
  DwellTablePage parent_instance;

  GtkLabel      *file_name;
  GtkLabel      *summary;
  GtkWidget     *kept;     /* offers deadlines that are not in the file */
  GtkLabel      *kept_text;
  GtkListBox    *faults;   /* the errors in the file, one on each line */
  GtkLabel      *more_faults;
  AdwStatusPage *failed;
  GtkDropDown   *outcomes;
  GtkWidget     *below;    /* the violations and their title */
  GtkLabel      *title;
  GtkListView   *violations;

  DwellRequirementList *list;  /* the table page owns it */
  GtkStringList        *texts; /* of the violations of the chosen row */
};

G_DEFINE_FINAL_TYPE (DwellRequirementsPage, dwell_requirements_page, DWELL_TYPE_TABLE_PAGE)

/* The choices of the drop-down, in its order. */
static const guint outcome_choices[] = {
  DWELL_ALL_OUTCOMES,
  1u << DWELL_OUTCOME_VIOLATED,
  1u << DWELL_OUTCOME_INCONCLUSIVE,
  1u << DWELL_OUTCOME_PASSED,
  1u << DWELL_OUTCOME_SKIPPED,
};

/* How many errors of a file are shown. */
#define N_FAULTS 20

static DwellView *
get_view (DwellRequirementsPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

/* --- Table --- */

/* Columns with pictures, which the list does not have. */
enum {
  COLUMN_RANGE = DWELL_N_REQUIREMENT_COLUMNS,
  COLUMN_PLACES,
};

/* The part of the width that is free after the greatest of the values and limits. */
#define ROOM 0.06

static double
place_in (double value,
          double from,
          double to)
{
  return isfinite (value) ? (value - from) / (to - from) * (1 - ROOM) : NAN;
}

/* Draws the least and the greatest value, or the one that decides, with the limits. */
static void
fill_range (DwellCell                    *cell,
            const DwellRequirementResult *result)
{
  gboolean is_one = isfinite (result->value);
  double min = is_one ? result->value : result->min;
  double max = is_one ? result->value : result->max;
  double from = fmin (fmin (min, result->low), fmin (0, result->high));
  double to = fmax (fmax (max, result->low), fmax (0, result->high));
  DwellCellBullet bullet = { place_in (min, from, to), place_in (max, from, to),
                             place_in (result->low, from, to), place_in (result->high, from, to) };
  gboolean has_any = to > from && (isfinite (result->low) || isfinite (result->high));
  g_autofree char *tip = dwell_requirement_describe_range (result);

  dwell_cell_set_bullet (cell, has_any ? &bullet : NULL);
  dwell_cell_set_tip (cell, *tip != '\0' ? tip : NULL);
}

static void
fill_places (DwellCell            *cell,
             DwellRequirementItem *item)
{
  guint8 places[DWELL_REQUIREMENT_N_PLACES];
  gboolean has_any = dwell_requirement_item_get_places (item, places);
  g_autofree char *tip = dwell_requirement_item_describe_places (item);

  dwell_cell_set_strip (cell, places, has_any ? DWELL_REQUIREMENT_N_PLACES : 0);
  dwell_cell_set_tip (cell, has_any ? tip : NULL);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  const DwellRequirementResult *result = dwell_requirement_item_get_result (item);
  g_autofree char *text = NULL;

  if (id == COLUMN_RANGE)
    {
      fill_range (cell, result);
      return;
    }
  if (id == COLUMN_PLACES)
    {
      fill_places (cell, item);
      return;
    }

  text = dwell_requirement_item_get_text (item, (DwellRequirementColumn) id);
  dwell_cell_set_text (cell, text);
  if (id == DWELL_REQUIREMENT_VERDICT)
    dwell_cell_set_tip (cell, dwell_requirement_get_reason (result));
  else if (id == DWELL_REQUIREMENT_SUBJECT)
    dwell_cell_set_swatch_of (cell, result->reason == NULL ? result->subject : NULL);
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_requirement_item_get_plain (item, (DwellRequirementColumn) id)
                  : dwell_requirement_item_get_text (item, (DwellRequirementColumn) id);
}

static void
add_pictures (DwellTableColumns *columns)
{
  const DwellTableColumn pictures[] = {
    { .title = _("Range"), .width = 128, .id = COLUMN_RANGE, .fill = fill, .name = "range",
      .tip = _("From the least to the greatest value; the line is the limit") },
    { .title = _("Where"), .width = 128, .id = COLUMN_PLACES, .fill = fill, .name = "where",
      .tip = _("Where the requirement is violated, from the start to the end of the recording") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    dwell_table_columns_add (columns, &pictures[i]);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_REQUIREMENT_COLUMNS] = {
    [DWELL_REQUIREMENT_VERDICT] = 120, [DWELL_REQUIREMENT_TEXT] = 240,
    [DWELL_REQUIREMENT_SUBJECT] = 160, [DWELL_REQUIREMENT_REASON] = 200,
    [DWELL_REQUIREMENT_BECAUSE] = 160, [DWELL_REQUIREMENT_LINE] = 64,
    [DWELL_REQUIREMENT_ID] = 72,
  };

  for (guint i = 0; i < DWELL_N_REQUIREMENT_COLUMNS; i++)
    {
      const DwellColumnInfo *info = &dwell_requirement_columns[i];
      DwellTableColumn column = {
        .title = _(info->title),
        .width = widths[i] > 0 ? widths[i] : 96,
        .is_number = dwell_column_is_number (info),
        .expands = i == DWELL_REQUIREMENT_TEXT,
        .id = (int) i,
        .fill = fill,
        .name = info->id,
        .tip = _(info->summary),
        .sort = info->kind == DWELL_CELL_TEXT && i != DWELL_REQUIREMENT_VERDICT
                  ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
        .get_text = get_text,
        .is_hidden = !info->is_default,
        .is_fixed = i == DWELL_REQUIREMENT_TEXT,
      };

      dwell_table_columns_add (columns, &column);
      if (i == DWELL_REQUIREMENT_SUBJECT)
        add_pictures (columns);
    }
}

static void
sort (DwellTablePage *page,
      int             by,
      gboolean        descending)
{
  dwell_requirement_list_sort (DWELL_REQUIREMENTS_PAGE (page)->list, (DwellRequirementColumn) by,
                               descending);
}

static gboolean
set_filter (DwellTablePage  *page,
            const char      *text,
            GError         **error)
{
  return dwell_requirement_list_set_filter (DWELL_REQUIREMENTS_PAGE (page)->list, text, error);
}

static gboolean
is_filtered (DwellTablePage *page)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (page);

  return DWELL_TABLE_PAGE_CLASS (dwell_requirements_page_parent_class)->is_filtered (page) ||
         gtk_drop_down_get_selected (self->outcomes) > 0;
}

static void
clear_filter (DwellTablePage *page)
{
  gtk_drop_down_set_selected (DWELL_REQUIREMENTS_PAGE (page)->outcomes, 0);
  dwell_table_page_filter_by (page, "");
}

static void
on_outcome_chosen (DwellRequirementsPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->outcomes);

  if (chosen < G_N_ELEMENTS (outcome_choices))
    dwell_requirement_list_set_outcomes (self->list, outcome_choices[chosen]);
}

/* --- Violations --- */

static const DwellRequirementResult *
get_chosen (DwellRequirementsPage *self)
{
  return dwell_requirement_list_get_result (
    self->list, dwell_table_page_get_selected (DWELL_TABLE_PAGE (self)));
}

/* Returns: (nullable): the violation at @position; after the violations come the undecided
 * samples */
static const DwellRequirementViolation *
get_sample (const DwellRequirementResult *result,
            guint                         position)
{
  if (result == NULL || result->worst == NULL)
    return NULL;
  if (position < result->worst->len)
    return &g_array_index (result->worst, DwellRequirementViolation, position);

  position -= result->worst->len;
  return position < result->undecided->len
         ? &g_array_index (result->undecided, DwellRequirementViolation, position) : NULL;
}

/* Selects the time of the sample at @position of the chosen row, if there is one. */
static void
show_violation (DwellRequirementsPage *self,
                guint                  position,
                gboolean               zooms)
{
  const DwellRequirementViolation *violation = get_sample (get_chosen (self), position);

  if (violation != NULL)
    dwell_view_show_violation (get_view (self), violation, zooms);
}

static void
on_violation_activated (DwellRequirementsPage *self,
                        guint                  position)
{
  show_violation (self, position, TRUE);
}

static char *
make_title (const DwellRequirementResult *result)
{
  g_autofree char *count = dwell_text_count (result->n_violations);
  g_autofree char *shown = dwell_text_count (result->worst->len);
  const char *id = dwell_requirement_get_id (result->requirement);

  if (result->worst->len == 0)
    {
      g_autofree char *n = dwell_text_count (result->undecided->len);

      /* Translators: the name of a requirement, and a number */
      return g_strdup_printf (ngettext ("%s: %s sample not decided", "%s: %s samples not decided",
                                        result->undecided->len), id, n);
    }

  /* A figure of many samples breaks the limit, so there are no single violations. */
  if (result->worst->len > result->n_violations)
    /* Translators: the name of a requirement */
    return g_strdup_printf (_("%s: the worst samples"), id);
  if (result->worst->len < result->n_violations)
    /* Translators: the name of a requirement, and two numbers */
    return g_strdup_printf (_("%s: the worst %s of %s violations"), id, shown, count);

  /* Translators: the name of a requirement, and a number */
  return g_strdup_printf (ngettext ("%s: %s violation", "%s: %s violations",
                                    dwell_text_plural (result->n_violations)), id, count);
}

static void
update_chosen (DwellRequirementsPage *self)
{
  const DwellRequirementResult *result = get_chosen (self);
  DwellTrace *trace = get_view (self) != NULL ? dwell_view_get_trace (get_view (self)) : NULL;
  guint n = result != NULL && result->worst != NULL && trace != NULL
            ? result->worst->len + result->undecided->len : 0;
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *title = n > 0 ? make_title (result) : NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (texts, dwell_requirement_describe_violation (result, get_sample (result, i),
                                                                  trace));
  g_ptr_array_add (texts, NULL);
  gtk_string_list_splice (self->texts, 0, g_list_model_get_n_items (G_LIST_MODEL (self->texts)),
                          (const char * const *) texts->pdata);
  gtk_label_set_text (self->title, title != NULL ? title : "");
  gtk_widget_set_visible (self->below, n > 0);
  if (get_view (self) != NULL && result != NULL)
    dwell_view_choose_requirement (get_view (self), result);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "requirements.edit-chosen", result != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "requirements.delete", result != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "requirements.show-curve",
                                 result != NULL &&
                                 dwell_requirement_has_curve (result->requirement));
}

/* The chosen requirement stays chosen when its file or the trace has changed. */
static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (page);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  for (guint i = 0; i < n; i++)
    if (dwell_view_has_chosen_requirement (get_view (self),
                                           dwell_requirement_list_get_result (self->list, i)))
      {
        dwell_table_page_select (page, i, scroll);
        break;
      }
}

/* Shows the worst violation of the row, if there is one. */
static void
chosen (DwellTablePage *page,
        guint           position)
{
  show_violation (DWELL_REQUIREMENTS_PAGE (page), 0, FALSE);
}

static void
activated (DwellTablePage *page,
           guint           position)
{
  show_violation (DWELL_REQUIREMENTS_PAGE (page), 0, TRUE);
}

static void
set_up_violation (GtkSignalListItemFactory *factory,
                  GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_violation (GtkSignalListItemFactory *factory,
                GtkListItem              *item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* --- What all is about --- */

/* “2 violated” */
static char *
make_count (DwellOutcome outcome,
            guint        n)
{
  g_autofree char *count = dwell_text_count (n);

  switch (outcome)
    {
    case DWELL_OUTCOME_VIOLATED:
      /* Translators: how many requirements; %s is a number, as in the following three */
      return g_strdup_printf (_("%s violated"), count);
    case DWELL_OUTCOME_INCONCLUSIVE:
      return g_strdup_printf (_("%s inconclusive"), count);
    case DWELL_OUTCOME_SKIPPED:
      return g_strdup_printf (_("%s skipped"), count);
    case DWELL_OUTCOME_PASSED:
    case DWELL_N_OUTCOMES:
    default:
      return g_strdup_printf (_("%s passed"), count);
    }
}

/* “2 violated · 1 inconclusive · 9 passed” */
static char *
make_summary (DwellRequirementsPage *self)
{
  static const DwellOutcome outcomes[] = {
    DWELL_OUTCOME_VIOLATED, DWELL_OUTCOME_INCONCLUSIVE, DWELL_OUTCOME_PASSED,
    DWELL_OUTCOME_SKIPPED,
  };
  GString *summary = g_string_new (NULL);
  DwellRequirementsAnswer *answer =
    get_view (self) != NULL ? dwell_view_get_requirements_answer (get_view (self)) : NULL;
  g_autofree char *marks = answer != NULL ? dwell_requirements_answer_describe_marks (answer)
                                          : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      guint n = dwell_requirement_list_count (self->list, outcomes[i]);
      g_autofree char *count = n > 0 ? make_count (outcomes[i], n) : NULL;

      if (count != NULL)
        g_string_append_printf (summary, "%s%s", summary->len > 0 ? " · " : "", count);
    }
  if (marks != NULL && summary->len > 0)
    g_string_append_printf (summary, " · %s", marks);

  return g_string_free (summary, FALSE);
}

/* “Line 3: “twelve” is no unit”, with a button to edit it. */
static GtkWidget *
make_fault (const DwellRequirementsError *fault)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Edit…"));
  /* Translators: the number of a line */
  g_autofree char *title = g_strdup_printf (_("Line %u"), fault->line);
  g_autofree char *message = g_markup_escape_text (fault->message, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), message);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "requirements.edit-line");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", fault->line);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

static void
update_faults (DwellRequirementsPage *self,
               const GArray          *faults)
{
  guint n = faults != NULL ? faults->len : 0;
  guint n_more = n - MIN (n, N_FAULTS);
  g_autofree char *count = dwell_text_count (n_more);
  /* Translators: %s is a number, of what is wrong in a file */
  g_autofree char *more = g_strdup_printf (ngettext ("and %s more", "and %s more", n_more), count);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->faults, 0)) != NULL)
    gtk_list_box_remove (self->faults, GTK_WIDGET (row));
  for (guint i = 0; i < n - n_more; i++)
    gtk_list_box_append (self->faults,
                         make_fault (&g_array_index (faults, DwellRequirementsError, i)));
  gtk_label_set_text (self->more_faults, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more_faults), n_more > 0);
}

/* Deadlines that are only kept with the recording are not checked by a build. */
static void
update_kept (DwellRequirementsPage *self)
{
  DwellView *view = get_view (self);
  g_auto(GStrv) words = view != NULL ? dwell_requirement_words_of_deadlines (view) : NULL;
  guint n = words != NULL ? g_strv_length (words) : 0;
  g_autofree char *count = dwell_text_count (n);
  g_autofree char *message =
    /* Translators: %s is a number */
    g_strdup_printf (ngettext ("%s deadline is kept with this recording, not as a requirement",
                               "%s deadlines are kept with this recording, not as requirements",
                               n), count);

  gtk_label_set_text (self->kept_text, message);
  gtk_widget_set_visible (self->kept, n > 0);
}

static void
update_state (DwellTablePage *page)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (page);
  g_autoptr(GFile) file = get_view (self) != NULL ? dwell_view_get_requirements (get_view (self))
                                                  : NULL;
  const GArray *faults = dwell_requirement_list_get_faults (self->list);
  const GError *error = dwell_requirement_list_get_error (self->list);
  g_autofree char *summary = make_summary (self);

  gtk_label_set_text (self->summary, summary);
  update_faults (self, faults);
  adw_status_page_set_description (self->failed, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), *summary != '\0');
  update_chosen (self);
  update_kept (self);

  if (file == NULL)
    {
      dwell_table_page_show_state (page, "no-file", FALSE);
    }
  else if (faults != NULL && faults->len > 0)
    {
      dwell_table_page_show_state (page, "faults", FALSE);
    }
  else if (error != NULL)
    {
      g_autofree char *message = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->failed, message);
      dwell_table_page_show_state (page, "failed", FALSE);
    }
  else
    {
      DWELL_TABLE_PAGE_CLASS (dwell_requirements_page_parent_class)->update_state (page);
    }
}

static void
on_kept_changed (DwellRequirementsPage *self)
{
  g_autoptr(GFile) file = dwell_view_get_requirements (get_view (self));
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;

  gtk_label_set_text (self->file_name, shown != NULL ? shown : "");
  gtk_widget_set_visible (GTK_WIDGET (self->file_name), file != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "requirements.edit", file != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "requirements.stop", file != NULL);
  dwell_table_page_update_state (DWELL_TABLE_PAGE (self));
}

static void
dwell_requirements_page_take_view (DwellViewBin *bin)
{
  on_kept_changed (DWELL_REQUIREMENTS_PAGE (bin));
}

static void
on_shown (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GtkWidget) widget = user_data;

  /* There is no application for the file, or the user chose none. */
  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, NULL))
    gtk_widget_error_bell (widget);
}

static void
edit_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  g_autoptr(GFile) file = dwell_view_get_requirements (get_view (DWELL_REQUIREMENTS_PAGE (widget)));
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
  GtkRoot *root = gtk_widget_get_root (widget);

  if (uri != NULL)
    gtk_show_uri_full (GTK_WINDOW (root), uri, GDK_CURRENT_TIME, NULL, on_shown,
                       g_object_ref (widget));
}

static void
add_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  dwell_requirement_dialog_add (widget, get_view (DWELL_REQUIREMENTS_PAGE (widget)), NULL);
}

static void
add_kept_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  DwellView *view = get_view (DWELL_REQUIREMENTS_PAGE (widget));
  g_auto(GStrv) words = dwell_requirement_words_of_deadlines (view);

  if (*words != NULL)
    dwell_requirements_add_words (widget, view, (const char * const *) words);
}

static void
edit_line_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  dwell_requirement_dialog_edit (widget, get_view (DWELL_REQUIREMENTS_PAGE (widget)),
                                 g_variant_get_uint32 (parameter));
}

static void
edit_chosen_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (widget);
  const DwellRequirementResult *result = get_chosen (self);

  if (result != NULL)
    dwell_requirement_dialog_edit (widget, get_view (self),
                                   dwell_requirement_get_line (result->requirement));
}

static void
show_curve_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (widget);
  const DwellRequirementResult *result = get_chosen (self);
  DwellView *view = get_view (self);
  const char *id;

  if (result == NULL)
    return;

  id = dwell_requirement_get_id (result->requirement);
  dwell_view_show_requirement (view, id, !dwell_view_shows_requirement (view, id));
}

static void
delete_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellRequirementsPage *self = DWELL_REQUIREMENTS_PAGE (widget);
  const DwellRequirementResult *result = get_chosen (self);
  guint line = result != NULL ? dwell_requirement_get_line (result->requirement) : 0;
  g_autofree char *text = line > 0 ? dwell_requirement_list_get_line (self->list, line) : NULL;

  if (text != NULL)
    dwell_requirements_delete_line (widget, get_view (self), line, text);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  dwell_view_set_requirements (get_view (DWELL_REQUIREMENTS_PAGE (widget)), NULL);
}

static void
dwell_requirements_page_dispose (GObject *object)
{
  g_clear_object (&DWELL_REQUIREMENTS_PAGE (object)->texts);

  G_OBJECT_CLASS (dwell_requirements_page_parent_class)->dispose (object);
}

static void
dwell_requirements_page_class_init (DwellRequirementsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_requirements_page_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_requirements_page_take_view;
  page_class->add_columns = add_columns;
  page_class->sort = sort;
  page_class->set_filter = set_filter;
  page_class->clear_filter = clear_filter;
  page_class->is_filtered = is_filtered;
  page_class->follow = follow;
  page_class->chosen = chosen;
  page_class->activated = activated;
  page_class->update_state = update_state;

  gtk_widget_class_install_action (widget_class, "requirements.edit", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "requirements.add", NULL, add_action);
  gtk_widget_class_install_action (widget_class, "requirements.add-kept", NULL, add_kept_action);
  gtk_widget_class_install_action (widget_class, "requirements.edit-line", "u", edit_line_action);
  gtk_widget_class_install_action (widget_class, "requirements.edit-chosen", NULL,
                                   edit_chosen_action);
  gtk_widget_class_install_action (widget_class, "requirements.delete", NULL, delete_action);
  gtk_widget_class_install_action (widget_class, "requirements.show-curve", NULL,
                                   show_curve_action);
  gtk_widget_class_install_action (widget_class, "requirements.stop", NULL, stop_action);
  dwell_table_page_class_set_up (page_class, "requirements");

  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, file_name);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, summary);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, kept);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, kept_text);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, faults);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, more_faults);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, failed);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, outcomes);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, below);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, title);
  gtk_widget_class_bind_template_child (widget_class, DwellRequirementsPage, violations);
  gtk_widget_class_bind_template_callback (widget_class, on_outcome_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_violation_activated);
  gtk_widget_class_bind_template_callback (widget_class, set_up_violation);
  gtk_widget_class_bind_template_callback (widget_class, bind_violation);
}

static void
on_violation_selected (DwellRequirementsPage *self,
                       GParamSpec            *pspec,
                       GtkSingleSelection    *selection)
{
  if (gtk_single_selection_get_selected (selection) != GTK_INVALID_LIST_POSITION)
    show_violation (self, gtk_single_selection_get_selected (selection), FALSE);
}

static void
dwell_requirements_page_init (DwellRequirementsPage *self)
{
  DwellTablePage *page = DWELL_TABLE_PAGE (self);
  GtkSingleSelection *selection;

  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  self->texts = gtk_string_list_new (NULL);
  selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->texts)));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_list_view_set_model (self->violations, GTK_SELECTION_MODEL (selection));
  g_signal_connect_object (selection, "notify::selected", G_CALLBACK (on_violation_selected), self,
                           G_CONNECT_SWAPPED);
  g_object_unref (selection);

  self->list = dwell_requirement_list_new ();
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->list));
  dwell_table_page_set_up (page, self->list, DWELL_REQUIREMENT_VERDICT, TRUE);
  g_signal_connect_object (dwell_table_page_get_rows (page), "selection-changed",
                           G_CALLBACK (update_chosen), self, G_CONNECT_SWAPPED);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (on_kept_changed));
}
