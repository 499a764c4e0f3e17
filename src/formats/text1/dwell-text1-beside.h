/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .BIN that lies beside the file that an export goes to. */
#pragma once

#include "formats/dwell-sink.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TEXT1_BESIDE_NOTHING, /* there is none */
  DWELL_TEXT1_BESIDE_LONE,    /* a timeline that has no main file */
  DWELL_TEXT1_BESIDE_OWN,     /* the timeline of the Text1 file that is to be replaced */
  DWELL_TEXT1_BESIDE_FOREIGN, /* no timeline, or another file's: it is left alone */
} DwellText1Beside;

DwellText1Beside dwell_text1_look_beside (DwellSink    *sink,
                                          GCancellable *cancellable);
char            *dwell_text1_name_beside (DwellSink    *sink) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
