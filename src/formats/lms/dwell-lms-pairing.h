/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From records in the file's order to spans: time, labels of ids, pairs of begin and end,
 * parents. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-labels.h"
#include "formats/lms/dwell-lms-parse.h"

G_BEGIN_DECLS

/* What is known of an id of the file. */
typedef struct {
  DwellLmsNode *node; /* its label now, or NULL */
  guint32       top;  /* its open interval that was begun last, or DWELL_NONE */
} DwellLmsId;

/* An interval that has begun and not ended. */
typedef struct {
  DwellLmsNode *node;
  guint32       span;  /* DWELL_NONE: not in use */
  guint32       row;   /* index among the label's rows */
  guint32       below; /* the one of the same id begun before it; links unused ones too */
} DwellLmsOpen;

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
  GHashTable     *ahead;       /* id as guint64 → GBytes: its first label in blocks that wait */
  gboolean        is_at_end;   /* no more blocks will come */

  GArray         *opens;       /* DwellLmsOpen */
  guint32         free_open;

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
void     dwell_lms_pairing_check_parent (DwellLmsPairing    *self,
                                         const DwellLmsOpen *open);

static inline DwellLmsOpen *
dwell_lms_pairing_get_open (DwellLmsPairing *self,
                            guint32          open)
{
  return &g_array_index (self->opens, DwellLmsOpen, open);
}

/* dwell-lms-mend.c */
void     dwell_lms_pairing_mend   (DwellLmsPairing  *self);
gboolean dwell_lms_pairing_finish (DwellLmsPairing  *self,
                                   guint64           last_line,
                                   GError          **error);

G_END_DECLS
