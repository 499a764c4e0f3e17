/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An activation of a process: its span and, below it, the stack of its runnables. Only the
 * innermost is paused when the process leaves its core; those around it wait for what they called.
 *
 * A runnable that ends without having begun was active before all others of the activation. It
 * then takes over what the process had so far: its child spans and its suspensions. */
#pragma once

#include "formats/btf/dwell-btf-tracks.h"

G_BEGIN_DECLS

typedef struct {
  guint32 span;      /* DWELL_NONE: of a process without any event */
  guint32 runnable;  /* entity; 0: the process */
  gint32  instance;
  guint8  flags;     /* of the span */
  guint8  is_suspended;
  guint8  waits;     /* it waits for a runnable that it called; else it is paused */
  guint8  is_held;   /* the file suspended it explicitly, and will resume it explicitly */
  gint64  since;     /* when it was suspended */
} DwellBtfFrame;

/* A list of numbers in DwellBtfStacks.links. */
typedef struct {
  guint32 first; /* DWELL_NONE: it is empty */
  guint32 last;
} DwellBtfList;

typedef struct {
  gint64          key;       /* entity << 32 | instance */
  guint32         process;   /* entity */
  gint32          instance;
  DwellBtfState   state;
  DwellBtfStates *states;    /* (nullable) */
  DwellBtfLane   *lane;      /* (nullable): while it has spans */
  GArray         *frames;    /* DwellBtfFrame: the process, then its runnables */
  gint64          since;     /* when it was activated */
  gint64          begin;     /* when its span began */
  gint64          on_core;   /* since when it has run, or DWELL_TIME_NONE */
  guint32         core;      /* entity, or 0 */
  gboolean        is_paused; /* it is not on a core */
  gboolean        is_implied; /* it is known to run only from an event of a runnable so far */
  DwellBtfList    children;  /* spans of outermost runnables */
  DwellBtfList    suspensions; /* of the process */
} DwellBtfActivation;

typedef struct {
  DwellBuilder   *builder;
  DwellBtfTracks *tracks;
  DwellColumn    *links;     /* pairs of guint32: a number and the next link */
  gboolean        is_shifted; /* rows and order of the spans must be settled */
} DwellBtfStacks;

typedef enum {
  DWELL_BTF_STACK_DONE,
  DWELL_BTF_STACK_BEGIN_MISSING,
  DWELL_BTF_STACK_NOT_NESTED,
  DWELL_BTF_STACK_TOO_DEEP,
  DWELL_BTF_STACK_ILLEGAL,
} DwellBtfStackResult;

/* The greatest number of open runnables, and of suspensions that an event brings. */
#define DWELL_BTF_MAX_DEPTH 1024
#define DWELL_BTF_ROOM (2 * DWELL_BTF_MAX_DEPTH + 16)

void                dwell_btf_stack_open     (DwellBtfStacks     *self,
                                              DwellBtfActivation *activation,
                                              gint64              begin,
                                              guint               flags);
guint               dwell_btf_stack_close    (DwellBtfStacks     *self,
                                              DwellBtfActivation *activation,
                                              gint64              time,
                                              guint               flags);
void                dwell_btf_stack_pause    (DwellBtfStacks     *self,
                                              DwellBtfActivation *activation,
                                              gint64              time);
void                dwell_btf_stack_unpause  (DwellBtfStacks     *self,
                                              DwellBtfActivation *activation,
                                              gint64              time);
DwellBtfStackResult dwell_btf_stack_step     (DwellBtfStacks       *self,
                                              DwellBtfActivation   *activation,
                                              const DwellBtfRecord *record);
gboolean            dwell_btf_stacks_settle  (DwellBtfStacks     *self,
                                              GError            **error);

G_END_DECLS
