/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills the menu of what is in focus each time it opens, because the pages that it offers depend on
 * the trace. */
#include "config.h"

#include "ui/commands/dwell-focus-menu.h"

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-pages.h"

typedef struct {
  const char *label;
  const char *action;
  const char *accel; /* (nullable): a key that timeline and tables share */
} Item;

static void
append_item (GMenu      *menu,
             const char *label,
             const char *detailed_action,
             const char *accel)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, detailed_action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  if (accel != NULL)
    g_menu_item_set_attribute (item, "accel", "s", accel);
  g_menu_append_item (menu, item);
}

static void
append_section (GMenu      *menu,
                const Item *items,
                guint       n_items)
{
  g_autoptr(GMenu) section = g_menu_new ();

  for (guint i = 0; i < n_items; i++)
    append_item (section, _(items[i].label), items[i].action, items[i].accel);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/* Offers the pages that show areas and have anything to show of this trace, except the one on which
 * the menu opens. */
static void
append_pages (GMenu      *menu,
              DwellTrace *trace,
              const char *from_page)
{
  static const DwellPage pages_of_areas[] = {
    DWELL_PAGE_STATISTICS, DWELL_PAGE_TREE, DWELL_PAGE_FLAME, DWELL_PAGE_DISTRIBUTION,
    DWELL_PAGE_COSTS,
  };
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  g_autoptr(GMenu) submenu = g_menu_new ();
  g_autoptr(GMenu) section = g_menu_new ();
  g_autoptr(GMenuItem) item = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pages_of_areas); i++)
    {
      const DwellPageInfo *page = &pages[pages_of_areas[i]];
      g_autofree char *action = g_strdup_printf ("tab.focus-show('%s')", page->id);

      if (g_strcmp0 (page->id, from_page) != 0 &&
          (page->is_useful == NULL || page->is_useful (trace)))
        append_item (submenu, _(page->title), action, NULL);
    }

  if (g_menu_model_get_n_items (G_MENU_MODEL (submenu)) == 0)
    return;

  /* Translators: the title of a submenu with the names of pages, as “Call Tree” */
  item = g_menu_item_new_submenu (_("S_how In"), G_MENU_MODEL (submenu));
  g_menu_append_item (section, item);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_focus (GMenu      *menu,
              DwellView  *view,
              const char *from_page)
{
  static const Item looks[] = {
    { N_("_Zoom to It"), "tab.focus-zoom", "Return" },
    { N_("Select Its _Time"), "tab.focus-select", NULL },
  };
  static const Item steps[] = {
    { N_("Go to _Next"), "tab.focus-next", NULL },
    { N_("Go to _Previous"), "tab.focus-previous", NULL },
    { N_("Go to _Longest"), "tab.focus-longest", NULL },
    { N_("Go to Sho_rtest"), "tab.focus-shortest", NULL },
  };
  static const Item names[] = {
    { N_("_Filter by This Name"), "tab.focus-filter", NULL },
    { N_("Find _All"), "tab.focus-find", NULL },
    { N_("_Copy Name"), "tab.focus-copy-name", NULL },
    { N_("N_ote on the Span…"), "tab.focus-note", "n" },
    { N_("Add Re_quirement…"), "tab.focus-require", NULL },
    { N_("Add Requirement for Chosen Sp_ans…"), "tab.require-chosen", NULL },
  };

  append_section (menu, looks, G_N_ELEMENTS (looks));
  append_section (menu, steps, G_N_ELEMENTS (steps));
  if (dwell_view_get_focus_area (view) != DWELL_NONE &&
      g_strcmp0 (from_page, DWELL_FOCUS_MENU_APART) != 0)
    append_pages (menu, dwell_view_get_trace (view), from_page);
  append_section (menu, names, G_N_ELEMENTS (names));
}

/* Appends the sections of @below, and its other items as a section: GTK does not separate sections
 * within a section. */
static void
append_below (GMenu      *menu,
              GMenuModel *below)
{
  g_autoptr(GMenu) others = g_menu_new ();

  for (int i = 0; i < g_menu_model_get_n_items (below); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new_from_model (below, i);
      g_autoptr(GMenuModel) section = g_menu_item_get_link (item, G_MENU_LINK_SECTION);

      g_menu_append_item (section != NULL ? menu : others, item);
    }

  if (g_menu_model_get_n_items (G_MENU_MODEL (others)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
}

static gboolean
has_focus (DwellView *view)
{
  return dwell_view_get_trace (view) != NULL &&
         (dwell_view_get_focus_area (view) != DWELL_NONE ||
          dwell_view_get_focus_mark (view) != DWELL_NONE);
}

/**
 * dwell_focus_menu_new:
 * @parent: a widget, which unparents the result in its dispose
 *
 * Returns: (transfer none): a popover without items
 */
GtkWidget *
dwell_focus_menu_new (GtkWidget *parent)
{
  g_autoptr(GMenu) empty = g_menu_new ();
  GtkWidget *popover;

  g_return_val_if_fail (GTK_IS_WIDGET (parent), NULL);

  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (empty));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, parent);
  return popover;
}

/**
 * dwell_focus_menu_popup:
 * @menu: a menu of dwell_focus_menu_new()
 * @view: (nullable): the view that has in focus what the menu is for; %NULL: it is for nothing in
 *   particular
 * @from_page: (nullable): the id of the page on which it opens; %NULL: on none;
 *   %DWELL_FOCUS_MENU_APART
 * @below: (nullable): the items below the actions for the focus
 * @at: a place in the parent of the menu
 *
 * Opens the menu, unless it would be empty. If nothing is in focus, it has only @below.
 */
void
dwell_focus_menu_popup (GtkWidget          *menu,
                        DwellView          *view,
                        const char         *from_page,
                        GMenuModel         *below,
                        const GdkRectangle *at)
{
  g_autoptr(GMenu) model = g_menu_new ();

  g_return_if_fail (GTK_IS_POPOVER_MENU (menu));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (view != NULL && has_focus (view))
    append_focus (model, view, from_page);
  if (below != NULL)
    append_below (model, below);
  if (g_menu_model_get_n_items (G_MENU_MODEL (model)) == 0)
    return;

  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (menu), G_MENU_MODEL (model));
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), at);
  gtk_popover_popup (GTK_POPOVER (menu));
}
