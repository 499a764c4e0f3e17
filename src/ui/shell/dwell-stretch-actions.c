/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/shell/dwell-stretch-actions.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-kept-stretch.h"
#include "ui/widgets/dwell-toast.h"

static void
keep_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  gint64 begin;
  gint64 end;

  if (!dwell_view_get_selection (parts->view, &begin, &end))
    return;

  dwell_kept_stretch_set (dwell_kept_stretch_get_default (), dwell_view_get_session (parts->view),
                          begin, end);
  dwell_toast_show (parts->tab, _("Kept as the base. Select another range to compare with it"));
}

/* The scope becomes the selection, so that the tables of the tab are about the same as the
 * comparison. */
static void
compare_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellView *view = ((const DwellTabParts *) user_data)->view;
  gint64 begin;
  gint64 end;
  DwellSession *base = dwell_kept_stretch_get (dwell_kept_stretch_get_default (), &begin, &end);

  if (base == NULL || !dwell_view_get_selection (view, NULL, NULL))
    return;

  dwell_view_set_scope (view, DWELL_SCOPE_SELECTION);
  dwell_view_set_base_stretch (view, base, begin, end);
}

static void
update_keep (GSimpleAction *action,
             DwellView     *view)
{
  g_simple_action_set_enabled (action, dwell_view_get_selection (view, NULL, NULL));
}

/* Depends on the selection, and on whether any stretch is kept. */
static void
update_compare (GSimpleAction *action)
{
  DwellView *view = g_object_get_data (G_OBJECT (action), "view");

  g_simple_action_set_enabled (
    action, dwell_view_get_selection (view, NULL, NULL) &&
            dwell_kept_stretch_get (dwell_kept_stretch_get_default (), NULL, NULL) != NULL);
}

/**
 * dwell_stretch_actions_add:
 * @actions: the actions of a tab
 * @parts: its parts, which must exist as long as they do
 *
 * Adds compare-kept and keep-base.
 */
void
dwell_stretch_actions_add (GActionMap          *actions,
                           const DwellTabParts *parts)
{
  DwellView *view = parts->view;
  g_autoptr(GSimpleAction) keep = g_simple_action_new ("keep-base", NULL);
  g_autoptr(GSimpleAction) compare = g_simple_action_new ("compare-kept", NULL);

  g_signal_connect (keep, "activate", G_CALLBACK (keep_action), (gpointer) parts);
  g_signal_connect (compare, "activate", G_CALLBACK (compare_action), (gpointer) parts);
  g_object_set_data (G_OBJECT (compare), "view", view);
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (update_keep), keep,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "selection-changed", G_CALLBACK (update_compare), compare,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dwell_kept_stretch_get_default (), "changed",
                           G_CALLBACK (update_compare), compare, G_CONNECT_SWAPPED);
  update_keep (keep, view);
  update_compare (compare);
  g_action_map_add_action (actions, G_ACTION (keep));
  g_action_map_add_action (actions, G_ACTION (compare));
}
