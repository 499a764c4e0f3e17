/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of the ten templates: what is wrong is underlined as it is typed, and told in the row below;
 * behind a “%” the macros that apply are offered, and all of them in a menu.
 *
 * The draft has the history, so the entry keeps none of its own. */
#include "config.h"

#include "ui/dialogs/dwell-export-template-row.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "ui/dialogs/dwell-export-macros.h"
#include "ui/dialogs/dwell-export-reason.h"

struct _DwellExportTemplateRow
{
  AdwEntryRow parent_instance;

  GtkMenuButton *menu;
  GtkWidget     *reset;

  DwellTemplateKind   kind;
  DwellExportDraft   *draft;
  DwellExportPreview *preview;
  GtkWidget          *reason;
  GtkWidget          *completion; /* made when it is first needed */
  gboolean            is_taking;  /* text from the draft */
  gboolean            has_grown;  /* by a letter, before the cursor comes behind it */
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

static gboolean
is_completing (DwellExportTemplateRow *self)
{
  return self->completion != NULL && gtk_widget_get_visible (self->completion);
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

/* Macros stand out from what is between them; what is wrong, from all. */
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

/* While a name is being completed it is wrong only for the moment: no row comes and goes. */
static void
update (DwellExportTemplateRow *self)
{
  g_autoptr(DwellTemplate) template = dwell_template_new (get_text (self), -1, self->kind);
  const DwellText1Settings *original = dwell_export_draft_get_original (self->draft);
  guint n;
  const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);
  const char *message = n > 0 ? issues[0].message : NULL;

  mark_up (self, template);
  dwell_export_reason_set (self->reason, GTK_WIDGET (self),
                           is_completing (self) ? NULL : message);
  gtk_widget_set_visible (self->reset,
                          !g_str_equal (get_text (self), original->templates[self->kind]));
}

/* Where the macro begins that the cursor stands in, or -1: a “%” that none before has ended. */
static int
find_open_macro (const char *text,
                 int         cursor)
{
  int open = -1;

  for (int i = 0; i < cursor; i++)
    if (text[i] == '%')
      open = open < 0 ? i : -1;
    else if (open >= 0 && !g_ascii_isalnum (text[i]) && strchr (". _", text[i]) == NULL)
      open = -1;

  return open;
}

static int
get_cursor (DwellExportTemplateRow *self)
{
  const char *text = get_text (self);

  return (int) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (GTK_EDITABLE (self))) -
                text);
}

/* Where what is being typed ends: behind the rest of an old name and its “%”, unless that begins
 * another macro. */
static int
find_macro_end (const char *text,
                int         cursor)
{
  int end = cursor;
  const char *next;

  while (g_ascii_isalnum (text[end]) || text[end] == '.' || text[end] == '_')
    end++;

  if (text[end] != '%')
    return cursor;

  next = strchr (text + end + 1, '%');
  if (next != NULL && dwell_macro_find (text + end + 1, (gsize) (next - text - end - 1)) !=
                      DWELL_MACRO_UNKNOWN)
    return cursor;
  return end + 1;
}

/* One step of the draft, from which the new text comes back. */
static void
replace (DwellExportTemplateRow *self,
         int                     begin,
         int                     end,
         const char             *text)
{
  const char *before = get_text (self);
  g_autofree char *after = g_strdup_printf ("%.*s%s%s", begin, before, text, before + end);
  int position = (int) g_utf8_strlen (before, begin) + (int) g_utf8_strlen (text, -1);

  dwell_export_draft_set (self->draft, dwell_template_get_id (self->kind), after, NULL);
  gtk_text_grab_focus_without_selecting (get_entry (self));
  gtk_editable_set_position (GTK_EDITABLE (self), position);
}

static void
on_completed (DwellExportTemplateRow *self,
              guint                   macro)
{
  int cursor = get_cursor (self);
  int begin = find_open_macro (get_text (self), cursor);
  g_autofree char *text = g_strdup_printf ("%%%s%%",
                                           dwell_macro_get_info ((DwellMacro) macro)->name);

  gtk_popover_popdown (GTK_POPOVER (self->completion));
  replace (self, begin >= 0 ? begin : cursor,
           begin >= 0 ? find_macro_end (get_text (self), cursor) : cursor, text);
}

static void
on_chosen (DwellExportTemplateRow *self,
           guint                   macro)
{
  int cursor = get_cursor (self);
  g_autofree char *text = g_strdup_printf ("%%%s%%",
                                           dwell_macro_get_info ((DwellMacro) macro)->name);

  gtk_popover_popdown (gtk_menu_button_get_popover (self->menu));
  replace (self, cursor, cursor, text);
}

static void
end_completion (DwellExportTemplateRow *self)
{
  if (!is_completing (self))
    return;

  gtk_popover_popdown (GTK_POPOVER (self->completion));
  update (self);
}

static void
point_to_cursor (DwellExportTemplateRow *self)
{
  GtkText *entry = get_entry (self);
  graphene_rect_t strong;
  double x;
  double y;

  gtk_text_compute_cursor_extents (entry, (gsize) gtk_editable_get_position (GTK_EDITABLE (self)),
                                   &strong, NULL);
  if (gtk_widget_translate_coordinates (GTK_WIDGET (entry), GTK_WIDGET (self), strong.origin.x,
                                        strong.origin.y, &x, &y))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->completion),
                                 &(GdkRectangle) { (int) x, (int) y, 1,
                                                   (int) strong.size.height });
}

/* Offers what can follow at the cursor; @wants_all: without a “%” too. */
static void
complete (DwellExportTemplateRow *self,
          gboolean                wants_all)
{
  const char *text = get_text (self);
  int cursor = get_cursor (self);
  int begin = find_open_macro (text, cursor);

  if ((begin < 0 && !wants_all) || !gtk_widget_has_focus (GTK_WIDGET (get_entry (self))))
    {
      end_completion (self);
      return;
    }

  if (self->completion == NULL)
    {
      self->completion = dwell_export_macros_new (self->kind, self->preview);
      gtk_popover_set_autohide (GTK_POPOVER (self->completion), FALSE);
      gtk_popover_set_position (GTK_POPOVER (self->completion), GTK_POS_BOTTOM);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->completion), FALSE);
      gtk_widget_set_can_focus (self->completion, FALSE);
      gtk_widget_set_halign (self->completion, GTK_ALIGN_START);
      gtk_widget_set_parent (self->completion, GTK_WIDGET (self));
      g_signal_connect_object (self->completion, "chosen", G_CALLBACK (on_completed), self,
                               G_CONNECT_SWAPPED);
    }

  if (dwell_export_macros_filter (DWELL_EXPORT_MACROS (self->completion),
                                  begin >= 0 ? text + begin + 1 : "",
                                  begin >= 0 ? (gsize) (cursor - begin - 1) : 0) == 0)
    {
      end_completion (self);
      return;
    }

  point_to_cursor (self);
  gtk_popover_popup (GTK_POPOVER (self->completion));
}

static gboolean
on_key (DwellExportTemplateRow *self,
        guint                   key,
        guint                   code,
        GdkModifierType         state)
{
  DwellExportMacros *completion = (DwellExportMacros *) self->completion;

  if (!is_completing (self))
    {
      if (key != GDK_KEY_space || (state & GDK_CONTROL_MASK) == 0)
        return GDK_EVENT_PROPAGATE;
      complete (self, TRUE);
      return GDK_EVENT_STOP;
    }

  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      dwell_export_macros_move (completion, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      dwell_export_macros_move (completion, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      dwell_export_macros_activate (completion);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      end_completion (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* A letter more may begin a macro; but only when the cursor comes behind it, which is later. */
static void
on_changed (DwellExportTemplateRow *self)
{
  const char *known;

  if (self->draft == NULL || self->is_taking)
    return;

  known = dwell_export_draft_get_settings (self->draft)->templates[self->kind];
  self->has_grown = g_utf8_strlen (get_text (self), -1) == g_utf8_strlen (known, -1) + 1;
  dwell_export_draft_set (self->draft, dwell_template_get_id (self->kind), get_text (self), NULL);
}

static void
on_cursor (DwellExportTemplateRow *self)
{
  gboolean has_grown = self->has_grown;

  if (self->draft == NULL || self->is_taking)
    return;

  self->has_grown = FALSE;
  if (has_grown || is_completing (self))
    {
      complete (self, FALSE);
      update (self);
    }
}

static void
on_draft (DwellExportTemplateRow *self)
{
  const DwellText1Settings *settings = dwell_export_draft_get_settings (self->draft);
  const char *text = settings->templates[self->kind];

  if (!g_str_equal (text, get_text (self)))
    {
      int position = gtk_editable_get_position (GTK_EDITABLE (self));

      self->is_taking = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self), text);
      gtk_editable_set_position (GTK_EDITABLE (self), position);
      self->is_taking = FALSE;
    }

  update (self);
}

static void
on_reset (DwellExportTemplateRow *self)
{
  const DwellText1Settings *original = dwell_export_draft_get_original (self->draft);

  dwell_export_draft_set (self->draft, dwell_template_get_id (self->kind),
                          original->templates[self->kind], NULL);
}

/* Made when it is first opened: ten menus of up to twenty-six rows are not looked at mostly. */
static void
create_menu (GtkMenuButton *button,
             gpointer       user_data)
{
  DwellExportTemplateRow *self = user_data;
  GtkWidget *menu;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;

  menu = dwell_export_macros_new (self->kind, self->preview);
  g_signal_connect_object (menu, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, menu);
}

static void
dwell_export_template_row_dispose (GObject *object)
{
  DwellExportTemplateRow *self = DWELL_EXPORT_TEMPLATE_ROW (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  g_clear_object (&self->preview);
  g_clear_pointer (&self->completion, gtk_widget_unparent);
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
  gtk_widget_class_bind_template_callback (widget_class, on_cursor);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
dwell_export_template_row_init (DwellExportTemplateRow *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->reason = g_object_ref_sink (dwell_export_reason_new ());
  g_object_set (get_entry (self), "enable-undo", FALSE, NULL);
  gtk_menu_button_set_create_popup_func (self->menu, create_menu, self, NULL);

  g_signal_connect_swapped (focus, "leave", G_CALLBACK (end_completion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

/**
 * dwell_export_template_row_new:
 * @kind: a template
 * @draft: has its text
 * @preview: knows examples
 *
 * Returns: (transfer full): a row in which it is edited
 */
GtkWidget *
dwell_export_template_row_new (DwellTemplateKind   kind,
                               DwellExportDraft   *draft,
                               DwellExportPreview *preview)
{
  DwellExportTemplateRow *self = g_object_new (DWELL_TYPE_EXPORT_TEMPLATE_ROW,
                                               "title", dwell_template_get_id (kind), NULL);

  self->kind = kind;
  self->draft = g_object_ref (draft);
  self->preview = g_object_ref (preview);
  g_signal_connect_swapped (draft, "changed", G_CALLBACK (on_draft), self);
  on_draft (self);
  return GTK_WIDGET (self);
}

GtkWidget *
dwell_export_template_row_get_reason (DwellExportTemplateRow *self)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_TEMPLATE_ROW (self), NULL);

  return self->reason;
}
