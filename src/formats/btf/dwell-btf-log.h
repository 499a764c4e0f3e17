/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All events of a file, in 28 bytes each, with the names in them. They are gathered before the
 * trace is made, because the end of a file may reveal something about its start (a task that is
 * preempted without a start ran from there), and recorders of several cores write out of order. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/btf/dwell-btf-line.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_BTF_NO_NOTE,
  DWELL_BTF_TEXT_NOTE,    /* its value is a string of the builder */
  DWELL_BTF_INTEGER_NOTE,
  DWELL_BTF_REAL_NOTE,
} DwellBtfNote;

/* Seven words, because there are many records. Fields that no event has at the same time share
 * memory. */
typedef struct __attribute__ ((packed, aligned (4))) {
  gint64  time;  /* ns, once the log is finished */
  union {
    struct {
      gint32 target_instance;    /* of processes and runnables */
      union {
        gint32  source_instance; /* of the process that calls or leaves a runnable */
        guint32 text;            /* of all others: a note that is a text: string of the builder */
      };
    };
    guint64 value; /* of all but processes and runnables: a note that is a number */
  };
  guint32 source;
  guint32 target;
  guint8  type;  /* DwellBtfType */
  guint8  kind;  /* DwellBtfEvent; for an unknown event and those with one kind: see word */
  guint8  note;  /* DwellBtfNote */
  guint8  word;  /* number of the word in the file; the last number is for all further words */
} DwellBtfRecord;

/* How many lines before a record are not events: nearly all lines are. */
typedef struct {
  guint32 first;
  guint32 n_others;
} DwellBtfLines;

/* What is known of a name before the first event is handled. */
typedef struct {
  guint32 name;       /* string of the builder */
  guint8  is_process; /* it is the task or interrupt of an event */
  guint8  is_core;
  guint8  is_float;   /* a number with a point is written to it */
} DwellBtfEntity;

#define DWELL_BTF_MAX_WORDS 255

typedef struct {
  DwellBuilder *builder;
  DwellColumn  *records;    /* DwellBtfRecord, in the order of the file */
  guint32      *order;      /* (nullable): numbers of records by time; NULL: they are in order */
  GArray       *lines;      /* DwellBtfLines */
  guint64       latest;     /* latest time, as in the file; negative times count as the latest */
  gint64        last;       /* time of the last record */
  gboolean      goes_back;  /* time runs backwards at least once */
  DwellStrings *names;      /* names of entities; the id is that of the entity */
  DwellColumn  *entities;   /* DwellBtfEntity */
  GArray       *words;      /* guint32: strings of the builder: names of events */

  /* from the header */
  guint64       scale;      /* ps */
  GString      *others;
  GHashTable   *tables[2];  /* number → name: of entities, of types */
  int           table;      /* the table that is being read */
  guint         headers;    /* bits: which parameters were found */
} DwellBtfLog;

void     dwell_btf_log_init          (DwellBtfLog       *self,
                                      DwellBuilder      *builder);
void     dwell_btf_log_clear         (DwellBtfLog       *self);
guint32  dwell_btf_log_add_entity    (DwellBtfLog       *self,
                                      DwellScan          name);
guint8   dwell_btf_log_add_word      (DwellBtfLog       *self,
                                      DwellScan          word,
                                      guint64            line);
void     dwell_btf_log_append        (DwellBtfLog          *self,
                                      const DwellBtfRecord *record,
                                      guint64               line);
guint64  dwell_btf_log_get_line      (const DwellBtfLog    *self,
                                      const DwellBtfRecord *record);
gboolean dwell_btf_log_finish        (DwellBtfLog       *self,
                                      GError           **error);
void     dwell_btf_log_read_comment  (DwellBtfLog       *self,
                                      DwellScan          text,
                                      guint64            line);
void     dwell_btf_log_finish_header (DwellBtfLog       *self);
gboolean dwell_btf_log_translate     (DwellBtfLog       *self,
                                      int                table,
                                      DwellScan         *name);
guint64  dwell_btf_scale_find        (DwellScan          word);

static inline DwellBtfEntity *
dwell_btf_log_get_entity (const DwellBtfLog *self,
                          guint32            id)
{
  return &dwell_column_index (self->entities, DwellBtfEntity, id);
}

/* The record at the place @number in order of time. */
static inline DwellBtfRecord *
dwell_btf_log_get_record (const DwellBtfLog *self,
                          gsize              number)
{
  gsize place = self->order != NULL ? self->order[number] : number;

  return &dwell_column_index (self->records, DwellBtfRecord, place);
}

#define DWELL_BTF_ENTITIES 0
#define DWELL_BTF_TYPES    1
#define DWELL_BTF_ENTITY_TYPES 2

G_END_DECLS
