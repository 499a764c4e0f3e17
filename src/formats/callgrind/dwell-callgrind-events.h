/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a file: their names, those that are sums of others, and the one that is read. */
#pragma once

#include "core/dwell-scan.h"
#include "formats/callgrind/dwell-callgrind-line.h"

G_BEGIN_DECLS

typedef struct {
  char    *name;
  guint64  factors[DWELL_CALLGRIND_MAX_EVENTS]; /* by column of the first “events:” line */
} DwellCallgrindEvent;

typedef struct {
  GPtrArray *names;      /* char *: of the columns in the first “events:” line */
  GPtrArray *columns;    /* char *: columns of the current part */
  GPtrArray *formulas;   /* char *: NAME = … from “event:” lines */
  char      *wanted;     /* (nullable): name of the event to read */
  char      *unit;       /* (nullable): unit of the event that is read */
  guint64    factors[DWELL_CALLGRIND_MAX_EVENTS]; /* by column of the current part */
  guint64    scale;      /* ns or bytes per unit */
  gboolean   is_time;
  guint32    only;       /* the only column that is read, with the factor 1; or G_MAXUINT32 */
} DwellCallgrindEvents;

void     dwell_callgrind_events_init        (DwellCallgrindEvents *self,
                                             const char           *wanted);
void     dwell_callgrind_events_clear       (DwellCallgrindEvents *self);
gboolean dwell_callgrind_events_add_formula (DwellCallgrindEvents *self,
                                             DwellScan             text);
gboolean dwell_callgrind_events_set         (DwellCallgrindEvents *self,
                                             DwellScan             text,
                                             const char           *creator,
                                             gboolean             *differs);
gboolean dwell_callgrind_events_sum         (const DwellCallgrindEvents *self,
                                             const guint64        *values,
                                             guint32               n_values,
                                             gint64               *sum);
char    *dwell_callgrind_events_dup_list    (const DwellCallgrindEvents *self)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
