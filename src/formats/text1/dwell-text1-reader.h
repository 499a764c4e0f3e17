/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main file: block after block, section after section. */
#pragma once

#include "formats/dwell-source.h"
#include "formats/text1/dwell-text1-machine.h"
#include "formats/text1/dwell-text1-sections.h"

G_BEGIN_DECLS

typedef struct _DwellText1Reader DwellText1Reader;

/* What of a file is taken. */
typedef enum {
  DWELL_TEXT1_TAKE_ROWS   = 1 << 0, /* of all sections but the timeline */
  DWELL_TEXT1_TAKE_EVENTS = 1 << 1,
  DWELL_TEXT1_TAKE_TEXT   = 1 << 2, /* for writing it back */
} DwellText1Take;

DwellText1Reader  *dwell_text1_reader_new  (DwellBuilder           *builder,
                                            const DwellText1Given  *given,
                                            DwellText1Encoding      encoding,
                                            DwellText1Order         order,
                                            const char             *task_object,
                                            DwellCheckpoint        *checkpoint)
                                            G_GNUC_WARN_UNUSED_RESULT;
void               dwell_text1_reader_free (DwellText1Reader       *self);
/* @is_late: set to TRUE if sections of names stand behind events: it then stopped there. */
gboolean           dwell_text1_reader_run  (DwellText1Reader       *self,
                                            DwellSource            *source,
                                            guint                   take,
                                            gboolean               *is_late,
                                            DwellProgress          *progress,
                                            GCancellable           *cancellable,
                                            GError                **error);
DwellText1Machine *dwell_text1_reader_get_machine (DwellText1Reader *self);
DwellText1Source  *dwell_text1_reader_get_record  (DwellText1Reader *self);
/* How many sections there are, and whether a timeline has rows. */
guint64            dwell_text1_reader_get_n_sections (DwellText1Reader *self);
gboolean           dwell_text1_reader_has_timeline   (DwellText1Reader *self);
/* Ends the machine, and gives the record to the builder. */
gboolean           dwell_text1_reader_finish (DwellText1Reader       *self,
                                              GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Reader, dwell_text1_reader_free)

G_END_DECLS
