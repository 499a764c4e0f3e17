/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/dwell-table-text.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_CONTENT (dwell_table_content_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableContent, dwell_table_content, DWELL, TABLE_CONTENT,
                      GdkContentProvider)

GdkContentProvider *dwell_table_content_new (DwellTableText *text,
                                             const char     *file_name)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
