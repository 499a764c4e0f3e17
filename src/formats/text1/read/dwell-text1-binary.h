/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The binary timeline: records of 24 bytes (README.md, "Binary timeline"). */
#pragma once

#include "formats/common/dwell-source.h"
#include "formats/text1/read/dwell-text1-machine.h"
#include "formats/text1/read/dwell-text1-source.h"

G_BEGIN_DECLS

#define DWELL_TEXT1_RECORD_BYTES 24

typedef enum {
  DWELL_TEXT1_VERSION_AUTO,
  DWELL_TEXT1_VERSION_1_1,
  DWELL_TEXT1_VERSION_1_0,
} DwellText1Version;

guint    dwell_text1_binary_recognise (const char         *head,
                                       gsize               length);
void     dwell_text1_binary_vote      (const char         *head,
                                       gsize               length,
                                       guint64            *votes_1_0,
                                       guint64            *votes_1_1);
gboolean dwell_text1_binary_decode    (const char         *record,
                                       gboolean            is_1_0,
                                       DwellText1Event    *event);
gboolean dwell_text1_binary_read      (DwellSource        *source,
                                       DwellText1Version   version,
                                       DwellText1Machine  *machine,
                                       DwellBuilder       *builder,
                                       DwellText1Source   *record,
                                       DwellCheckpoint    *checkpoint,
                                       DwellProgress      *progress,
                                       GCancellable       *cancellable,
                                       GError            **error);

G_END_DECLS
