/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all actions and keys: the application binds its keys from it, and the shortcuts
 * window, the command palette and the help list it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_ACTION_MAX_ACCELS 4

typedef enum {
  DWELL_ACTIONS_GENERAL,
  DWELL_ACTIONS_WINDOW,
  DWELL_ACTIONS_FIND,
  DWELL_ACTIONS_PAGES,
  DWELL_ACTIONS_TABLES,
  DWELL_ACTIONS_TREE,
  DWELL_ACTIONS_CHARTS,
  DWELL_ACTIONS_TIME,
  DWELL_ACTIONS_SPANS,
  DWELL_ACTIONS_N_GROUPS
} DwellActionGroup;

typedef struct {
  DwellActionGroup group;
  /* A detailed action name. "page.NAME" is the action NAME of the page that is shown, if that page
   * has one; "timeline.NAME" is one of the timeline. NULL: a key that one view handles itself; it
   * is here only to be listed. */
  const char *action;
  const char *title; /* untranslated, marked with N_() */
  /* The application binds those of "app.", "win." and "tab."; the views bind all others. */
  const char *accels[DWELL_ACTION_MAX_ACCELS + 1];
  /* (nullable): other words for it, separated by spaces, by which the palette finds it;
   * untranslated, marked with N_(). */
  const char *keywords;
} DwellActionInfo;

const DwellActionInfo *dwell_actions_get_all         (guint              *n_actions);
const char            *dwell_actions_get_group_title (DwellActionGroup    group);
char                  *dwell_actions_get_page_accel  (guint               place)
                                                      G_GNUC_WARN_UNUSED_RESULT;
char                  *dwell_actions_get_key_text    (const char * const *accels)
                                                      G_GNUC_WARN_UNUSED_RESULT;
GtkWidget             *dwell_actions_make_key_label  (const char          *accel);
char                  *dwell_actions_find_in_page    (GtkWidget          *page,
                                                      const char         *name,
                                                      const GVariantType *type)
                                                      G_GNUC_WARN_UNUSED_RESULT;
void                   dwell_actions_set_keys        (GtkApplication     *application);

G_END_DECLS
