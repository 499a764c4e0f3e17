/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other programs that are opened by mistake. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *dwell_foreign_describe (const char *head,
                                    gsize       length);

G_END_DECLS
