/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as Text1 writes them: handles, values, times (README.md, "Values"). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The base of a value whose digits do not determine it. */
typedef enum {
  DWELL_TEXT1_BASE_AUTO, /* hexadecimal in timelines, else decimal */
  DWELL_TEXT1_BASE_DECIMAL,
  DWELL_TEXT1_BASE_HEXADECIMAL,
} DwellText1Base;

gboolean dwell_text1_parse_handle (const char     *text,
                                   gsize           length,
                                   guint32        *handle);
gboolean dwell_text1_parse_number (const char     *text,
                                   gsize           length,
                                   gint64         *number);
gboolean dwell_text1_parse_value  (const char     *text,
                                   gsize           length,
                                   DwellText1Base  base,
                                   guint64        *value,
                                   gboolean       *is_double);

G_END_DECLS
