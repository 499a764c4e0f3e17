/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options for reading Text1: their table and their values. */
#pragma once

#include "formats/common/dwell-format.h"
#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/read/dwell-text1-binary.h"

G_BEGIN_DECLS

#define DWELL_TEXT1_N_READ_OPTIONS 17

extern const DwellOption dwell_text1_read_options[DWELL_TEXT1_N_READ_OPTIONS];

typedef struct {
  DwellText1Given   given;
  DwellText1Order   order;
  DwellText1Version version;
  char             *task_object; /* (nullable): name of the variable with the running task */
  guint             encoding; /* 0: detect it; else a DwellText1Encoding + 1 */
} DwellText1Options;

void               dwell_text1_options_read    (DwellText1Options       *self,
                                                const DwellOptions      *options);
void               dwell_text1_options_clear   (DwellText1Options       *self);
DwellText1Encoding dwell_text1_choose_encoding (const DwellText1Options *self,
                                                DwellSource             *main_file);

G_END_DECLS
