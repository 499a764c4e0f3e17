/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builder: the reader of a format fills it on one thread and then makes a trace of it.
 *
 * The order of calls: areas, contexts, tracks and rows as they turn up; spans opened in order of
 * start within a context, closed in any order; marks in order of time within a track. The reader
 * closes the spans that are open at the end, as the format demands.
 *
 * Opening and closing are inline, as readers handle 10⁸ of them: reserve first, then call. */
#pragma once

#include "core/dwell-ids.h"
#include "core/dwell-memory.h"
#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct _DwellBuilder DwellBuilder;

struct _DwellBuilder
{
  DwellStrings  *strings;
  DwellProblems *problems;
  DwellColumn   *areas;    /* DwellArea */
  DwellColumn   *contexts; /* DwellContext */
  DwellColumn   *tracks;   /* DwellTrack, without its row and mark ranges */
  DwellColumn   *rows;     /* DwellRow, without its span range */
  DwellColumn   *far_times;   /* this and the next three: only for the functions below */
  DwellColumn   *span_bases;
  DwellColumn   *write_bases;
  DwellColumn   *event_bases;
  DwellColumn   *span_times;  /* DwellSpanTimes */
  DwellColumn   *span_area;
  DwellColumn   *span_row;
  DwellColumn   *span_parent;
  DwellColumn   *span_flags;
  DwellColumn   *mark_time;
  DwellColumn   *mark_track;
  DwellColumn   *mark_span;
  DwellColumn   *mark_area;
  DwellColumn   *mark_text;
  DwellColumn   *mark_kind;
  DwellColumn   *write_offset;  /* likewise */
  DwellColumn   *write_track;
  DwellColumn   *write_value;
  DwellColumn   *suspension_begin;
  DwellColumn   *suspension_end;
  DwellColumn   *suspension_span;
  DwellColumn   *suspension_kind;
  DwellColumn   *event_offset;  /* likewise */
  DwellColumn   *event_area;
  DwellColumn   *event_kind;
  DwellColumn   *event_core;    /* empty, or one for each event */
  DwellColumn   *event_context; /* empty, or one for each event */
  DwellColumn   *args;          /* DwellArg */
  DwellColumn   *arg_keys;      /* DwellArgKey */
  DwellColumn   *arg_wides;
  DwellColumn   *span_args;     /* empty, or one for each of the first spans */
  DwellColumn   *mark_args;     /* empty, or one for each of the first marks */
  DwellColumn   *flows;         /* DwellFlow */
  DwellColumn   *recorded;      /* DwellRecordedRow: the file's own statistics */
  DwellColumn   *node_parent;
  DwellColumn   *node_area;
  DwellColumn   *node_context;
  DwellColumn   *node_count;
  DwellColumn   *node_total;    /* if node_totals_are_known; else added up from node_self */
  DwellColumn   *node_self;
  DwellColumn   *lines;         /* DwellLineWeight */
  DwellColumn   *functions;     /* DwellFunctionWeight */
  DwellColumn   *arcs;          /* DwellCallArc */
  DwellColumn   *records;       /* DwellRecord */
  DwellColumn   *cost_owners;   /* DwellCostOwner */
  DwellPacked   *point_size;
  DwellPacked   *point_known;
  DwellPacked   *point_flags;
  DwellPacked   *point_columns[DWELL_N_COST_COLUMNS];
  gboolean       node_totals_are_known;
  gboolean       node_selves_are_unknown;
  gboolean       weights_are_times;
  gboolean       modules_ignore_case;
  gboolean       spans_are_sequence;
  guint32        weight_unit;   /* string */
  gint64         total_weight;
  guint32        size_bytes;    /* see DwellTrace */
  guint64        n_records_in_file;
  DwellAxis      axis;
  gint64         begin; /* the axis comprises all spans and marks, and [begin, end] */
  gint64         end;   /* unless that is empty (begin > end), as it is at first */
  gint64         recorded_begin; /* range of other times that the file gives than those of spans, */
  gint64         recorded_end;   /* marks and writes, such as those of initial states; likewise */
  gint64         wall_clock_ns;
  gint64         total_time;
  guint64        n_events;
  guint          tables;

  /*< private >*/
  GError     *failure;  /* lack of memory, for dwell_builder_check() to report */
  DwellIds    area_ids;
  DwellIds    arg_key_ids;
  GHashTable *spellings; /* case-folded name of a module → string id of its first spelling */
  GArray     *first_reals; /* guint32, by track: from which write on they are reals; tracks beyond
                            * its end have integers */
  guint32     first_arg; /* of those that are not ended yet, or DWELL_NONE */
  GArray     *properties;
  GPtrArray  *notes;
  const char *format_id;
  const char *format_title;
  gpointer    source;
  GDestroyNotify source_free;
};

/* If there is no memory for an area, a context, a track or a row, the id of another one is
 * returned, and dwell_builder_check() fails. */

DwellBuilder *dwell_builder_new  (const char   *format_id,
                                  const char   *format_title,
                                  guint         tables) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_builder_free (DwellBuilder *self);

gboolean dwell_builder_check          (DwellBuilder     *self,
                                       gsize             n_own_bytes,
                                       GError          **error);
gboolean dwell_builder_reserve        (DwellBuilder     *self,
                                       DwellColumn      *column,
                                       gsize             n_more);
void     dwell_builder_fail           (DwellBuilder     *self);

guint32  dwell_builder_spell_module   (DwellBuilder     *self,
                                       guint32           name);
guint32  dwell_builder_append_area    (DwellBuilder     *self,
                                       const DwellArea  *area);
guint32  dwell_builder_add_area       (DwellBuilder     *self,
                                       const DwellArea  *area);
guint32  dwell_builder_add_context    (DwellBuilder     *self,
                                       const char       *name,
                                       DwellContextKind  kind,
                                       guint64           id,
                                       guint32           parent);
guint32  dwell_builder_add_track      (DwellBuilder     *self,
                                       const char       *name,
                                       guint32           context,
                                       gboolean          rows_are_named);
void     dwell_builder_set_track_kind (DwellBuilder     *self,
                                       guint32           track,
                                       DwellTrackKind    kind,
                                       DwellTrackGroup   group,
                                       guint32           area);
void     dwell_builder_begin_reals    (DwellBuilder     *self,
                                       guint32           track);
guint32  dwell_builder_add_row        (DwellBuilder     *self,
                                       guint32           track,
                                       guint32           label);
void     dwell_builder_set_row_lines  (DwellBuilder     *self,
                                       guint32           row,
                                       guint32           depth);
void     dwell_builder_set_property   (DwellBuilder     *self,
                                       const char       *key,
                                       const char       *title,
                                       GVariant         *value);
void     dwell_builder_add_note       (DwellBuilder     *self,
                                       const char       *note);

gboolean dwell_builder_reserve_spans  (DwellBuilder     *self,
                                       gsize             n_more,
                                       GError          **error);
guint32  dwell_builder_add_far        (DwellBuilder     *self,
                                       gint64            ns);
void     dwell_builder_clear_spans    (DwellBuilder     *self);
gboolean dwell_builder_reorder_spans  (DwellBuilder     *self,
                                       const guint32    *order,
                                       guint32          *new_numbers,
                                       GError          **error);
gboolean dwell_builder_reorder_marks  (DwellBuilder     *self,
                                       const guint32    *order,
                                       GError          **error);
void     dwell_builder_expect_spans   (DwellBuilder     *self,
                                       gsize             first,
                                       gsize             n);
gboolean dwell_builder_add_mark       (DwellBuilder     *self,
                                       DwellMarkKind     kind,
                                       gint64            time,
                                       guint32           track,
                                       guint32           span,
                                       guint32           area,
                                       guint32           text,
                                       GError          **error);

gboolean dwell_builder_reserve_writes (DwellBuilder     *self,
                                       gsize             n_more,
                                       GError          **error);
gboolean dwell_builder_reserve_events (DwellBuilder     *self,
                                       gsize             n_more,
                                       GError          **error);
guint8  *dwell_builder_edit_event_kinds (DwellBuilder   *self,
                                         GError        **error);
void     dwell_builder_expect_events  (DwellBuilder     *self,
                                       gsize             first,
                                       gsize             n);
guint32  dwell_builder_add_stack_node (DwellBuilder     *self,
                                       guint32           parent,
                                       guint32           area,
                                       guint32           context,
                                       GError          **error);
void     dwell_builder_set_source     (DwellBuilder     *self,
                                       gpointer          source,
                                       GDestroyNotify    source_free);

gboolean dwell_builder_add_arg        (DwellBuilder     *self,
                                       guint32           key,
                                       DwellArgKind      kind,
                                       guint64           value);
guint32  dwell_builder_end_args       (DwellBuilder     *self);
guint32  dwell_builder_merge_args     (DwellBuilder     *self,
                                       guint32           first,
                                       guint32           later);
void     dwell_builder_set_span_args  (DwellBuilder     *self,
                                       guint32           span,
                                       guint32           args);
void     dwell_builder_set_mark_args  (DwellBuilder     *self,
                                       guint32           mark,
                                       guint32           args);
gboolean dwell_builder_add_flow       (DwellBuilder     *self,
                                       const DwellFlow  *flow);

gsize       dwell_builder_count_shown (const DwellBuilder *self);
DwellTrace *dwell_builder_snapshot    (DwellBuilder     *self,
                                       gint64            now) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *dwell_builder_finish      (DwellBuilder     *self) G_GNUC_WARN_UNUSED_RESULT;

/* In span_flags of a builder only: the span is not closed yet. */
#define DWELL_SPAN_IS_OPEN (1 << 7)

/* How many spans there are so far. */
static inline guint32
dwell_builder_get_n_spans (const DwellBuilder *self)
{
  return (guint32) self->span_times->n;
}

static inline gint64
dwell_builder_get_span_begin (const DwellBuilder *self,
                              guint32             span)
{
  return dwell_time_unpack (dwell_column_index (self->span_times, DwellSpanTimes, span).offset,
                            span, self->span_bases->data, self->far_times->data);
}

static inline gint64
dwell_builder_get_event_time (const DwellBuilder *self,
                              gsize               event)
{
  return dwell_time_unpack (dwell_column_index (self->event_offset, guint32, event), event,
                            self->event_bases->data, self->far_times->data);
}

/* The end of a span; its start as long as the span is open. */
static inline gint64
dwell_builder_get_span_end (const DwellBuilder *self,
                            guint32             span)
{
  guint32 length = dwell_column_index (self->span_times, DwellSpanTimes, span).length;

  return dwell_time_shift (
    dwell_builder_get_span_begin (self, span),
    G_LIKELY (length < DWELL_TIME_FAR)
      ? length : dwell_column_index (self->far_times, guint64, length - DWELL_TIME_FAR));
}


/* A time or a duration in 32 bits: @ns itself where it fits, else a reference to far_times. */
static inline guint32
dwell_builder_pack_time (DwellBuilder *self,
                         guint64       ns,
                         gint64        far)
{
  return G_LIKELY (ns < DWELL_TIME_FAR) ? (guint32) ns : dwell_builder_add_far (self, far);
}

/* The distance of @time, of the element @n, from the base of its block, which is the time of the
 * block's first element. */
static inline guint32
dwell_builder_pack_offset (DwellBuilder *self,
                           DwellColumn  *bases,
                           gsize         n,
                           gint64        time)
{
  gint64 base;

  /* Other elements of the block may be earlier: contexts need not be in step. */
  if (n % DWELL_TIME_BLOCK == 0)
    dwell_column_index (bases, gint64, bases->n++) =
      dwell_time_shift (time, -(guint64) (DWELL_TIME_FAR / 2));

  base = dwell_column_index (bases, gint64, n / DWELL_TIME_BLOCK);
  return dwell_builder_pack_time (self, (guint64) time - (guint64) base, time);
}

/* Opens a span; its end is its start until it is closed. Room must have been reserved. */
static inline guint32
dwell_builder_open_span (DwellBuilder *self,
                         guint32       area,
                         guint32       row,
                         guint32       parent,
                         gint64        begin)
{
  gsize n = self->span_times->n++;

  dwell_column_index (self->span_times, DwellSpanTimes, n) = (DwellSpanTimes) {
    .offset = dwell_builder_pack_offset (self, self->span_bases, n, begin),
  };
  dwell_column_index (self->span_area, guint32, n) = area;
  dwell_column_index (self->span_row, guint32, n) = row;
  dwell_column_index (self->span_parent, guint32, n) = parent;
  dwell_column_index (self->span_flags, guint8, n) = DWELL_SPAN_IS_OPEN;
  return (guint32) n;
}

/* Closes a span. @end must not be before its start. */
static inline void
dwell_builder_close_span (DwellBuilder   *self,
                          guint32         span,
                          gint64          end,
                          guint           flags)
{
  gint64 length = dwell_time_shift (end, -(guint64) dwell_builder_get_span_begin (self, span));

  dwell_column_index (self->span_times, DwellSpanTimes, span).length =
    dwell_builder_pack_time (self, (guint64) length, length);
  dwell_column_index (self->span_flags, guint8, span) = (guint8) flags;
}

/* Adds an event, in the order of the file. Room must have been reserved. */
static inline void
dwell_builder_add_event (DwellBuilder   *self,
                         DwellEventKind  kind,
                         guint32         area,
                         gint64          time)
{
  gsize n = self->event_offset->n++;

  dwell_column_index (self->event_offset, guint32, n) =
    dwell_builder_pack_offset (self, self->event_bases, n, time);
  dwell_column_index (self->event_area, guint32, n) = area;
  dwell_column_index (self->event_kind, guint8, n) = (guint8) kind;
}

/* Adds a write. Room must have been reserved. */
static inline void
dwell_builder_add_write (DwellBuilder *self,
                         guint32       track,
                         gint64        time,
                         guint64       value)
{
  gsize n = self->write_offset->n++;

  dwell_column_index (self->write_offset, guint32, n) =
    dwell_builder_pack_offset (self, self->write_bases, n, time);
  dwell_column_index (self->write_track, guint32, n) = track;
  dwell_column_index (self->write_value, guint64, n) = value;
}

/* Adds a suspension of @span, in order of start within the span's row. Room must have been
 * reserved. */
static inline void
dwell_builder_add_suspension (DwellBuilder        *self,
                              DwellSuspensionKind  kind,
                              guint32              span,
                              gint64               begin,
                              gint64               end)
{
  gsize n = self->suspension_begin->n++;

  dwell_column_index (self->suspension_begin, gint64, n) = begin;
  dwell_column_index (self->suspension_end, gint64, n) = end;
  dwell_column_index (self->suspension_span, guint32, n) = span;
  dwell_column_index (self->suspension_kind, guint8, n) = (guint8) kind;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellBuilder, dwell_builder_free)

G_END_DECLS
