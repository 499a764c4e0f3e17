/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state that all threads of a log share while it is read: the builder, the areas of names, the
 * problems, and the spans whose parents must be checked again. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* Longer names and messages are cut. */
#define DWELL_OOO_MAX_TEXT_BYTES 65536

typedef enum {
  DWELL_OOO_NUL_BYTES,
  DWELL_OOO_CUT_LINE,
  DWELL_OOO_TORN_LINE,
  DWELL_OOO_CONTINUED_RECORD,
  DWELL_OOO_STRAY_LINE,
  DWELL_OOO_BAD_HEADER,
  DWELL_OOO_LATE_RECORD,
  DWELL_OOO_ORPHAN_END,
  DWELL_OOO_UNTERMINATED_SCOPE,
  DWELL_OOO_EARLY_RETURN,
  DWELL_OOO_GUESSED_END,
  DWELL_OOO_OPEN_AT_END,
  DWELL_OOO_NEGATIVE_DURATION,
  DWELL_OOO_CLOCK_SET_BACK,
  DWELL_OOO_TIME_RANGE,
  DWELL_OOO_LONG_NAME,
  DWELL_OOO_LONG_MESSAGE,
  DWELL_OOO_TOO_DEEP,
  DWELL_OOO_TOO_MANY_ROWS,
  DWELL_OOO_TOO_MANY_THREADS,
  DWELL_OOO_TOO_MANY_PROCESSES,
} DwellOooProblem;

/* The name of a scope in the trace. */
typedef struct {
  guint32  string;
  guint32  area;      /* of the function; DWELL_NONE: not yet looked up */
  gboolean has_colon; /* the name contains " : " */
} DwellOooNameInfo;

/* The area of a logical scope. */
typedef struct {
  guint32 label; /* string id; 0: an empty place */
  guint32 owner_area;
  guint32 area;
} DwellOooLabelArea;

typedef struct {
  DwellBuilder *builder;
  guint64       line;             /* the current line, from 1 */
  GArray       *straddlers;       /* (element-type guint32) spans that overlap others in part */
  guint32       first_to_recheck; /* the first that may not enclose its children, or DWELL_NONE */
  GArray       *set_back;         /* (element-type guint32) tracks whose clock was set back */
  DwellOooLabelArea *label_areas; /* the areas that were looked up last, each at its hash */
} DwellOooLog;

void     dwell_ooo_log_init           (DwellOooLog     *self,
                                       DwellBuilder    *builder);
void     dwell_ooo_log_clear          (DwellOooLog     *self);

void     dwell_ooo_log_complain       (DwellOooLog     *self,
                                       DwellOooProblem  problem);
void     dwell_ooo_log_complain_n     (DwellOooLog     *self,
                                       DwellOooProblem  problem,
                                       guint64          n);

guint32 dwell_ooo_log_intern          (DwellOooLog      *self,
                                       const char       *text,
                                       const char       *end,
                                       DwellOooProblem   if_long);
void    dwell_ooo_log_get_name        (DwellOooLog      *self,
                                       const char       *text,
                                       const char       *end,
                                       DwellOooNameInfo *name);
guint32 dwell_ooo_log_get_area        (DwellOooLog      *self,
                                       guint32           name);
guint32 dwell_ooo_log_get_author_area (DwellOooLog      *self,
                                       guint32           name);
guint32 dwell_ooo_log_get_label_area  (DwellOooLog      *self,
                                       guint32           label,
                                       guint32           owner_area);

void     dwell_ooo_log_recheck_children (DwellOooLog  *self,
                                         guint32       span);
void     dwell_ooo_log_add_straddler    (DwellOooLog  *self,
                                         guint32       span);
gboolean dwell_ooo_log_settle_parents   (DwellOooLog  *self,
                                         GError      **error);
gboolean dwell_ooo_log_put_in_order     (DwellOooLog  *self,
                                         GError      **error);

G_END_DECLS
