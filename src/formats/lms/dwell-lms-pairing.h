/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes spans from records, in the order of the file: adds up times, assigns labels to ids, pairs
 * begins with ends, and finds parents. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-labels.h"
#include "formats/lms/dwell-lms-parse.h"

G_BEGIN_DECLS

/* The number of open intervals that are tried as parents of a span. */
#define DWELL_LMS_MAX_PARENT_STEPS 4096

/* An open interval: begun, not ended. */
typedef struct {
  DwellLmsNode *node;
  guint32       span;
  guint32       row;  /* index into the rows of the label */
} DwellLmsOpen;

/* The state of an id of the file. */
typedef struct {
  DwellLmsNode *node;        /* (nullable): its present label */
  DwellLmsOpen *opens;       /* in the order in which they began */
  guint32       n_opens;
  guint32       n_allocated;
} DwellLmsId;

/* An end without a begin; becomes a mark. */
typedef struct {
  gint64        time;
  DwellLmsNode *node;
} DwellLmsOrphan;

typedef struct {
  DwellBuilder   *builder;
  DwellLmsLabels  labels;

  GArray         *near_ids;    /* DwellLmsId by id */
  GArray         *far_ids;     /* DwellLmsId */
  GHashTable     *far_indexes; /* id as guint64 → index into far_ids + 1 */
  gsize           n_allocated; /* opens of all ids */
  GHashTable     *ahead;       /* id as guint64 → GBytes: its first label in waiting blocks */
  gboolean        is_at_end;   /* no more blocks will come */

  gint64          time;        /* ns, after the last line */
  gint64          end;         /* the latest time so far */
  gint64          last_begin;  /* the latest begin so far */
  GArray         *late;        /* spans that begin before the span with the previous id */
  guint32         doubtful;    /* the span of a cut last line, or DWELL_NONE */
  gboolean        went_back;   /* a line's time lies before that of an earlier line */
  GArray         *orphans;     /* DwellLmsOrphan */
  guint64         n_labels;
} DwellLmsPairing;

void     dwell_lms_pairing_init   (DwellLmsPairing  *self,
                                   DwellBuilder     *builder,
                                   gboolean          is_packed);
void     dwell_lms_pairing_clear  (DwellLmsPairing  *self);
void     dwell_lms_pairing_expect (DwellLmsPairing  *self,
                                   const DwellLmsBlock *block);
gboolean dwell_lms_pairing_run    (DwellLmsPairing  *self,
                                   const DwellLmsBlock *block,
                                   gsize            *position,
                                   GError          **error);
void     dwell_lms_pairing_each_open (DwellLmsPairing *self,
                                      void           (*func) (DwellLmsPairing *self,
                                                              DwellLmsOpen    *open,
                                                              gpointer         user_data),
                                      gpointer         user_data);
void     dwell_lms_pairing_check_parent (DwellLmsPairing    *self,
                                         const DwellLmsOpen *open);

gboolean dwell_lms_pairing_repair (DwellLmsPairing  *self,
                                   GError          **error);
gboolean dwell_lms_pairing_finish (DwellLmsPairing  *self,
                                   guint64           last_line,
                                   GError          **error);

G_END_DECLS
