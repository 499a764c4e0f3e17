/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the main file block by block, section by section. */
#pragma once

#include "formats/common/dwell-source.h"
#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/read/dwell-text1-machine.h"

G_BEGIN_DECLS

typedef struct _DwellText1Reader DwellText1Reader;

/* The parts of a file that are taken. */
typedef enum {
  DWELL_TEXT1_TAKE_ROWS   = 1 << 0, /* of all sections but the timeline */
  DWELL_TEXT1_TAKE_EVENTS = 1 << 1,
  DWELL_TEXT1_TAKE_TEXT   = 1 << 2, /* to write the file again */
} DwellText1Take;

DwellText1Reader  *dwell_text1_reader_new  (DwellBuilder           *builder,
                                            const DwellText1Given  *given,
                                            DwellText1Encoding      encoding,
                                            DwellText1Order         order,
                                            const char             *task_object,
                                            DwellCheckpoint        *checkpoint)
                                            G_GNUC_WARN_UNUSED_RESULT;
void               dwell_text1_reader_free (DwellText1Reader       *self);
gboolean           dwell_text1_reader_run  (DwellText1Reader       *self,
                                            DwellSource            *source,
                                            guint                   take,
                                            gboolean               *is_late,
                                            DwellProgress          *progress,
                                            GCancellable           *cancellable,
                                            GError                **error);
DwellText1Machine *dwell_text1_reader_get_machine (DwellText1Reader *self);
DwellText1Source  *dwell_text1_reader_get_record  (DwellText1Reader *self);
guint64            dwell_text1_reader_get_n_sections (DwellText1Reader *self);
gboolean           dwell_text1_reader_has_timeline   (DwellText1Reader *self);
gboolean           dwell_text1_reader_finish (DwellText1Reader       *self,
                                              GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Reader, dwell_text1_reader_free)

G_END_DECLS
