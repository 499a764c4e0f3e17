/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session: the trace of some files, which a worker reads (dwell-load.c), then its indexes, which
 * workers make (dwell-indexes.c).
 *
 * What a worker delivers belongs to a load or a trace; if the session has another one by then, it
 * is dropped. Workers hold no reference to the session, so that closing it cancels them. */
#include "config.h"

#include "model/session/dwell-session-private.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"

#define TICK_MS 100

enum {
  PROP_0,
  PROP_STATE,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_PROGRESS,
  PROP_DOING,
  PROP_BUSY,
  PROP_CHANGED_ON_DISK,
  PROP_DELETED_ON_DISK,
  PROP_ERROR,
  PROP_MEMORY_ERROR,
  N_PROPS
};

enum {
  TRACE_CHANGED,
  INDEXES_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellSession, dwell_session, G_TYPE_OBJECT)

void
_dwell_session_set_state (DwellSession      *self,
                          DwellSessionState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* @error: (transfer full) (nullable) */
void
_dwell_session_set_error (DwellSession *self,
                          GError       *error)
{
  if (self->error == NULL && error == NULL)
    return;

  g_clear_error (&self->error);
  self->error = error;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

/* @error: (transfer full) (nullable) */
void
_dwell_session_set_memory_error (DwellSession *self,
                                 GError       *error)
{
  if (self->memory_error == NULL && error == NULL)
    return;

  g_clear_error (&self->memory_error);
  self->memory_error = error;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MEMORY_ERROR]);
}

/* Returns: (transfer full) (nullable): the total weight of a trace; NULL if it is not known */
static char *
describe_weight (const DwellTrace *trace)
{
  const char *unit = dwell_trace_get_string (trace, trace->weight_unit);
  guint64 weight = (guint64) MAX (trace->total_weight, 0);
  g_autofree char *total = dwell_text_count (weight);

  if (trace->total_weight == DWELL_TIME_NONE)
    return NULL;
  if (trace->weights_are_times)
    return dwell_text_duration (trace->total_weight);
  if (*unit == '\0')
    /* Translators: of cost, whose unit is not known */
    return g_strdup_printf (ngettext ("%s unit", "%s units", dwell_text_plural (weight)), total);

  /* Translators: a number, and what it counts: “20,310,154 bb-count” */
  return g_strdup_printf (C_("cost", "%s %s"), total, unit);
}

/* Describes a trace without an axis: how many routines there are, and what they cost. */
static char *
describe_costs (const DwellTrace *trace)
{
  g_autofree char *cost = describe_weight (trace);
  guint n_routines = 0;
  g_autofree char *routines = NULL;
  g_autofree char *count = NULL;

  for (guint32 i = 0; i < trace->n_areas; i++)
    n_routines += trace->areas[i].kind == DWELL_AREA_ROUTINE;

  count = dwell_text_count (n_routines);
  routines = g_strdup_printf (ngettext ("%s routine", "%s routines", n_routines), count);
  return g_strjoin (" · ", _(trace->format_title), routines, cost, NULL);
}

static char *
describe_events (const DwellTrace *trace)
{
  g_autofree char *duration = dwell_axis_duration (trace, trace->end - trace->begin);
  g_autofree char *count = dwell_text_count (trace->n_events);
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events",
                                                       dwell_text_plural (trace->n_events)), count);
  g_autofree char *weight = trace->n_lines == 0 ? describe_weight (trace) : NULL;

  return dwell_trace_has_timeline (trace)
           ? g_strjoin (" · ", _(trace->format_title), duration, events, NULL)
           : g_strjoin (" · ", _(trace->format_title), events, weight, NULL);
}

static gboolean
is_indexing (DwellSession *self)
{
  return self->indexes != NULL && self->indexes->n_missing > 0;
}

static double
compute_progress (DwellSession *self)
{
  if (self->load != NULL)
    return dwell_progress_get_fraction (self->load->progress);

  return self->indexes != NULL ? 1.0 - (double) self->indexes->n_missing / DWELL_N_INDEXES : 0;
}

static const char *
compute_doing (DwellSession *self)
{
  const char *doing;

  if (self->load != NULL)
    {
      doing = dwell_progress_get_doing (self->load->progress);
      return doing != NULL ? _(doing) : _("Reading");
    }

  return is_indexing (self) ? _("Indexing") : "";
}

static void
update_progress (DwellSession *self)
{
  double progress = compute_progress (self);
  const char *doing = compute_doing (self);

  if (progress < self->shown_progress || progress > self->shown_progress)
    {
      self->shown_progress = progress;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
    }

  if (g_strcmp0 (doing, self->shown_doing) != 0)
    {
      g_free (self->shown_doing);
      self->shown_doing = g_strdup (doing);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOING]);
    }
}

static gboolean
tick (gpointer user_data)
{
  update_progress (user_data);
  return G_SOURCE_CONTINUE;
}

/* To be called when work started or ended: the timer runs only while there is work. */
void
_dwell_session_update_busy (DwellSession *self)
{
  gboolean is_busy = self->load != NULL || is_indexing (self);

  if (is_busy && self->tick_id == 0)
    self->tick_id = g_timeout_add (TICK_MS, tick, self);
  else if (!is_busy)
    g_clear_handle_id (&self->tick_id, g_source_remove);

  update_progress (self);

  if (self->is_busy != is_busy)
    {
      self->is_busy = is_busy;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
    }
}

static void
dwell_session_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  DwellSession *self = DWELL_SESSION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, (int) self->state);
      break;

    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;

    case PROP_SUBTITLE:
      g_value_set_string (value, self->subtitle);
      break;

    case PROP_PROGRESS:
      g_value_set_double (value, self->shown_progress);
      break;

    case PROP_DOING:
      g_value_set_string (value, self->shown_doing);
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, self->is_busy);
      break;

    case PROP_CHANGED_ON_DISK:
      g_value_set_boolean (value, dwell_session_get_changed_on_disk (self));
      break;

    case PROP_DELETED_ON_DISK:
      g_value_set_boolean (value, dwell_session_get_deleted_on_disk (self));
      break;

    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;

    case PROP_MEMORY_ERROR:
      g_value_set_boxed (value, self->memory_error);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_session_dispose (GObject *object)
{
  DwellSession *self = DWELL_SESSION (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);

  if (self->load != NULL)
    _dwell_load_abandon (self->load);

  g_clear_pointer (&self->keeping, _dwell_job_abandon);
  g_clear_pointer (&self->load, _dwell_load_unref);
  g_clear_pointer (&self->indexes, _dwell_indexes_free);
  g_clear_object (&self->watch);

  G_OBJECT_CLASS (dwell_session_parent_class)->dispose (object);
}

static void
dwell_session_finalize (GObject *object)
{
  DwellSession *self = DWELL_SESSION (object);

  if (self->reading != NULL)
    _dwell_job_discard (self->reading, (GDestroyNotify) dwell_reading_unref);
  g_ptr_array_unref (self->files);
  g_strfreev (self->key_values);
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->shown_doing);
  g_clear_error (&self->error);
  g_clear_error (&self->memory_error);

  G_OBJECT_CLASS (dwell_session_parent_class)->finalize (object);
}

static void
dwell_session_class_init (DwellSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = dwell_session_dispose;
  object_class->finalize = dwell_session_finalize;
  object_class->get_property = dwell_session_get_property;

  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, DWELL_SESSION_LOADING, DWELL_SESSION_FAILED,
                      DWELL_SESSION_LOADING, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_DOING] = g_param_spec_string ("doing", NULL, NULL, NULL, flags);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  properties[PROP_CHANGED_ON_DISK] =
    g_param_spec_boolean ("changed-on-disk", NULL, NULL, FALSE, flags);
  properties[PROP_DELETED_ON_DISK] =
    g_param_spec_boolean ("deleted-on-disk", NULL, NULL, FALSE, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  properties[PROP_MEMORY_ERROR] =
    g_param_spec_boxed ("memory-error", NULL, NULL, G_TYPE_ERROR, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[TRACE_CHANGED] = g_signal_new ("trace-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[INDEXES_CHANGED] = g_signal_new ("indexes-changed", G_TYPE_FROM_CLASS (klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_session_init (DwellSession *self)
{
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->subtitle = g_strdup ("");
  self->shown_doing = g_strdup ("");
}

/* “a.log”, or “a.log and 2 more”. */
static char *
make_title (GFile * const *files,
            guint          n_files)
{
  g_autofree char *base_name = g_file_get_basename (files[0]);
  g_autofree char *name = g_filename_display_name (base_name);

  if (n_files == 1)
    return g_steal_pointer (&name);

  /* Translators: title of a session of several files: name of the first, number of the others */
  return g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n_files - 1),
                          name, n_files - 1);
}

/**
 * dwell_session_new:
 * @files: (array length=n_files): one file, or several to be joined to one session
 * @n_files: how many, at least 1
 * @format_id: (nullable): the format to read them as, instead of the one recognised
 * @key_values: (nullable) (array zero-terminated=1): options for reading, as "KEY=VALUE"
 *
 * Makes a session that has not read anything yet: see dwell_session_load(). Without @format_id and
 * @key_values the files are read with the options of last time, if any were chosen then. If one of
 * them is given, also an empty @key_values, the options are remembered.
 *
 * Returns: (transfer full): the session
 */
DwellSession *
dwell_session_new (GFile * const      *files,
                   guint               n_files,
                   const char         *format_id,
                   const char * const *key_values)
{
  DwellSession *self;

  g_return_val_if_fail (n_files > 0, NULL);

  self = g_object_new (DWELL_TYPE_SESSION, NULL);

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (self->files, g_object_ref (files[i]));

  self->format = format_id != NULL ? dwell_formats_find (format_id) : NULL;
  self->key_values = g_strdupv ((char **) key_values);
  self->recalls = format_id == NULL && key_values == NULL;
  self->keeps = !self->recalls;
  self->title = make_title (files, n_files);
  return self;
}

/**
 * dwell_session_get_files:
 * @self: a session
 * @n_files: (out): the number of files; 0 if the session was made of a trace
 *
 * Returns: (transfer none) (array length=n_files): the files that it reads
 */
GFile **
dwell_session_get_files (DwellSession *self,
                         guint        *n_files)
{
  *n_files = self->files->len;
  return (GFile **) self->files->pdata;
}

/**
 * dwell_session_get_folder:
 * @self: a session
 *
 * Returns: (transfer full) (nullable): the folder of its first file, where dialogs for files that
 *   belong to the session start; %NULL if it was made of a trace
 */
GFile *
dwell_session_get_folder (DwellSession *self)
{
  return self->files->len > 0 ? g_file_get_parent (self->files->pdata[0]) : NULL;
}

/**
 * dwell_session_get_origin:
 * @self: a session
 *
 * Returns: (transfer full) (nullable): from which files and how it is read; %NULL if it was made of
 *   a trace
 */
DwellOrigin *
dwell_session_get_origin (DwellSession *self)
{
  return self->files->len > 0
           ? dwell_origin_new ((GFile * const *) self->files->pdata, self->files->len,
                               dwell_session_get_format_id (self),
                               dwell_session_get_key_values (self))
           : NULL;
}

/**
 * dwell_session_get_title:
 * @self: a session
 *
 * Returns: (transfer none): its title
 */
const char *
dwell_session_get_title (DwellSession *self)
{
  return self->title;
}

/**
 * dwell_session_get_format_id:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the format that the files are read as; %NULL: the one that
 *   is recognised
 */
const char *
dwell_session_get_format_id (DwellSession *self)
{
  return self->format != NULL ? self->format->id : NULL;
}

/**
 * dwell_session_get_key_values:
 * @self: a session
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): the options that the files are
 *   read with, as "KEY=VALUE"
 */
const char * const *
dwell_session_get_key_values (DwellSession *self)
{
  return (const char * const *) self->key_values;
}

/**
 * dwell_session_get_recalled:
 * @self: a session
 *
 * Returns: whether format and options were taken over from last time, not given
 */
gboolean
dwell_session_get_recalled (DwellSession *self)
{
  return self->is_recalled;
}

/**
 * dwell_session_get_memory_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why the options of last time cannot be used, or the new ones
 *   cannot be kept
 */
const GError *
dwell_session_get_memory_error (DwellSession *self)
{
  return self->memory_error;
}

/**
 * dwell_session_get_changed_on_disk:
 * @self: a session
 *
 * Returns: whether a file is no longer what was read
 */
gboolean
dwell_session_get_changed_on_disk (DwellSession *self)
{
  return self->watch != NULL && dwell_file_watch_has_changed (self->watch);
}

/**
 * dwell_session_get_deleted_on_disk:
 * @self: a session
 *
 * Returns: whether a file is gone, which counts as a change, too
 */
gboolean
dwell_session_get_deleted_on_disk (DwellSession *self)
{
  return self->watch != NULL && dwell_file_watch_has_deleted (self->watch);
}

/**
 * dwell_session_get_state:
 * @self: a session
 *
 * Returns: how far it has got
 */
DwellSessionState
dwell_session_get_state (DwellSession *self)
{
  return self->state;
}

/**
 * dwell_session_get_error:
 * @self: a session
 *
 * A session that is ready can have an error: reading ended after a part, or a reload failed, and
 * what was there is still shown.
 *
 * Returns: (transfer none) (nullable): why the last load or reload failed
 */
const GError *
dwell_session_get_error (DwellSession *self)
{
  return self->error;
}

/**
 * dwell_session_get_progress:
 * @self: a session
 *
 * Returns: how much of reading, or of making indexes, is done: 0…1
 */
double
dwell_session_get_progress (DwellSession *self)
{
  return compute_progress (self);
}

/**
 * dwell_session_get_doing:
 * @self: a session
 *
 * Returns: (transfer none): what is under way, translated; "" if nothing is
 */
const char *
dwell_session_get_doing (DwellSession *self)
{
  return compute_doing (self);
}

/**
 * dwell_session_get_busy:
 * @self: a session
 *
 * Returns: whether files are being read or indexes made
 */
gboolean
dwell_session_get_busy (DwellSession *self)
{
  return self->is_busy;
}

/**
 * dwell_session_has_lacked:
 * @self: a session
 *
 * Returns: whether memory was too small for an index of the trace, which is left out
 */
gboolean
dwell_session_has_lacked (DwellSession *self)
{
  return self->indexes != NULL && self->indexes->has_lacked;
}

/**
 * dwell_session_get_read_time_us:
 * @self: a session
 *
 * Returns: how long reading took, µs of wall time; 0 while not known
 */
gint64
dwell_session_get_read_time_us (DwellSession *self)
{
  return self->read_time_us;
}

/**
 * dwell_session_get_read_bytes:
 * @self: a session
 *
 * Returns: the size of the files on disk, bytes; 0 while not known
 */
guint64
dwell_session_get_read_bytes (DwellSession *self)
{
  return self->read_bytes;
}

/**
 * dwell_session_get_reading:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the trace with the indexes that have been made; %NULL: no
 *   trace yet
 */
DwellReading *
dwell_session_get_reading (DwellSession *self)
{
  return self->reading;
}

/**
 * dwell_session_get_trace:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the trace of dwell_session_get_reading()
 */
DwellTrace *
dwell_session_get_trace (DwellSession *self)
{
  return self->reading != NULL ? self->reading->trace : NULL;
}

/**
 * dwell_session_get_problems:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the problems of dwell_session_get_reading()
 */
DwellProblems *
dwell_session_get_problems (DwellSession *self)
{
  return self->reading != NULL ? self->reading->problems : NULL;
}

/**
 * dwell_session_get_resolution:
 * @self: a session
 *
 * Returns: the resolution of dwell_session_get_reading(), ns; 1 without a trace
 */
gint64
dwell_session_get_resolution (DwellSession *self)
{
  return self->reading != NULL ? self->reading->resolution : 1;
}

/**
 * dwell_session_change_units:
 * @self: a session
 *
 * Makes the subtitle again, because its times may be shown in another unit now.
 */
void
dwell_session_change_units (DwellSession *self)
{
  const DwellTrace *trace = self->reading != NULL ? self->reading->trace : NULL;
  g_autofree char *subtitle = NULL;

  if (trace == NULL)
    subtitle = g_strdup ("");
  else if (trace->n_cost_owners > 0 && trace->begin == trace->end)
    subtitle = describe_costs (trace);
  else
    subtitle = describe_events (trace);

  if (g_strcmp0 (self->subtitle, subtitle) == 0)
    return;

  g_free (self->subtitle);
  self->subtitle = g_steal_pointer (&subtitle);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}
