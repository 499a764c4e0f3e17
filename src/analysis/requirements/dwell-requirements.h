/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing requirements: a file of sentences such as "D1: call of act <= 500 us", one on each line,
 * and whether a recording meets them.
 *
 * A sample is the interval [low, high] of its possible values, since the edges of a recording hide
 * things: only a minimum duration is known of a call that was still open. A sample holds if every
 * value in the interval meets the limit, violates it if no value does, and is undecided otherwise.
 * A requirement without a decided sample is inconclusive, never passed. */
#pragma once

#include <gio/gio.h>

#include "analysis/dwell-samples.h"
#include "core/dwell-trace-derived.h"

G_BEGIN_DECLS

#define DWELL_REQUIREMENTS_SUFFIX ".requirements"

#define DWELL_REQUIREMENTS_MAX_SIZE (1 << 20)
#define DWELL_REQUIREMENTS_MAX_LINES 10000
#define DWELL_REQUIREMENTS_MAX_RESULTS 100000
#define DWELL_REQUIREMENTS_MAX_WORST 1000
#define DWELL_REQUIREMENTS_MAX_MARKS 1000000
#define DWELL_REQUIREMENTS_MAX_TRACKS 256
#define DWELL_REQUIREMENTS_MAX_POINTS 8000000
#define DWELL_REQUIREMENTS_MAX_ROWS 100000000
#define DWELL_REQUIREMENTS_MAX_NAMES 64
#define DWELL_REQUIREMENTS_MAX_NAME 4096

typedef enum {
  DWELL_OUTCOME_PASSED,
  DWELL_OUTCOME_VIOLATED,
  DWELL_OUTCOME_INCONCLUSIVE,
  DWELL_OUTCOME_SKIPPED,
  DWELL_N_OUTCOMES,
} DwellOutcome;

typedef struct {
  guint line;  /* from 1 */
  char *message;
  guint begin; /* place in the line, as joined by dwell_requirements_get_line(), of the wrong */
  guint end;   /* word; both equal: not known */
} DwellRequirementsError;

typedef struct _DwellRequirement DwellRequirement;

/* A file that was read. Immutable. */
typedef struct {
  GPtrArray *requirements; /* DwellRequirement, in the order of the file */
  GPtrArray *chains;       /* private */
  GArray    *errors;       /* DwellRequirementsError, by line */
} DwellRequirements;

/* Something to look at: a violation, or a sample that could not be decided. */
typedef struct {
  gint64   begin;
  gint64   end;
  gboolean has_value;
  double   value;    /* in the result's unit; whole numbers below 2^53 are exact */
  guint32  context;  /* or DWELL_NONE */
  gboolean is_run;   /* from and until hold: windows that begin in a stretch of time */
  gint64   from;
  gint64   until;
  gint64   at;       /* when it had the value: its begin, but for values that follow one another, of
                      * which the worst is told */
  char    *detail;   /* (nullable) */
  gboolean is_undecided; /* only bounds of the value are known: the recording cuts it */
  double   most;     /* if undecided: the upper bound of the value; INFINITY: not known */
} DwellRequirementViolation;

/* The result of a requirement, for one subject. Figures that do not exist are NAN. */
typedef struct {
  const DwellRequirement *requirement;
  DwellOutcome verdict;
  const char  *reason;      /* static, (nullable): "cut", "no-data", "no-such-name", … */
  char        *subject;     /* (nullable) */
  const char  *unit;        /* static, (nullable): "ns", "%", "" */
  gboolean     has_samples;
  guint64      n_samples;
  guint64      n_inconclusive;
  guint64      n_violations;
  double       value;       /* for aggregates, lost, repeated */
  const char  *growth;      /* static, (nullable): for a growth: its class, instead of a value */
  double       min;         /* of exactly known samples */
  double       max;
  double       margin;      /* least distance to the limit; negative: beyond it */
  double       low;         /* the limit */
  double       high;
  GArray      *worst;       /* DwellRequirementViolation */
  GArray      *undecided;   /* DwellRequirementViolation: the first undecided samples, at most as
                             * many as worst */
  GPtrArray   *suggestions; /* similar names that may be meant */
} DwellRequirementResult;

/* A sample as --of shows it. */
typedef struct {
  gint64  begin;
  gint64  end;
  double  low;
  double  high;    /* INFINITY: no bound is known */
  guint32 context; /* or DWELL_NONE */
} DwellRequirementSampleRow;

/* The limit for a measure of the spans of an area. */
typedef struct {
  guint32      area;
  DwellMeasure measure;
  gint64       limit_ns; /* not negative */
} DwellDeadline;

/* The values over time of a line of a track, or of a requirement. A value is at the begin of what
 * it was measured on, that of an age at its end; unknown values are NAN. */
typedef struct {
  const DwellRequirement *requirement;
  char        *subject;   /* (nullable) */
  const char  *unit;      /* static: "ns", "%", "" */
  double       low;       /* the limit, in that unit; -INFINITY: none */
  double       high;      /* INFINITY: none */
  const char  *reason;    /* static, (nullable): why there are no points, like the reason of a
                           * result; "too-many": there would be too many */
  guint32      track;     /* of the subject, or DWELL_NONE */
  gboolean     is_linear; /* values between two points are interpolated linearly; else a value
                           * holds */
  DwellColumn *points;    /* DwellDerivedPoint, by time */
} DwellRequirementCurve;

gboolean           dwell_requirements_is_one (const char             *head,
                                             gsize                    length);
DwellRequirements *dwell_requirements_parse (const char              *text,
                                             gsize                    length)
                                            G_GNUC_WARN_UNUSED_RESULT;
void               dwell_requirements_free  (DwellRequirements       *self);
GPtrArray         *dwell_requirements_check (const DwellRequirements *self,
                                             DwellTrace              *trace,
                                             const char * const      *only,
                                             guint                    n_worst,
                                             GArray                  *rows,
                                             GArray                  *marks,
                                             GCancellable            *cancellable,
                                             GError                 **error)
                                            G_GNUC_WARN_UNUSED_RESULT;

gboolean           dwell_requirements_has_tracks (const DwellRequirements *self,
                                             const char * const      *shown);
GPtrArray         *dwell_requirements_derive (const DwellRequirements *self,
                                             DwellTrace              *trace,
                                             const char * const      *shown,
                                             GCancellable            *cancellable,
                                             GError                 **error)
                                            G_GNUC_WARN_UNUSED_RESULT;

const char *dwell_measure_get_word        (DwellMeasure         self);
char       *dwell_deadline_put_into_words (const DwellDeadline *self,
                                           const DwellTrace    *trace) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_deadlines_check         (const DwellDeadline *deadlines,
                                           guint                n_deadlines,
                                           DwellTrace          *trace,
                                           guint                first_cause,
                                           GArray              *marks,
                                           GCancellable        *cancellable);

char *dwell_requirements_suggest (DwellTrace    *trace,
                                  double         headroom,
                                  guint         *n_suggested,
                                  GCancellable  *cancellable,
                                  GError       **error) G_GNUC_WARN_UNUSED_RESULT;

const char   *dwell_requirement_get_id       (const DwellRequirement *self);
const char   *dwell_requirement_get_title    (const DwellRequirement *self);
const char   *dwell_requirement_get_text     (const DwellRequirement *self);
gboolean      dwell_requirement_is_track     (const DwellRequirement *self);
gboolean      dwell_requirement_has_curve    (const DwellRequirement *self);
const char   *dwell_requirement_get_because  (const DwellRequirement *self);
guint         dwell_requirement_get_line     (const DwellRequirement *self);
DwellSeverity dwell_requirement_get_severity (const DwellRequirement *self);

const char   *dwell_outcome_get_id (DwellOutcome self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRequirements, dwell_requirements_free)

G_END_DECLS
