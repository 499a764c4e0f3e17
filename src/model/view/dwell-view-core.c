/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view object: its signals, its parts, its session and reading. */
#include "config.h"

#include "model/view/dwell-view-private.h"

typedef struct {
  gpointer       data;
  GDestroyNotify free;
} Part;

enum {
  PROP_0,
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
part_clear (gpointer data)
{
  Part *self = data;

  self->free (self->data);
}

/* Ties the lifetime of @part to @self. When the trace changes, @adapt adapts the part without a
 * signal, before others are notified; @announce (nullable) emits what has changed, after all have
 * been notified. Parts are added before anything else connects, which ensures that order. */
void
_dwell_view_add_part (DwellView      *self,
                      gpointer        part,
                      GDestroyNotify  free,
                      void          (*adapt) (gpointer part),
                      void          (*announce) (gpointer part))
{
  Part new = { part, free };

  g_array_append_val (self->parts, new);
  if (adapt != NULL)
    g_signal_connect_swapped (self, "trace-changed", G_CALLBACK (adapt), part);
  if (announce != NULL)
    g_signal_connect_data (self, "trace-changed", G_CALLBACK (announce), part, NULL,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
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
dwell_view_finalize (GObject *object)
{
  DwellView *self = DWELL_VIEW (object);

  g_array_unref (self->parts);
  g_clear_pointer (&self->rooms, g_array_unref);
  g_array_unref (self->back);
  g_array_unref (self->forward);
  /* The session releases the last reference to a reading on a worker. */
  g_clear_pointer (&self->reading, dwell_reading_unref);
  g_clear_pointer (&self->derived, dwell_reading_unref);
  g_clear_object (&self->session);
  g_clear_object (&self->base);

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
    [DWELL_VIEW_LIT_CHANGED] = "lit-changed",
    [DWELL_VIEW_CHOSEN_CHANGED] = "chosen-changed",
    [DWELL_VIEW_LANES_CHANGED] = "lanes-changed",
    [DWELL_VIEW_ROOM_CHANGED] = "room-changed",
    [DWELL_VIEW_MARKERS_CHANGED] = "markers-changed",
    [DWELL_VIEW_KEPT_CHANGED] = "kept-changed",
    [DWELL_VIEW_OVERRUNS_CHANGED] = "overruns-changed",
    [DWELL_VIEW_REQUIREMENTS_CHANGED] = "requirements-changed",
    [DWELL_VIEW_UNITS_CHANGED] = "units-changed",
    [DWELL_VIEW_TRACE_CHANGED] = "trace-changed",
    [DWELL_VIEW_INDEXES_CHANGED] = "indexes-changed",
    [DWELL_VIEW_BASE_CHANGED] = "base-changed",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = dwell_view_finalize;
  object_class->get_property = dwell_view_get_property;

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
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
  self->back = g_array_new (FALSE, FALSE, sizeof (DwellRange));
  self->forward = g_array_new (FALSE, FALSE, sizeof (DwellRange));
}

/**
 * dwell_view_get_session:
 * @self: a view
 *
 * Returns: (transfer none): the session that it shows
 */
DwellSession *
dwell_view_get_session (DwellView *self)
{
  return self->session;
}

/**
 * dwell_view_get_reading:
 * @self: a view
 *
 * While the session announces a new reading, this is still the complete former one.
 *
 * Returns: (transfer none) (nullable): the trace that this view shows, with its indexes; %NULL:
 *   none yet
 */
DwellReading *
dwell_view_get_reading (DwellView *self)
{
  return self->reading;
}

/**
 * dwell_view_get_trace:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the trace of dwell_view_get_reading(), to which focus, lanes
 *   and find of this view refer
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
 * Announces that times are shown in another unit from now on.
 */
void
dwell_view_change_units (DwellView *self)
{
  g_return_if_fail (DWELL_IS_VIEW (self));

  dwell_session_change_units (self->session);
  _dwell_view_emit (self, DWELL_VIEW_UNITS_CHANGED);
}
