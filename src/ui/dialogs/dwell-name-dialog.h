/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * DwellNameCheckFunc:
 * @user_data: the data that was given with the function
 * @name: the name that is in the entry
 * @is_there: (out): whether the name exists, so that accepting it replaces something
 *
 * Checks a name. Called at every change.
 *
 * Returns: (transfer full) (nullable): why @name cannot be accepted, "" without a message; %NULL if
 *   it can be accepted
 */
typedef char *(*DwellNameCheckFunc)  (gpointer    user_data,
                                      const char *name,
                                      gboolean   *is_there);
typedef void  (*DwellNameChosenFunc) (gpointer    user_data,
                                      const char *name);

void dwell_name_dialog_ask (GtkWindow           *parent,
                            const char          *heading,
                            const char          *name,
                            const char          *button,
                            DwellNameCheckFunc   check,
                            DwellNameChosenFunc  chosen,
                            GObject             *user_data);

G_END_DECLS
