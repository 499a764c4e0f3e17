/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognises Text1 by the first bytes, and opens the file that belongs to the one at hand. */
#pragma once

#include "formats/common/dwell-source.h"
#include "formats/text1/common/dwell-text1-sections.h"

G_BEGIN_DECLS

guint              dwell_text1_recognise       (const char            *head,
                                                gsize                  length);
gboolean           dwell_text1_is_main         (const char            *head,
                                                gsize                  length,
                                                const DwellText1Given *given);
DwellText1Encoding dwell_text1_detect_encoding (const char            *head,
                                                gsize                  length);

DwellSource       *dwell_text1_open_binary     (DwellSource           *main_file,
                                                const char            *path,
                                                GCancellable          *cancellable,
                                                GError               **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
GStrv              dwell_text1_list_companions (const char            *name)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellSource       *dwell_text1_open_main       (DwellSource           *binary,
                                                const DwellText1Given *given,
                                                GCancellable          *cancellable)
                                                G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
