/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/common/dwell-export-settings.h"

G_BEGIN_DECLS

char    *_dwell_export_marks_get_header_begin (const DwellExportSettings *settings,
                                               guint                      part)
                                              G_GNUC_WARN_UNUSED_RESULT;
void     _dwell_export_marks_clear            (GtkTextBuffer             *buffer);
gboolean _dwell_export_marks_add              (GtkTextBuffer             *buffer,
                                               int                        offset,
                                               const char                *text,
                                               const DwellExportSettings *settings,
                                               const DwellOption         *option,
                                               GtkTextIter               *first);
char    *_dwell_export_marks_describe         (const GtkTextIter         *iter)
                                              G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
