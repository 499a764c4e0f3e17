/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the requirements: parsed sentences, and the judge, which gets the samples
 * of each measure one after another, in order of begin. */
#pragma once

#include "analysis/costs/dwell-costs.h"
#include "analysis/dwell-find.h"
#include "analysis/dwell-line-table.h"
#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-children.h"

G_BEGIN_DECLS

typedef struct {
  char         *text;
  DwellPattern *pattern;    /* (nullable): stands for everything that matches */
  gboolean      is_context; /* "context NAME" */
} DwellRequirementName;

typedef enum {
  DWELL_UNIT_TIME,
  DWELL_UNIT_PERCENT,
  DWELL_UNIT_NUMBER,
} DwellRequirementUnit;

/* n / of, exactly. */
typedef struct {
  DwellRequirementUnit unit;
  gint64               n;
  gint64               of;
  double               real;
} DwellQuantity;

typedef struct {
  gboolean      has_low;
  gboolean      has_high;
  gboolean      low_is_strict;
  gboolean      high_is_strict;
  DwellQuantity low;
  DwellQuantity high;
} DwellLimit;

typedef enum {
  DWELL_EVENT_KIND_BEGIN,
  DWELL_EVENT_KIND_END,
  DWELL_EVENT_KIND_SUSPEND,
  DWELL_EVENT_KIND_RESUME,
  DWELL_EVENT_KIND_WRITE,
  DWELL_EVENT_KIND_BECOMES,
  DWELL_EVENT_KIND_MESSAGE,
  DWELL_EVENT_KIND_SPAN, /* a bare name as a stage: reads at its begin, writes at its end */
} DwellRequirementEventKind;

typedef struct {
  DwellRequirementEventKind kind;
  DwellRequirementName     *name;
  DwellRequirementName     *on;    /* (nullable) */
  DwellValueCondition      *when;  /* (nullable): of WRITE; of BECOMES, the state */
} DwellRequirementEvent;

typedef enum {
  DWELL_CONDITION_IS,   /* a state or a number */
  DWELL_CONDITION_OPEN,
  DWELL_CONDITION_ACTIVE,
  DWELL_CONDITION_SUSPENDED,
} DwellRequirementConditionKind;

typedef struct {
  DwellRequirementConditionKind kind;
  DwellRequirementName         *name;
  gboolean                      is_negated;
  DwellValueCondition          *value;
} DwellRequirementCondition;

typedef struct {
  char      *id;
  guint      line;
  gboolean   is_queued;
  GPtrArray *stages; /* DwellRequirementEvent */
} DwellRequirementChain;

typedef enum {
  DWELL_CURVE_CALL, DWELL_CURVE_GROSS, DWELL_CURVE_NET, DWELL_CURVE_PREEMPTED, DWELL_CURVE_PAUSE,
  DWELL_CURVE_GAP, DWELL_CURVE_PERIOD, DWELL_CURVE_JITTER, DWELL_CURVE_GRID_JITTER,
  DWELL_CURVE_CYCLE_JITTER,
  DWELL_CURVE_LOAD, DWELL_CURVE_COUNT,
  DWELL_CURVE_VALUE, DWELL_CURVE_CONCURRENCY, DWELL_CURVE_BACKLOG, DWELL_CURVE_DELAY,
  DWELL_CURVE_SPREAD, DWELL_CURVE_REACTION, DWELL_CURVE_AGE, DWELL_CURVE_LATENCY, DWELL_CURVE_LOST,
  DWELL_CURVE_REPEATED,
  DWELL_CURVE_TIME, DWELL_CURVE_HITS, DWELL_CURVE_SHARE, DWELL_CURVE_COST, DWELL_CURVE_CALLS,
  DWELL_CURVE_GROWTH,
  DWELL_CURVE_ORDER, DWELL_CURVE_NEVER, DWELL_CURVE_ALWAYS,
} DwellCurve;

typedef enum {
  DWELL_WINDOW_NONE,
  DWELL_WINDOW_ANY,
  DWELL_WINDOW_EACH_TIME,
  DWELL_WINDOW_EACH_AREA,
} DwellWindow;

typedef enum {
  DWELL_AGGREGATE_NONE,
  DWELL_AGGREGATE_MAX,
  DWELL_AGGREGATE_MIN,
  DWELL_AGGREGATE_MEAN,
  DWELL_AGGREGATE_SUM,
  DWELL_AGGREGATE_PERCENTILE, /* nearest rank */
} DwellAggregate;

struct _DwellRequirement {
  char          *id;
  char          *title;
  char          *text;
  char          *because;
  guint          line;
  gboolean       is_track;
  DwellSeverity  severity;
  gboolean       is_optional;

  DwellAggregate aggregate;
  DwellQuantity  percentile;
  DwellCurve     curve;
  GPtrArray     *names;   /* DwellRequirementName */
  GPtrArray     *on;      /* (nullable) the same */
  gint64         around;  /* ns, 0: not given */
  DwellWindow    window;
  gint64         length;  /* ns: of the window */
  DwellRequirementName *scope;  /* (nullable): in each AREA, order … in AREA */
  GPtrArray     *events;  /* DwellRequirementEvent */
  gboolean       is_one_to_one;
  gboolean       is_long; /* with sampling, with hold */
  const DwellRequirementChain *chain;
  gboolean       has_size;
  guint64        size;    /* for COST: minimum size of the input */
  DwellRequirementCondition *condition;
  DwellRequirementCondition *condition_while;
  DwellLimit     limit;

  gint64         from;
  gint64         until;
  DwellRequirementCondition *during;
  guint64        skip;
  guint64        allow;
  guint64        allow_of; /* N of any K; 0: at most N in all */
  gboolean       allow_is_percent;
  DwellQuantity  allow_percent;
};

/* What is known about one value. */
typedef struct {
  gint64  begin;
  gint64  end;
  gint64  low;     /* divided by scale */
  gint64  high;    /* G_MAXINT64: no bound */
  gint64  scale;   /* the divisor of both; percentages are also multiplied by 100 */
  double  real;    /* for judges of reals */
  guint32 context;
  gboolean is_span; /* the sample is of @span as a whole */
  guint32 span;
  gboolean is_of_track; /* the sample is of @track, which may differ from that of the subject */
  guint32 track;
  gboolean is_run;
  gint64  from;
  gint64  until;
  gboolean has_at; /* the sample is of several values, of which the one known is that at @at */
  gint64  at;
  char   *detail;  /* (transfer full) (nullable) */
} DwellSample;

typedef struct {
  gint64  begin;
  gint64  end;
  guint32 track; /* where a condition on a variable holds: the track that came first */
} DwellStretch;

/* Times at which something begins, and at which something ends. */
typedef struct {
  GArray *ups;   /* gint64 */
  GArray *downs; /* gint64 */
  guint   next_up;
  guint   next_down;
} DwellSteps;

/* One of several sequences of elements sorted by time. */
typedef struct {
  gint64  time;   /* of the next element */
  guint32 next;
  guint32 end;
  guint   number; /* at equal times the sequence with the lowest number comes first */
} DwellSequence;

typedef enum { DWELL_SAMPLE_HOLDS, DWELL_SAMPLE_BREAKS, DWELL_SAMPLE_UNDECIDED } DwellSampleState;

/* The trace with the data that several requirements need. */
typedef struct {
  DwellTrace   *trace;
  GCancellable *cancellable;
  int           is_lacking;   /* atomic: there was too little memory to judge all requirements */
  int           n_results;    /* atomic: of all requirements */
  gsize         is_listed;    /* once: first, count and spans are made */
  guint32      *first;        /* by area: the first of its spans */
  guint32      *count;
  gsize        *is_ready;     /* once, by area: its spans are sorted by begin, without doubtful
                               * ones */
  guint32      *spans;        /* area after area */
  gsize         has_tracks;   /* once: first_track and tracks are made */
  guint32      *first_track;  /* by area, and for an area after the last one */
  guint32      *tracks;       /* area after area */
  gsize         has_last;     /* once: context_last is made */
  gint64       *context_last; /* by context: its last record */
  gsize         has_children; /* once: children were asked for */
  DwellChildren *children;    /* (nullable): there was too little memory */
  gsize         has_lines;    /* once, like the following: made if the trace has any */
  DwellLineTable *lines;      /* (nullable) */
  gsize         has_costs;
  DwellCosts   *costs;        /* (nullable) */
  gsize         has_tree;
  DwellTree    *tree;         /* (nullable) */
  GPtrArray    *groups;       /* (nullable): DwellTreeGroup */
} DwellRequirementsTrace;

/* The subject of a figure without a time axis. */
typedef struct {
  char   *title;
  GArray *areas; /* guint32: one, or those of a line of source */
} DwellFixedSubject;

typedef struct {
  const DwellRequirement *requirement;
  DwellRequirementsTrace *trace;
  DwellRequirementResult *result;
  const guint32          *areas;    /* resolved names, in their order */
  guint                   n_areas;
  const guint8           *contexts; /* (nullable): the contexts that count */
  DwellLimit              limit;
  gint64                  factor;   /* 100 for % */
  gboolean                is_real;
  GArray                 *stretches; /* (nullable) DwellStretch: of "during" */
  guint64                 n_during;  /* elements that are gathered for these */
  guint64                 n_to_skip;
  guint                   n_worst;
  guint64                 n_decided;
  GArray                 *beyond;    /* double: of the worst */
  GArray                 *values;    /* gint64: of exact samples, for aggregates */
  guint8                 *ring;      /* of "allow N of any K" */
  guint64                 n_in_ring;
  guint64                 n_bad;     /* in it */
  gboolean                is_excess;
  GArray                 *rows;      /* (nullable): DwellRequirementSampleRow */
  GArray                 *marks;     /* (nullable): DwellOverrunMark, of all requirements */
  guint                   n_before;  /* results before this one */
  gboolean                has_track;
  guint32                 track;     /* of the subject; where what is of no context is marked */
  DwellRequirementCurve  *curve;     /* (nullable): gets all values, of a track */
  guint                  *n_points;  /* with it: of all tracks */
  gint64                  known_until; /* the end of the last sample of a level */
  gsize                   n_claimed; /* bytes claimed */
  guint                   n_asked;   /* whether to go on */
} DwellJudge;

void     _dwell_requirement_name_free (DwellRequirementName *self);

void     _dwell_judge_init     (DwellJudge                 *self,
                                const DwellRequirement     *requirement,
                                DwellRequirementsTrace     *trace,
                                guint                       n_worst);
gboolean _dwell_judge_counts   (DwellJudge                 *self,
                                gint64                      begin,
                                gint64                      end);
void     _dwell_judge_decide   (DwellJudge                 *self,
                                gboolean                    is_bad);
DwellSampleState _dwell_judge_classify (const DwellJudge   *self,
                                const DwellSample          *sample);
DwellSampleState _dwell_judge_note (DwellJudge             *self,
                                const DwellSample          *sample);
void     _dwell_judge_add      (DwellJudge                 *self,
                                DwellSample                 sample);
void     _dwell_judge_add_equal (DwellJudge                *self,
                                DwellSample                 sample,
                                guint64                     n);
void     _dwell_judge_violate  (DwellJudge                 *self,
                                const DwellSample          *sample);
void     _dwell_judge_set_value (DwellJudge                *self,
                                __int128                    value,
                                gint64                      scale);
void     _dwell_judge_set_real (DwellJudge                 *self,
                                double                      value);
double   _dwell_judge_get_value (const DwellJudge          *self,
                                const DwellSample          *sample);
double   _dwell_judge_get_margin (const DwellJudge         *self,
                                double                      low,
                                double                      high,
                                gboolean                    is_bounded);
void     _dwell_judge_leave    (DwellJudge                 *self,
                                const DwellSample          *sample);
void     _dwell_judge_mark     (DwellJudge                 *self,
                                const DwellSample          *sample,
                                gboolean                    is_undecided);
guint32  _dwell_judge_find_track (const DwellJudge         *self);
DwellRequirementResult *
         _dwell_judge_finish   (DwellJudge                 *self);

guint64     _dwell_requirement_count_during (DwellRequirementsTrace *self,
                                             const DwellRequirement *requirement);
const char *_dwell_judge_claim (DwellJudge                 *self);
void     _dwell_judge_release  (DwellJudge                 *self);
gboolean _dwell_judge_has_room (DwellJudge                 *self);

/* For long loops: whether to go on, i.e. it was not cancelled and there is memory; checked now and
 * then. */
static inline gboolean
_dwell_judge_goes_on (DwellJudge *self)
{
  return (++self->n_asked & 0xfff) != 0 ||
         (!g_cancellable_is_cancelled (self->trace->cancellable) &&
          !g_atomic_int_get (&self->trace->is_lacking));
}

/* Tracks */
DwellRequirementCurve *
         _dwell_curve_new      (const DwellRequirement     *requirement);
void     _dwell_curve_free     (gpointer                    curve);
void     _dwell_curve_add      (DwellJudge                 *self,
                                gint64                      time,
                                double                      value);
void     _dwell_curve_add_sample (DwellJudge               *self,
                                const DwellSample          *sample,
                                double                      value);
void     _dwell_curve_finish   (DwellJudge                 *self);
DwellRequirementUnit
         _dwell_requirement_get_unit (const DwellRequirement *requirement);
DwellRequirementResult *
         _dwell_requirement_result_new (const DwellRequirement *requirement);

void     _dwell_requirement_result_free (gpointer result);
void     _dwell_result_set_undecided (DwellRequirementResult *self,
                                      const char             *reason);

/* The trace */
gboolean _dwell_requirements_trace_init  (DwellRequirementsTrace *self,
                                          DwellTrace             *trace,
                                          GCancellable           *cancellable,
                                          GError                **error);
void     _dwell_requirements_trace_clear (DwellRequirementsTrace *self);
gboolean _dwell_requirements_trace_claim (DwellRequirementsTrace *self,
                                          gsize                   n_bytes);
const guint32 *_dwell_requirements_get_spans (DwellRequirementsTrace *self,
                                              guint32                 area,
                                              guint32                *n);
const guint32 *_dwell_requirements_get_tracks (DwellRequirementsTrace *self,
                                               guint32                 area,
                                               guint32                *n);
const DwellChildren *_dwell_requirements_get_children (DwellRequirementsTrace *self);
gboolean _dwell_requirements_is_open   (DwellRequirementsTrace *self,
                                        guint32                 span);
gboolean _dwell_requirements_is_outermost (const DwellTrace    *trace,
                                        guint32                 span);

/* For walks along the spans of an area, which are scattered in memory: prefetches a later one. */
static inline void
_dwell_requirements_prefetch (const DwellTrace *trace,
                              const guint32    *spans,
                              guint32           place,
                              guint32           n)
{
  const guint32 ahead = 16;

  if (place + ahead >= n)
    return;

  dwell_trace_prefetch_span (trace, spans[place + ahead]);
  __builtin_prefetch (&trace->span_row[spans[place + ahead]]);
}

/* Names */
const char *_dwell_requirements_find_area (DwellTrace                 *trace,
                                           const DwellRequirementName *name,
                                           gboolean                    is_value,
                                           GArray                     *areas,
                                           GPtrArray                  *suggestions);
gboolean    _dwell_requirement_name_is_slow  (const DwellRequirementName *name);
const char *_dwell_requirements_get_short_name (const DwellTrace *trace,
                                                guint32           area);
const char *_dwell_requirements_find_contexts (DwellTrace                 *trace,
                                               const DwellRequirementName *name,
                                               guint8                     *contexts,
                                               GPtrArray                  *suggestions);

gboolean    _dwell_requirement_is_fixed    (const DwellRequirement     *requirement);
const char *_dwell_requirements_find_fixed (DwellRequirementsTrace     *trace,
                                            const DwellRequirement     *requirement,
                                            const DwellRequirementName *name,
                                            GPtrArray                  *subjects,
                                            GPtrArray                  *suggestions);

/* Measures */
void        _dwell_judge_spans     (DwellJudge *self);
const char *_dwell_judge_windows   (DwellJudge *self);
const char *_dwell_judge_levels    (DwellJudge *self);
const char *_dwell_judge_values    (DwellJudge *self);
const char *_dwell_judge_condition (DwellJudge *self);
const char *_dwell_judge_events    (DwellJudge *self);
const char *_dwell_judge_chain     (DwellJudge *self);
const char *_dwell_judge_order     (DwellJudge *self);
const char *_dwell_judge_fixed     (DwellJudge *self);

/* Stretches of time */
void        _dwell_stretches_sort   (GArray            *stretches);
void        _dwell_stretches_unite  (GArray            *stretches);
void        _dwell_stretches_add_area (DwellRequirementsTrace *trace,
                                     guint32            area,
                                     const guint8      *contexts,
                                     DwellCurve         curve,
                                     GArray            *stretches);
const char *_dwell_stretches_of_condition (DwellRequirementsTrace          *trace,
                                           const DwellRequirementCondition *condition,
                                           gboolean                         is_negated,
                                           const GArray                    *within,
                                           GArray                          *stretches,
                                           GPtrArray                       *suggestions);
GArray     *_dwell_stretches_of_scope (const DwellJudge *judge,
                                       gboolean          goes_on);

/* Steps up and down */
void        _dwell_steps_init       (DwellSteps        *self);
void        _dwell_steps_clear      (DwellSteps        *self);
void        _dwell_steps_sort       (DwellSteps        *self);
gboolean    _dwell_steps_next       (DwellSteps        *self,
                                     gint64            *time,
                                     gint64            *step);

/* Merged sequences */
void        _dwell_sequences_add    (GArray            *self,
                                     guint              number,
                                     gint64             time,
                                     guint32            next,
                                     guint32            end);
void        _dwell_sequences_step   (GArray            *self,
                                     gint64             time);
void        _dwell_sequences_add_spans (GArray         *self,
                                     DwellRequirementsTrace *trace,
                                     const GArray      *areas);
guint32     _dwell_sequences_next_span (GArray         *self,
                                     DwellRequirementsTrace *trace,
                                     const GArray      *areas);

const char *_dwell_requirements_collect_events (DwellRequirementsTrace      *trace,
                                                const DwellRequirementEvent *event,
                                                GArray                      *occurrences,
                                                GPtrArray                   *suggestions);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DwellSteps, _dwell_steps_clear)

G_END_DECLS
