/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard focus: keeps it on a widget that is visible and handles keys.
 *
 * The focused widget may disappear: a popover or a bar closes, another page is shown, a button
 * becomes insensitive. GTK 4.8 then tries the widgets around it. The first one that takes the focus
 * may be a divider, which passes it to a widget in one of its halves that may be hidden by now; or
 * none takes it. And while the focus stays in a closed popover, no key has any effect, because a
 * window's shortcuts do not reach widgets in popovers.
 *
 * So each window remembers which widgets had the focus. When the focused one disappears, the one
 * before it gets the focus back. */
#include "config.h"

#include "ui/widgets/dwell-focus.h"

/* The number of widgets that a window remembers. */
#define MAX_PAST 32

/* After this many failed tries the focus is left where it is. */
#define MAX_TRIES 4

#define KEEPER "dwell-focus-keeper"

typedef struct {
  GtkWindow *window;    /* not owned: the window owns this struct */
  GtkWidget *focus;     /* the focused widget, which is watched; or NULL */
  GQueue     past;      /* GtkWidget, weak: those that had the focus, the latest first */
  guint      check;     /* the id of a source, or 0 */
  gboolean   is_giving; /* whether it is just giving the focus to a widget */
  guint      n_tries;   /* how often in a row it gave the focus in vain */
} Keeper;

static gboolean
takes_keys (GtkWidget *widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget) &&
         gtk_widget_get_can_focus (widget);
}

static gboolean
is_within (GtkWidget *widget,
           GtkWidget *ancestor)
{
  return widget == ancestor || gtk_widget_is_ancestor (widget, ancestor);
}

static void
forget (gpointer  data,
        GObject  *gone)
{
  g_queue_remove (&((Keeper *) data)->past, gone);
}

static void
drop_past (Keeper *self,
           GList  *link)
{
  g_object_weak_unref (link->data, forget, self);
  g_queue_delete_link (&self->past, link);
}

/* Widgets in popovers are not remembered: they disappear with the popover. */
static void
remember (Keeper    *self,
          GtkWidget *focus)
{
  GList *link = g_queue_find (&self->past, focus);

  if (GTK_WIDGET (gtk_widget_get_native (focus)) != GTK_WIDGET (self->window))
    return;

  if (link != NULL)
    drop_past (self, link);
  g_object_weak_ref (G_OBJECT (focus), forget, self);
  g_queue_push_head (&self->past, focus);
  if (g_queue_get_length (&self->past) > MAX_PAST)
    drop_past (self, self->past.tail);
}

/* Gives the focus to the widget that had it last, of those inside @in and outside @out, both
 * nullable. Returns whether there was one. */
static gboolean
go_back (Keeper    *self,
         GtkWidget *in,
         GtkWidget *out)
{
  for (GList *link = self->past.head; link != NULL; link = link->next)
    if (takes_keys (link->data) && (in == NULL || is_within (link->data, in)) &&
        (out == NULL || !is_within (link->data, out)))
      return gtk_widget_grab_focus (link->data);

  return FALSE;
}

static gboolean
check (gpointer data)
{
  Keeper *self = data;
  GtkWidget *window = GTK_WIDGET (self->window);
  GtkWidget *focus = gtk_window_get_focus (self->window);

  self->check = 0;
  if (!gtk_widget_get_mapped (window) || (focus != NULL && takes_keys (focus)))
    return G_SOURCE_REMOVE;

  self->n_tries++;
  self->is_giving = TRUE;
  if (!go_back (self, NULL, NULL))
    gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
  self->is_giving = FALSE;

  return G_SOURCE_REMOVE;
}

/* An idle source runs after all widgets have changed, and still before GTK draws a frame, in which
 * it would choose another focus. */
static void
check_soon (Keeper *self)
{
  if (!self->is_giving)
    self->n_tries = 0;
  if (self->check == 0 && self->n_tries < MAX_TRIES)
    self->check = g_idle_add_full (G_PRIORITY_DEFAULT, check, self, NULL);
}

static void
set_watched (Keeper    *self,
             GtkWidget *focus)
{
  if (self->focus != NULL)
    g_signal_handlers_disconnect_by_data (self->focus, self);
  g_set_object (&self->focus, focus);
  if (focus != NULL)
    {
      g_signal_connect_swapped (focus, "unmap", G_CALLBACK (check_soon), self);
      g_signal_connect_swapped (focus, "state-flags-changed", G_CALLBACK (check_soon), self);
    }
}

static void
on_focus (Keeper *self)
{
  GtkWidget *focus = gtk_window_get_focus (self->window);

  set_watched (self, focus);
  if (focus != NULL && takes_keys (focus))
    remember (self, focus);
  else
    check_soon (self);
}

static void
keeper_free (gpointer data)
{
  Keeper *self = data;

  set_watched (self, NULL);
  while (self->past.head != NULL)
    drop_past (self, self->past.head);
  g_clear_handle_id (&self->check, g_source_remove);
  g_free (self);
}

static void
add_keeper (GtkWindow *window)
{
  Keeper *self = g_new0 (Keeper, 1);

  self->window = window;
  g_object_set_data_full (G_OBJECT (window), KEEPER, self, keeper_free);
  g_signal_connect_swapped (window, "notify::focus-widget", G_CALLBACK (on_focus), self);
  g_signal_connect_swapped (window, "map", G_CALLBACK (check_soon), self);
}

static void
on_windows (GListModel *windows,
            guint       position,
            guint       n_removed,
            guint       n_added)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_object_get_data (G_OBJECT (window), KEEPER) == NULL)
        add_keeper (window);
    }
}

/**
 * dwell_focus_keep_all:
 *
 * From now on, in each window, the focus is on a widget that is visible and handles keys. Calling
 * it again does nothing.
 */
void
dwell_focus_keep_all (void)
{
  static gboolean are_kept = FALSE;

  if (!are_kept)
    g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (on_windows), NULL);
  are_kept = TRUE;
}

static Keeper *
get_keeper (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return root != NULL ? g_object_get_data (G_OBJECT (root), KEEPER) : NULL;
}

/**
 * dwell_focus_leave:
 * @widget: a widget that is about to disappear
 *
 * If the focus is inside @widget, gives it back to the widget that had it before.
 */
void
dwell_focus_leave (GtkWidget *widget)
{
  Keeper *self = get_keeper (widget);

  if (self != NULL && self->focus != NULL && is_within (self->focus, widget))
    go_back (self, NULL, widget);
}

/**
 * dwell_focus_return_to:
 * @widget: a widget
 *
 * Gives the focus to @widget or the descendant of it that had it last.
 *
 * Returns: whether there was one
 */
gboolean
dwell_focus_return_to (GtkWidget *widget)
{
  Keeper *self = get_keeper (widget);

  return self != NULL && go_back (self, widget, NULL);
}

/**
 * dwell_focus_is_above:
 * @widget: a widget
 *
 * Returns: whether the focus is in a popover that @widget is not in, as while a menu is open.
 *   Tooltips would cover that, so @widget should not show any.
 */
gboolean
dwell_focus_is_above (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *popover = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  return popover != NULL && gtk_widget_get_mapped (popover) && !is_within (widget, popover);
}
