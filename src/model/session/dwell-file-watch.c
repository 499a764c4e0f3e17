/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Watches the files of a session.
 *
 * A file monitor only reports that something may have happened, often many times a second. So a
 * worker checks the file itself a little later, and at most once in each interval. A log that grows
 * all the time is noticed as well as one that was replaced once. The first check makes the
 * monitors, because the kernel needs time for them if a folder has many files or is on a slow
 * disk. */
#include "config.h"

#include "model/session/dwell-file-watch.h"

#include "model/dwell-job.h"

#define CHECK_DELAY_MS 300

struct _DwellFileWatch
{
  GObject parent_instance;

  GPtrArray    *files;    /* GFile; shared with checks under way */
  GPtrArray    *monitors; /* GFileMonitor, of those files that can be watched */
  GArray       *stamps;   /* DwellFileStamp, one per file */
  DwellJob     *job;      /* a check under way, or NULL */
  guint         timeout_id;
  gboolean      is_outdated; /* something happened while a check was under way */
  gboolean      has_changed;
  gboolean      has_deleted;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellFileWatch, dwell_file_watch, G_TYPE_OBJECT)

/* The files and their present stamps, for a job. */
typedef struct {
  GPtrArray *files;
  GArray    *stamps;   /* out: DwellFileStamp */
  GPtrArray *monitors; /* out: GFileMonitor; NULL if they have been made */
} Check;

static void
check_free (gpointer data)
{
  Check *self = data;

  g_ptr_array_unref (self->files);
  g_array_unref (self->stamps);
  g_clear_pointer (&self->monitors, g_ptr_array_unref);
  g_free (self);
}

/* Makes monitors before the stamps are taken, so that no change in between is missed. A worker has
 * no main context of its own, so the monitors emit in that of the program. */
static void
make_monitors (Check *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      GFileMonitor *monitor = g_file_monitor_file (g_ptr_array_index (self->files, i),
                                                   G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

      if (monitor != NULL)
        g_ptr_array_add (self->monitors, monitor);
    }
}

static void
take_stamps (gpointer      data,
             GCancellable *cancellable)
{
  Check *self = data;

  if (self->monitors != NULL)
    make_monitors (self);

  g_array_set_size (self->stamps, self->files->len);

  for (guint i = 0; i < self->files->len; i++)
    dwell_file_stamp_take (&g_array_index (self->stamps, DwellFileStamp, i),
                           g_ptr_array_index (self->files, i));
}

static void schedule_check (DwellFileWatch *self);

/* Changes since the first check may have been reported before the signals were connected, so a
 * second check is made. */
static void
take_monitors (DwellFileWatch *self,
               GPtrArray      *monitors)
{
  self->is_outdated = TRUE;
  for (guint i = 0; i < monitors->len; i++)
    {
      GFileMonitor *monitor = g_ptr_array_index (monitors, i);

      g_signal_connect_swapped (monitor, "changed", G_CALLBACK (schedule_check), self);
      g_ptr_array_add (self->monitors, g_object_ref (monitor));
    }
}

static void
checked (gpointer data,
         gpointer user_data)
{
  Check *check = data;
  DwellFileWatch *self = user_data;
  gboolean has_changed = FALSE;
  gboolean has_deleted = FALSE;

  self->job = NULL;
  if (check->monitors != NULL)
    take_monitors (self, check->monitors);

  for (guint i = 0; i < check->stamps->len; i++)
    {
      const DwellFileStamp *now = &g_array_index (check->stamps, DwellFileStamp, i);
      const DwellFileStamp *then = &g_array_index (self->stamps, DwellFileStamp, i);

      has_changed |= !dwell_file_stamp_equal (now, then);
      has_deleted |= then->exists && !now->exists;
    }

  if (self->is_outdated)
    schedule_check (self);

  if (has_changed != self->has_changed || has_deleted != self->has_deleted)
    {
      self->has_changed = has_changed;
      self->has_deleted = has_deleted;
      g_signal_emit (self, signals[CHANGED], 0);
    }
}

static void
start_check (DwellFileWatch *self,
             gboolean        is_first)
{
  Check *check = g_new (Check, 1);

  check->files = g_ptr_array_ref (self->files);
  check->stamps = g_array_new (FALSE, TRUE, sizeof (DwellFileStamp));
  check->monitors = is_first ? g_ptr_array_new_with_free_func (g_object_unref) : NULL;
  self->is_outdated = FALSE;
  self->job = _dwell_job_start (check, check_free, take_stamps, checked, self);
}

static gboolean
check_timeout (gpointer user_data)
{
  DwellFileWatch *self = user_data;

  self->timeout_id = 0;
  start_check (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
schedule_check (DwellFileWatch *self)
{
  if (self->job != NULL)
    self->is_outdated = TRUE;
  else if (self->timeout_id == 0)
    self->timeout_id = g_timeout_add (CHECK_DELAY_MS, check_timeout, self);
}

static void
dwell_file_watch_dispose (GObject *object)
{
  DwellFileWatch *self = DWELL_FILE_WATCH (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);

  g_clear_pointer (&self->job, _dwell_job_abandon);

  for (guint i = 0; i < self->monitors->len; i++)
    {
      g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->monitors, i), self);
      g_file_monitor_cancel (g_ptr_array_index (self->monitors, i));
    }

  G_OBJECT_CLASS (dwell_file_watch_parent_class)->dispose (object);
}

static void
dwell_file_watch_finalize (GObject *object)
{
  DwellFileWatch *self = DWELL_FILE_WATCH (object);

  g_ptr_array_unref (self->monitors);
  g_ptr_array_unref (self->files);
  g_array_unref (self->stamps);

  G_OBJECT_CLASS (dwell_file_watch_parent_class)->finalize (object);
}

static void
dwell_file_watch_class_init (DwellFileWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_file_watch_dispose;
  object_class->finalize = dwell_file_watch_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_file_watch_init (DwellFileWatch *self)
{
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->monitors = g_ptr_array_new_with_free_func (g_object_unref);
  self->stamps = g_array_new (FALSE, FALSE, sizeof (DwellFileStamp));
}

/**
 * dwell_file_watch_new:
 * @files: (array length=n_files): the files
 * @stamps: (array length=n_files): the stamp of each file before it was read
 * @n_files: how many
 *
 * Starts to watch. A first check is made at once, because a file may have changed while it was
 * read. On a file system that cannot be watched, it is the only check.
 *
 * Returns: (transfer full): the watch
 */
DwellFileWatch *
dwell_file_watch_new (GFile * const        *files,
                      const DwellFileStamp *stamps,
                      guint                 n_files)
{
  DwellFileWatch *self = g_object_new (DWELL_TYPE_FILE_WATCH, NULL);

  g_array_append_vals (self->stamps, stamps, n_files);

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (self->files, g_object_ref (files[i]));

  start_check (self, TRUE);
  return self;
}

/**
 * dwell_file_watch_has_changed:
 * @self: a watch
 *
 * Returns: whether any of the files is no longer what was read
 */
gboolean
dwell_file_watch_has_changed (DwellFileWatch *self)
{
  return self->has_changed;
}

/**
 * dwell_file_watch_has_deleted:
 * @self: a watch
 *
 * Returns: whether any of the files is gone
 */
gboolean
dwell_file_watch_has_deleted (DwellFileWatch *self)
{
  return self->has_deleted;
}
