/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents so far of a file whose events may come in any order: processes and threads with
 * their events, in the order of the file. dwell_store_finish() makes the tables of a trace from it.
 * “Strings” after a guint32 means that it is a number of a string of the builder. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* A name and a category. */
typedef struct {
  guint32 text;   /* strings */
  guint32 category;
  guint32 areas[2]; /* of kind function and scope; DWELL_NONE until needed */
} DwellStoreName;

/* The name and arguments of an event. Few events have arguments, and those without should not need
 * memory for them. So this is a place in names or, with the highest bit set, a place in
 * with_args. */
typedef guint32 DwellStoreCall;

#define DWELL_STORE_HAS_ARGS ((guint32) 1 << 31)

typedef struct {
  guint32 name; /* its place in names */
  guint32 args; /* of the builder, or DWELL_NONE */
  guint32 step; /* the event is a step of a flow: its place in step_spans, plus 1; else 0 */
} DwellStoreNamedArgs;

typedef enum {
  DWELL_STORE_BEGIN,
  DWELL_STORE_END,
  DWELL_STORE_WHOLE,   /* a span; pairing turns begins into whole records */
  DWELL_STORE_PASSED,  /* it was handled already */
  DWELL_STORE_PAIRED,  /* a begin whose end has come: dwell-store-early.c */
} DwellStoreKind;

/* Bits for the number of a line. */
#define DWELL_STORE_LINE_BITS 26

/* The end of a paired begin. */
typedef struct {
  guint64 duration_ns : 37;
  guint64 is_named    : 1;  /* it has the name and category of its begin; else it has none */
  guint64 line        : DWELL_STORE_LINE_BITS;
} DwellStoreEnd;

/* A begin, an end, or both in one. */
typedef struct {
  gint64  time_ns;
  union {
    gint64        duration_ns; /* of whole records; DWELL_TIME_NONE: until the end of the trace */
    DwellStoreEnd end;         /* of paired records */
  };
  DwellStoreCall name;
  guint32 line  : DWELL_STORE_LINE_BITS; /* 0: the number does not fit */
  guint32 kind  : 3;  /* DwellStoreKind */
  guint32 flags : 3;  /* the lower DwellSpanFlags */
} DwellStoreRecord;

/* A point in time: an instant, or an end without a begin. */
typedef struct {
  gint64  time_ns;
  DwellStoreCall name;
  guint8  kind; /* DwellMarkKind */
} DwellStorePoint;

/* An event of a span that is not bound to a thread. */
typedef struct {
  DwellStoreRecord record;
  guint32 process;
  guint32 key;   /* strings: events with the same key are paired */
  char    phase;
} DwellStoreAsync;

/* Which span a step of a flow belongs to. */
typedef enum {
  DWELL_STORE_NEXT_SPAN,     /* the one that begins next on its thread */
  DWELL_STORE_ENCLOSING_SPAN, /* the one that encloses it */
  DWELL_STORE_OWN_SPAN,      /* the one that has the step in its call: dwell_store_add_step() */
} DwellStoreBinding;

/* A step of a flow. */
typedef struct {
  gint64  time_ns;
  guint32 key;    /* strings: steps with the same key are one flow */
  guint32 name;   /* its place in names */
  guint32 thread;
  guint32 order;  /* in the file */
  guint32 span;   /* of the builder; DWELL_NONE: it is not bound to a span. For a step with a span
                   * of its own, until arrows are made: its place in step_spans */
  char    phase;  /* s, t or f; F: ends an arrow, but not the flow */
  guint8  binding; /* DwellStoreBinding */
} DwellStoreFlow;

/* A value of a counter. */
typedef struct {
  gint64 time_ns;
  union {
    gint64 integer;
    double number;  /* if the counter is_float */
  };
} DwellStoreValue;

/* A text of a counter. */
typedef struct {
  gint64  time_ns;
  guint32 text; /* strings */
  guint32 line; /* 0: the number does not fit */
} DwellStoreText;

/* A stretch in which a counter is in a state, where the file itself contains states. */
typedef struct {
  gint64  begin_ns;
  gint64  end_ns;
  gint64  value;
  guint32 name;      /* strings; 0: the name is the value */
  guint8  has_value;
  guint8  flags;     /* DwellSpanFlags */
} DwellStoreStretch;

/* Something that has values. If more of them are texts than numbers, the texts are its states; else
 * the texts are left out. */
typedef struct {
  guint32   process;
  guint32   name; /* strings */
  GArray   *values; /* DwellStoreValue */
  GArray   *texts;  /* (nullable): DwellStoreText */
  GArray   *stretches; /* (nullable): DwellStoreStretch */
  gboolean  is_float;
  gboolean  is_unsorted;
  guint32   series;    /* strings: which of its series it contains, if the file gives it only one */
  guint     n_series;  /* 0, 1, or 2 for several, each of which is another counter */
} DwellStoreCounter;

/* What is known of a process or a thread from metadata. */
typedef struct {
  guint32 key;      /* strings: the number or the name that the file uses */
  guint32 name;     /* strings; 0: none */
  guint32 labels;   /* strings; 0: none */
  gint64  sort_index;
  guint64 first;    /* number of its first event, from 1; 0: it has none */
  GArray *points;   /* DwellStorePoint */
} DwellStorePlace;

typedef struct {
  DwellStorePlace place;
  guint32  process;
  DwellColumn *records; /* DwellStoreRecord */
  GArray  *open;      /* guint32: places of the begins whose ends are to come, the outermost first;
                       * NULL: ends are no longer paired as they come */
  gint64   orphan_ns; /* when the last end without a begin came */
  gint64   last_ns;
  gboolean is_unsorted;
} DwellStoreThread;

typedef struct {
  DwellBuilder *builder;
  GArray       *names;     /* DwellStoreName */
  GArray       *with_args; /* DwellStoreNamedArgs */
  GArray       *processes; /* DwellStorePlace */
  GArray       *threads;   /* DwellStoreThread */
  GArray       *counters;  /* DwellStoreCounter */
  GArray       *async;     /* DwellStoreAsync */
  GArray       *flows;     /* DwellStoreFlow */
  GArray       *step_spans; /* guint32: of the builder, or DWELL_NONE */
  GArray       *global;    /* DwellStorePoint */
  DwellIds      name_ids;
  DwellIds      process_ids;
  DwellIds      thread_ids;
  DwellIds      counter_ids;
  guint64       n_events;
  guint64       n_args_lost;
  guint64       n_cut;     /* names that are too long */
  const char   *first_cut; /* the bytes of the first one, as given */
  guint64       cut_line;  /* its line, which the caller fills in; 0: not known yet */
  gint64        cut_offset; /* -1: none */
  guint         n_states;  /* areas */
  guint64       n_samples;
  guint64       n_by_phase[128]; /* of phases that are not shown */
  gint64        begin_ns;
  gint64        end_ns;
  gsize         n_bytes;   /* memory of all this, roughly */
  guint         max_tracks; /* threads, and counters */
  gboolean      is_flat;   /* each process has only one thread, and is named by its key */
  gboolean      args_tell_borders; /* an argument “begin” or “end” = “unknown” means that it is
                                    * missing */
} DwellStore;

/* Bytes of a name: C++ names are long. */
#define DWELL_STORE_MAX_NAME_BYTES ((gsize) 64 << 10)

void           dwell_store_init         (DwellStore             *self,
                                         DwellBuilder           *builder);
void           dwell_store_clear        (DwellStore             *self);

guint32        dwell_store_intern       (DwellStore             *self,
                                         const char             *bytes,
                                         gsize                   length);
guint32        dwell_store_find_name    (DwellStore             *self,
                                         guint32                 text,
                                         guint32                 category);
guint32        dwell_store_find_thread  (DwellStore             *self,
                                         guint32                 process_key,
                                         guint32                 key);
guint32        dwell_store_find_counter (DwellStore             *self,
                                         guint32                 process,
                                         guint32                 name);
guint32        dwell_store_get_area     (DwellStore             *self,
                                         DwellStoreCall          call,
                                         DwellAreaKind           kind);
DwellStoreCall dwell_store_add_args     (DwellStore             *self,
                                         DwellStoreCall          call,
                                         guint32                 args);
DwellStoreCall dwell_store_add_step     (DwellStore             *self,
                                         DwellStoreCall          call,
                                         DwellStoreFlow         *step);
void           dwell_store_add_point    (DwellStore             *self,
                                         GArray                 *points,
                                         gint64                  time_ns,
                                         DwellStoreCall          name);
void           dwell_store_add_record   (DwellStore             *self,
                                         guint32                 thread_number,
                                         const DwellStoreRecord *record);
void           dwell_store_add_integer  (DwellStore             *self,
                                         guint32                 counter_number,
                                         gint64                  time_ns,
                                         gint64                  integer);
void           dwell_store_add_number   (DwellStore             *self,
                                         guint32                 counter_number,
                                         gint64                  time_ns,
                                         double                  number);
void           dwell_store_add_text     (DwellStore             *self,
                                         guint32                 counter_number,
                                         gint64                  time_ns,
                                         guint32                 text,
                                         guint64                 line);
void           dwell_store_move_values  (DwellStore             *self,
                                         guint32                 from,
                                         guint32                 to);
void           dwell_store_add_stretch  (DwellStore              *self,
                                         guint32                  counter_number,
                                         const DwellStoreStretch *stretch);
gboolean       dwell_store_finish       (DwellStore             *self,
                                         GError                **error);

/* The number of a line as it is stored in a record. */
static inline guint32
_dwell_store_pack_line (guint64 line)
{
  return line < 1u << DWELL_STORE_LINE_BITS
         ? (guint32) line & ((1u << DWELL_STORE_LINE_BITS) - 1) : 0;
}

/* Records whose memory is freed at once; a multiple of a page. */
#define DWELL_STORE_DROPPED_RECORDS 65536

/* For a loop that is done with record @i and all before it: frees memory now and then. */
static inline void
_dwell_store_drop (const DwellColumn *records,
                   gsize              i)
{
  const gsize n = DWELL_STORE_DROPPED_RECORDS;

  if (i % n == n - 1)
    dwell_big_drop (&dwell_column_index (records, DwellStoreRecord, i + 1 - n),
                    n * sizeof (DwellStoreRecord));
}

/* The place of the name of the call. */
static inline guint32
_dwell_store_get_name (const DwellStore *self,
                       DwellStoreCall    call)
{
  return call & DWELL_STORE_HAS_ARGS
         ? g_array_index (self->with_args, DwellStoreNamedArgs,
                          call & ~DWELL_STORE_HAS_ARGS).name
         : call;
}

/* The arguments of the call, or DWELL_NONE. */
static inline guint32
_dwell_store_get_args (const DwellStore *self,
                       DwellStoreCall    call)
{
  return call & DWELL_STORE_HAS_ARGS
         ? g_array_index (self->with_args, DwellStoreNamedArgs,
                          call & ~DWELL_STORE_HAS_ARGS).args
         : DWELL_NONE;
}

/* The step of a flow that the call contains: its place in step_spans, plus 1; 0 if there is
 * none. */
static inline guint32
_dwell_store_get_step (const DwellStore *self,
                       DwellStoreCall    call)
{
  return call & DWELL_STORE_HAS_ARGS
         ? g_array_index (self->with_args, DwellStoreNamedArgs,
                          call & ~DWELL_STORE_HAS_ARGS).step
         : 0;
}

/* A stretch in which a counter is in a state. */
typedef struct {
  gint64  begin_ns; /* in the trace */
  gint64  end_ns;
  guint32 area;
  guint32 row;
  guint   flags;    /* DwellSpanFlags */
} DwellStoreState;

/* States: gathered for the counters of a process, sorted, and made into spans in between the other
 * spans of their context, because begins must rise within a context. */
gboolean _dwell_store_add_states  (DwellStore        *self,
                                   DwellStoreCounter *counter,
                                   guint32            area,
                                   guint32            track,
                                   gint64             offset_ns,
                                   GArray            *states);
void     _dwell_store_add_stretches (DwellStore        *self,
                                     DwellStoreCounter *counter,
                                     guint32            area,
                                     guint32            track,
                                     gint64             offset_ns,
                                     GArray            *states);
void     _dwell_store_sort_states (GArray            *states);

/* Flows: sorted before spans are made, bound to the spans of each thread, then turned into
 * arrows. */
void  _dwell_store_sort_flows (DwellStore *self);
guint _dwell_store_find_flows (DwellStore *self,
                               guint32     thread);
void  _dwell_store_add_flows  (DwellStore *self,
                               gint64      offset_ns);

/* Pairing ends as they come, and undoing it. */
void     _dwell_store_note_begin (DwellStoreThread       *thread,
                                  const DwellStoreRecord *record);
gboolean _dwell_store_pair_end   (DwellStore             *self,
                                  DwellStoreThread       *thread,
                                  const DwellStoreRecord *end);
void     _dwell_store_split      (DwellStore             *self,
                                  DwellStoreThread       *thread);

void  _dwell_store_sort       (DwellColumn *records);
void  _dwell_store_pair       (DwellStore  *self,
                               DwellColumn *records,
                               GArray      *points);
void  _dwell_store_order      (DwellColumn *records);

G_END_DECLS
