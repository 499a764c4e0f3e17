/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of macros in the entry of a template: after a “%” a popover lists the matching macros,
 * and a menu lists all of them. The chosen macro is not inserted here but emitted as a signal,
 * because the owner decides how its text changes. */
#include "config.h"

#include "ui/export/dwell-template-completion.h"

#include <string.h>

#include "ui/export/dwell-template-macros.h"

struct _DwellTemplateCompletion
{
  GObject parent_instance;

  GtkEditable        *editable; /* not owned; NULL: detached */
  GtkMenuButton      *menu;     /* not owned; NULL: detached */
  DwellTemplateKind   kind;
  DwellExportPreview *preview;
  GtkWidget          *popover;  /* NULL until it is first needed */
  glong               n_letters; /* of the text at the last change */
  gboolean            is_quiet;
  gboolean            has_grown; /* by one letter, but the cursor has not moved behind it yet */
};

enum {
  REPLACE,
  TOGGLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTemplateCompletion, dwell_template_completion, G_TYPE_OBJECT)

static GtkText *
get_entry (DwellTemplateCompletion *self)
{
  return GTK_TEXT (gtk_editable_get_delegate (self->editable));
}

/* Returns the offset of the “%” that begins the macro around the cursor, or -1. Every second “%”
 * ends a macro. */
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
get_cursor (DwellTemplateCompletion *self)
{
  const char *text = gtk_editable_get_text (self->editable);

  return (int) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (self->editable)) - text);
}

/* Returns the end of the text that a completed macro replaces: after the rest of an old name and
 * its “%”, unless that “%” begins another macro. */
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

static void
replace (DwellTemplateCompletion *self,
         int                      begin,
         int                      end,
         guint                    macro)
{
  g_autofree char *text = g_strdup_printf ("%%%s%%",
                                           dwell_macro_get_info ((DwellMacro) macro)->name);
  const char *before = gtk_editable_get_text (self->editable);
  int position = (int) (g_utf8_strlen (before, begin) + g_utf8_strlen (text, -1));

  g_signal_emit (self, signals[REPLACE], 0, begin, end, text);
  gtk_text_grab_focus_without_selecting (get_entry (self));
  gtk_editable_set_position (self->editable, position);
}

static void
on_completed (DwellTemplateCompletion *self,
              guint                    macro)
{
  const char *text = gtk_editable_get_text (self->editable);
  int cursor = get_cursor (self);
  int begin = find_open_macro (text, cursor);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  replace (self, begin >= 0 ? begin : cursor, begin >= 0 ? find_macro_end (text, cursor) : cursor,
           macro);
}

static void
on_chosen (DwellTemplateCompletion *self,
           guint                    macro)
{
  int cursor = get_cursor (self);

  gtk_popover_popdown (gtk_menu_button_get_popover (self->menu));
  replace (self, cursor, cursor, macro);
}

static void
close_popover (DwellTemplateCompletion *self)
{
  if (!dwell_template_completion_is_open (self))
    return;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_signal_emit (self, signals[TOGGLED], 0);
}

static void
create_popover (DwellTemplateCompletion *self)
{
  self->popover = dwell_template_macros_new (self->kind, self->preview);
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->editable));
  g_signal_connect_object (self->popover, "chosen", G_CALLBACK (on_completed), self,
                           G_CONNECT_SWAPPED);
}

static void
point_to_cursor (DwellTemplateCompletion *self)
{
  GtkText *entry = get_entry (self);
  graphene_rect_t strong;
  double x;
  double y;

  gtk_text_compute_cursor_extents (entry, (gsize) gtk_editable_get_position (self->editable),
                                   &strong, NULL);
  if (gtk_widget_translate_coordinates (GTK_WIDGET (entry), GTK_WIDGET (self->editable),
                                        strong.origin.x, strong.origin.y, &x, &y))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                                 &(GdkRectangle) { (int) x, (int) y, 1,
                                                   (int) strong.size.height });
}

/* Lists the macros that can follow at the cursor. @wants_all: even if there is no “%” before it. */
static void
complete (DwellTemplateCompletion *self,
          gboolean                 wants_all)
{
  const char *text = gtk_editable_get_text (self->editable);
  int cursor = get_cursor (self);
  int begin = find_open_macro (text, cursor);

  if ((begin < 0 && !wants_all) || !gtk_widget_has_focus (GTK_WIDGET (get_entry (self))))
    {
      close_popover (self);
      return;
    }

  if (self->popover == NULL)
    create_popover (self);

  if (dwell_template_macros_filter (DWELL_TEMPLATE_MACROS (self->popover),
                                    begin >= 0 ? text + begin + 1 : "",
                                    begin >= 0 ? (gsize) (cursor - begin - 1) : 0) == 0)
    {
      close_popover (self);
      return;
    }

  point_to_cursor (self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  g_signal_emit (self, signals[TOGGLED], 0);
}

/* A typed letter may begin a macro; but GTK moves the cursor behind it only after this signal. */
static void
on_changed (DwellTemplateCompletion *self)
{
  glong n_letters = g_utf8_strlen (gtk_editable_get_text (self->editable), -1);

  self->has_grown = !self->is_quiet && n_letters == self->n_letters + 1;
  self->n_letters = n_letters;
}

static void
on_cursor (DwellTemplateCompletion *self)
{
  gboolean has_grown = self->has_grown;

  if (self->is_quiet)
    return;

  self->has_grown = FALSE;
  if (has_grown || dwell_template_completion_is_open (self))
    complete (self, FALSE);
}

/* Creates the menu when it is first opened: most of the ten menus, of up to 26 rows, are never
 * opened. */
static void
create_menu (GtkMenuButton *button,
             gpointer       user_data)
{
  DwellTemplateCompletion *self = user_data;
  GtkWidget *menu;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;

  menu = dwell_template_macros_new (self->kind, self->preview);
  g_signal_connect_object (menu, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, menu);
}

static void
dwell_template_completion_dispose (GObject *object)
{
  DwellTemplateCompletion *self = DWELL_TEMPLATE_COMPLETION (object);

  dwell_template_completion_detach (self);
  g_clear_object (&self->preview);

  G_OBJECT_CLASS (dwell_template_completion_parent_class)->dispose (object);
}

static void
dwell_template_completion_class_init (DwellTemplateCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_template_completion_dispose;

  signals[REPLACE] = g_signal_new ("replace", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_INT,
                                   G_TYPE_STRING);
  signals[TOGGLED] = g_signal_new ("toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_template_completion_init (DwellTemplateCompletion *self)
{
}

/**
 * dwell_template_completion_new:
 * @editable: the entry of a template; not referenced: it must outlive the completion or call
 *   dwell_template_completion_detach()
 * @menu: the button whose menu lists all macros; not referenced either
 * @kind: the kind of template
 * @preview: (nullable): a preview that has examples of macros
 *
 * Returns: (transfer full): a completion for @editable
 */
DwellTemplateCompletion *
dwell_template_completion_new (GtkEditable        *editable,
                               GtkMenuButton      *menu,
                               DwellTemplateKind   kind,
                               DwellExportPreview *preview)
{
  DwellTemplateCompletion *self = g_object_new (DWELL_TYPE_TEMPLATE_COMPLETION, NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->editable = editable;
  self->menu = menu;
  self->kind = kind;
  self->preview = preview != NULL ? g_object_ref (preview) : NULL;
  self->n_letters = g_utf8_strlen (gtk_editable_get_text (editable), -1);

  gtk_menu_button_set_create_popup_func (menu, create_menu, self, NULL);
  g_signal_connect_object (editable, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (editable, "notify::cursor-position", G_CALLBACK (on_cursor), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (close_popover), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (editable), focus);
  return self;
}

/**
 * dwell_template_completion_detach:
 * @self: a completion
 *
 * Disconnects the completion from its entry and menu. To be called when they are disposed.
 */
void
dwell_template_completion_detach (DwellTemplateCompletion *self)
{
  g_return_if_fail (DWELL_IS_TEMPLATE_COMPLETION (self));

  if (self->editable != NULL)
    g_signal_handlers_disconnect_by_data (self->editable, self);
  if (self->menu != NULL)
    gtk_menu_button_set_create_popup_func (self->menu, NULL, NULL, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->editable = NULL;
  self->menu = NULL;
}

/**
 * dwell_template_completion_is_open:
 * @self: a completion
 *
 * Returns: whether macros are listed now
 */
gboolean
dwell_template_completion_is_open (DwellTemplateCompletion *self)
{
  g_return_val_if_fail (DWELL_IS_TEMPLATE_COMPLETION (self), FALSE);

  return self->popover != NULL && gtk_widget_get_visible (self->popover);
}

/**
 * dwell_template_completion_set_quiet:
 * @self: a completion
 * @is_quiet: whether to list no macros while the text changes
 *
 * To be set around changes of the text that the user does not type.
 */
void
dwell_template_completion_set_quiet (DwellTemplateCompletion *self,
                                     gboolean                 is_quiet)
{
  g_return_if_fail (DWELL_IS_TEMPLATE_COMPLETION (self));

  self->is_quiet = is_quiet;
}

/**
 * dwell_template_completion_press:
 * @self: a completion
 * @key: a key value, such as %GDK_KEY_Down
 * @state: the modifiers
 *
 * Handles a key for the owner's #GtkEventControllerKey, which must be in the capture phase.
 *
 * Returns: %GDK_EVENT_STOP if the key was handled, otherwise %GDK_EVENT_PROPAGATE
 */
gboolean
dwell_template_completion_press (DwellTemplateCompletion *self,
                                 guint                    key,
                                 GdkModifierType          state)
{
  DwellTemplateMacros *macros;

  g_return_val_if_fail (DWELL_IS_TEMPLATE_COMPLETION (self), GDK_EVENT_PROPAGATE);

  if (!dwell_template_completion_is_open (self))
    {
      if (key != GDK_KEY_space || (state & GDK_CONTROL_MASK) == 0)
        return GDK_EVENT_PROPAGATE;
      complete (self, TRUE);
      return GDK_EVENT_STOP;
    }

  macros = DWELL_TEMPLATE_MACROS (self->popover);
  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      dwell_template_macros_move (macros, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      dwell_template_macros_move (macros, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      dwell_template_macros_activate (macros);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      close_popover (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}
