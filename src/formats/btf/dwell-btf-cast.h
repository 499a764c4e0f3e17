/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and roles in a file that is written: what contexts, functions and variables are called
 * there, and what their tracks are. In a trace that was read from this format, the states of
 * processes, the cores and the semaphores are recognised again. */
#pragma once

#include "formats/btf/dwell-btf-writer.h"

G_BEGIN_DECLS

typedef struct _DwellBtfActor DwellBtfActor;

/* The states of a process: a track of a trace that was read from this format. */
typedef struct {
  guint32  row;
  guint32  context;
  guint32  next;    /* into row_spans: the first that is not yet written */
  gboolean is_busy; /* used by an activation */
} DwellBtfStateRow;

/* A process. */
struct _DwellBtfActor
{
  char       *name;
  const char *type;        /* "T" or "I" */
  GArray     *states;      /* DwellBtfStateRow */
  GArray     *cores;       /* guint, into the cores: those that ever run it */
  guint32     n_started;   /* number of activations: the instance of the next one */
  guint32     n_activated;
  gpointer    last;        /* (nullable): the activation that began last, if it is open */
};

typedef enum {
  DWELL_BTF_ROLE_NONE,
  DWELL_BTF_ROLE_CALLS,     /* processes and their runnables */
  DWELL_BTF_ROLE_STATES,    /* states of a process */
  DWELL_BTF_ROLE_CORE,
  DWELL_BTF_ROLE_SEMAPHORE,
  DWELL_BTF_ROLE_SIGNAL,    /* values, or states that have numbers */
  DWELL_BTF_ROLE_FREQUENCY, /* frequency of a core */
} DwellBtfRole;

typedef struct {
  guint32       row;
  guint32       context;
  gconstpointer run;  /* (nullable): the activation that is written as running there */
} DwellBtfCore;

typedef struct {
  const DwellTrace *trace;
  gboolean          is_own;      /* the trace was read from this format */
  GPtrArray        *actors;      /* DwellBtfActor, owned */
  GHashTable       *by_name;     /* number of a string → DwellBtfActor */
  DwellBtfActor   **by_context;  /* (nullable) */
  guint8           *roles;       /* DwellBtfRole, by track */
  char            **names;       /* by area: (nullable), the names as written */
  GArray           *cores;       /* DwellBtfCore */
  gboolean          has_cores;   /* some are known: an unknown one is called like its process */
  GHashTable       *taken;       /* set of type and name */
  GPtrArray        *interrupts;  /* GPatternSpec */
  guint64           n_renamed;
  guint64           n_cut;     /* names that are too long */
} DwellBtfCast;

void           dwell_btf_cast_init        (DwellBtfCast           *self,
                                           const DwellTrace       *trace,
                                           const DwellTrace       *base,
                                           const DwellBtfWriteSettings *settings);
void           dwell_btf_cast_clear       (DwellBtfCast           *self);
DwellBtfActor *dwell_btf_cast_get_actor   (DwellBtfCast           *self,
                                           guint32                 span);
const char    *dwell_btf_cast_get_name    (DwellBtfCast           *self,
                                           guint32                 area,
                                           const char             *type);
gboolean       dwell_btf_cast_is_of_file  (const DwellBtfCast     *self,
                                           guint32                 variables,
                                           guint32                 context);
gboolean       dwell_btf_cast_is_call     (const DwellBtfCast     *self,
                                           guint32                 span);
guint32        dwell_btf_cast_find_caller (const DwellBtfCast     *self,
                                           guint32                 span);
/* Longer names and notes are cut: no line may be longer than readers accept. */
#define DWELL_BTF_MAX_WRITTEN_BYTES 65536

char          *dwell_btf_cast_dup_clean   (const char             *name);

/* dwell-btf-cores.c: on which core an activation runs. */

void           dwell_btf_cast_find_cores  (DwellBtfCast           *self);
const char    *dwell_btf_cast_find_core   (DwellBtfCast           *self,
                                           const DwellBtfActor    *actor,
                                           gconstpointer           run,
                                           guint32                 context,
                                           gint64                  time,
                                           gint64                  until);
void           dwell_btf_cast_free_core   (DwellBtfCast           *self,
                                           const DwellBtfActor    *actor,
                                           gconstpointer           run);

G_END_DECLS
