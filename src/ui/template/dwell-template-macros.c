/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A popover with the macros that apply in a template, each with its meaning and an example of its
 * output. It is used as the menu of a template's row and, without taking the focus, for
 * completion. */
#include "config.h"

#include "ui/template/dwell-template-macros.h"

#include <string.h>

#include <glib/gi18n-lib.h>

struct _DwellTemplateMacros
{
  GtkPopover parent_instance;

  GtkListBox        *list;
  GtkScrolledWindow *scroller;

  DwellTemplateKind   kind;
  DwellExportPreview *preview;
  GtkListBoxRow      *rows[DWELL_N_MACROS]; /* by macro; NULL: it does not apply */
  GtkLabel           *examples[DWELL_N_MACROS];
  GtkListBoxRow      *tab; /* (nullable) */
};

enum {
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTemplateMacros, dwell_template_macros, GTK_TYPE_POPOVER)

static GtkWidget *
make_label (const char *text,
            const char *first_class,
            const char *second_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, first_class);
  if (second_class != NULL)
    gtk_widget_add_css_class (label, second_class);
  return label;
}

static GtkWidget *
add_row (DwellTemplateMacros *self,
         const char          *name,
         const char          *summary,
         GtkWidget           *example)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  GtkWidget *meaning = make_label (summary, "caption", "dim-label");

  gtk_box_append (GTK_BOX (line), make_label (name, "monospace", NULL));
  gtk_widget_set_hexpand (example, TRUE);
  gtk_label_set_xalign (GTK_LABEL (example), 1);
  gtk_label_set_ellipsize (GTK_LABEL (example), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (example), 28);
  gtk_box_append (GTK_BOX (line), example);
  gtk_label_set_wrap (GTK_LABEL (meaning), TRUE);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), meaning);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
  gtk_list_box_append (self->list, row);
  return row;
}

static void
add_macro (DwellTemplateMacros *self,
           DwellMacro           macro)
{
  const DwellMacroInfo *info = dwell_macro_get_info (macro);
  g_autofree char *name = g_strdup_printf ("%%%s%%", info->name);
  GtkWidget *example = make_label ("", "caption", "monospace");

  self->rows[macro] = GTK_LIST_BOX_ROW (add_row (self, name, _(info->summary), example));
  self->examples[macro] = GTK_LABEL (example);
}

/* Offers a tab, because the Tab key leaves the entry. */
static void
add_tab (DwellTemplateMacros *self)
{
  self->tab = GTK_LIST_BOX_ROW (add_row (self, _("Tab"), _("A tab character"),
                                         make_label (_("Ctrl+Tab"), "caption", "dim-label")));
}

static void
update_examples (DwellTemplateMacros *self)
{
  const char *id = dwell_template_get_id (self->kind);

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (self->examples[i] != NULL)
      {
        const char *example = dwell_export_preview_get_example (self->preview, id, i);

        gtk_label_set_text (self->examples[i], example != NULL ? example : "…");
        gtk_widget_set_tooltip_text (GTK_WIDGET (self->examples[i]), example);
      }
}

static void
on_row_activated (DwellTemplateMacros *self,
                  GtkListBoxRow       *row)
{
  if (row == self->tab)
    {
      g_signal_emit (self, signals[CHOSEN], 0, "\t");
      return;
    }

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (self->rows[i] == row)
      {
        g_autofree char *text = g_strdup_printf ("%%%s%%",
                                                 dwell_macro_get_info ((DwellMacro) i)->name);

        g_signal_emit (self, signals[CHOSEN], 0, text);
        return;
      }
}

static void
dwell_template_macros_finalize (GObject *object)
{
  g_clear_object (&DWELL_TEMPLATE_MACROS (object)->preview);

  G_OBJECT_CLASS (dwell_template_macros_parent_class)->finalize (object);
}

static void
dwell_template_macros_class_init (DwellTemplateMacrosClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_template_macros_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-template-macros.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellTemplateMacros, list);
  gtk_widget_class_bind_template_child (widget_class, DwellTemplateMacros, scroller);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
dwell_template_macros_init (DwellTemplateMacros *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_template_macros_new:
 * @kind: the kind of template
 * @preview: (nullable): a preview that has examples of macros
 * @has_tab: whether a tab is offered, too
 *
 * Returns: (transfer floating): a popover with the macros that apply in @kind
 */
GtkWidget *
dwell_template_macros_new (DwellTemplateKind   kind,
                           DwellExportPreview *preview,
                           gboolean            has_tab)
{
  DwellTemplateMacros *self = g_object_new (DWELL_TYPE_TEMPLATE_MACROS, NULL);

  self->kind = kind;
  self->preview = preview != NULL ? g_object_ref (preview) : NULL;

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (dwell_macro_get_info ((DwellMacro) i)->applies & 1u << kind)
      add_macro (self, (DwellMacro) i);
  if (has_tab)
    add_tab (self);

  if (preview != NULL)
    {
      g_signal_connect_object (preview, "examples-changed", G_CALLBACK (update_examples), self,
                               G_CONNECT_SWAPPED);
      update_examples (self);
    }

  return GTK_WIDGET (self);
}

/* Returns whether the name of @macro contains @text, or, with @begins, begins with it. */
static gboolean
matches (DwellMacro  macro,
         const char *text,
         gsize       length,
         gboolean    begins)
{
  const char *name = dwell_macro_get_info (macro)->name;

  for (gsize i = 0; i + length <= strlen (name); i++)
    if (g_ascii_strncasecmp (name + i, text, length) == 0)
      return i == 0 || !begins;

  return FALSE;
}

/**
 * dwell_template_macros_filter:
 * @self: a popover
 * @begin: the typed part of a macro's name
 * @length: the length of @begin, bytes
 *
 * Shows the macros whose names contain @begin, ignoring case: “net” finds T.NET. Marks the first
 * whose name begins with it, otherwise the first of all.
 *
 * Returns: the number of macros shown
 */
guint
dwell_template_macros_filter (DwellTemplateMacros *self,
                              const char          *begin,
                              gsize                length)
{
  GtkListBoxRow *marked = NULL;
  gboolean is_beginning = FALSE;
  guint n = 0;

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    {
      DwellMacro macro = (DwellMacro) i;
      gboolean is_shown;

      if (self->rows[i] == NULL)
        continue;

      is_shown = matches (macro, begin, length, FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->rows[i]), is_shown);
      n += is_shown;
      if (is_shown && (marked == NULL || (!is_beginning && matches (macro, begin, length, TRUE))))
        {
          is_beginning = matches (macro, begin, length, TRUE);
          marked = self->rows[i];
        }
    }

  gtk_list_box_select_row (self->list, marked);
  return n;
}

/* Scrolls to a row, because GTK scrolls only to a focused one and the list has no focus. */
static void
show_row (DwellTemplateMacros *self,
          GtkListBoxRow     *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

/**
 * dwell_template_macros_move:
 * @self: a popover
 * @direction: 1 for the next macro, -1 for the previous one
 *
 * Marks another macro; after the last comes the first.
 */
void
dwell_template_macros_move (DwellTemplateMacros *self,
                            int                  direction)
{
  GtkListBoxRow *marked = gtk_list_box_get_selected_row (self->list);
  int n = 0;
  int i;

  if (marked == NULL)
    return;

  while (gtk_list_box_get_row_at_index (self->list, n) != NULL)
    n++;

  i = gtk_list_box_row_get_index (marked);
  do
    i = (i + direction + n) % n;
  while (!gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i))));

  marked = gtk_list_box_get_row_at_index (self->list, i);
  gtk_list_box_select_row (self->list, marked);
  show_row (self, marked);
}

/**
 * dwell_template_macros_activate:
 * @self: a popover
 *
 * Chooses the marked macro.
 */
void
dwell_template_macros_activate (DwellTemplateMacros *self)
{
  GtkListBoxRow *marked = gtk_list_box_get_selected_row (self->list);

  if (marked != NULL)
    on_row_activated (self, marked);
}
