/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells the thread sanitizer what GLib, which is not built for it, orders: locks, conditions,
 * counts of references, queues, tasks, what is added to the main loop. Loaded before GLib, see
 * tests/threads/run; what GLib calls within one of its libraries does not pass here. */
#define _GNU_SOURCE
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <dlfcn.h>

#include <gio/gio.h>

/* Of the sanitizer's run-time library. */
void __tsan_acquire        (void    *address);
void __tsan_release        (void    *address);
void __tsan_mutex_pre_lock (void    *address,
                            unsigned flags);
void __tsan_mutex_post_lock (void    *address,
                             unsigned flags,
                             int      recursion);
int  __tsan_mutex_pre_unlock (void    *address,
                              unsigned flags);
void __tsan_mutex_post_unlock (void    *address,
                               unsigned flags);

#define IS_STATIC (1 << 1) /* locks that are never created nor destroyed */
#define IS_TRY    (1 << 4)
#define HAS_FAILED (1 << 5)

/* What the function is that this one stands before. */
#define FIND(type, name) \
  static type (*real); \
  if (real == NULL) \
    real = (__typeof__ (real)) dlsym (RTLD_NEXT, name)

/* --- Locks --- */

static void
begin_lock (void *lock)
{
  __tsan_mutex_pre_lock (lock, IS_STATIC);
}

static void
end_lock (void *lock)
{
  __tsan_mutex_post_lock (lock, IS_STATIC, 1);
}

static void
unlock_told (void *lock)
{
  __tsan_mutex_pre_unlock (lock, IS_STATIC);
  __tsan_mutex_post_unlock (lock, IS_STATIC);
}

void
(g_mutex_lock) (GMutex *lock)
{
  FIND (void, "g_mutex_lock");
  begin_lock (lock);
  ((void (*) (GMutex *)) real) (lock);
  end_lock (lock);
}

gboolean
(g_mutex_trylock) (GMutex *lock)
{
  gboolean is_locked;

  FIND (gboolean, "g_mutex_trylock");
  __tsan_mutex_pre_lock (lock, IS_STATIC | IS_TRY);
  is_locked = ((gboolean (*) (GMutex *)) real) (lock);
  __tsan_mutex_post_lock (lock, IS_STATIC | IS_TRY | (is_locked ? 0 : HAS_FAILED), 1);
  return is_locked;
}

void
(g_mutex_unlock) (GMutex *lock)
{
  FIND (void, "g_mutex_unlock");
  unlock_told (lock);
  ((void (*) (GMutex *)) real) (lock);
}

void
(g_cond_wait) (GCond  *cond,
               GMutex *lock)
{
  FIND (void, "g_cond_wait");
  unlock_told (lock);
  ((void (*) (GCond *, GMutex *)) real) (cond, lock);
  begin_lock (lock);
  end_lock (lock);
}

gboolean
(g_cond_wait_until) (GCond  *cond,
                     GMutex *lock,
                     gint64  end_time)
{
  gboolean is_signalled;

  FIND (gboolean, "g_cond_wait_until");
  unlock_told (lock);
  is_signalled = ((gboolean (*) (GCond *, GMutex *, gint64)) real) (cond, lock, end_time);
  begin_lock (lock);
  end_lock (lock);
  return is_signalled;
}

/* --- Once --- */

gboolean
(g_once_init_enter) (volatile void *place)
{
  gboolean is_first;

  FIND (gboolean, "g_once_init_enter");
  is_first = ((gboolean (*) (volatile void *)) real) (place);
  __tsan_acquire ((void *) place);
  return is_first;
}

void
(g_once_init_leave) (volatile void *place,
                     gsize          value)
{
  FIND (void, "g_once_init_leave");
  __tsan_release ((void *) place);
  ((void (*) (volatile void *, gsize)) real) (place, value);
}

/* --- Counts of references: who drops the last one sees what all did --- */

#define ORDER_DROP(type, name) \
  void \
  (name) (type object) \
  { \
    FIND (void, #name); \
    if (object != NULL) \
      { \
        __tsan_release ((void *) object); \
        __tsan_acquire ((void *) object); \
      } \
    ((void (*) (type)) real) (object); \
  }

ORDER_DROP (gpointer, g_object_unref)
ORDER_DROP (GArray *, g_array_unref)
ORDER_DROP (GBytes *, g_bytes_unref)
ORDER_DROP (GByteArray *, g_byte_array_unref)
ORDER_DROP (GDateTime *, g_date_time_unref)
ORDER_DROP (GHashTable *, g_hash_table_unref)
ORDER_DROP (GHashTable *, g_hash_table_destroy)
ORDER_DROP (GKeyFile *, g_key_file_unref)
ORDER_DROP (GPtrArray *, g_ptr_array_unref)
ORDER_DROP (GRegex *, g_regex_unref)
ORDER_DROP (GSource *, g_source_unref)
ORDER_DROP (GThread *, g_thread_unref)
ORDER_DROP (GVariant *, g_variant_unref)
ORDER_DROP (gpointer, g_atomic_rc_box_release)

void
(g_atomic_rc_box_release_full) (gpointer       box,
                                GDestroyNotify clear)
{
  FIND (void, "g_atomic_rc_box_release_full");
  __tsan_release (box);
  __tsan_acquire (box);
  ((void (*) (gpointer, GDestroyNotify)) real) (box, clear);
}

gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  FIND (gboolean, "g_atomic_ref_count_dec");
  __tsan_release ((void *) count);
  __tsan_acquire ((void *) count);
  return ((gboolean (*) (gatomicrefcount *)) real) (count);
}

/* --- Queues --- */

#define ORDER_PUSH(name) \
  void \
  (name) (GAsyncQueue *queue, \
          gpointer     data) \
  { \
    FIND (void, #name); \
    __tsan_release (queue); \
    ((void (*) (GAsyncQueue *, gpointer)) real) (queue, data); \
  }

#define ORDER_POP(name) \
  gpointer \
  (name) (GAsyncQueue *queue) \
  { \
    gpointer data; \
    FIND (gpointer, #name); \
    data = ((gpointer (*) (GAsyncQueue *)) real) (queue); \
    __tsan_acquire (queue); \
    return data; \
  }

ORDER_PUSH (g_async_queue_push)
ORDER_PUSH (g_async_queue_push_front)
ORDER_POP (g_async_queue_pop)
ORDER_POP (g_async_queue_try_pop)

/* --- The main loop: what is added to it is done after that --- */

static char of_loop;

guint
(g_source_attach) (GSource      *source,
                   GMainContext *context)
{
  FIND (guint, "g_source_attach");
  __tsan_release (&of_loop);
  return ((guint (*) (GSource *, GMainContext *)) real) (source, context);
}

typedef struct {
  GSourceFunc    func;
  gpointer       data;
  GDestroyNotify notify;
} Added;

static gboolean
run_added (gpointer data)
{
  Added *self = data;

  __tsan_acquire (&of_loop);
  return self->func (self->data);
}

static void
added_free (gpointer data)
{
  Added *self = data;

  __tsan_acquire (&of_loop);
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

guint
(g_idle_add_full) (int             priority,
                   GSourceFunc     func,
                   gpointer        data,
                   GDestroyNotify  notify)
{
  GSource *source = g_idle_source_new ();
  Added *added = g_new (Added, 1);
  guint id;

  *added = (Added) { func, data, notify };
  g_source_set_priority (source, priority);
  g_source_set_callback (source, run_added, added, added_free);
  id = g_source_attach (source, NULL);
  g_source_unref (source);
  return id;
}

guint
(g_idle_add) (GSourceFunc func,
              gpointer    data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

/* --- Pools of threads --- */

static char of_pools;

typedef struct {
  GFunc    func;
  gpointer data;
} Pooled;

static void
run_pooled (gpointer data,
            gpointer user_data)
{
  Pooled *self = user_data;

  __tsan_acquire (&of_pools);
  self->func (data, self->data);
}

GThreadPool *
(g_thread_pool_new) (GFunc      func,
                     gpointer   data,
                     int        max_threads,
                     gboolean   exclusive,
                     GError   **error)
{
  Pooled *pooled = g_new (Pooled, 1);

  FIND (GThreadPool *, "g_thread_pool_new");
  *pooled = (Pooled) { func, data };
  return ((GThreadPool *(*) (GFunc, gpointer, int, gboolean, GError **)) real)
           (run_pooled, pooled, max_threads, exclusive, error);
}

gboolean
(g_thread_pool_push) (GThreadPool  *pool,
                      gpointer      data,
                      GError      **error)
{
  FIND (gboolean, "g_thread_pool_push");
  __tsan_release (&of_pools);
  return ((gboolean (*) (GThreadPool *, gpointer, GError **)) real) (pool, data, error);
}

/* --- Tasks --- */

#define FUNC     "glib-order-func"
#define CALLBACK "glib-order-callback"

static void
call_ordered (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  GAsyncReadyCallback callback =
    (GAsyncReadyCallback) g_object_get_data (G_OBJECT (result), CALLBACK);

  __tsan_acquire (result);
  __tsan_acquire (&of_loop);
  if (callback != NULL)
    callback (source, result, user_data);
}

GTask *
(g_task_new) (gpointer             source,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  GTask *task;

  FIND (GTask *, "g_task_new");
  task = ((GTask *(*) (gpointer, GCancellable *, GAsyncReadyCallback, gpointer)) real)
           (source, cancellable, call_ordered, user_data);
  g_object_set_data (G_OBJECT (task), CALLBACK, (gpointer) callback);
  return task;
}

static void
run_ordered (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), FUNC);

  __tsan_acquire (task);
  func (task, source, data, cancellable);
}

void
(g_task_run_in_thread) (GTask           *task,
                        GTaskThreadFunc  func)
{
  FIND (void, "g_task_run_in_thread");
  g_object_set_data (G_OBJECT (task), FUNC, (gpointer) func);
  __tsan_release (task);
  ((void (*) (GTask *, GTaskThreadFunc)) real) (task, run_ordered);
}

gpointer
(g_task_get_task_data) (GTask *task)
{
  FIND (gpointer, "g_task_get_task_data");
  __tsan_acquire (task);
  return ((gpointer (*) (GTask *)) real) (task);
}

#define ORDER_RETURN(name, type) \
  void \
  (name) (GTask *task, \
          type   value) \
  { \
    FIND (void, #name); \
    __tsan_release (task); \
    ((void (*) (GTask *, type)) real) (task, value); \
  }

#define ORDER_PROPAGATE(name, type) \
  type \
  (name) (GTask   *task, \
          GError **error) \
  { \
    FIND (type, #name); \
    __tsan_acquire (task); \
    return ((type (*) (GTask *, GError **)) real) (task, error); \
  }

ORDER_RETURN (g_task_return_boolean, gboolean)
ORDER_RETURN (g_task_return_int, gssize)
ORDER_RETURN (g_task_return_error, GError *)
ORDER_PROPAGATE (g_task_propagate_boolean, gboolean)
ORDER_PROPAGATE (g_task_propagate_int, gssize)
ORDER_PROPAGATE (g_task_propagate_pointer, gpointer)

void
(g_task_return_pointer) (GTask          *task,
                         gpointer        result,
                         GDestroyNotify  result_destroy)
{
  FIND (void, "g_task_return_pointer");
  __tsan_release (task);
  ((void (*) (GTask *, gpointer, GDestroyNotify)) real) (task, result, result_destroy);
}
