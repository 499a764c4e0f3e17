/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-kept-stretch.h"

struct _DwellKeptStretch
{
  GObject parent_instance;

  DwellSession *session; /* weak */
  gint64        begin;   /* ns */
  gint64        end;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellKeptStretch, dwell_kept_stretch, G_TYPE_OBJECT)

static void
on_session_gone (gpointer  data,
                 GObject  *former)
{
  DwellKeptStretch *self = data;

  self->session = NULL;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
forget (DwellKeptStretch *self)
{
  if (self->session != NULL)
    g_object_weak_unref (G_OBJECT (self->session), on_session_gone, self);
  self->session = NULL;
}

static void
dwell_kept_stretch_finalize (GObject *object)
{
  forget (DWELL_KEPT_STRETCH (object));

  G_OBJECT_CLASS (dwell_kept_stretch_parent_class)->finalize (object);
}

static void
dwell_kept_stretch_class_init (DwellKeptStretchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_kept_stretch_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_kept_stretch_init (DwellKeptStretch *self)
{
}

/**
 * dwell_kept_stretch_get_default:
 *
 * Returns: (transfer none): the only instance
 */
DwellKeptStretch *
dwell_kept_stretch_get_default (void)
{
  static DwellKeptStretch *stretch = NULL;

  if (stretch == NULL)
    stretch = g_object_new (DWELL_TYPE_KEPT_STRETCH, NULL);

  return stretch;
}

/**
 * dwell_kept_stretch_set:
 * @self: the kept stretch
 * @session: a session
 * @begin: ns
 * @end: ns
 *
 * Keeps a stretch of a recording instead of the previous one.
 */
void
dwell_kept_stretch_set (DwellKeptStretch *self,
                        DwellSession     *session,
                        gint64            begin,
                        gint64            end)
{
  g_return_if_fail (DWELL_IS_KEPT_STRETCH (self) && DWELL_IS_SESSION (session) && begin <= end);

  forget (self);
  self->session = session;
  self->begin = begin;
  self->end = end;
  g_object_weak_ref (G_OBJECT (session), on_session_gone, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_kept_stretch_get:
 * @self: the kept stretch
 * @begin: (out) (optional): ns
 * @end: (out) (optional): ns
 *
 * Returns: (transfer none) (nullable): the session whose stretch is kept; %NULL if no stretch is
 *   kept
 */
DwellSession *
dwell_kept_stretch_get (DwellKeptStretch *self,
                        gint64           *begin,
                        gint64           *end)
{
  g_return_val_if_fail (DWELL_IS_KEPT_STRETCH (self), NULL);

  if (begin != NULL)
    *begin = self->begin;
  if (end != NULL)
    *end = self->end;
  return self->session;
}
