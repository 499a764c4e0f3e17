/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void  dwell_failure_describe     (AdwStatusPage *page,
                                  const char    *name,
                                  GFile         *file,
                                  const GError  *error);
void  dwell_failure_show_reading (GtkWidget     *from,
                                  GActionGroup  *actions,
                                  const GError  *error);
char *dwell_failure_describe_saving (const char   *message,
                                     const GError *error);
void  dwell_failure_show_saving  (GtkWidget     *from,
                                  const char    *message,
                                  const GError  *error);

G_END_DECLS
