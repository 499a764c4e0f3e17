/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values over time: what was written into the variables and signals of a trace.
 *
 * A write holds from its time until the next one of its track. An index has a pyramid for each
 * track (least and greatest value and the integral over time of every 32, 512, 8192 … writes), so
 * that the summary of any range, and the next place where a value is reached, cost a logarithm,
 * not a walk. Integers are 64 bits with a sign, exact everywhere, their integral in 128 bits. Reals
 * are doubles; what is not finite is in no minimum, maximum or mean, and the time for which it held
 * is no time of the mean. Outside the session nothing is known of any value: the last one holds to
 * its end, and of a range only what lies in it counts.
 *
 * The track of a state variable has spans instead: a state each, one after another in one row. */
#pragma once

#include <gio/gio.h>

#include "analysis/dwell-statistics.h"

G_BEGIN_DECLS

/* Which of both: dwell_values_is_real(). */
typedef union {
  gint64 integer;
  double real;
} DwellValue;

typedef struct _DwellValueIndex DwellValueIndex;

/* NULL when cancelled, or where there is too little memory. Keeps a reference on @trace. */
DwellValueIndex *dwell_value_index_new   (DwellTrace      *trace,
                                          GCancellable    *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellValueIndex *dwell_value_index_ref   (DwellValueIndex *self);
void             dwell_value_index_unref (DwellValueIndex *self);
DwellTrace      *dwell_value_index_get_trace (DwellValueIndex *self);

/* Whether @track is one of a variable, its states, or a signal: whether it has values. */
gboolean dwell_values_is_variable (const DwellTrace *trace,
                                   guint32           track);
gboolean dwell_values_has_states  (const DwellTrace *trace,
                                   guint32           track);
/* Whether what is written into @track are doubles. */
gboolean dwell_values_is_real     (const DwellTrace *trace,
                                   guint32           track);

/* What was written at @place of track_writes. */
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

/* Cuts a range to the session: false if nothing of it lies there, with @begin > @end. */
gboolean dwell_values_clip        (const DwellTrace *trace,
                                   gint64           *begin,
                                   gint64           *end);

/* What @track held in a range. What does not exist is told by has_…, and is 0. */
typedef struct {
  guint64    n_writes;   /* in the range */
  gboolean   has_values; /* least, greatest: of all values held in it, also from before it */
  DwellValue least;
  DwellValue greatest;
  gboolean   has_mean;
  double     mean;       /* over the time in the range for which a value is known */
  gboolean   has_last;
  DwellValue last;       /* at the end of the range, as far as that lies in the session */
} DwellValueSummary;

void     dwell_value_index_summarise  (DwellValueIndex   *self,
                                       guint32            track,
                                       gint64             begin,
                                       gint64             end,
                                       DwellValueSummary *summary);
/* The least and greatest finite value among the writes at the places [@first, @end) of @track;
 * false if there is none. */
gboolean dwell_value_index_get_extent (DwellValueIndex   *self,
                                       guint32            track,
                                       guint32            first,
                                       guint32            end,
                                       DwellValue        *least,
                                       DwellValue        *greatest);
/* The place of the write that holds at @time: the last one then or before; DWELL_NONE if none, and
 * outside the session. */
guint32  dwell_values_find_at         (const DwellTrace  *trace,
                                       guint32            track,
                                       gint64             time);
/* The span of the state that holds at @time, or DWELL_NONE. */
guint32  dwell_values_find_state_at   (const DwellTrace  *trace,
                                       guint32            track,
                                       gint64             time);

/* The same at the end of a range, as far as that lies in the session. */
guint32  dwell_values_find_last_state (const DwellTrace *trace,
                                       guint32           track,
                                       gint64            begin,
                                       gint64            end);

/* How long and how often a variable was in one of its states. */
typedef struct {
  guint32 track;
  guint32 area;  /* the state */
  guint64 count; /* entries */
  gint64  time;  /* ns */
  double  share; /* of the range, as the statistics tell it; negative if there is none */
} DwellStateTime;

/* (transfer full): array of DwellStateTime, by track, value and name; of what @statistics, by area,
 * say of their range. */
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
  char              *text;       /* what stands behind the operator: a state's name, perhaps */
  gboolean           is_number;
  gboolean           is_integer; /* the number is in integer, else in real */
  gint64             integer;
  double             real;
} DwellValueCondition;

/* NULL with an error that says what is expected. */
DwellValueCondition *dwell_value_condition_new  (const char                 *text,
                                                 GError                    **error)
                                                G_GNUC_WARN_UNUSED_RESULT;
/* To be in @state. */
DwellValueCondition *dwell_value_condition_new_for_state (const DwellTrace *trace,
                                                          guint32           state)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellValueCondition *dwell_value_condition_copy (const DwellValueCondition  *self)
                                                G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_value_condition_free (DwellValueCondition        *self);
/* Whether @condition can be asked of @track: false with an error if it names no state of it. */
gboolean             dwell_value_condition_suits (const DwellValueCondition *self,
                                                  const DwellTrace          *trace,
                                                  guint32                    track,
                                                  GError                   **error);
gboolean             dwell_value_condition_holds (const DwellValueCondition *self,
                                                  DwellValue                 value,
                                                  gboolean                   is_real);

/* The next (@direction 1) or previous (-1) moment after or before @time at which @track's value
 * changes (@condition NULL), or comes to be such that @condition holds which did not hold before.
 * Returns the place of that write, for the track of a state variable the number of the span, or
 * DWELL_NONE. Logarithmic in the writes, linear in the spans of states. */
guint32  dwell_value_index_step       (DwellValueIndex           *self,
                                       guint32                    track,
                                       gint64                     time,
                                       int                        direction,
                                       const DwellValueCondition *condition,
                                       GCancellable              *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueIndex, dwell_value_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueCondition, dwell_value_condition_free)

G_END_DECLS
