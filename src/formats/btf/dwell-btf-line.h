/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of the Best Trace Format, and the words in it. Pure functions of the bytes. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_BTF_OTHER_TYPE,
  DWELL_BTF_TASK,
  DWELL_BTF_INTERRUPT,
  DWELL_BTF_RUNNABLE,
  DWELL_BTF_STIMULUS,
  DWELL_BTF_SIGNAL,
  DWELL_BTF_OS_EVENT,
  DWELL_BTF_SEMAPHORE,
  DWELL_BTF_CORE,
  DWELL_BTF_SCHEDULER,
  DWELL_BTF_SYSTEM, /* events are only counted */
  DWELL_BTF_N_TYPES,
} DwellBtfType;

typedef enum {
  DWELL_BTF_OTHER_EVENT,
  /* of processes; those of runnables are among them */
  DWELL_BTF_ACTIVATE,
  DWELL_BTF_START,
  DWELL_BTF_PREEMPT,
  DWELL_BTF_RESUME,
  DWELL_BTF_WAIT,
  DWELL_BTF_RELEASE,
  DWELL_BTF_POLL,
  DWELL_BTF_RUN,
  DWELL_BTF_PARK,
  DWELL_BTF_POLL_PARKING,
  DWELL_BTF_RELEASE_PARKING,
  DWELL_BTF_TERMINATE,
  DWELL_BTF_INFORMATIVE, /* events that change no state */
  DWELL_BTF_SUSPEND,
  /* of other types */
  DWELL_BTF_TRIGGER,
  DWELL_BTF_READ,
  DWELL_BTF_WRITE,
  DWELL_BTF_OF_OS_EVENT,
  DWELL_BTF_SET_FREQUENCY,
  DWELL_BTF_SEMAPHORE_USE, /* use by a process */
  DWELL_BTF_SEMAPHORE_FREE,
  DWELL_BTF_SEMAPHORE_FULL,
  DWELL_BTF_SEMAPHORE_OVERFULL,
  DWELL_BTF_SEMAPHORE_USED,
  DWELL_BTF_OF_SCHEDULER,
  DWELL_BTF_OF_CORE,
} DwellBtfEvent;

typedef enum {
  DWELL_BTF_LINE_EMPTY,
  DWELL_BTF_LINE_COMMENT, /* a parameter, a line of a table, or a remark */
  DWELL_BTF_LINE_EVENT,
  DWELL_BTF_LINE_BAD,
} DwellBtfLineKind;

/* An event. Blanks around fields are left out. */
typedef struct {
  guint64   time; /* in the scale of the file */
  DwellScan source;
  DwellScan type;
  DwellScan target;
  DwellScan event;
  DwellScan note; /* empty if there is none */
  gint32    source_instance;
  gint32    target_instance;
} DwellBtfLine;

typedef enum {
  DWELL_BTF_NO_NUMBER,
  DWELL_BTF_INTEGER,
  DWELL_BTF_REAL,
} DwellBtfNumber;

DwellBtfLineKind dwell_btf_line_parse   (DwellScan     text,
                                         DwellBtfLine *line);
DwellBtfType     dwell_btf_type_find    (DwellScan     word);
DwellBtfEvent    dwell_btf_event_find   (DwellScan     word);
gboolean         dwell_btf_takes_event  (DwellBtfType  type,
                                         DwellBtfEvent event);
DwellBtfNumber   dwell_btf_number_parse (DwellScan     word,
                                         guint64      *value);
void             dwell_btf_trim         (DwellScan    *text);
gboolean         dwell_btf_take_word    (DwellScan    *text,
                                         DwellScan    *word);
gboolean         dwell_btf_is_word      (DwellScan     text,
                                         const char   *word);

G_END_DECLS
