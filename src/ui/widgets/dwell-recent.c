/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recent files: those in the desktop's list that Dwell added. */
#include "config.h"

#include "ui/widgets/dwell-recent.h"

#include <glib/gi18n-lib.h>

/* Longer names lose their middle, because menu items cannot be ellipsized. */
#define MENU_NAME_CHARS 60

/* gtk_recent_manager_add_full() accepts the name of a group only if the lowest byte of its address
 * is not 0. An odd address ensures that. */
static const _Alignas (2) char padded_group[] = "-dwell";

#define GROUP (padded_group + 1)

/**
 * dwell_recent_add:
 * @file: a file that was read
 *
 * Puts @file at the head of the recent files.
 */
void
dwell_recent_add (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  const char *groups[] = { GROUP, NULL };
  GtkRecentData data = {
    .mime_type = (char *) "application/octet-stream",
    .app_name = (char *) "dwell",
    .app_exec = (char *) "dwell %u",
    .groups = (char **) groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/**
 * dwell_recent_remove:
 * @file: a file that no longer exists
 *
 * Removes @file from the recent files, if it is one.
 */
void
dwell_recent_remove (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  /* The only error is that it was not in the list. */
  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

/**
 * dwell_recent_clear:
 *
 * Removes all files that Dwell added to the desktop's list.
 */
void
dwell_recent_clear (void)
{
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  GList *items = gtk_recent_manager_get_items (manager);

  for (GList *l = items; l != NULL; l = l->next)
    if (gtk_recent_info_has_group (l->data, GROUP))
      gtk_recent_manager_remove_item (manager, gtk_recent_info_get_uri (l->data), NULL);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static int
compare_modified (gconstpointer a,
                  gconstpointer b)
{
  GtkRecentInfo *first = *(GtkRecentInfo * const *) a;
  GtkRecentInfo *second = *(GtkRecentInfo * const *) b;

  return g_date_time_compare (gtk_recent_info_get_modified (second),
                              gtk_recent_info_get_modified (first));
}

/**
 * dwell_recent_list:
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): at most %DWELL_RECENT_MAX recent files,
 *   the latest first
 */
GPtrArray *
dwell_recent_list (void)
{
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *l = items; l != NULL; l = l->next)
    {
      GtkRecentInfo *info = l->data;

      if (gtk_recent_info_has_group (info, GROUP))
        g_ptr_array_add (result, gtk_recent_info_ref (info));
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  g_ptr_array_sort (result, compare_modified);
  if (result->len > DWELL_RECENT_MAX)
    g_ptr_array_set_size (result, DWELL_RECENT_MAX);

  return result;
}

/* Doubles the underscores of a name, because a single one in a menu marks a mnemonic. */
static char *
menu_label (const char *name)
{
  g_autoptr(GString) label = g_string_new (NULL);
  glong n_chars = g_utf8_strlen (name, -1);

  if (n_chars > MENU_NAME_CHARS)
    {
      g_autofree char *head = g_utf8_substring (name, 0, MENU_NAME_CHARS / 2);
      g_autofree char *tail = g_utf8_substring (name, n_chars - MENU_NAME_CHARS / 2, n_chars);

      g_string_append_printf (label, "%s…%s", head, tail);
    }
  else
    {
      g_string_append (label, name);
    }

  g_string_replace (label, "_", "__", 0);

  return g_strdup (label->str);
}

/**
 * dwell_recent_fill:
 * @menu: a menu
 *
 * Replaces the items of @menu with the recent files. Their action is "app.open-uri".
 */
void
dwell_recent_fill (GMenu *menu)
{
  g_autoptr(GPtrArray) recent = dwell_recent_list ();

  g_menu_remove_all (menu);

  for (guint i = 0; i < recent->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (recent, i);
      g_autofree char *label = menu_label (gtk_recent_info_get_display_name (info));
      g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "app.open-uri", "s",
                                         gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
    }

  if (recent->len == 0)
    g_menu_append (menu, _("No recent files"), NULL);
}
