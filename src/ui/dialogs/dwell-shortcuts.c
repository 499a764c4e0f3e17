/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of keyboard shortcuts, made from the tables of actions and pages.
 *
 * Until GTK 4.14 only GtkBuilder can put groups into a GtkShortcutsWindow, so its description is
 * written here and read at once. */
#include "config.h"

#include "ui/dialogs/dwell-shortcuts.h"

#include <glib/gi18n-lib.h>

#include "ui/dwell-actions.h"
#include "ui/pages/dwell-pages.h"

/* How many lines a column has before the next one begins. */
#define COLUMN_LINES 16

/* Groups that are shown together. */
static const struct {
  const char      *id;
  const char      *title;
  DwellActionGroup first;
  DwellActionGroup last;
} sections[] = {
  { "window", N_("Window"), DWELL_ACTIONS_GENERAL, DWELL_ACTIONS_FIND },
  { "pages", N_("Pages"), DWELL_ACTIONS_PAGES, DWELL_ACTIONS_CHARTS },
  { "timeline", N_("Timeline"), DWELL_ACTIONS_TIME, DWELL_ACTIONS_SPANS },
};

static void
begin_group (GString          *ui,
             DwellActionGroup  group)
{
  g_autofree char *title = g_markup_escape_text (_(dwell_actions_get_group_title (group)), -1);

  g_string_append_printf (ui,
                          "<child><object class='GtkShortcutsGroup'>"
                          "<property name='title'>%s</property>", title);
}

static void
end_group (GString *ui)
{
  g_string_append (ui, "</object></child>");
}

static void
append_shortcut (GString    *ui,
                 const char *title,
                 const char *accels)
{
  g_autofree char *shortcut = NULL;

  shortcut = g_markup_printf_escaped ("<child><object class='GtkShortcutsShortcut'>"
                                      "<property name='title'>%s</property>"
                                      "<property name='accelerator'>%s</property>"
                                      "</object></child>", title, accels);
  g_string_append (ui, shortcut);
}

static void
append_pages (GString *ui)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  begin_group (ui, DWELL_ACTIONS_PAGES);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autofree char *accel = dwell_actions_get_page_accel (i);

      if (accel != NULL)
        append_shortcut (ui, _(pages[i].title), accel);
    }
  end_group (ui);
}

static void
append_group (GString          *ui,
              DwellActionGroup  group)
{
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  begin_group (ui, group);
  for (guint i = 0; i < n_actions; i++)
    if (actions[i].group == group && actions[i].accels[0] != NULL)
      {
        /* GTK parts alternatives by a blank. */
        g_autofree char *accels = g_strjoinv (" ", (char **) actions[i].accels);

        append_shortcut (ui, _(actions[i].title), accels);
      }
  end_group (ui);
}

static void
append_section (GString *ui,
                guint    section)
{
  g_autofree char *title = g_markup_escape_text (_(sections[section].title), -1);

  g_string_append_printf (ui,
                          "<child><object class='GtkShortcutsSection'>"
                          "<property name='section-name'>%s</property>"
                          "<property name='title'>%s</property>"
                          "<property name='max-height'>%d</property>",
                          sections[section].id, title, COLUMN_LINES);

  for (DwellActionGroup group = sections[section].first; group <= sections[section].last; group++)
    if (group == DWELL_ACTIONS_PAGES)
      append_pages (ui);
    else
      append_group (ui, group);

  g_string_append (ui, "</object></child>");
}

/**
 * dwell_shortcuts_present:
 * @parent: the window to stand above
 *
 * Returns: (transfer none): the window of keyboard shortcuts, which is shown
 */
GtkWindow *
dwell_shortcuts_present (GtkWindow *parent)
{
  g_autoptr(GString) ui = g_string_new ("<interface>"
                                        "<object class='GtkShortcutsWindow' id='shortcuts'>");
  g_autoptr(GtkBuilder) builder = NULL;
  GtkWindow *shortcuts;

  for (guint section = 0; section < G_N_ELEMENTS (sections); section++)
    append_section (ui, section);
  g_string_append (ui, "</object></interface>");

  builder = gtk_builder_new_from_string (ui->str, (gssize) ui->len);
  shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));
  g_object_set (shortcuts, "section-name", sections[0].id, NULL);
  gtk_window_set_modal (shortcuts, TRUE);
  gtk_window_set_transient_for (shortcuts, parent);
  gtk_window_present (shortcuts);

  return shortcuts;
}
