/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of the part after the definitions: times and changes of values. A pure function of
 * the text, for any thread; the meaning of codes is not known here. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_VCD_TIME,
  DWELL_VCD_SCALAR,
  DWELL_VCD_VECTOR,   /* its value is the number */
  DWELL_VCD_WIDE,     /* more than 64 bits: its value is a double, or NaN if it is too large */
  DWELL_VCD_UNKNOWN,  /* a vector with x or z in it */
  DWELL_VCD_REAL,     /* its value is a double */
  DWELL_VCD_STRING,   /* its value is the place of its text: see dwell_vcd_change_get_string() */
  DWELL_VCD_DUMP_OFF,
  DWELL_VCD_DUMP_ON,
  DWELL_VCD_END,
  DWELL_VCD_BAD,
} DwellVcdKind;

/* States of a bit, in the order of these letters. */
#define DWELL_VCD_STATES   "01xzuwlh-"
#define DWELL_VCD_N_STATES 9
#define DWELL_VCD_STATE_X  2
#define DWELL_VCD_STATE_Z  3

/* Codes of up to this many characters become numbers; others are looked up as texts. */
#define DWELL_VCD_SHORT_CODE 3

typedef struct {
  guint64 value;
  guint32 code;        /* the number of a short code; else its place in the text */
  guint32 line;        /* from 0, in the text */
  guint16 code_length;
  guint8  kind;        /* DwellVcdKind */
  guint8  state;       /* of a scalar; for an unknown vector, x or z */
} DwellVcdChange;

gboolean  dwell_vcd_changes_parse     (DwellScan             text,
                                       gboolean              is_in_section,
                                       GArray               *changes);
gboolean  dwell_vcd_code_is_good      (DwellScan             code);
guint32   dwell_vcd_code_get_number   (DwellScan             code);
gboolean  dwell_vcd_take_token        (DwellScan            *text,
                                       DwellScan            *token);
gboolean  dwell_vcd_token_is          (DwellScan             token,
                                       const char           *word);
DwellScan dwell_vcd_change_get_string (const DwellVcdChange *self,
                                       const char           *text);

G_END_DECLS
