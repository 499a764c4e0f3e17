/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From records in the file's order to spans: time, labels of ids, pairs of begin and end,
 * parents. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-labels.h"
#include "formats/lms/dwell-lms-parse.h"

G_BEGIN_DECLS

/* An interval that has begun and not ended. */
typedef struct {
  DwellLmsNode *node;
  guint32       span;
  guint32       row;  /* index among the label's rows */
} DwellLmsOpen;

/* What is known of an id of the file. */
typedef struct {
  DwellLmsNode *node;        /* its label now, or NULL */
  DwellLmsOpen *opens;       /* in the order in which they began */
  guint32       n_opens;
  guint32       n_allocated;
} DwellLmsId;

/* An end without a begin. */
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
  GHashTable     *ahead;       /* id as guint64 → GBytes: its first label in blocks that wait */
  gboolean        is_at_end;   /* no more blocks will come */

  gint64          time;        /* ns, after the line last read */
  gint64          end;         /* the latest of all times */
  gint64          last_begin;  /* the latest begin */
  GArray         *late;        /* spans that began before the one begun before them */
  guint32         doubtful;    /* span, or DWELL_NONE */
  gboolean        went_back;   /* an end is earlier than a time before it */
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

/* dwell-lms-mend.c */
gboolean dwell_lms_pairing_mend   (DwellLmsPairing  *self,
                                   GError          **error);
gboolean dwell_lms_pairing_finish (DwellLmsPairing  *self,
                                   guint64           last_line,
                                   GError          **error);

G_END_DECLS
