/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of a template. A fault is underlined while it is typed, and explained in the row below.
 * After a “%” the macros that apply are offered; a menu has all of them.
 *
 * The draft has the history, so the entry has none of its own. */
#include "config.h"

#include "ui/export/dwell-export-template-row.h"

#include <glib/gi18n-lib.h>

#include "formats/template/dwell-template.h"
#include "ui/export/dwell-export-reason.h"
#include "ui/export/dwell-export-text.h"
#include "ui/export/dwell-template-completion.h"

struct _DwellExportTemplateRow
{
  AdwEntryRow parent_instance;

  GtkMenuButton *menu;
  GtkWidget     *reset;

  const DwellOption       *option;
  DwellTemplateKind        kind;
  DwellExportDraft        *draft;
  GtkWidget               *reason;
  DwellTemplateCompletion *completion;
  gboolean                 is_taking; /* a text from the draft */
};

G_DEFINE_FINAL_TYPE (DwellExportTemplateRow, dwell_export_template_row, ADW_TYPE_ENTRY_ROW)

static GtkText *
get_entry (DwellExportTemplateRow *self)
{
  return GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self)));
}

static const char *
get_text (DwellExportTemplateRow *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self));
}

static void
add_attribute (PangoAttrList  *list,
               PangoAttribute *attribute,
               gsize           begin,
               gsize           length)
{
  attribute->start_index = (guint) begin;
  attribute->end_index = (guint) (begin + length);
  pango_attr_list_insert (list, attribute);
}

/* Marks macros, and faults more strongly. */
static void
mark_up (DwellExportTemplateRow *self,
         const DwellTemplate    *template)
{
  g_autoptr(PangoAttrList) list = pango_attr_list_new ();
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);
  const DwellTemplateIssue *issues;

  pango_attr_list_insert (list, pango_attr_family_new ("monospace"));
  for (guint i = 0; i < n; i++)
    if (!tokens[i].is_literal)
      add_attribute (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD), tokens[i].source_offset,
                     tokens[i].source_length);

  issues = dwell_template_get_issues (template, &n);
  for (guint i = 0; i < n; i++)
    {
      add_attribute (list, pango_attr_underline_new (PANGO_UNDERLINE_ERROR),
                     issues[i].source_offset, issues[i].source_length);
      add_attribute (list, pango_attr_underline_color_new (0xe0e0, 0x1b1b, 0x2424),
                     issues[i].source_offset, issues[i].source_length);
    }

  adw_entry_row_set_attributes (ADW_ENTRY_ROW (self), list);
}

/* An unfinished name of a macro is a fault only for a moment, so that the row of the reason does
 * not appear during completion. */
static void
update (DwellExportTemplateRow *self)
{
  g_autoptr(DwellTemplate) template = dwell_template_new (get_text (self), -1, self->kind);
  const DwellExportSettings *original = dwell_export_draft_get_original (self->draft);
  guint n;
  const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);
  const char *message = n > 0 ? issues[0].message : NULL;

  mark_up (self, template);
  dwell_export_reason_set (self->reason, GTK_WIDGET (self),
                           dwell_template_completion_is_open (self->completion) ? NULL
                                                                                 : message);
  gtk_widget_set_visible (self->reset,
                          !g_str_equal (get_text (self),
                                        dwell_export_settings_get_text (original, self->option)));
}

/* Sets the text as one step of the draft, whose signal then updates the entry. */
static void
on_replace (DwellExportTemplateRow *self,
            int                     begin,
            int                     end,
            const char             *text)
{
  const char *before = get_text (self);
  g_autofree char *after = g_strdup_printf ("%.*s%s%s", begin, before, text, before + end);

  dwell_export_draft_set_text (self->draft, self->option, after);
}

static gboolean
on_key (DwellExportTemplateRow *self,
        guint                   key,
        guint                   code,
        GdkModifierType         state)
{
  return dwell_template_completion_press (self->completion, key, state);
}

static void
on_changed (DwellExportTemplateRow *self)
{
  if (self->draft == NULL || self->is_taking)
    return;

  dwell_export_draft_set_text (self->draft, self->option, get_text (self));
}

static void
on_draft (DwellExportTemplateRow *self)
{
  const char *text =
    dwell_export_settings_get_text (dwell_export_draft_get_settings (self->draft), self->option);

  if (!g_str_equal (text, get_text (self)))
    {
      self->is_taking = TRUE;
      dwell_template_completion_set_quiet (self->completion, TRUE);
      dwell_export_text_take (GTK_EDITABLE (self), text);
      dwell_template_completion_set_quiet (self->completion, FALSE);
      self->is_taking = FALSE;
    }

  update (self);
}

static void
on_reset (DwellExportTemplateRow *self)
{
  const DwellExportSettings *original = dwell_export_draft_get_original (self->draft);

  dwell_export_draft_set_text (self->draft, self->option,
                               dwell_export_settings_get_text (original, self->option));
}

static void
dwell_export_template_row_dispose (GObject *object)
{
  DwellExportTemplateRow *self = DWELL_EXPORT_TEMPLATE_ROW (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  if (self->completion != NULL)
    dwell_template_completion_detach (self->completion);
  g_clear_object (&self->completion);
  g_clear_object (&self->reason);

  G_OBJECT_CLASS (dwell_export_template_row_parent_class)->dispose (object);
}

static void
dwell_export_template_row_class_init (DwellExportTemplateRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_template_row_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-template-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportTemplateRow, menu);
  gtk_widget_class_bind_template_child (widget_class, DwellExportTemplateRow, reset);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
dwell_export_template_row_init (DwellExportTemplateRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->reason = g_object_ref_sink (dwell_export_reason_new ());
  g_object_set (get_entry (self), "enable-undo", FALSE, NULL);
}

/**
 * dwell_export_template_row_new:
 * @option: a template
 * @draft: the draft that has its text
 * @preview: a preview that has examples of macros
 *
 * Returns: (transfer full): a row to edit the template
 */
GtkWidget *
dwell_export_template_row_new (const DwellOption  *option,
                               DwellExportDraft   *draft,
                               DwellExportPreview *preview)
{
  DwellExportTemplateRow *self = g_object_new (DWELL_TYPE_EXPORT_TEMPLATE_ROW,
                                               "title", option->name, NULL);

  self->option = option;
  self->kind = dwell_template_find (option->name);
  self->draft = g_object_ref (draft);
  self->completion = dwell_template_completion_new (GTK_EDITABLE (self), self->menu, self->kind,
                                                    preview);
  g_signal_connect_object (self->completion, "replace", G_CALLBACK (on_replace), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->completion, "toggled", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (draft, "changed", G_CALLBACK (on_draft), self);
  on_draft (self);
  return GTK_WIDGET (self);
}

/**
 * dwell_export_template_row_get_reason:
 * @self: a row
 *
 * Returns: (transfer none): the row to add below it, which explains a fault and hides while there
 *   is none
 */
GtkWidget *
dwell_export_template_row_get_reason (DwellExportTemplateRow *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_TEMPLATE_ROW (self), NULL);

  return self->reason;
}
