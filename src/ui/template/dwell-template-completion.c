/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion of macros in the entry of a template: after a “%” a popover lists the matching macros,
 * and a menu lists all of them. */
#include "config.h"

#include "ui/template/dwell-template-completion.h"

#include <string.h>

#include "ui/template/dwell-template-macros.h"
#include "ui/widgets/dwell-keypad.h"

struct _DwellTemplateCompletion
{
  GObject parent_instance;

  DwellWrappedEntry  *entry; /* not owned; NULL: detached */
  GtkMenuButton      *menu;  /* not owned; NULL: detached */
  DwellTemplateKind   kind;
  DwellExportPreview *preview;
  GtkWidget          *popover;   /* NULL until it is first needed */
  int                 n_letters; /* characters of the text after the last change */
};

enum {
  TOGGLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTemplateCompletion, dwell_template_completion, G_TYPE_OBJECT)

static GtkTextBuffer *
get_buffer (DwellTemplateCompletion *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->entry));
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
         const char              *text)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  dwell_wrapped_entry_replace (self->entry, (gsize) begin, (gsize) end, text);
}

static void
on_completed (DwellTemplateCompletion *self,
              const char              *macro)
{
  const char *text = dwell_wrapped_entry_get_text (self->entry);
  int cursor = (int) dwell_wrapped_entry_get_cursor (self->entry);
  int begin = find_open_macro (text, cursor);

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  replace (self, begin >= 0 ? begin : cursor, begin >= 0 ? find_macro_end (text, cursor) : cursor,
           macro);
}

static void
on_chosen (DwellTemplateCompletion *self,
           const char              *text)
{
  int cursor = (int) dwell_wrapped_entry_get_cursor (self->entry);

  gtk_popover_popdown (gtk_menu_button_get_popover (self->menu));
  replace (self, cursor, cursor, text);
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
  self->popover = dwell_template_macros_new (self->kind, self->preview, FALSE);
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, gtk_widget_get_parent (GTK_WIDGET (self->entry)));
  g_signal_connect_object (self->popover, "chosen", G_CALLBACK (on_completed), self,
                           G_CONNECT_SWAPPED);
}

static void
point_to_cursor (DwellTemplateCompletion *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->entry);
  GdkRectangle place;
  double x;
  double y;

  gtk_text_view_get_cursor_locations (view, NULL, &place, NULL);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &place.x,
                                         &place.y);
  if (gtk_widget_translate_coordinates (GTK_WIDGET (view), gtk_widget_get_parent (self->popover),
                                        place.x, place.y, &x, &y))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                                 &(GdkRectangle) { (int) x, (int) y, 1, place.height });
}

/* Lists the macros that can follow at the cursor. @wants_all: even if there is no “%” before it. */
static void
complete (DwellTemplateCompletion *self,
          gboolean                 wants_all)
{
  const char *text = dwell_wrapped_entry_get_text (self->entry);
  int cursor = (int) dwell_wrapped_entry_get_cursor (self->entry);
  int begin = find_open_macro (text, cursor);

  if ((begin < 0 && !wants_all) || !gtk_widget_has_focus (GTK_WIDGET (self->entry)))
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

/* A typed character may be the start of a macro. */
static void
on_typed (DwellTemplateCompletion *self)
{
  gboolean has_grown = gtk_text_buffer_get_char_count (get_buffer (self)) == self->n_letters + 1;

  if (has_grown || dwell_template_completion_is_open (self))
    complete (self, FALSE);
}

/* Counts the characters after every change, whether or not the user made it, and after
 * on_typed(). */
static void
on_buffer_changed (DwellTemplateCompletion *self)
{
  self->n_letters = gtk_text_buffer_get_char_count (get_buffer (self));
}

static void
on_cursor (DwellTemplateCompletion *self)
{
  gboolean is_settled = gtk_text_buffer_get_char_count (get_buffer (self)) == self->n_letters;

  if (is_settled && dwell_template_completion_is_open (self))
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

  menu = dwell_template_macros_new (self->kind, self->preview, TRUE);
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

  signals[TOGGLED] = g_signal_new ("toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_template_completion_init (DwellTemplateCompletion *self)
{
}

/**
 * dwell_template_completion_new:
 * @entry: the entry of a template, which has a parent; not referenced: it must outlive the
 *   completion or call dwell_template_completion_detach()
 * @menu: the button whose menu lists all macros; not referenced either
 * @kind: the kind of template
 * @preview: (nullable): a preview that has examples of macros
 *
 * Returns: (transfer full): a completion for @entry
 */
DwellTemplateCompletion *
dwell_template_completion_new (DwellWrappedEntry  *entry,
                               GtkMenuButton      *menu,
                               DwellTemplateKind   kind,
                               DwellExportPreview *preview)
{
  DwellTemplateCompletion *self = g_object_new (DWELL_TYPE_TEMPLATE_COMPLETION, NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = entry;
  self->menu = menu;
  self->kind = kind;
  self->preview = preview != NULL ? g_object_ref (preview) : NULL;
  on_buffer_changed (self);

  gtk_menu_button_set_create_popup_func (menu, create_menu, self, NULL);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_buffer (self), "changed", G_CALLBACK (on_buffer_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_buffer (self), "notify::cursor-position", G_CALLBACK (on_cursor),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (close_popover), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);
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

  if (self->entry != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->entry, self);
      g_signal_handlers_disconnect_by_data (get_buffer (self), self);
    }
  if (self->menu != NULL)
    gtk_menu_button_set_create_popup_func (self->menu, NULL, NULL, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  self->entry = NULL;
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
 * dwell_template_completion_follow:
 * @self: a completion
 *
 * Moves the list to the cursor. To be called after scrolling, of which GTK does not notify
 * popovers.
 */
void
dwell_template_completion_follow (DwellTemplateCompletion *self)
{
  g_return_if_fail (DWELL_IS_TEMPLATE_COMPLETION (self));

  if (!dwell_template_completion_is_open (self))
    return;

  point_to_cursor (self);
  gtk_popover_present (GTK_POPOVER (self->popover));
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
  switch (dwell_keypad_get_plain (key))
    {
    case GDK_KEY_Down:
      dwell_template_macros_move (macros, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
      dwell_template_macros_move (macros, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_Tab:
      if ((state & GDK_CONTROL_MASK) != 0)
        return GDK_EVENT_PROPAGATE;
      dwell_template_macros_activate (macros);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      close_popover (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}
