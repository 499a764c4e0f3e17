/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A span or a mark as a row of the list of events, which exists only while a widget shows it. It
 * keeps its trace alive and has no state of its own. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-args.h"
#include "core/dwell-axis.h"
#include "core/dwell-trace-contexts.h"
#include "model/lists/events/dwell-event-list-private.h"

struct _DwellEventItem
{
  GObject parent_instance;

  DwellTrace *trace;
  DwellEvent  event;
  gint64      resolution; /* ns */
  DwellTimeUnits *units;
  GArray     *arg_keys; /* guint32, or NULL */
};

enum {
  PROP_0,
  PROP_TIME,
  PROP_DURATION,
  PROP_DEPTH,
  PROP_CONTEXT,
  PROP_NAME,
  PROP_MESSAGE,
  PROP_KIND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellEventItem, dwell_event_item, G_TYPE_OBJECT)

static gboolean
is_span (DwellEventItem *self)
{
  return self->event.span != DWELL_NONE;
}

static char *
get_time (DwellEventItem *self)
{
  return dwell_axis_time (self->trace, dwell_event_item_get_time (self), self->resolution);
}

static DwellCellValue
get_span_cell (gconstpointer data,
               guint         span,
               guint         column)
{
  return dwell_cell_whole (DWELL_CELL_TIME, dwell_trace_get_span_duration (data, span), TRUE);
}

/* The unit is chosen from all spans of the trace, because its columns form one table. */
static char *
get_duration (DwellEventItem *self)
{
  DwellCellValue cell;

  if (!is_span (self))
    return g_strdup ("");

  cell = get_span_cell (self->trace, self->event.span, 0);
  if (self->trace->axis == DWELL_AXIS_SAMPLES)
    return dwell_axis_duration (self->trace, (gint64) cell.whole);

  return _dwell_time_units_to_text (self->units, &cell, 0, get_span_cell, self->trace,
                                    self->trace->n_spans);
}

/* A mark is one deeper than the span that it belongs to. */
static guint
get_depth (DwellEventItem *self)
{
  guint32 span = self->event.span;

  if (is_span (self))
    return dwell_trace_get_span_depth (self->trace, span);

  span = self->trace->mark_span[self->event.mark];
  return span != DWELL_NONE ? dwell_trace_get_span_depth (self->trace, span) + 1 : 0;
}

static const char *
get_context (DwellEventItem *self)
{
  guint32 track = is_span (self) ? dwell_trace_get_span_track (self->trace, self->event.span)
                                 : self->trace->mark_track[self->event.mark];

  return dwell_trace_get_context_label (self->trace, self->trace->tracks[track].context);
}

static guint32
get_area (DwellEventItem *self)
{
  return is_span (self) ? self->trace->span_area[self->event.span]
                        : self->trace->mark_area[self->event.mark];
}

static const char *
get_name (DwellEventItem *self)
{
  guint32 area = get_area (self);

  return area != DWELL_NONE ? dwell_trace_get_area_title (self->trace, area) : "";
}

static const char *
get_message (DwellEventItem *self)
{
  if (is_span (self))
    return "";

  return dwell_trace_get_string (self->trace, self->trace->mark_text[self->event.mark]);
}

static const char *
get_kind (DwellEventItem *self)
{
  const DwellTrace *trace = self->trace;

  if (is_span (self))
    return dwell_area_kind_get_title (trace->areas[trace->span_area[self->event.span]].kind);

  return _dwell_mark_kind_get_title (self->trace->mark_kind[self->event.mark]);
}

/* Returns the translated name of a kind of mark. */
const char *
_dwell_mark_kind_get_title (DwellMarkKind kind)
{
  switch (kind)
    {
    case DWELL_MARK_EXIT:
      return _("Exit Message");

    case DWELL_MARK_ORPHAN_END:
      return _("End without Start");

    case DWELL_MARK_MESSAGE:
    default:
      return _("Message");
    }
}

static void
dwell_event_item_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  DwellEventItem *self = DWELL_EVENT_ITEM (object);

  switch (prop_id)
    {
    case PROP_TIME:
      g_value_take_string (value, get_time (self));
      break;

    case PROP_DURATION:
      g_value_take_string (value, get_duration (self));
      break;

    case PROP_DEPTH:
      g_value_set_uint (value, get_depth (self));
      break;

    case PROP_CONTEXT:
      g_value_set_string (value, get_context (self));
      break;

    case PROP_NAME:
      g_value_set_string (value, get_name (self));
      break;

    case PROP_MESSAGE:
      g_value_set_string (value, get_message (self));
      break;

    case PROP_KIND:
      g_value_set_string (value, get_kind (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_event_item_finalize (GObject *object)
{
  DwellEventItem *self = DWELL_EVENT_ITEM (object);

  _dwell_time_units_unref (self->units);
  g_clear_pointer (&self->arg_keys, g_array_unref);
  dwell_trace_unref (self->trace);

  G_OBJECT_CLASS (dwell_event_item_parent_class)->finalize (object);
}

static void
dwell_event_item_class_init (DwellEventItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = dwell_event_item_finalize;
  object_class->get_property = dwell_event_item_get_property;

  properties[PROP_TIME] = g_param_spec_string ("time", NULL, NULL, NULL, flags);
  properties[PROP_DURATION] = g_param_spec_string ("duration", NULL, NULL, NULL, flags);
  properties[PROP_DEPTH] = g_param_spec_uint ("depth", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CONTEXT] = g_param_spec_string ("context", NULL, NULL, NULL, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_KIND] = g_param_spec_string ("kind", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_event_item_init (DwellEventItem *self)
{
}

DwellEventItem *
_dwell_event_item_new (DwellTrace     *trace,
                       DwellEvent      event,
                       gint64          resolution,
                       DwellTimeUnits *units,
                       GArray         *arg_keys)
{
  DwellEventItem *self = g_object_new (DWELL_TYPE_EVENT_ITEM, NULL);

  self->trace = dwell_trace_ref (trace);
  self->event = event;
  self->resolution = resolution;
  self->units = _dwell_time_units_ref (units);
  self->arg_keys = arg_keys != NULL ? g_array_ref (arg_keys) : NULL;
  return self;
}

/**
 * dwell_event_item_get_event:
 * @self: an item
 *
 * Returns: its span or mark
 */
DwellEvent
dwell_event_item_get_event (DwellEventItem *self)
{
  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), ((DwellEvent) { DWELL_NONE, DWELL_NONE }));

  return self->event;
}

/**
 * dwell_event_item_get_area:
 * @self: an item
 * @trace: (out) (transfer none): return location for its trace
 *
 * Returns: the area of the span or mark, or %DWELL_NONE
 */
guint32
dwell_event_item_get_area (DwellEventItem    *self,
                           const DwellTrace **trace)
{
  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), DWELL_NONE);

  *trace = self->trace;
  return get_area (self);
}

/* Returns the argument with the @n-th of the commonest keys, or DWELL_NONE. */
static guint32
find_arg (DwellEventItem *self,
          guint           n)
{
  if (self->arg_keys == NULL || n >= self->arg_keys->len)
    return DWELL_NONE;

  return dwell_args_find (self->trace,
                          dwell_args_first (self->trace, self->event.span, self->event.mark),
                          g_array_index (self->arg_keys, guint32, n));
}

/**
 * dwell_event_item_dup_arg:
 * @self: an item
 * @n: a number of dwell_event_list_get_arg()
 *
 * Returns: (transfer full): the argument, as people read it; "" if it has none with that key
 */
char *
dwell_event_item_dup_arg (DwellEventItem *self,
                          guint           n)
{
  guint32 arg;

  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), NULL);

  arg = find_arg (self, n);
  return arg != DWELL_NONE ? dwell_args_dup_text (self->trace, arg) : g_strdup ("");
}

/**
 * dwell_event_item_is_number:
 * @self: an item
 * @n: a number of dwell_event_list_get_arg()
 *
 * Returns: whether the argument is a number
 */
gboolean
dwell_event_item_is_number (DwellEventItem *self,
                            guint           n)
{
  guint32 arg;
  gint64 integer;
  double real;

  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), FALSE);

  arg = find_arg (self, n);
  return arg != DWELL_NONE && (dwell_args_get_integer (self->trace, arg, &integer) ||
                               dwell_args_get_real (self->trace, arg, &real));
}

/**
 * dwell_event_item_get_time:
 * @self: an item
 *
 * Returns: the start of the span or the time of the mark, ns
 */
gint64
dwell_event_item_get_time (DwellEventItem *self)
{
  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), 0);

  return is_span (self) ? dwell_trace_get_span_begin (self->trace, self->event.span)
                        : self->trace->mark_time[self->event.mark];
}

/**
 * dwell_event_item_get_duration:
 * @self: an item
 *
 * Returns: the duration of the span, ns; %DWELL_TIME_NONE for a mark
 */
gint64
dwell_event_item_get_duration (DwellEventItem *self)
{
  g_return_val_if_fail (DWELL_IS_EVENT_ITEM (self), DWELL_TIME_NONE);

  return is_span (self) ? dwell_trace_get_span_duration (self->trace, self->event.span)
                        : DWELL_TIME_NONE;
}
