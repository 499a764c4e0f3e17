/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All events of a file, in 40 bytes each, with the names in them. They are gathered before anything
 * is made of them, because what a file says at its end may be about its begin: a task that is
 * preempted without a start ran from there, and recorders of several cores write out of order. */
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

typedef struct {
  gint64  time;  /* ns, once the log is finished */
  guint64 value; /* of the note */
  guint32 source;
  guint32 target;
  gint32  source_instance;
  gint32  target_instance;
  guint32 line;
  guint8  type;  /* DwellBtfType */
  guint8  kind;  /* DwellBtfEvent; of an unknown one and of those with one kind: see word */
  guint8  note;  /* DwellBtfNote */
  guint8  word;  /* which of the words of the file it is; the last stands for all others */
} DwellBtfRecord;

/* What is known of a name before the first event is looked at. */
typedef struct {
  guint32 name;       /* string of the builder */
  guint8  is_process; /* events have it as their task or interrupt */
  guint8  is_core;
  guint8  is_float;   /* a number with a point is written into it */
} DwellBtfEntity;

#define DWELL_BTF_MAX_WORDS 255

typedef struct {
  DwellBuilder *builder;
  DwellColumn  *records;    /* DwellBtfRecord */
  DwellStrings *names;      /* those of entities: the id is the entity's */
  DwellColumn  *entities;   /* DwellBtfEntity */
  GArray       *words;      /* guint32: strings of the builder: names of events */

  /* the header */
  guint64       scale;      /* ps */
  GString      *others;
  GHashTable   *tables[2];  /* number → name: of entities, of types */
  int           table;      /* the one that is open */
  guint         headers;    /* bits: which parameters were seen */
} DwellBtfLog;

void     dwell_btf_log_init          (DwellBtfLog       *self,
                                      DwellBuilder      *builder);
void     dwell_btf_log_clear         (DwellBtfLog       *self);
guint32  dwell_btf_log_add_entity    (DwellBtfLog       *self,
                                      DwellScan          name);
guint8   dwell_btf_log_add_word      (DwellBtfLog       *self,
                                      DwellScan          word);
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

#define DWELL_BTF_ENTITIES 0
#define DWELL_BTF_TYPES    1
#define DWELL_BTF_ENTITY_TYPES 2

G_END_DECLS
