/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of source of both recordings beside each other: as a table, matched by their position
 * in their routines, or, if the user has the sources, as these, matched by their text. */
#include "config.h"

#include "ui/comparison/dwell-comparison-lines-page.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-lines.h"
#include "model/comparison/dwell-comparison-source.h"
#include "ui/comparison/dwell-comparison-columns.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-source-dialog.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-tool-rows.h"
#include "ui/widgets/dwell-undo.h"

struct _DwellComparisonLinesPage
{
  DwellComparisonRowsPage parent_instance;

  GtkLabel            *sentence;
  GtkBox              *shifts;
  GtkWidget           *filter;
  GtkWidget           *columns_button;
  GtkWidget           *choices;
  GtkStack            *views;
  GtkStack            *source_states;
  GtkColumnView       *source;
  DwellComparisonRows *list; /* the table page owns it */

  DwellComparisonSource *source_list;
  GFile                 *own_file;  /* (nullable): the source of the tab’s own recording */
  GFile                 *other_file; /* (nullable): the source of the recording that it is compared
                                      * with */
  DwellSession          *other;     /* (nullable), weak: the session of other_file */
  DwellLineTable        *base_table; /* (nullable): the figures beside the sources */
  DwellLineTable        *new_table;
  gboolean               source_is_new; /* scroll to the line that changed most */
};

G_DEFINE_FINAL_TYPE (DwellComparisonLinesPage, dwell_comparison_lines_page,
                     DWELL_TYPE_COMPARISON_ROWS_PAGE)

/* If hits are what is compared, they need no columns of their own. */
static void
show_columns (DwellComparisonLinesPage *self,
              gboolean                  are_times)
{
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (self));

  for (int i = DWELL_COMPARISON_LINE_HITS_CHANGE; i <= DWELL_COMPARISON_LINE_HITS_NEW; i++)
    dwell_table_columns_set_available (columns, i, are_times);
}

static gboolean
shows_source (DwellComparisonLinesPage *self)
{
  return g_str_equal (gtk_stack_get_visible_child_name (self->views), "source");
}

static void
show_sentence (DwellComparisonLinesPage *self)
{
  g_autofree char *sentence =
    shows_source (self) ? g_strdup (dwell_comparison_source_get_sentence (self->source_list))
                        : dwell_comparison_lines_describe (self->list);

  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), sentence != NULL && *sentence != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->shifts),
                          !shows_source (self) &&
                          dwell_comparison_lines_get_n_shifts (self->list) > 0);
}

/* --- Routines that moved --- */

/* The sentence on a routine, with a button for what can be done about it. */
static GtkWidget *
make_shift (DwellComparisonLinesPage *self,
            guint                     n)
{
  gboolean is_taken;
  g_autofree char *sentence = dwell_comparison_lines_describe_shift (self->list, n, &is_taken);
  GtkWidget *row = g_object_new (DWELL_TYPE_TOOL_ROWS, NULL);
  GtkWidget *label = gtk_label_new (sentence);
  GtkWidget *button = gtk_button_new_with_mnemonic (is_taken ? _("Rem_ove Shift")
                                                             : _("App_ly Shift"));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), 28);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "comparison-lines.shift");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", n);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                  label, NULL, -1);
  gtk_widget_set_parent (label, row);
  gtk_widget_set_parent (button, row);
  return row;
}

static void
show_shifts (DwellComparisonLinesPage *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->shifts))) != NULL)
    gtk_box_remove (self->shifts, row);
  for (guint i = 0; i < dwell_comparison_lines_get_n_shifts (self->list); i++)
    gtk_box_append (self->shifts, make_shift (self, i));
}

static void
shift_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellComparisonLinesPage *self = DWELL_COMPARISON_LINES_PAGE (widget);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (widget));
  guint n = g_variant_get_uint32 (parameter);
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (view);

  if (n >= dwell_comparison_lines_get_n_shifts (self->list))
    return;

  if (dwell_comparison_lines_shift (self->list, n, options))
    dwell_undo_matching (widget, view, options,
                         _("Changed how the lines of a routine are matched"));
  else
    dwell_toast_show (widget, _("There is no room for more shifted routines"));
}

/* --- The sources --- */

static void
set_table (DwellLineTable      **to,
           const DwellLineTable  *table)
{
  g_clear_pointer (to, dwell_line_table_unref);
  if (table != NULL)
    *to = dwell_line_table_ref ((DwellLineTable *) table);
}

static DwellSession *
get_other (DwellComparisonLinesPage *self,
           gboolean                 *is_swapped)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  return view != NULL ? dwell_view_get_base (view, is_swapped) : NULL;
}

/* Forgets the source of a recording that is no longer compared. */
static void
take_other (DwellComparisonLinesPage *self)
{
  if (g_set_weak_pointer (&self->other, get_other (self, NULL)))
    g_clear_object (&self->other_file);
}

static void
load_sources (DwellComparisonLinesPage *self)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self->list);
  gboolean is_swapped = FALSE;

  get_other (self, &is_swapped);
  take_other (self);
  set_table (&self->base_table, difference != NULL ? difference->base : NULL);
  set_table (&self->new_table, difference != NULL ? difference->new : NULL);
  dwell_comparison_source_load (self->source_list, difference,
                                is_swapped ? self->own_file : self->other_file,
                                is_swapped ? self->other_file : self->own_file, is_swapped);
}

static void
on_source_loaded (DwellComparisonLinesPage *self)
{
  gboolean has_source = g_list_model_get_n_items (G_LIST_MODEL (self->source_list)) > 0;
  guint position = self->source_is_new ? dwell_comparison_source_find_change (self->source_list)
                                       : G_MAXUINT;

  gtk_stack_set_visible_child_name (self->source_states, has_source ? "table" : "empty");
  show_sentence (self);
  if (position == G_MAXUINT)
    return;

  self->source_is_new = FALSE;
  dwell_table_scroll_to (self->source, position);
}

static void
on_source_toggled (DwellComparisonLinesPage *self,
                   GtkToggleButton          *button)
{
  gboolean is_source = gtk_toggle_button_get_active (button);

  gtk_stack_set_visible_child_name (self->views, is_source ? "source" : "lines");
  gtk_widget_set_visible (self->filter, !is_source);
  gtk_widget_set_visible (self->columns_button, !is_source);
  gtk_widget_set_visible (self->choices, is_source);
  show_sentence (self);
}

/**
 * dwell_comparison_lines_page_load_source:
 * @self: the page
 * @file: a source file
 * @of_base: whether it is the source of the base; else it is of the new recording
 *
 * Shows @file beside the source of the other recording.
 */
void
dwell_comparison_lines_page_load_source (DwellComparisonLinesPage *self,
                                         GFile                    *file,
                                         gboolean                  of_base)
{
  gboolean is_swapped = FALSE;

  g_return_if_fail (DWELL_IS_COMPARISON_LINES_PAGE (self));
  g_return_if_fail (G_IS_FILE (file));

  get_other (self, &is_swapped);
  take_other (self);
  g_set_object (of_base == is_swapped ? &self->own_file : &self->other_file, file);
  self->source_is_new = TRUE;
  load_sources (self);
}

static void
on_source_chosen (GtkWidget *widget,
                  GFile     *file,
                  gpointer   user_data)
{
  dwell_comparison_lines_page_load_source (DWELL_COMPARISON_LINES_PAGE (widget), file,
                                           GPOINTER_TO_INT (user_data));
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  gboolean of_base = g_str_equal (name, "comparison-lines.choose-base");
  gboolean is_swapped = FALSE;
  DwellSession *other = get_other (DWELL_COMPARISON_LINES_PAGE (widget), &is_swapped);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (widget));

  if (other != NULL)
    dwell_source_dialog_show (widget,
                              of_base ? _("Choose the Source of the Base")
                                      : _("Choose the Source of the New Recording"),
                              of_base == is_swapped ? dwell_view_get_session (view) : other,
                              on_source_chosen, GINT_TO_POINTER (of_base));
}

static void
fill_source (DwellCell *cell,
             gpointer   item,
             int        id,
             gpointer   user_data)
{
  g_autofree char *text =
    dwell_comparison_source_item_get_text (item, (DwellComparisonSourceColumn) id);

  dwell_cell_set_text (cell, text);
  if (id == DWELL_COMPARISON_SOURCE_BASE_TEXT || id == DWELL_COMPARISON_SOURCE_NEW_TEXT)
    gtk_widget_add_css_class (GTK_WIDGET (cell), "monospace");
  else if (id == DWELL_COMPARISON_SOURCE_CHANGE)
    dwell_cell_set_change (cell, dwell_comparison_source_item_get_share (item));
}

static void
add_source_columns (GtkColumnView *table)
{
  const DwellTableColumn columns[] = {
    { _("Base"), 84, TRUE, FALSE, DWELL_COMPARISON_SOURCE_BASE, fill_source },
    { _("New"), 84, TRUE, FALSE, DWELL_COMPARISON_SOURCE_NEW, fill_source },
    { _("Change"), 132, TRUE, FALSE, DWELL_COMPARISON_SOURCE_CHANGE, fill_source },
    { _("Base Source"), 300, FALSE, TRUE, DWELL_COMPARISON_SOURCE_BASE_TEXT, fill_source },
    { _("New Source"), 300, FALSE, TRUE, DWELL_COMPARISON_SOURCE_NEW_TEXT, fill_source },
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_table_add_column (table, &columns[i]);
}

/* --- The table --- */

static void
on_rows_changed (DwellComparisonLinesPage *self)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self->list);

  if (self->base_table != (difference != NULL ? difference->base : NULL) ||
      self->new_table != (difference != NULL ? difference->new : NULL))
    load_sources (self);
  show_shifts (self);
  show_sentence (self);
  if (difference != NULL)
    show_columns (self, difference->are_times);
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_COMPARISON_LINE_COLUMNS] = {
    [DWELL_COMPARISON_LINE_NAME] = 176, [DWELL_COMPARISON_LINE_ROUTINE] = 140,
    [DWELL_COMPARISON_LINE_MODULE] = 140, [DWELL_COMPARISON_LINE_CHANGE] = 132,
  };

  dwell_comparison_columns_add (columns, dwell_comparison_line_columns,
                                DWELL_N_COMPARISON_LINE_COLUMNS, widths,
                                DWELL_COMPARISON_LINE_CHANGE);
}

static void
dwell_comparison_lines_page_finalize (GObject *object)
{
  DwellComparisonLinesPage *self = DWELL_COMPARISON_LINES_PAGE (object);

  g_object_unref (self->source_list);
  g_clear_object (&self->own_file);
  g_clear_object (&self->other_file);
  g_clear_weak_pointer (&self->other);
  set_table (&self->base_table, NULL);
  set_table (&self->new_table, NULL);

  G_OBJECT_CLASS (dwell_comparison_lines_page_parent_class)->finalize (object);
}

static void
dwell_comparison_lines_page_class_init (DwellComparisonLinesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_lines_page_finalize;
  page_class->add_columns = add_columns;
  gtk_widget_class_install_action (widget_class, "comparison-lines.choose-base", NULL,
                                   choose_action);
  gtk_widget_class_install_action (widget_class, "comparison-lines.choose-new", NULL,
                                   choose_action);
  gtk_widget_class_install_action (widget_class, "comparison-lines.shift", "u", shift_action);
  dwell_table_page_class_set_up (page_class, "comparison-lines");

  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, shifts);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, filter);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, columns_button);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, choices);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, views);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, source_states);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonLinesPage, source);
  gtk_widget_class_bind_template_callback (widget_class, on_source_toggled);
}

static void
dwell_comparison_lines_page_init (DwellComparisonLinesPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  add_source_columns (self->source);
  self->source_list = dwell_comparison_source_new ();
  dwell_table_show_list (self->source, G_LIST_MODEL (self->source_list));
  g_signal_connect_object (self->source_list, "loaded", G_CALLBACK (on_source_loaded), self,
                           G_CONNECT_SWAPPED);
  self->list = dwell_comparison_lines_new ();
  dwell_comparison_rows_page_set_list (DWELL_COMPARISON_ROWS_PAGE (self), self->list,
                                       DWELL_COMPARISON_LINE_CHANGE);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_rows_changed), self,
                           G_CONNECT_SWAPPED);
  on_rows_changed (self);
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (dwell_table_page_follow));
}
