/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Returns: (transfer full) (nullable): why it cannot be called so, "" for no words about it;
 * @is_there: something is called so already, and would be replaced. */
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
