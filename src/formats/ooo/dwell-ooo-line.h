/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of an RTL_LOGFILE log, line by line: pure functions of bytes, no state, no
 * allocation.
 *
 *   opening log file 996743774.123456 seconds past January 1st 1970
 *   corresponding to 0 ms after timer start
 *   Process id is 4711
 *   000010 1 { module (author) ::Function        a stamp, then the text
 *   closing log file at 000120
 *
 * What the text of a stamp means depends on the scopes that are open: see dwell-ooo-thread.h. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* A Unix time that is missing or not valid. */
#define DWELL_OOO_NO_CLOCK G_MININT64

/* A record that interrupts another was written within this time of it. */
#define DWELL_OOO_NEAR_MS 60000

/* The beginning of a record. */
typedef struct {
  guint32 time;   /* ms, as written: 32 bits that wrap */
  guint32 thread;
  char    kind;   /* '{', '}' or '|' */
} DwellOooStamp;

/* A stamp within a line: the start of another thread's record that interrupts it. */
typedef struct {
  DwellOooStamp stamp;
  const char   *begin; /* its first digit */
  const char   *text;  /* after the stamp */
} DwellOooCut;

/* The parts of a name "module (author) function"; any other name consists of the function only. */
typedef struct {
  DwellScan module;
  DwellScan author;
  DwellScan function;
} DwellOooName;

gboolean dwell_ooo_scan_stamp   (DwellScan     *s,
                                 DwellOooStamp *stamp);
gboolean dwell_ooo_find_cut     (const char    *text,
                                 const char    *end,
                                 guint32        near_time,
                                 DwellOooCut   *cut);
gboolean dwell_ooo_may_hold_cut (const char    *text,
                                 const char    *end);
gboolean dwell_ooo_is_fragment  (const char    *text,
                                 const char    *end);

gboolean    dwell_ooo_scan_opening (DwellScan  *s,
                                    gint64     *unix_ns);
gboolean    dwell_ooo_scan_timer   (DwellScan  *s,
                                    guint32    *time);
gboolean    dwell_ooo_scan_process (DwellScan  *s,
                                    guint64    *id);
gboolean    dwell_ooo_scan_closing (DwellScan  *s,
                                    guint32    *time);
const char *dwell_ooo_find_opening (const char *text,
                                    const char *end);
const char *dwell_ooo_find_closing (const char *text,
                                    const char *end);

const char *dwell_ooo_find_colon              (const char   *text,
                                               const char   *end);
const char *dwell_ooo_strip_colon             (const char   *text,
                                               const char   *end);
const char *dwell_ooo_strip_detail            (const char   *label,
                                               const char   *end);
const char *dwell_ooo_strip_partial_character (const char   *text,
                                               const char   *end);
gboolean    dwell_ooo_scan_author             (DwellScan    *s,
                                               DwellScan    *module,
                                               DwellScan    *author);
gboolean    dwell_ooo_split_name              (DwellScan     name,
                                               DwellOooName *parts);

G_END_DECLS
