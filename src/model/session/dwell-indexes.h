/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the indexes of a trace on workers: the layout first, without which the timeline of a large
 * trace is slow, then the values, the order of events and the statistics at the same time. The
 * statistics are then compared with those that the file contains. */
#pragma once

#include "model/dwell-job.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_INDEX_LAYOUT,
  DWELL_INDEX_EVENT_ORDER,
  DWELL_INDEX_STATISTICS,
  DWELL_INDEX_VALUES,
  DWELL_INDEX_PROBLEMS, /* not an index, but made from one */
  DWELL_N_INDEXES,
} DwellIndexKind;

typedef struct _DwellIndexes DwellIndexes;

/* Called on the main thread when an index has been made: @reading has it. */
typedef void (*DwellIndexesFunc) (DwellReading *reading,
                                  gpointer      user_data);

struct _DwellIndexes
{
  guint    n_missing;
  gboolean has_lacked; /* memory was too small for an index, which is left out */

  /*< private >*/
  DwellReading    *reading; /* with what has been made so far */
  DwellJob        *jobs[DWELL_N_INDEXES]; /* NULL: not started, or ended */
  DwellIndexesFunc changed;
  gpointer         user_data;
};

DwellIndexes *_dwell_indexes_new  (DwellReading     *reading,
                                   DwellIndexesFunc  changed,
                                   gpointer          user_data) G_GNUC_WARN_UNUSED_RESULT;
void          _dwell_indexes_free (DwellIndexes     *self);

G_END_DECLS
