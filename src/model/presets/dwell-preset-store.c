/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs operations on presets one after the other, on one worker, which reads the folder after each.
 * So the list is never older than the last operation that ended. Stores are never freed. */
#include "config.h"

#include "model/presets/dwell-preset-store.h"

struct _DwellPresetStore
{
  GObject parent_instance;

  const DwellPresetKind *kind;
  GStrv                  names;
  GThreadPool           *worker; /* one thread, which keeps the order of operations */
};

/* An operation, its callback, and the names that exist after it. */
typedef struct {
  DwellPresetTask      task;
  GAsyncReadyCallback  callback;
  gpointer             user_data;
  GStrv                names;
} Work;

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellPresetStore, dwell_preset_store, G_TYPE_OBJECT)

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free ((gpointer) work->task.name);
  g_free ((gpointer) work->task.new_name);
  g_clear_pointer (&work->task.settings, g_key_file_unref);
  g_clear_object (&work->task.file);
  g_strfreev (work->names);
  g_free (work);
}

static void
work_in_thread (gpointer data,
                gpointer user_data)
{
  g_autoptr(GTask) task = data;
  DwellPresetStore *self = g_task_get_source_object (task);
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  gboolean is_done = dwell_presets_run (self->kind, &work->task, &error);

  work->names = dwell_presets_list (self->kind);
  if (is_done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_worked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  DwellPresetStore *self = DWELL_PRESET_STORE (source);
  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_strv_equal ((const char * const *) work->names, (const char * const *) self->names))
    {
      g_strfreev (self->names);
      self->names = g_steal_pointer (&work->names);
      g_signal_emit (self, signals[CHANGED], 0);
    }

  if (work->callback != NULL)
    work->callback (source, result, work->user_data);
}

static void
dwell_preset_store_class_init (DwellPresetStoreClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_preset_store_init (DwellPresetStore *self)
{
  self->names = g_new0 (char *, 1);
  self->worker = g_thread_pool_new (work_in_thread, NULL, 1, FALSE, NULL);
}

/**
 * dwell_preset_store_get:
 * @kind: a kind of presets
 *
 * Each call starts to read the folder again; until that is done, the names are the former ones.
 *
 * Returns: (transfer none): the only store of @kind
 */
DwellPresetStore *
dwell_preset_store_get (const DwellPresetKind *kind)
{
  static GHashTable *stores = NULL;
  DwellPresetStore *self;

  if (stores == NULL)
    stores = g_hash_table_new (NULL, NULL);

  self = g_hash_table_lookup (stores, kind);
  if (self == NULL)
    {
      self = g_object_new (DWELL_TYPE_PRESET_STORE, NULL);
      self->kind = kind;
      g_hash_table_insert (stores, (gpointer) kind, self);
    }

  dwell_preset_store_run_async (self, &(DwellPresetTask) { DWELL_PRESET_LIST }, NULL, NULL);
  return self;
}

/**
 * dwell_preset_store_get_kind:
 * @self: a store
 *
 * Returns: (transfer none): its kind of presets
 */
const DwellPresetKind *
dwell_preset_store_get_kind (DwellPresetStore *self)
{
  g_return_val_if_fail (DWELL_IS_PRESET_STORE (self), NULL);

  return self->kind;
}

/**
 * dwell_preset_store_get_names:
 * @self: a store
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the saved presets, sorted; valid
 *   until "changed" is emitted
 */
const char * const *
dwell_preset_store_get_names (DwellPresetStore *self)
{
  g_return_val_if_fail (DWELL_IS_PRESET_STORE (self), NULL);

  return (const char * const *) self->names;
}

/**
 * dwell_preset_store_run_async:
 * @self: a store
 * @task: the operation, which is copied; only its settings are referenced and must not be changed
 *   until the callback is called
 * @callback: (nullable): called when the operation has ended and the names are up to date
 * @user_data: data for @callback
 *
 * Runs an operation on the worker, after all that were requested before.
 */
void
dwell_preset_store_run_async (DwellPresetStore      *self,
                              const DwellPresetTask *task,
                              GAsyncReadyCallback    callback,
                              gpointer               user_data)
{
  GTask *result = g_task_new (self, NULL, on_worked, NULL);
  Work *work = g_new0 (Work, 1);

  work->callback = callback;
  work->user_data = user_data;
  work->task.operation = task->operation;
  work->task.name = g_strdup (task->name);
  work->task.new_name = g_strdup (task->new_name);
  work->task.settings = task->settings != NULL ? g_key_file_ref (task->settings) : NULL;
  g_set_object (&work->task.file, task->file);

  g_task_set_source_tag (result, dwell_preset_store_run_async);
  g_task_set_task_data (result, work, work_free);
  g_thread_pool_push (self->worker, result, NULL);
}

/**
 * dwell_preset_store_run_finish:
 * @result: the result that the callback got
 * @error: set if the operation failed; see dwell_presets_run()
 *
 * Returns: whether the operation succeeded
 */
gboolean
dwell_preset_store_run_finish (GAsyncResult  *result,
                               GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * dwell_preset_store_get_task:
 * @result: the result that the callback got
 *
 * Returns: (transfer none): the operation with its results; valid as long as @result exists
 */
const DwellPresetTask *
dwell_preset_store_get_task (GAsyncResult *result)
{
  return &((Work *) g_task_get_task_data (G_TASK (result)))->task;
}
