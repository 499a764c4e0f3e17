/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All spans of the focused area, which timeline and overview highlight. A worker gathers them,
 * because there can be millions. */
#include "config.h"

#include "model/view/dwell-view-private.h"

struct _DwellLit
{
  DwellView *view;
  guint32    area;  /* whose spans are wanted, or DWELL_NONE */
  DwellFind *spans; /* NULL: no answer yet */
  DwellJob  *job;   /* NULL: nothing is being asked */
};

typedef struct {
  DwellTrace *trace;
  guint32     area;
  DwellFind  *spans; /* out */
} Gathering;

static void
gathering_free (gpointer data)
{
  Gathering *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->spans, dwell_find_unref);
  g_free (self);
}

static void
gather (gpointer      data,
        GCancellable *cancellable)
{
  Gathering *self = data;

  self->spans = dwell_find_new_for_area (self->trace, self->area, cancellable);
}

static void
gathered (gpointer data,
          gpointer user_data)
{
  Gathering *gathering = data;
  DwellLit *self = user_data;

  self->job = NULL;
  self->spans = g_steal_pointer (&gathering->spans);
  _dwell_view_emit (self->view, DWELL_VIEW_LIT_CHANGED);
}

static void
drop (DwellLit *self)
{
  g_clear_pointer (&self->job, _dwell_job_abandon);
  g_clear_pointer (&self->spans, dwell_find_unref);
  self->area = DWELL_NONE;
}

static void
follow_focus (DwellLit *self)
{
  guint32 area = dwell_view_get_focus_area (self->view);
  Gathering *gathering;

  if (area == self->area)
    return;

  drop (self);
  self->area = area;
  if (area != DWELL_NONE && self->view->trace->n_spans > 0)
    {
      gathering = g_new0 (Gathering, 1);
      gathering->trace = dwell_trace_ref (self->view->trace);
      gathering->area = area;
      self->job = _dwell_job_start (gathering, gathering_free, gather, gathered, self);
    }

  _dwell_view_emit (self->view, DWELL_VIEW_LIT_CHANGED);
}

static void
lit_free (gpointer data)
{
  drop (data);
  g_free (data);
}

/* The numbers of spans refer to the old trace. */
static void
adapt (gpointer data)
{
  drop (data);
}

static void
announce (gpointer data)
{
  follow_focus (data);
}

/* Must be called after the focus was added. */
void
_dwell_view_add_lit (DwellView *self)
{
  self->lit = g_new0 (DwellLit, 1);
  self->lit->view = self;
  self->lit->area = DWELL_NONE;
  _dwell_view_add_part (self, self->lit, lit_free, adapt, announce);
  g_signal_connect_swapped (self, "focus-changed", G_CALLBACK (follow_focus), self->lit);
}

/**
 * dwell_view_get_lit:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): all spans of the focused area; %NULL if there is none, or
 *   they are not known yet
 */
DwellFind *
dwell_view_get_lit (DwellView *self)
{
  return self->lit->spans;
}
