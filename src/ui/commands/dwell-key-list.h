/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A boxed list of actions and their keys, built from the tables of actions and pages, for the help
 * and for the window of shortcuts. */
#pragma once

#include "ui/commands/dwell-actions.h"

G_BEGIN_DECLS

GtkWidget  *dwell_key_list_new       (DwellActionGroup  group);
GtkWidget  *dwell_key_list_get_label (GtkListBoxRow    *row);
const char *dwell_key_list_get_text  (GtkListBoxRow    *row);

G_END_DECLS
