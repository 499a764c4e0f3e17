/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the Lines page saves and takes: tables, the profile itself, a source. */
#pragma once

#include "model/view/dwell-view.h"
#include "ui/pages/dwell-lines-page.h"

G_BEGIN_DECLS

/* Opens the export dialog with the format @format_id. */
void dwell_lines_save          (GtkWidget      *page,
                                DwellView      *view,
                                const char     *format_id);
/* @message: a program's text and why it could not be read. */
void dwell_lines_tell_failure  (GtkWidget      *page,
                                const char     *message);
/* Asks for a source file, then shows it in the page. */
void dwell_lines_choose_source (DwellLinesPage *page,
                                DwellSession   *session);

G_END_DECLS
