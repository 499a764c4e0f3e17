/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One figure of each area in several recordings: as groups, of which each recording is one
 * observation, or as a series, which has a trend. Used by the command line and the window.
 *
 * A row of a series is judged by its last recording and its first, or one that is chosen instead of
 * the first. It is new or gone if only one of these has the area; identical if all recordings are
 * equal; more or less if a part of the series differs from the part before, or if it rises or
 * falls, beyond chance and noise; the same if the last is within noise of the first or chosen one;
 * else unclear, like all changes in a series that is too short to test.
 *
 * Costs by the size of the input, which aprof measures, have a class of growth in each recording.
 *
 * Recordings are added one after another, and only the figure of each area is kept, so that no more
 * than two are in memory: the first is kept, since the areas of the others are matched to it. */
#pragma once

#include "analysis/compare/dwell-group-difference.h"
#include "analysis/compare/dwell-match.h"
#include "analysis/compare/dwell-series.h"
#include "analysis/costs/dwell-growth.h"
#include "analysis/statistics/dwell-statistic.h"

G_BEGIN_DECLS

typedef struct {
  DwellStatistic    statistic;
  DwellMatchOptions matching; /* the objects it points to must outlive the recordings */
  guint             n_base;   /* the first n_base are the base of the others; 0: a series */
  guint             reference; /* in a series: the number, from 1 in order of adding, of the
                                * recording that the last is compared with; 0: the first */
  double            noise;    /* 0.01: a hundredth */
  double            alpha;
} DwellRecordingsOptions;

/* A recording that is added. */
typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index;    /* (nullable): by area; NULL: made if needed */
  gint64                begin;
  gint64                end;
  const guint8         *contexts; /* (nullable): the contexts whose weights count; NULL: all */
  const guint8         *areas;    /* (nullable): the areas that count; NULL: all */
} DwellRecordingPart;

/* Why a recording cannot be compared with the previous ones. */
typedef enum {
  DWELL_RECORDINGS_FIT,
  DWELL_RECORDINGS_HAVE_NOTHING,  /* nothing to count */
  DWELL_RECORDINGS_LACK_MEASURE,
  DWELL_RECORDINGS_DIFFER,        /* they count different things */
  DWELL_RECORDINGS_NEED_MEMORY,   /* or it was cancelled */
} DwellRecordingsProblem;

/* An area in all recordings. */
typedef struct {
  char    *name;
  guint32  area;                     /* in the first recording, or DWELL_NONE */
  gint64   values[DWELL_SERIES_MAX]; /* 0 where it did not run */
  guint8   is_there[DWELL_SERIES_MAX];
  guint8   growths[DWELL_SERIES_MAX];   /* DwellGrowthClass of its cost, by recording; NONE: not
                                         * known */
  guint8   are_sure[DWELL_SERIES_MAX];  /* those growths */
  char    *growth_text;                 /* (nullable): “O(n) · O(n) · O(n²)” */
  DwellFigure          figure;       /* the means of the groups; or, in a series, the first or
                                      * chosen recording and the last */
  guint8               verdict;      /* DwellVerdict */
  DwellGroupDifference group;
  DwellTrend           trend;
} DwellRecordingsRow;

typedef struct {
  /*< public, read-only >*/
  GPtrArray  *rows;   /* DwellRecordingsRow; the largest change first, once judged */
  guint       n;      /* recordings added so far */
  guint       order[DWELL_SERIES_MAX]; /* by place: the recording's number in order of adding */
  DwellTrace *first;  /* (nullable) */
  char       *unit;   /* (nullable): for weights of call trees; NULL: recordings have spans */
  gboolean    are_shares; /* weights are millionths of the whole of each recording */
  gboolean    has_growths; /* recordings have costs by the size of the input */

  /*< private >*/
  DwellRecordingsOptions options;
  gint64      clocks[DWELL_SERIES_MAX]; /* Unix time of the start, ns, or DWELL_TIME_NONE */
  GHashTable *by_key; /* char * → row */
} DwellRecordings;

DwellRecordings *dwell_recordings_new   (const DwellRecordingsOptions *options)
                                        G_GNUC_WARN_UNUSED_RESULT;
void             dwell_recordings_free  (DwellRecordings              *self);
DwellRecordingsProblem
                 dwell_recordings_add   (DwellRecordings              *self,
                                         const DwellRecordingPart     *part,
                                         GCancellable                 *cancellable);
void             dwell_recordings_judge (DwellRecordings              *self);
const char      *dwell_recordings_problem_get_text (DwellRecordingsProblem self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellRecordings, dwell_recordings_free)

G_END_DECLS
