/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tabs of a stack's pages, in one row that scrolls if it is too narrow: with the wheel, with
 * the keyboard focus, and to the tab of the page that is shown, however it was chosen. For the
 * keyboard the row is one stop, at the tab of that page; the arrow keys move within it. */
#include "config.h"

#include "ui/shell/dwell-page-tabs.h"

/* px of the next tab that stay visible, to show that there is one. */
#define HINT_PX 24

struct _DwellPageTabs
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkStackSwitcher  *switcher;
  GtkStack          *stack;
};

enum {
  PROP_0,
  PROP_STACK,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellPageTabs, dwell_page_tabs, GTK_TYPE_WIDGET)

/* Returns: (nullable): the tab of the page that is shown */
static GtkWidget *
get_current (DwellPageTabs *self)
{
  GtkWidget *tab = gtk_widget_get_first_child (GTK_WIDGET (self->switcher));

  while (tab != NULL && !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab)))
    tab = gtk_widget_get_next_sibling (tab);

  return tab;
}

static void
show_current (DwellPageTabs *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (self->scroller);
  GtkWidget *tab = get_current (self);
  graphene_rect_t bounds;

  if (tab != NULL && gtk_widget_get_width (tab) > 0 &&
      gtk_widget_compute_bounds (tab, GTK_WIDGET (self->switcher), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.x - HINT_PX,
                               bounds.origin.x + bounds.size.width + HINT_PX);
}

/* If a tab has the keyboard focus, passes it on to the tab of the page that is shown now: a focus
 * on another tab would look as if that were chosen. */
static void
move_focus (DwellPageTabs *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *tab = get_current (self);

  if (focus != NULL && tab != NULL && focus != tab &&
      gtk_widget_is_ancestor (focus, GTK_WIDGET (self->switcher)))
    gtk_widget_grab_focus (tab);
}

/* Tabs may have been added, removed or changed: their positions are known only after the next
 * layout. */
static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  show_current (DWELL_PAGE_TABS (widget));
  move_focus (DWELL_PAGE_TABS (widget));
  return G_SOURCE_REMOVE;
}

static void
on_page_changed (DwellPageTabs *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
dwell_page_tabs_get_property (GObject    *object,
                              guint       property_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellPageTabs *self = DWELL_PAGE_TABS (object);

  switch (property_id)
    {
    case PROP_STACK:
      g_value_set_object (value, self->stack);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_page_tabs_set_property (GObject      *object,
                              guint         property_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_STACK:
      dwell_page_tabs_set_stack (DWELL_PAGE_TABS (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static gboolean
dwell_page_tabs_focus (GtkWidget        *widget,
                       GtkDirectionType  direction)
{
  GtkWidget *tab = get_current (DWELL_PAGE_TABS (widget));

  if (tab == NULL || (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD))
    return GTK_WIDGET_CLASS (dwell_page_tabs_parent_class)->focus (widget, direction);

  return gtk_widget_get_focus_child (widget) == NULL && gtk_widget_grab_focus (tab);
}

static void
dwell_page_tabs_dispose (GObject *object)
{
  DwellPageTabs *self = DWELL_PAGE_TABS (object);
  GtkWidget *scroller = GTK_WIDGET (self->scroller);

  if (scroller != NULL)
    dwell_page_tabs_set_stack (self, NULL);
  self->scroller = NULL;
  g_clear_pointer (&scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_page_tabs_parent_class)->dispose (object);
}

static void
dwell_page_tabs_class_init (DwellPageTabsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = dwell_page_tabs_get_property;
  object_class->set_property = dwell_page_tabs_set_property;
  object_class->dispose = dwell_page_tabs_dispose;

  properties[PROP_STACK] =
    g_param_spec_object ("stack", NULL, NULL, GTK_TYPE_STACK,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  GTK_WIDGET_CLASS (klass)->focus = dwell_page_tabs_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
dwell_page_tabs_init (DwellPageTabs *self)
{
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->switcher = GTK_STACK_SWITCHER (gtk_stack_switcher_new ());
  gtk_widget_set_halign (GTK_WIDGET (self->switcher), GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (self->switcher));
  gtk_widget_set_parent (GTK_WIDGET (self->scroller), GTK_WIDGET (self));

  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scroller),
                           "notify::page-size", G_CALLBACK (on_page_changed), self,
                           G_CONNECT_SWAPPED);
}

/**
 * dwell_page_tabs_set_stack:
 * @self: tabs
 * @stack: (nullable): the stack whose pages get tabs
 *
 * Sets the stack. A page that is not visible has no tab.
 */
void
dwell_page_tabs_set_stack (DwellPageTabs *self,
                           GtkStack      *stack)
{
  g_return_if_fail (DWELL_IS_PAGE_TABS (self));
  g_return_if_fail (stack == NULL || GTK_IS_STACK (stack));

  if (self->stack == stack)
    return;

  if (self->stack != NULL)
    g_signal_handlers_disconnect_by_data (self->stack, self);
  g_set_object (&self->stack, stack);
  gtk_stack_switcher_set_stack (self->switcher, stack);
  if (stack != NULL)
    g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (on_page_changed), self,
                             G_CONNECT_SWAPPED);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STACK]);
}
