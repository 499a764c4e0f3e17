/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the values of options; errors list what an option takes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean dwell_cli_refuse       (GError             **error,
                                 const char          *option,
                                 const char          *value,
                                 const char          *expected);
gboolean dwell_cli_check_choice (const char          *option,
                                 const char          *value,
                                 const char * const  *choices,
                                 guint               *index,
                                 GError             **error);
gboolean dwell_cli_check_time   (const char          *option,
                                 const char          *value,
                                 gint64              *time,
                                 GError             **error);
gboolean dwell_cli_check_count  (const char          *option,
                                 const char          *value,
                                 guint32             *count,
                                 GError             **error);

G_END_DECLS
