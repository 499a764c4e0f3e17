/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view: its life, its signals, and what becomes of it when the session's trace is another, be it
 * a newer part of the same file or the file read again: everything that can be kept is kept. Its
 * parts have files of their own: range, scope, focus, moves, cursor, find, lanes, markers, kept,
 * overruns. */
#include "config.h"

#include "model/view/dwell-view-private.h"

enum {
  PROP_0,
  PROP_SESSION,
  PROP_CAN_GO_BACK,
  PROP_CAN_GO_FORWARD,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint signals[DWELL_VIEW_N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellView, dwell_view, G_TYPE_OBJECT)

void
_dwell_view_emit (DwellView       *self,
                  DwellViewSignal  signal)
{
  g_signal_emit (self, signals[signal], 0);
}

static void
take_trace (DwellView *self)
{
  DwellTrace *trace = dwell_session_get_trace (self->session);
  gboolean was_at_home = self->trace == NULL || _dwell_view_is_at_home (self);
  g_autoptr(DwellTrace) old = g_steal_pointer (&self->trace);
  gboolean range_changed;
  gboolean selection_changed;
  gboolean focus_changed;
  gboolean cursor_changed;
  gboolean markers_changed;

  self->trace = dwell_trace_ref (trace);
  range_changed = _dwell_view_adapt_range (self, was_at_home);
  selection_changed = _dwell_view_adapt_selection (self);
  focus_changed = _dwell_view_adapt_focus (self, old);
  cursor_changed = _dwell_view_adapt_cursor (self);
  markers_changed = _dwell_view_adapt_markers (self, old);
  _dwell_view_adapt_tracks (self, old);
  _dwell_view_adapt_find (self);
  _dwell_view_update_overruns (self);

  _dwell_view_emit (self, DWELL_VIEW_TRACE_CHANGED);
  _dwell_view_emit (self, DWELL_VIEW_LANES_CHANGED);

  if (range_changed)
    _dwell_view_emit (self, DWELL_VIEW_RANGE_CHANGED);

  if (selection_changed)
    _dwell_view_emit (self, DWELL_VIEW_SELECTION_CHANGED);

  if (focus_changed)
    _dwell_view_emit (self, DWELL_VIEW_FOCUS_CHANGED);

  if (cursor_changed)
    _dwell_view_emit (self, DWELL_VIEW_CURSOR_CHANGED);

  if (markers_changed)
    _dwell_view_emit (self, DWELL_VIEW_MARKERS_CHANGED);

  if (self->pattern != NULL)
    _dwell_view_emit (self, DWELL_VIEW_FIND_CHANGED);

  _dwell_view_announce_scope (self);
}

static void
session_trace_changed (DwellView *self)
{
  g_object_ref (self);
  take_trace (self);
  g_object_unref (self);
}

/* Of the indexes the statistics alone matter here, and they come once. */
static void
session_indexes_changed (DwellView *self)
{
  if (self->overruns == NULL && self->overruns_job == NULL)
    _dwell_view_update_overruns (self);
}

static void
dwell_view_constructed (GObject *object)
{
  DwellView *self = DWELL_VIEW (object);

  G_OBJECT_CLASS (dwell_view_parent_class)->constructed (object);

  g_signal_connect_object (self->session, "trace-changed", G_CALLBACK (session_trace_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "indexes-changed",
                           G_CALLBACK (session_indexes_changed), self, G_CONNECT_SWAPPED);

  if (dwell_session_get_trace (self->session) != NULL)
    take_trace (self);
}

static void
dwell_view_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  DwellView *self = DWELL_VIEW (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    case PROP_CAN_GO_BACK:
      g_value_set_boolean (value, self->back->len > 0);
      break;

    case PROP_CAN_GO_FORWARD:
      g_value_set_boolean (value, self->forward->len > 0);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_view_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  DwellView *self = DWELL_VIEW (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_view_dispose (GObject *object)
{
  DwellView *self = DWELL_VIEW (object);

  _dwell_view_clear_find (self);
  _dwell_view_clear_overruns (self);

  G_OBJECT_CLASS (dwell_view_parent_class)->dispose (object);
}

static void
dwell_view_finalize (GObject *object)
{
  DwellView *self = DWELL_VIEW (object);

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->lanes, g_array_unref);
  g_array_unref (self->track_order);
  g_array_unref (self->track_states);
  g_array_unref (self->back);
  g_array_unref (self->forward);
  g_array_unref (self->markers);
  _dwell_view_free_kept (self);
  g_object_unref (self->session);

  G_OBJECT_CLASS (dwell_view_parent_class)->finalize (object);
}

static void
dwell_view_class_init (DwellViewClass *klass)
{
  static const char * const signal_names[DWELL_VIEW_N_SIGNALS] = {
    [DWELL_VIEW_RANGE_CHANGED] = "range-changed",
    [DWELL_VIEW_SELECTION_CHANGED] = "selection-changed",
    [DWELL_VIEW_SCOPE_CHANGED] = "scope-changed",
    [DWELL_VIEW_FOCUS_CHANGED] = "focus-changed",
    [DWELL_VIEW_CURSOR_CHANGED] = "cursor-changed",
    [DWELL_VIEW_FIND_CHANGED] = "find-changed",
    [DWELL_VIEW_LANES_CHANGED] = "lanes-changed",
    [DWELL_VIEW_MARKERS_CHANGED] = "markers-changed",
    [DWELL_VIEW_KEPT_CHANGED] = "kept-changed",
    [DWELL_VIEW_OVERRUNS_CHANGED] = "overruns-changed",
    [DWELL_VIEW_UNITS_CHANGED] = "units-changed",
    [DWELL_VIEW_TRACE_CHANGED] = "trace-changed",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = dwell_view_constructed;
  object_class->dispose = dwell_view_dispose;
  object_class->finalize = dwell_view_finalize;
  object_class->get_property = dwell_view_get_property;
  object_class->set_property = dwell_view_set_property;

  properties[PROP_SESSION] =
    g_param_spec_object ("session", NULL, NULL, DWELL_TYPE_SESSION,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_CAN_GO_BACK] =
    g_param_spec_boolean ("can-go-back", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_CAN_GO_FORWARD] =
    g_param_spec_boolean ("can-go-forward", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < DWELL_VIEW_N_SIGNALS; i++)
    signals[i] = g_signal_new (signal_names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                               0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_view_init (DwellView *self)
{
  self->back = g_array_new (FALSE, FALSE, sizeof (DwellRange));
  self->forward = g_array_new (FALSE, FALSE, sizeof (DwellRange));
  self->track_order = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->track_states = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->focus_span = DWELL_NONE;
  self->focus_mark = DWELL_NONE;
  self->focus_area = DWELL_NONE;
  _dwell_view_init_markers (self);
  _dwell_view_init_kept (self);
  _dwell_view_adapt_range (self, TRUE);
}

/**
 * dwell_view_new:
 * @session: a session, with a trace or still without
 *
 * A view of the whole of @session.
 *
 * Returns: (transfer full): the view
 */
DwellView *
dwell_view_new (DwellSession *session)
{
  g_return_val_if_fail (DWELL_IS_SESSION (session), NULL);

  return g_object_new (DWELL_TYPE_VIEW, "session", session, NULL);
}

DwellSession *
dwell_view_get_session (DwellView *self)
{
  return self->session;
}

/**
 * dwell_view_get_trace:
 * @self: a view
 *
 * The trace that this view's focus, lanes and find speak of. While trace-changed is on its way it
 * can be older than the session's.
 *
 * Returns: (transfer none) (nullable): the trace
 */
DwellTrace *
dwell_view_get_trace (DwellView *self)
{
  return self->trace;
}

/**
 * dwell_view_change_units:
 * @self: a view
 *
 * Times are told in another unit from now on: whoever tells some of this view tells them anew.
 */
void
dwell_view_change_units (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  _dwell_session_update_subtitle (self->session);
  _dwell_view_emit (self, DWELL_VIEW_UNITS_CHANGED);
}
