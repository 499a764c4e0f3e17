/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A choice among toggle buttons, which are its children: linked side by side if there is room,
 * otherwise a button that shows the chosen one and has a menu of all. Each toggle has a twin in the
 * menu with the same state, so that code that uses the toggles need not know about the menu.
 * Children of other kinds do not appear in the menu. */
#include "config.h"

#include "ui/widgets/dwell-toggles.h"

#include <adwaita.h>

#define MAX_TITLE_CHARS 9

struct _DwellToggles
{
  GtkWidget parent_instance;

  GtkWidget *squeezer; /* has the box and the menu button */
  GtkWidget *box;
  GtkWidget *menu;
  GtkWidget *twins;    /* in the popover */
  GtkLabel  *title;    /* in the menu button */
};

static void buildable_init (GtkBuildableIface *iface);

static GtkBuildableIface *parent_buildable;

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellToggles, dwell_toggles, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static G_DEFINE_QUARK (dwell-toggles-title, title)

/* Returns: (transfer full): @label without the underscore of its mnemonic. */
static char *
strip_mnemonic (const char *label)
{
  GString *plain = g_string_new (label);

  g_string_replace (plain, "_", "", 0);
  return g_string_free (plain, FALSE);
}

static const char *
get_title (GtkButton *toggle)
{
  const char *title = g_object_get_qdata (G_OBJECT (toggle), title_quark ());

  return title != NULL ? title : gtk_button_get_label (toggle);
}

/* Shows the title of the chosen toggle in the menu button. */
static void
show_title (DwellToggles *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->box);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (child)))
      {
        g_autofree char *title = strip_mnemonic (get_title (GTK_BUTTON (child)));

        gtk_label_set_label (self->title, title);
      }
}

/* Always reserves the room for the longest title, so that nothing moves when another is chosen. */
static void
reserve_room (DwellToggles *self)
{
  glong n_chars = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (self->box);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child))
      {
        g_autofree char *title = strip_mnemonic (get_title (GTK_BUTTON (child)));

        n_chars = MAX (n_chars, g_utf8_strlen (title, -1));
      }

  gtk_label_set_width_chars (self->title, (int) MIN (n_chars, MAX_TITLE_CHARS));
  gtk_label_set_max_width_chars (self->title, MAX_TITLE_CHARS);
}

static gboolean
take_label (GBinding     *binding,
            const GValue *from,
            GValue       *to,
            gpointer      user_data)
{
  g_value_take_string (to, strip_mnemonic (g_value_get_string (from)));
  return TRUE;
}

static void
choose (DwellToggles *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->menu));
}

/* Adds a check button to the menu that always has the state of @toggle. */
static void
add_twin (DwellToggles *self,
          GtkWidget    *toggle)
{
  const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (toggle));
  GtkWidget *twin = gtk_check_button_new ();
  GtkWidget *first = gtk_widget_get_first_child (self->twins);

  gtk_check_button_set_group (GTK_CHECK_BUTTON (twin),
                              first != NULL ? GTK_CHECK_BUTTON (first) : NULL);
  gtk_box_append (GTK_BOX (self->twins), twin);

  g_object_bind_property_full (toggle, "label", twin, "label", G_BINDING_SYNC_CREATE, take_label,
                               NULL, NULL, NULL);
  g_object_bind_property (toggle, "sensitive", twin, "sensitive", G_BINDING_SYNC_CREATE);
  g_object_bind_property (toggle, "visible", twin, "visible", G_BINDING_SYNC_CREATE);
  g_object_bind_property (toggle, "tooltip-text", twin, "tooltip-text", G_BINDING_SYNC_CREATE);
  if (action != NULL)
    {
      gtk_actionable_set_action_target_value (
        GTK_ACTIONABLE (twin), gtk_actionable_get_action_target_value (GTK_ACTIONABLE (toggle)));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (twin), action);
    }
  else
    {
      g_object_bind_property (toggle, "active", twin, "active",
                              G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
    }

  g_signal_connect_object (twin, "toggled", G_CALLBACK (choose), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (show_title), self,
                           G_CONNECT_SWAPPED);
}

static void
dwell_toggles_add_child (GtkBuildable *buildable,
                         GtkBuilder   *builder,
                         GObject      *child,
                         const char   *type)
{
  DwellToggles *self = DWELL_TOGGLES (buildable);

  if (self->box == NULL || !GTK_IS_WIDGET (child))
    {
      parent_buildable->add_child (buildable, builder, child, type);
      return;
    }

  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (child));
  if (!GTK_IS_TOGGLE_BUTTON (child))
    return;

  add_twin (self, GTK_WIDGET (child));
  reserve_room (self);
  show_title (self);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = dwell_toggles_add_child;
}

static void
dwell_toggles_dispose (GObject *object)
{
  DwellToggles *self = DWELL_TOGGLES (object);

  g_clear_pointer (&self->squeezer, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_toggles_parent_class)->dispose (object);
}

static void
dwell_toggles_class_init (DwellTogglesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_toggles_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "toggles");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
make_menu (DwellToggles *self)
{
  GtkWidget *popover = gtk_popover_new ();

  self->twins = g_object_new (GTK_TYPE_BOX,
                              "orientation", GTK_ORIENTATION_VERTICAL,
                              "spacing", 6,
                              "margin-top", 6,
                              "margin-bottom", 6,
                              "margin-start", 6,
                              "margin-end", 6,
                              NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), self->twins);

  self->title = g_object_new (GTK_TYPE_LABEL,
                              "ellipsize", PANGO_ELLIPSIZE_END,
                              "xalign", 0.f,
                              NULL);
  self->menu = g_object_new (GTK_TYPE_MENU_BUTTON,
                             "child", self->title,
                             "always-show-arrow", TRUE,
                             "halign", GTK_ALIGN_START,
                             "popover", popover,
                             NULL);
}

static void
dwell_toggles_init (DwellToggles *self)
{
  self->box = g_object_new (GTK_TYPE_BOX, "css-classes", (const char *[]) { "linked", NULL }, NULL);
  make_menu (self);
  self->squeezer = g_object_new (ADW_TYPE_SQUEEZER,
                                 "homogeneous", FALSE,
                                 "switch-threshold-policy", ADW_FOLD_THRESHOLD_POLICY_NATURAL,
                                 NULL);
  adw_squeezer_add (ADW_SQUEEZER (self->squeezer), self->box);
  adw_squeezer_add (ADW_SQUEEZER (self->squeezer), self->menu);
  gtk_widget_set_parent (self->squeezer, GTK_WIDGET (self));
}

/**
 * dwell_toggles_set_title:
 * @self: the toggles
 * @toggle: one of them
 * @title: what the menu button says while @toggle is chosen, with or without a mnemonic
 *
 * Sets a title of @toggle that is shorter than its label. By default the title is the label.
 */
void
dwell_toggles_set_title (DwellToggles    *self,
                         GtkToggleButton *toggle,
                         const char      *title)
{
  g_return_if_fail (DWELL_IS_TOGGLES (self));
  g_return_if_fail (GTK_IS_TOGGLE_BUTTON (toggle));

  g_object_set_qdata_full (G_OBJECT (toggle), title_quark (), g_strdup (title), g_free);
  reserve_room (self);
  show_title (self);
}
