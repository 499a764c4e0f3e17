/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values over time: what was written into the variables and signals of a trace.
 *
 * A write holds from its time until the next one of its track; in a linear derived track the value
 * changes linearly from one write to the next. An index has a pyramid for each track (least and
 * greatest value and the integral over time of every 32, 512, 8192 … writes), so that the summary
 * of any range, and the next place where a value is reached, take logarithmic time instead of a
 * walk. Integers are signed 64-bit numbers and exact everywhere; their integrals have 128 bits.
 * Reals are doubles; values that are not finite are left out of minimum, maximum and mean, as is
 * the time for which they held. Outside the session no value is known: the last one holds to its
 * end, and only the part of a range inside the session counts.
 *
 * The track of a state variable has spans instead: one for each state, one after another in one
 * row. */
#pragma once

#include <gio/gio.h>

#include "analysis/statistics/dwell-statistics.h"

G_BEGIN_DECLS

/* dwell_values_is_real() says which of the two is valid. */
typedef union {
  gint64 integer;
  double real;
} DwellValue;

typedef struct _DwellValueIndex DwellValueIndex;

DwellValueIndex *dwell_value_index_new   (DwellTrace      *trace,
                                          GCancellable    *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellValueIndex *dwell_value_index_ref   (DwellValueIndex *self);
void             dwell_value_index_unref (DwellValueIndex *self);
DwellTrace      *dwell_value_index_get_trace (DwellValueIndex *self);

gboolean dwell_values_is_variable (const DwellTrace *trace,
                                   guint32           track);
gboolean dwell_values_has_states  (const DwellTrace *trace,
                                   guint32           track);
gboolean dwell_values_is_real     (const DwellTrace *trace,
                                   guint32           track);

/* Returns the value that was written at @place of track_writes. */
static inline DwellValue
dwell_values_get (const DwellTrace *trace,
                  guint32           place)
{
  union {
    guint64    bits;
    DwellValue value;
  } written = { .bits = trace->write_value[trace->track_writes[place]] };

  return written.value;
}

gboolean dwell_values_is_linear   (const DwellTrace *trace,
                                   guint32           track);
DwellValue dwell_values_get_at    (const DwellTrace *trace,
                                   guint32           track,
                                   guint32           place,
                                   gint64            time);
gboolean dwell_values_clip        (const DwellTrace *trace,
                                   gint64           *begin,
                                   gint64           *end);

/* The values of a track in a range. Values that do not exist, according to has_…, are 0. */
typedef struct {
  guint64    n_writes;   /* in the range */
  gboolean   has_values; /* least, greatest: of all values held in it, including the one from before
                          * it */
  DwellValue least;
  DwellValue greatest;
  gboolean   has_mean;
  double     mean;       /* over the time in the range for which a value is known */
  gboolean   has_last;
  DwellValue last;       /* at the end of the range, as far as it is in the session */
} DwellValueSummary;

void     dwell_value_index_summarise  (DwellValueIndex   *self,
                                       guint32            track,
                                       gint64             begin,
                                       gint64             end,
                                       DwellValueSummary *summary);
gboolean dwell_value_index_get_extent (DwellValueIndex   *self,
                                       guint32            track,
                                       guint32            first,
                                       guint32            end,
                                       DwellValue        *least,
                                       DwellValue        *greatest);
guint32  dwell_values_find_at         (const DwellTrace  *trace,
                                       guint32            track,
                                       gint64             time);
guint32  dwell_values_find_state_at   (const DwellTrace  *trace,
                                       guint32            track,
                                       gint64             time);

guint32  dwell_values_find_last_state (const DwellTrace *trace,
                                       guint32           track,
                                       gint64            begin,
                                       gint64            end);

/* The time that a variable was in one of its states, and how often. */
typedef struct {
  guint32 track;
  guint32 area;  /* the state */
  guint64 count; /* entries */
  gint64  time;  /* ns */
  double  share; /* share of the range, as in the statistics; negative if there is none */
} DwellStateTime;

GArray  *dwell_values_collect_states  (const DwellTrace      *trace,
                                       const DwellStatistics *statistics)
                                      G_GNUC_WARN_UNUSED_RESULT;

typedef enum {
  DWELL_VALUE_EQUAL,
  DWELL_VALUE_NOT_EQUAL,
  DWELL_VALUE_LESS,
  DWELL_VALUE_AT_MOST,
  DWELL_VALUE_GREATER,
  DWELL_VALUE_AT_LEAST,
} DwellValueRelation;

/* "= 5", "> 3.5", "!= 0x10", "Running": what is to be reached. */
typedef struct {
  DwellValueRelation relation;
  char              *text;       /* the text after the operator; may be a state's name */
  gboolean           is_number;
  gboolean           is_integer; /* the number is in integer, else in real */
  gint64             integer;
  double             real;
} DwellValueCondition;

DwellValueCondition *dwell_value_condition_new  (const char                 *text,
                                                 GError                    **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellValueCondition *dwell_value_condition_new_for_state (const DwellTrace *trace,
                                                          guint32           state)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellValueCondition *dwell_value_condition_copy (const DwellValueCondition  *self)
                                                G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_value_condition_free (DwellValueCondition        *self);
gboolean             dwell_value_condition_suits (const DwellValueCondition *self,
                                                  const DwellTrace          *trace,
                                                  guint32                    track,
                                                  GError                   **error);
gboolean             dwell_value_condition_holds (const DwellValueCondition *self,
                                                  DwellValue                 value,
                                                  gboolean                   is_real);
gboolean             dwell_value_condition_holds_in_state (const DwellValueCondition *self,
                                                 const DwellTrace           *trace,
                                                 guint32                     state,
                                                 gboolean                    is_exact);

guint32  dwell_value_index_step       (DwellValueIndex           *self,
                                       guint32                    track,
                                       gint64                     time,
                                       int                        direction,
                                       const DwellValueCondition *condition,
                                       GCancellable              *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueIndex, dwell_value_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueCondition, dwell_value_condition_free)

G_END_DECLS
