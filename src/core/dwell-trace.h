/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trace: the contents of one file, or of several joined. Immutable once made, so any thread may
 * read it without a lock; reference-counted. Made by a DwellBuilder.
 *
 * It consists of public columns rather than objects: a span is a u32 number, which never changes,
 * and its properties are span_area[number], span_row[number], …; its times are returned by
 * dwell_trace_get_span_begin() and dwell_trace_get_span_end(). Numbers rise with the order in which
 * spans were opened, so within one context (and one row) they rise with the start.
 *
 * A partial trace (while the file is still read) is a prefix: its ids stay valid in the whole one.
 *
 * dwell_trace_has() returns which tables a trace has; views never check the format. */
#pragma once

#include "core/dwell-packed.h"
#include "core/dwell-problems.h"
#include "core/dwell-strings.h"

G_BEGIN_DECLS

/* "None" for every id: area, context, track, row, span, mark. */
#define DWELL_NONE G_MAXUINT32

/* A time that is not known (yet). */
#define DWELL_TIME_NONE G_MININT64

/* The greatest distance of a time of a trace from 0, ns (146 years), so that the difference of any
 * two fits. Readers report a time beyond it as a problem of the file. */
#define DWELL_TIME_MAX (G_MAXINT64 / 2)

static inline gboolean
dwell_time_is_in_range (gint64 time)
{
  return time >= -DWELL_TIME_MAX && time <= DWELL_TIME_MAX;
}

/* The tables that a format can hold. A table that it cannot hold is absent (null in JSON), not
 * empty. */
typedef enum {
  DWELL_TABLE_SPANS       = 1 << 0,
  DWELL_TABLE_MARKS       = 1 << 1,
  DWELL_TABLE_WRITES      = 1 << 2,
  DWELL_TABLE_STACK_NODES = 1 << 3,
  DWELL_TABLE_COST_POINTS = 1 << 4,
  DWELL_TABLE_EVENTS      = 1 << 5,
  DWELL_TABLE_SUSPENSIONS = 1 << 6,
  DWELL_TABLE_LINES       = 1 << 7,
  DWELL_TABLE_RECORDS     = 1 << 8,
  DWELL_TABLE_CALLS       = 1 << 9,
  DWELL_TABLE_ARGS        = 1 << 10,
  DWELL_TABLE_FLOWS       = 1 << 11,
} DwellTables;

/* The meaning of the axis of a trace. */
typedef enum {
  DWELL_AXIS_TIME,            /* ns */
  DWELL_AXIS_CUMULATIVE_TIME, /* ns, the sum of the blocks before: there are no time stamps */
  DWELL_AXIS_SAMPLES,         /* numbers of samples: the n-th lies from n to n + 1 */
} DwellAxis;

typedef enum {
  DWELL_AREA_FUNCTION,
  DWELL_AREA_LINE,
  DWELL_AREA_SCOPE,   /* a named part of the code that is not a function (OOo) */
  DWELL_AREA_PROCESS, /* LMS: a process, with begin and end lines */
  DWELL_AREA_ROUTINE,
  DWELL_AREA_VARIABLE,
  DWELL_AREA_STATE,
  DWELL_AREA_AUX,
  DWELL_AREA_DERIVED, /* what requirements compute; in no file */
  DWELL_N_AREA_KINDS,
} DwellAreaKind;

/* An area: something that is profiled. String members are ids of the trace's strings; 0 = not
 * given. Two areas with the same key (kind, parent, name, value, file, module) are one area. */
typedef struct {
  guint32       name;
  guint32       title;    /* its name in tables; of a state, “variable = name” */
  guint32       module;
  guint32       author;
  guint32       function; /* the part of the name that names the function */
  guint32       full_name; /* of a routine: demangled, with its parameters */
  guint32       mangled;   /* of a routine: as the linker calls it */
  guint32       file;     /* source file or image */
  guint32       unit;
  guint32       parent;   /* area, or DWELL_NONE */
  guint32       line;     /* from 1, 0 = none */
  guint32       handle;   /* the file's own; valid if has_handle */
  gint64        value;    /* valid if has_value */
  DwellAreaKind kind;
  guint8        has_handle;
  guint8        has_value;
  guint8        is_float; /* values written into it are IEEE-754 doubles in 64 bits */
} DwellArea;

typedef enum {
  DWELL_CONTEXT_SESSION, /* the only context, if the format has no contexts */
  DWELL_CONTEXT_PROCESS,
  DWELL_CONTEXT_THREAD,
  DWELL_CONTEXT_TASK,
} DwellContextKind;

/* A context: a thread, process … in which spans ran. */
typedef struct {
  guint32          name;   /* string */
  guint32          parent; /* context, or DWELL_NONE */
  DwellContextKind kind;
  guint64          id;     /* the file's own number: process id, thread id */
  gint64           total_weight; /* of all in it, according to the file, or DWELL_TIME_NONE */
} DwellContext;

/* The kind of a track: what it shows. */
typedef enum {
  DWELL_TRACK_SPANS,  /* rows of spans (states are spans too) */
  DWELL_TRACK_STEPS,  /* writes: each value holds until the next */
  DWELL_TRACK_CURVE,  /* writes: samples of a continuous signal */
} DwellTrackKind;

/* Tracks that a user shows or hides together. */
typedef enum {
  DWELL_TRACKS_FUNCTIONS,
  DWELL_TRACKS_DATA,
  DWELL_TRACKS_AUX,
  DWELL_N_TRACK_GROUPS,
} DwellTrackGroup;

/* A band of the timeline. Rows of one track are adjacent in rows[]. */
typedef struct {
  guint32 name;      /* string */
  guint32 context;
  guint32 first_row;
  guint32 n_rows;
  guint32 first_mark; /* into track_marks */
  guint32 n_marks;
  guint32 first_write; /* into track_writes */
  guint32 n_writes;
  guint32 area;        /* the one variable or signal that it shows, or DWELL_NONE */
  guint32 n_line_rows; /* how many of its rows are of source lines */
  guint8  kind;        /* DwellTrackKind */
  guint8  group;       /* DwellTrackGroup */
  guint8  rows_are_named; /* each row has a label of its own (LMS: a row a label) */
} DwellTrack;

/* A row of a track: spans in order of start, disjoint (one may begin where another ends). A track's
 * rows are ordered from the outermost to the innermost, each followed by the row of the source
 * lines that its functions ran. */
typedef struct {
  guint32 track;
  guint32 label;      /* string; 0 = the row is just a depth */
  guint32 depth;      /* its place among the track's rows that are not of lines; for a row of lines,
                       * the depth of their functions, recorded or not */
  guint32 first_span; /* into row_spans */
  guint32 n_spans;
  guint32 first_suspension; /* into row_suspensions */
  guint32 n_suspensions;
  guint8  is_lines;   /* of source lines */
} DwellRow;

typedef enum {
  DWELL_SPAN_BEGIN_MISSING = 1 << 0, /* its entry was not recorded */
  DWELL_SPAN_END_MISSING   = 1 << 1, /* its exit was not recorded: the end is inferred */
  DWELL_SPAN_CLAMPED       = 1 << 2, /* a negative duration was set to 0; complete all the same */
  DWELL_SPAN_DOUBTFUL      = 1 << 3, /* its number may have been cut: not in statistics */
  DWELL_SPAN_OWN_UNDEFINED = 1 << 4, /* own time has no meaning (across a clock set back) */
} DwellSpanFlags;

/* The times of a span in 8 bytes. Neighbouring spans have similar starts, so each block of spans
 * has a base, ns, from which @offset is counted; @length is the duration, ns. A value that does not
 * fit, as for rare spans and most outermost ones, is in far_times, at this number minus
 * DWELL_TIME_FAR. Writes and events of the file have only offsets, in 4 bytes. */
typedef struct {
  guint32 offset;
  guint32 length;
} DwellSpanTimes;

#define DWELL_TIME_BLOCK 256
#define DWELL_TIME_FAR ((guint32) 1 << 31)

/* As a length: until the end of what was read (in a partial trace). */
#define DWELL_SPAN_LASTS G_MAXUINT32

#define DWELL_FAR_TIMES_MAX (DWELL_SPAN_LASTS - DWELL_TIME_FAR)

#define DWELL_SPAN_INCOMPLETE (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_END_MISSING)

typedef enum {
  DWELL_MARK_MESSAGE,    /* a message of the program */
  DWELL_MARK_EXIT,       /* the exit message of a span */
  DWELL_MARK_ORPHAN_END, /* an end without a start, of the mark's area */
} DwellMarkKind;

/* Numbers as in binary records of Text1: src/formats/text1/README.md, "Binary timeline". */
typedef enum {
  DWELL_EVENT_EXIT    = 0,
  DWELL_EVENT_SUSPEND = 1,
  DWELL_EVENT_RESUME  = 2,
  DWELL_EVENT_ENTRY   = 3,
  DWELL_EVENT_WRITE   = 4,
} DwellEventKind;

#define DWELL_CORE_UNKNOWN 0xff

/* The type of an argument of a span or a mark. */
typedef enum {
  DWELL_ARG_NULL,
  DWELL_ARG_BOOLEAN, /* @value: 0 or 1 */
  DWELL_ARG_SMALL,   /* @value: an integer, of 32 bits with a sign */
  DWELL_ARG_INTEGER, /* @value: place of a gint64 in arg_wides */
  DWELL_ARG_REAL,    /* @value: place of the bits of a double in arg_wides */
  DWELL_ARG_STRING,  /* @value: string */
  DWELL_ARG_JSON,    /* @value: string: an object, an array, or a number that no other type holds,
                      * as it is written */
} DwellArgKind;

/* An argument. Those of one span or mark are adjacent, in the order of the file. dwell-args.h reads
 * them. */
typedef struct {
  guint16 key;     /* into arg_keys */
  guint8  kind;    /* DwellArgKind */
  guint8  is_last; /* the last one of its span or mark */
  guint32 value;
} DwellArg;

typedef struct {
  guint32 name;   /* string */
  guint32 n_args; /* how many arguments have it */
} DwellArgKey;

/* An arrow from one span to another: what it caused there. */
typedef struct {
  gint64  from_time; /* ns; within the span */
  gint64  to_time;
  guint32 from_span;
  guint32 to_span;
  guint32 name;      /* string */
  guint32 category;  /* string; 0: none */
  guint32 chain;     /* arrows with the same number follow one another in time */
} DwellFlow;

/* Why a span was not active for a while. */
typedef enum {
  DWELL_SUSPENSION_WAIT,  /* it waited for what it called */
  DWELL_SUSPENSION_PAUSE, /* its context did not run: preempted */
} DwellSuspensionKind;

/* The figures that a file's own statistics can have, in the order of Text1's macros. */
typedef enum {
  DWELL_RECORDED_NET, DWELL_RECORDED_NET_MIN, DWELL_RECORDED_NET_MAX, DWELL_RECORDED_NET_AVG,
  DWELL_RECORDED_GROSS, DWELL_RECORDED_GROSS_MIN, DWELL_RECORDED_GROSS_MAX,
  DWELL_RECORDED_GROSS_AVG,
  DWELL_RECORDED_CALL, DWELL_RECORDED_CALL_MIN, DWELL_RECORDED_CALL_MAX, DWELL_RECORDED_CALL_AVG,
  DWELL_RECORDED_PERIOD_MIN, DWELL_RECORDED_PERIOD_MAX, DWELL_RECORDED_PERIOD_AVG,
  DWELL_RECORDED_OUTSIDE, DWELL_RECORDED_OUTSIDE_MIN, DWELL_RECORDED_OUTSIDE_MAX,
  DWELL_RECORDED_OUTSIDE_AVG,
  DWELL_RECORDED_COUNT,
  DWELL_N_RECORDED,
} DwellRecorded;

/* A row of the file's own statistics. */
typedef struct {
  guint32 context; /* or DWELL_NONE: all contexts */
  guint32 area;
  guint32 known;   /* bits 1 << DwellRecorded: which values the file has */
  gint64  values[DWELL_N_RECORDED]; /* ns; a count */
} DwellRecordedRow;

/* The weight of a line without the functions that it calls; one for each line in a routine. The
 * area is of kind LINE; its file is the module, its value the clause, its parent the routine. */
typedef struct {
  guint32 area;
  guint64 hits; /* samples, or times executed */
  gint64  time; /* ns; valid if the trace's weights are times, as min and max */
  gint64  min;
  gint64  max;
} DwellLineWeight;

/* The weight of all calls of a function, if the file has these rather than stacks. */
typedef struct {
  guint32 area;
  guint64 calls;
  gint64  self;  /* weight without the functions that it called */
  gint64  total; /* weight with them; in a cycle of functions that call each other, only with those
                  * outside the cycle */
} DwellFunctionWeight;

/* All calls of one function by another. */
typedef struct {
  guint32 caller; /* area */
  guint32 callee; /* area */
  guint64 calls;
  gint64  total;  /* weight of these calls, with what they called */
} DwellCallArc;

/* A record as it is in the file: the first and, in a long file, some of the rest. */
typedef struct {
  guint64 offset; /* bytes */
  guint64 value;  /* what the record has besides its area: a time, a number */
  guint32 area;   /* or DWELL_NONE */
  guint32 text;   /* string; 0 = none */
  guint32 file;   /* string: which of several files it is from; 0 = there is only one */
  guint8  type;   /* the format's own */
} DwellRecord;

/* The figures of a cost point: they are of the activations of a routine on inputs of one size. */
typedef enum {
  DWELL_COST_CALLS, /* activations */
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, /* of one activation, callees included */
  DWELL_COST_SQUARES,  /* sum of the squares of that */
  DWELL_COST_REAL,     /* sum of the outermost activations */
  DWELL_COST_SELF,     /* sum without direct callees */
  DWELL_COST_SELF_MIN, DWELL_COST_SELF_MAX, DWELL_COST_SELF_SQUARES,
  DWELL_COST_SIZE_SUM, DWELL_COST_SIZE_SQUARES, /* of the sizes by the other measure */
  DWELL_COST_SYSCALL, DWELL_COST_THREAD,        /* parts of the size that others wrote */
  DWELL_COST_SELF_SYSCALL, DWELL_COST_SELF_THREAD,
  DWELL_N_COST_COLUMNS,
} DwellCostColumn;

/* Bits of point_flags. */
typedef enum {
  DWELL_COST_SQUARES_ARE_DOUBLE      = 1 << 0, /* the column holds the bits of a double */
  DWELL_COST_SELF_SQUARES_ARE_DOUBLE = 1 << 1,
  DWELL_COST_SUM_IS_OF_AVERAGES      = 1 << 2, /* calls times an average that was rounded down */
} DwellCostFlags;

/* The owner of cost points: a routine, or a routine in one calling context. */
typedef struct {
  guint32 area;        /* of kind ROUTINE */
  guint32 node;        /* stack node, or DWELL_NONE: the routine in all contexts */
  guint32 context;     /* thread */
  guint32 first_point;
  guint32 n_points;    /* by size, each size once */
  guint64 id;          /* the file's own, of the routine */
  guint8  is_favourite; /* bookmarked in the file */
} DwellCostOwner;

typedef struct {
  const char *key;   /* stable, in JSON: "process_id"; static storage */
  const char *title; /* untranslated, marked with N_(): "Process"; static storage */
  GVariant   *value; /* string, int64 ("x"), uint64 ("t"), double or boolean */
} DwellProperty;

typedef struct _DwellTrace DwellTrace;

struct _DwellTrace
{
  /*< public, read-only >*/
  DwellStrings       *strings;
  const DwellArea    *areas;
  const DwellContext *contexts;
  const DwellTrack   *tracks;
  const DwellRow     *rows;
  guint32             n_areas;
  guint32             n_contexts;
  guint32             n_tracks;
  guint32             n_rows;

  /* times that do not fit into those of spans, writes and events */
  guint32        n_far_times;
  const gint64  *far_times; /* ns: begins, durations and times of writes and events */

  /* spans, by number */
  guint32        n_spans;
  guint32        n_span_blocks;
  const DwellSpanTimes *span_times; /* this and the next: only for the functions below */
  const gint64  *span_bases;  /* ns, by block */
  gint64         lasting_end; /* ns; end of spans whose length is DWELL_SPAN_LASTS */
  const guint32 *span_area;
  const guint32 *span_row;    /* its track is rows[row].track */
  const guint32 *span_parent; /* the span around it, whose own time it reduces; or DWELL_NONE */
  const guint8  *span_flags;  /* DwellSpanFlags */
  const guint32 *row_spans;   /* span numbers, row after row, each by start */

  /* marks, in file order; by time within a track */
  guint32        n_marks;
  const gint64  *mark_time;
  const guint32 *mark_track;
  const guint32 *mark_span;   /* the span that it came from, or DWELL_NONE */
  const guint32 *mark_area;   /* or DWELL_NONE */
  const guint32 *mark_text;   /* string */
  const guint8  *mark_kind;   /* DwellMarkKind */
  const guint32 *track_marks; /* mark numbers, track after track, each by time */

  /* writes into variables and signals, in file order */
  guint32        n_writes;
  guint32        n_write_blocks;
  const guint32 *write_offset; /* this and the next: only for the function below */
  const gint64  *write_bases;  /* ns, by block */
  const guint32 *write_track;
  const guint64 *write_value;  /* raw: signed, or a double if the area is_float */
  const guint32 *track_writes; /* write numbers, track after track, each by time */

  /* suspensions of spans, by number; a trace that has the table derives net and gross from it */
  guint32        n_suspensions;
  const gint64  *suspension_begin;
  const gint64  *suspension_end;
  const guint32 *suspension_span;
  const guint8  *suspension_kind;  /* DwellSuspensionKind */
  const guint32 *row_suspensions;  /* suspension numbers, row after row, each by start, disjoint */

  /* when contexts did not run: the union of the pauses of the functions of each (a line is
   * preempted with its function), disjoint, context after context, each by start */
  const guint32 *context_pauses; /* (nullable) by context, and one more: its first pause */
  const gint64  *pause_begin;
  const gint64  *pause_end;
  const guint64 *pause_before;   /* ns: the sum of its context's earlier pauses */

  /* events in the order of the file; the n-th write belongs to the n-th event that writes */
  guint32        n_file_events;
  guint32        n_event_blocks;
  const guint32 *event_offset;  /* this and the next: only for the function below */
  const gint64  *event_bases;   /* ns, by block */
  const guint32 *event_area;
  const guint8  *event_kind;    /* DwellEventKind */
  const guint8  *event_core;    /* (nullable) */
  const guint32 *event_context; /* (nullable); DWELL_NONE: the file named none */

  /* arguments of spans and marks, and arrows between spans */
  guint32            n_args;
  guint32            n_arg_keys;
  guint32            n_arg_wides;
  const DwellArg    *args;
  const DwellArgKey *arg_keys;
  const guint64     *arg_wides;
  const guint32     *span_args; /* (nullable): the first of each span, or DWELL_NONE */
  const guint32     *mark_args; /* (nullable): the first of each mark, or DWELL_NONE */
  guint32            n_flows;
  const DwellFlow   *flows;     /* by the span where they begin, then by time */
  const guint32     *flows_in;  /* flow numbers by the span where they end, then by time */

  const DwellRecordedRow *recorded;
  guint32                 n_recorded;
  gconstpointer           source; /* (nullable): needed to write the file back unchanged */
  gint64                  total_time; /* ns, according to the file, or DWELL_TIME_NONE */

  /* stack nodes, depth first: those below node n are n + 1 … node_end[n] − 1 */
  guint32        n_stack_nodes;
  const guint32 *node_parent;  /* or DWELL_NONE: outermost; always smaller than the node */
  const guint32 *node_end;
  const guint32 *node_area;
  const guint32 *node_context;
  const guint64 *node_count;   /* activations, or samples whose innermost frame it was */
  const gint64  *node_total;   /* weight with the nodes below; recursive calls count each time */
  const gint64  *node_self;    /* (nullable) weight without the nodes below */

  const DwellLineWeight *lines; /* by area */
  guint32                n_lines;

  /* each function once, each pair of caller and callee once; in the order of the file */
  const DwellFunctionWeight *functions;
  const DwellCallArc        *arcs;
  guint32                    n_functions;
  guint32                    n_arcs;

  const DwellRecord *records; /* by offset, file after file */
  guint32            n_records;
  guint64            n_records_in_file;

  /* cost points, owner after owner: of the routines first, then of the stack nodes; partial traces
   * have none */
  const DwellCostOwner *cost_owners;
  guint32               n_cost_owners;
  guint32               n_cost_points;
  const DwellPacked    *point_size;
  const DwellPacked    *point_known; /* bits 1 << DwellCostColumn: what is known */
  const DwellPacked    *point_flags; /* DwellCostFlags */
  const DwellPacked    *point_columns[DWELL_N_COST_COLUMNS]; /* NULL: not known of any point */
  guint32               size_bytes; /* what a size of 1 stands for; 0: not known */

  guint32   weight_unit;        /* string: what stack nodes and costs count ("ns", "samples") */
  gboolean  weights_are_times;  /* they are ns */
  gint64    total_weight;       /* of all: according to the file, or added up; or DWELL_TIME_NONE */
  DwellAxis axis;
  gboolean  modules_ignore_case; /* modules and files whose names differ only in case are one */
  gboolean  spans_are_sequence; /* spans only show an order, maybe thinned out: no statistics */

  gint64   begin; /* ns; the range of the axis: the first and the last time in the trace */
  gint64   end;
  /* ns; the first and the last time that the file gives for anything. The axis is wider if the file
   * states a longer session. */
  gint64   recorded_begin;
  gint64   recorded_end;
  gint64   wall_clock_ns;  /* Unix time at ns 0 of the axis, or DWELL_TIME_NONE */
  guint64  n_events;       /* records read: starts, ends, messages */
  guint    tables;         /* DwellTables that the format can hold */
  gboolean is_partial;

  const char          *format_id;
  const char          *format_title; /* untranslated */
  const DwellProblems *problems;
  const DwellProperty *properties;
  guint                n_properties;
  const char * const  *notes; /* untranslated sentences that each view must show; NULL-terminated */

  /*< private >*/
  gatomicrefcount ref_count;
  GPtrArray      *owned; /* columns and arrays that the pointers above point into */
};

DwellTrace *dwell_trace_ref   (DwellTrace *self);
void        dwell_trace_unref (DwellTrace *self);

gboolean    dwell_trace_has_timeline (const DwellTrace *self);
gboolean    dwell_trace_has   (const DwellTrace *self,
                               DwellTables       table);

const char *dwell_trace_get_string       (const DwellTrace *self,
                                          guint32           string);
const char *dwell_trace_get_area_name    (const DwellTrace *self,
                                          guint32           area);
const char *dwell_trace_get_area_title   (const DwellTrace *self,
                                          guint32           area);
char       *dwell_trace_dup_area_label   (const DwellTrace *self,
                                          guint32           area) G_GNUC_WARN_UNUSED_RESULT;
char       *dwell_trace_dup_area_scope   (const DwellTrace *self,
                                          guint32           area) G_GNUC_WARN_UNUSED_RESULT;
const char *dwell_trace_get_context_name (const DwellTrace *self,
                                          guint32           context);
DwellContextKind dwell_trace_get_context_kind (const DwellTrace *self);
const char *dwell_area_kind_get_id       (DwellAreaKind     kind);
const char *dwell_area_kind_get_title    (DwellAreaKind     kind);
const DwellProperty *dwell_trace_get_property (const DwellTrace *self,
                                               const char       *key);

guint32     dwell_trace_row_search (const DwellTrace *self,
                                    guint32           row,
                                    gint64            time);
guint32     dwell_trace_mark_search (const DwellTrace *self,
                                     guint32           track,
                                     gint64            time);

guint32     dwell_trace_write_search (const DwellTrace *self,
                                      guint32           track,
                                      gint64            time);
guint32     dwell_trace_find_held_write (const DwellTrace *self,
                                         guint32           track,
                                         gint64            time);
guint32     dwell_trace_suspension_search (const DwellTrace *self,
                                           guint32           row,
                                           gint64            time);

guint64     dwell_trace_get_paused (const DwellTrace *self,
                                    guint32           context,
                                    gint64            begin,
                                    gint64            end,
                                    guint32          *place);

/* The length of a range, ns; the greatest number if it does not fit. Ranges within a trace always
 * fit. */
static inline gint64
dwell_time_between (gint64 begin,
                    gint64 end)
{
  gint64 length;

  return __builtin_sub_overflow (end, begin, &length) ? G_MAXINT64 : length;
}

/* A time that was computed in fractions, to the nearest ns that fits. */
static inline gint64
dwell_time_round (long double ns)
{
  return ns < 0x1p63L ? (gint64) (ns < 0 ? ns - 0.5L : ns + 0.5L) : G_MAXINT64;
}

/* A time @by later, or earlier by a negated unsigned number. Intermediate sums may wrap; the final
 * result is right. */
static inline gint64
dwell_time_shift (gint64  time,
                  guint64 by)
{
  return (gint64) ((guint64) time + by);
}

/* The time of element @n, ns, from the @offset after the base of its block. */
static inline gint64
dwell_time_unpack (guint32       offset,
                   gsize         n,
                   const gint64 *bases,
                   const gint64 *far_times)
{
  return G_LIKELY (offset < DWELL_TIME_FAR)
           ? dwell_time_shift (bases[n / DWELL_TIME_BLOCK], offset)
           : far_times[offset - DWELL_TIME_FAR];
}

/* ns since the format's own zero. */
static inline gint64
dwell_trace_get_span_begin (const DwellTrace *self,
                            guint32           span)
{
  return dwell_time_unpack (self->span_times[span].offset, span, self->span_bases,
                            self->far_times);
}

/* ns since the format's own zero. */
static inline gint64
dwell_trace_get_write_time (const DwellTrace *self,
                            guint32           write)
{
  return dwell_time_unpack (self->write_offset[write], write, self->write_bases, self->far_times);
}

/* The same for the write at @place in track_writes. */
static inline gint64
dwell_trace_get_track_write_time (const DwellTrace *self,
                                  guint32           place)
{
  return dwell_trace_get_write_time (self, self->track_writes[place]);
}

/* ns since the format's own zero, of an event of the file. */
static inline gint64
dwell_trace_get_event_time (const DwellTrace *self,
                            guint32           event)
{
  return dwell_time_unpack (self->event_offset[event], event, self->event_bases, self->far_times);
}

gint64 dwell_trace_get_long_duration (const DwellTrace *self,
                                      guint32           span) G_GNUC_PURE;

/* ns; not negative. */
static inline gint64
dwell_trace_get_span_duration (const DwellTrace *self,
                               guint32           span)
{
  guint32 length = self->span_times[span].length;

  return G_LIKELY (length < DWELL_TIME_FAR) ? length : dwell_trace_get_long_duration (self, span);
}

/* ns; not before the start. */
static inline gint64
dwell_trace_get_span_end (const DwellTrace *self,
                          guint32           span)
{
  return dwell_time_shift (dwell_trace_get_span_begin (self, span),
                           (guint64) dwell_trace_get_span_duration (self, span));
}

/* Whether what lasts from @first to @last takes part in the range from @begin to @end, both
 * included, as in statistics: it begins in the range, if only at its end, or begins before and ends
 * after @begin. What began before and ends at @begin does not take part. */
static inline gboolean
dwell_time_takes_part (gint64 first,
                       gint64 last,
                       gint64 begin,
                       gint64 end)
{
  return first <= end && (first >= begin || last > begin);
}

/* The same for a span. */
static inline gboolean
dwell_trace_span_takes_part (const DwellTrace *self,
                             guint32           span,
                             gint64            begin,
                             gint64            end)
{
  return dwell_time_takes_part (dwell_trace_get_span_begin (self, span),
                                dwell_trace_get_span_end (self, span), begin, end);
}

/* Prefetches the times of @span, for walks along spans that are scattered in memory. */
static inline void
dwell_trace_prefetch_span (const DwellTrace *self,
                           guint32           span)
{
  __builtin_prefetch (&self->span_times[span]);
}

/* The same for the time and the value of @write. */
static inline void
dwell_trace_prefetch_write (const DwellTrace *self,
                            guint32           write)
{
  __builtin_prefetch (&self->write_offset[write]);
  __builtin_prefetch (&self->write_value[write]);
}

static inline guint32
dwell_trace_get_span_track (const DwellTrace *self,
                            guint32           span)
{
  return self->rows[self->span_row[span]].track;
}

static inline guint32
dwell_trace_get_span_context (const DwellTrace *self,
                              guint32           span)
{
  return self->tracks[dwell_trace_get_span_track (self, span)].context;
}

/* A cost of a point; 0 if it is not known, which the point's known bits show. */
static inline guint64
dwell_trace_get_point (const DwellTrace *self,
                       DwellCostColumn   column,
                       guint32           point)
{
  return self->point_columns[column] != NULL
         ? dwell_packed_get (self->point_columns[column], point) : 0;
}

guint32 dwell_trace_get_span_depth (const DwellTrace *self,
                                    guint32           span);
gint64  dwell_trace_get_span_own   (const DwellTrace *self,
                                    guint32           span);
gint64  dwell_trace_get_span_gross (const DwellTrace *self,
                                    guint32           span);
guint32 dwell_trace_get_row_neighbour (const DwellTrace *self,
                                       guint32           span,
                                       int               direction);
guint32 dwell_trace_get_first_child   (const DwellTrace *self,
                                       guint32           span);
guint32 dwell_trace_get_next_sibling  (const DwellTrace *self,
                                       guint32           span);
guint32 dwell_trace_get_line_function (const DwellTrace *self,
                                       guint32           span);
guint32 dwell_trace_get_first_line    (const DwellTrace *self,
                                       guint32           span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTrace, dwell_trace_unref)

G_END_DECLS
