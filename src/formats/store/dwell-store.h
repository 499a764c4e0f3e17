/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file whose events may come in any order has said so far: processes and threads with what
 * happened in them, in the order of the file. dwell_store_finish() makes the tables of a trace of
 * it. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* A name and a category. */
typedef struct {
  guint32 text;   /* strings */
  guint32 category;
  guint32 areas[2]; /* of kind function and scope, or DWELL_NONE as long as none is needed */
} DwellStoreName;

/* What is called by a name: few have arguments, and those without need not pay for them. So this is
 * a place among the names or, with the highest bit, one among those with arguments. */
typedef guint32 DwellStoreCall;

#define DWELL_STORE_HAS_ARGS ((guint32) 1 << 31)

typedef struct {
  guint32 name; /* its place in names */
  guint32 args; /* of the builder, or DWELL_NONE */
  guint32 step; /* what is called so is a step of a flow: its place in step_spans and 1; or 0 */
} DwellStoreNamedArgs;

typedef enum {
  DWELL_STORE_BEGIN,
  DWELL_STORE_END,
  DWELL_STORE_WHOLE,   /* a span; with pairing, begins become such */
  DWELL_STORE_PASSED,  /* it has found its place: nothing is left to do */
  DWELL_STORE_PAIRED,  /* a begin whose end has come: dwell-store-early.c */
} DwellStoreKind;

/* Bits of the number of a line. */
#define DWELL_STORE_LINE_BITS 26

/* The end of a paired begin. */
typedef struct {
  guint64 duration_ns : 37;
  guint64 is_named    : 1;  /* as its begin is, else it has neither a name nor a category */
  guint64 line        : DWELL_STORE_LINE_BITS;
} DwellStoreEnd;

/* A begin, an end or both. */
typedef struct {
  gint64  time_ns;
  union {
    gint64        duration_ns; /* of whole ones; DWELL_TIME_NONE: until the end of the trace */
    DwellStoreEnd end;         /* of paired ones */
  };
  DwellStoreCall name;
  guint32 line  : DWELL_STORE_LINE_BITS; /* 0: too large for the bits */
  guint32 kind  : 3;  /* DwellStoreKind */
  guint32 flags : 3;  /* the lower DwellSpanFlags */
} DwellStoreRecord;

/* A point in time: an instant, an end without a begin. */
typedef struct {
  gint64  time_ns;
  DwellStoreCall name;
  guint8  kind; /* DwellMarkKind */
} DwellStorePoint;

/* An event of a span that is not bound to a thread. */
typedef struct {
  DwellStoreRecord record;
  guint32 process;
  guint32 key;   /* what pairs it: strings */
  char    phase;
} DwellStoreAsync;

/* Which span a step of a flow belongs to. */
typedef enum {
  DWELL_STORE_NEXT_SPAN,     /* on its thread: that which begins next */
  DWELL_STORE_ENCLOSING_SPAN, /* that around it */
  DWELL_STORE_OWN_SPAN,      /* that whose call names it: dwell_store_add_step() */
} DwellStoreBinding;

/* A step of a flow. */
typedef struct {
  gint64  time_ns;
  guint32 key;    /* what makes steps one flow: strings */
  guint32 name;   /* its place in names */
  guint32 thread;
  guint32 order;  /* in the file */
  guint32 span;   /* of the builder; DWELL_NONE: none is bound to it. Of one that belongs to its
                   * own span, until arrows are made: its place in step_spans */
  char    phase;  /* s, t or f; F: it ends an arrow, but not the flow */
  guint8  binding; /* DwellStoreBinding */
} DwellStoreFlow;

/* A value of a counter. */
typedef struct {
  gint64 time_ns;
  union {
    gint64 integer;
    double number;  /* where the counter is_float */
  };
} DwellStoreValue;

/* A text of a counter. */
typedef struct {
  gint64  time_ns;
  guint32 text; /* strings */
  guint32 line; /* 0: too large for the bits */
} DwellStoreText;

/* A stretch in which a counter is in a state that is told as such. */
typedef struct {
  gint64  begin_ns;
  gint64  end_ns;
  gint64  value;
  guint32 name;      /* strings; 0: its value is its name */
  guint8  has_value;
  guint8  flags;     /* DwellSpanFlags */
} DwellStoreStretch;

/* Something that has values. If more of them are texts than numbers, it is in the states that they
 * name, else the texts are left out. */
typedef struct {
  guint32   process;
  guint32   name; /* strings */
  GArray   *values; /* DwellStoreValue */
  GArray   *texts;  /* (nullable): DwellStoreText */
  GArray   *stretches; /* (nullable): DwellStoreStretch */
  gboolean  is_float;
  gboolean  is_unsorted;
} DwellStoreCounter;

/* What metadata says of a process or a thread. */
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
                       * NULL: no end is paired as it comes any more */
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
  const char   *first_cut; /* the bytes of the first one, as they were given */
  guint64       cut_line;  /* where it stands, for whoever gave them to say; 0: not known yet */
  gint64        cut_offset; /* -1: none */
  guint         n_states;  /* areas */
  guint64       n_samples;
  guint64       n_by_phase[128]; /* of phases that are not shown */
  gint64        begin_ns;
  gint64        end_ns;
  gsize         n_bytes;   /* that all this takes, roughly */
  guint         max_tracks; /* threads, and counters */
  gboolean      is_flat;   /* a process is its only thread, and is named by its key */
  gboolean      args_tell_borders; /* “begin” or “end” that is “unknown”: the span lacks it */
} DwellStore;

/* Bytes of a name: those of C++ are long. */
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
void           dwell_store_add_stretch  (DwellStore              *self,
                                         guint32                  counter_number,
                                         const DwellStoreStretch *stretch);
gboolean       dwell_store_finish       (DwellStore             *self,
                                         GError                **error);

/* A line as it stands in a record. */
static inline guint32
_dwell_store_pack_line (guint64 line)
{
  return line < 1u << DWELL_STORE_LINE_BITS
         ? (guint32) line & ((1u << DWELL_STORE_LINE_BITS) - 1) : 0;
}

/* Records whose memory is given back at once; a multiple of a page. */
#define DWELL_STORE_DROPPED_RECORDS 65536

/* For a loop that is done with record @i and all before it: gives back memory now and then. */
static inline void
_dwell_store_drop (const DwellColumn *records,
                   gsize              i)
{
  const gsize n = DWELL_STORE_DROPPED_RECORDS;

  if (i % n == n - 1)
    dwell_big_drop (&dwell_column_index (records, DwellStoreRecord, i + 1 - n),
                    n * sizeof (DwellStoreRecord));
}

/* The place of what is called so among the names. */
static inline guint32
_dwell_store_get_name (const DwellStore *self,
                       DwellStoreCall    call)
{
  return call & DWELL_STORE_HAS_ARGS
         ? g_array_index (self->with_args, DwellStoreNamedArgs,
                          call & ~DWELL_STORE_HAS_ARGS).name
         : call;
}

/* The arguments of what is called so, or DWELL_NONE. */
static inline guint32
_dwell_store_get_args (const DwellStore *self,
                       DwellStoreCall    call)
{
  return call & DWELL_STORE_HAS_ARGS
         ? g_array_index (self->with_args, DwellStoreNamedArgs,
                          call & ~DWELL_STORE_HAS_ARGS).args
         : DWELL_NONE;
}

/* The step of a flow that what is called so is: its place in step_spans and 1; 0: it is none. */
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

/* States: gathered for the counters of a process, put in order, and made spans of between others of
 * their context, as those must rise with the begin. */
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

/* Flows: sorted before spans are made, given the spans of each thread, and made arrows of then. */
void  _dwell_store_sort_flows (DwellStore *self);
guint _dwell_store_find_flows (DwellStore *self,
                               guint32     thread);
void  _dwell_store_add_flows  (DwellStore *self,
                               gint64      offset_ns);

/* Ends that are paired as they come, and what undoes it. */
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
