/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

void               dwell_print_table     (GtkWidget         *from,
                                          DwellTableText    *text,
                                          DwellTableColumns *columns,
                                          const char        *title,
                                          const char        *of);
GtkPrintOperation *dwell_print_new_table (DwellTableText    *text,
                                          DwellTableColumns *columns,
                                          const char        *title,
                                          const char        *of) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
