/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper of a view's state.
 *
 * As soon as the whole trace of a session is there, a worker finds the id of the session and the
 * state that was kept under it. From then on, DELAY_S after a change of the view, its state is
 * written as text, which a worker saves if it differs from the last one. A job that saves holds the
 * keeper and the application, so that the last change is on disk when the program has ended. When
 * the files are read again, the view has adapted already: only the id is new. */
#include "config.h"

#include "model/view/dwell-state-keeper.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "model/dwell-job.h"
#include "model/view/dwell-state-store.h"
#include "model/view/dwell-view-state.h"

#define DELAY_S 2

typedef struct _Saving Saving;

struct _DwellStateKeeper
{
  GObject parent_instance;

  DwellView *view;        /* NULL: closed */
  char      *id;          /* of the session; NULL: not known */
  char      *saved;       /* the state on disk, as far as known, or one that need not be saved */
  DwellJob  *find_job;
  Saving    *waiting;     /* to be saved after the one that is being saved */
  guint      timeout;
  gboolean   is_saving;
  gboolean   is_restored;
  gboolean   has_kept;    /* there is something on disk, or will be */
  gboolean   is_failing;  /* the last write failed, which was announced */
};

/* A question and its answer, for a job. */
typedef struct {
  GPtrArray *files;
  gboolean   restores;
  char      *id;
  GKeyFile  *state;
  GError    *error;
  char      *broken; /* where an unusable state was moved; or NULL */
} Question;

struct _Saving
{
  DwellStateKeeper *keeper;      /* released on the main thread */
  GApplication     *application; /* or NULL */
  char             *id;
  char             *title;       /* of the session */
  char             *base;        /* what was saved before; NULL: nothing */
  char             *text;
  GError           *error;
};

enum {
  PROP_0,
  PROP_IS_SAVED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint restored_signal;
static guint failed_signal;
static guint unread_signal;

G_DEFINE_FINAL_TYPE (DwellStateKeeper, dwell_state_keeper, G_TYPE_OBJECT)

static void
question_free (gpointer data)
{
  Question *question = data;

  g_ptr_array_unref (question->files);
  g_free (question->id);
  g_clear_pointer (&question->state, g_key_file_unref);
  g_clear_error (&question->error);
  g_free (question->broken);
  g_free (question);
}

/* --- Saving --- */

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_free (saving->id);
  g_free (saving->title);
  g_free (saving->base);
  g_free (saving->text);
  g_clear_error (&saving->error);
  g_free (saving);
}

static void
save (gpointer      data,
      GCancellable *cancellable)
{
  Saving *saving = data;

  dwell_state_store_save (saving->id, saving->base, saving->text, &saving->error);
}

/* The window is gone, but the user must know that work was lost. */
static void
notify_of_loss (Saving *saving)
{
  const char *cause = dwell_error_get_writing_cause (saving->error);
  g_autoptr(GNotification) notification =
    g_notification_new (_("Markers and notes could not be saved"));
  /* Translators: the name of a recording, and why */
  g_autofree char *body = g_strdup_printf (_("%s: %s"), saving->title, cause);

  g_message ("%s", saving->error->message);
  g_notification_set_body (notification, body);
  if (saving->application != NULL)
    g_application_send_notification (saving->application, NULL, notification);
}

/* The next change tries again, and so does closing; until then the former state is on disk. */
static void
failed_to_save (DwellStateKeeper *self,
                Saving           *saving)
{
  char **base = self->waiting != NULL ? &self->waiting->base : &self->saved;

  g_free (*base);
  *base = g_steal_pointer (&saving->base);

  if (self->view == NULL)
    notify_of_loss (saving);
  else if (!self->is_failing)
    g_signal_emit (self, failed_signal, 0, dwell_error_get_writing_cause (saving->error));
}

static void
saved (gpointer data,
       gpointer user_data)
{
  Saving *saving = data;
  g_autoptr(DwellStateKeeper) self = g_steal_pointer (&saving->keeper);

  self->is_saving = FALSE;
  if (saving->error != NULL)
    failed_to_save (self, saving);
  self->is_failing = saving->error != NULL;

  if (self->waiting != NULL)
    {
      self->is_saving = TRUE;
      _dwell_job_start (g_steal_pointer (&self->waiting), saving_free, save, saved, NULL);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_SAVED]);

  if (saving->application != NULL)
    g_application_release (saving->application);
}

/* States are saved one after the other, as each merges with what the one before it left. */
static void
save_now (DwellStateKeeper *self)
{
  g_autofree char *text = NULL;
  Saving *saving;

  if (self->view == NULL || self->id == NULL || !self->is_restored)
    return;

  text = dwell_view_state_gather (self->view);
  if (g_strcmp0 (text, self->saved) == 0)
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_SAVED]);
      return;
    }

  saving = g_new0 (Saving, 1);
  saving->keeper = g_object_ref (self);
  saving->application = g_application_get_default ();
  saving->id = g_strdup (self->id);
  saving->title = g_strdup (dwell_session_get_title (dwell_view_get_session (self->view)));
  saving->base = g_steal_pointer (&self->saved);
  saving->text = g_steal_pointer (&text);
  self->saved = g_strdup (saving->text);
  if (saving->application != NULL)
    g_application_hold (saving->application);

  self->has_kept = TRUE;
  if (self->is_saving)
    {
      self->waiting = saving;
      return;
    }

  self->is_saving = TRUE;
  _dwell_job_start (saving, saving_free, save, saved, NULL);
}

static gboolean
on_timeout (gpointer user_data)
{
  DwellStateKeeper *self = user_data;

  if (self->is_saving)
    return G_SOURCE_CONTINUE;

  self->timeout = 0;
  save_now (self);
  return G_SOURCE_REMOVE;
}

/* Further changes do not postpone saving, so that work without a pause is saved, too. */
static void
view_changed (DwellStateKeeper *self)
{
  if (!self->is_restored || self->timeout != 0)
    return;

  self->timeout = g_timeout_add_seconds (DELAY_S, on_timeout, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_SAVED]);
}

/* --- Finding out --- */

static void
find_out (gpointer      data,
          GCancellable *cancellable)
{
  Question *question = data;

  question->id = dwell_state_store_make_id ((GFile * const *) question->files->pdata,
                                            question->files->len, cancellable, &question->error);
  if (question->id != NULL && question->restores)
    question->state = dwell_state_store_load (question->id, &question->broken,
                                              &question->error);
}

/* Changes that the user made before the state was found still have to be saved. */
static void
restore (DwellStateKeeper *self,
         GKeyFile         *state)
{
  g_autofree char *before = dwell_view_state_gather (self->view);
  gboolean is_touched = !g_str_equal (before, DWELL_VIEW_STATE_PLAIN);

  if (state != NULL && dwell_view_get_trace (self->view) != NULL)
    dwell_view_state_apply (self->view, state);

  self->is_restored = TRUE;
  self->has_kept = state != NULL;
  if (!is_touched)
    {
      self->saved = dwell_view_state_gather (self->view);
      return;
    }

  self->saved = state != NULL ? g_key_file_to_data (state, NULL, NULL)
                              : g_strdup (DWELL_VIEW_STATE_PLAIN);
  view_changed (self);
}

/* Without an id, saving is impossible, too. */
static void
tell_failure (DwellStateKeeper *self,
              const GError     *error,
              const char       *broken)
{
  const char *cause = dwell_error_get_reading_cause (error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (self->id == NULL)
    g_signal_emit (self, failed_signal, 0, cause);
  else
    g_signal_emit (self, unread_signal, 0, cause, broken);
}

static void
found_out (gpointer data,
           gpointer user_data)
{
  DwellStateKeeper *self = user_data;
  Question *question = data;

  self->find_job = NULL;

  /* The state of the old recording is also to be kept for the new one. */
  if (self->has_kept && g_strcmp0 (question->id, self->id) != 0)
    g_clear_pointer (&self->saved, g_free);

  g_free (self->id);
  self->id = g_steal_pointer (&question->id);

  if (question->error != NULL)
    tell_failure (self, question->error, question->broken);

  if (!question->restores)
    {
      view_changed (self);
      return;
    }

  restore (self, question->state);
  g_signal_emit (self, restored_signal, 0);
}

/* Looks for the kept state once the whole trace is there, for the first time or again. */
static void
update (DwellStateKeeper *self)
{
  DwellSession *session;
  Question *question;
  GFile **files;
  guint n_files;

  if (self->view == NULL || self->find_job != NULL)
    return;

  session = dwell_view_get_session (self->view);
  files = dwell_session_get_files (session, &n_files);
  if (n_files == 0 || dwell_session_get_state (session) != DWELL_SESSION_READY ||
      dwell_view_get_trace (self->view) == NULL)
    return;

  question = g_new0 (Question, 1);
  question->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (question->files, g_object_ref (files[i]));
  question->restores = !self->is_restored;
  self->find_job = _dwell_job_start (question, question_free, find_out, found_out, self);
}

static void
dwell_state_keeper_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_IS_SAVED:
      g_value_set_boolean (value, dwell_state_keeper_get_is_saved (DWELL_STATE_KEEPER (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_state_keeper_dispose (GObject *object)
{
  DwellStateKeeper *self = DWELL_STATE_KEEPER (object);

  g_clear_pointer (&self->find_job, _dwell_job_abandon);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_state_keeper_parent_class)->dispose (object);
}

static void
dwell_state_keeper_finalize (GObject *object)
{
  DwellStateKeeper *self = DWELL_STATE_KEEPER (object);

  g_free (self->id);
  g_free (self->saved);

  G_OBJECT_CLASS (dwell_state_keeper_parent_class)->finalize (object);
}

static void
dwell_state_keeper_class_init (DwellStateKeeperClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_state_keeper_dispose;
  object_class->finalize = dwell_state_keeper_finalize;
  object_class->get_property = dwell_state_keeper_get_property;

  properties[PROP_IS_SAVED] =
    g_param_spec_boolean ("is-saved", NULL, NULL, TRUE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  restored_signal = g_signal_new ("restored", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* If several writes in a row fail, only the first failure is announced. */
  failed_signal = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /* Why a state cannot be read, and where it was moved; NULL: it stays. */
  unread_signal = g_signal_new ("unread", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
dwell_state_keeper_init (DwellStateKeeper *self)
{
}

/**
 * dwell_state_keeper_new:
 * @view: a view of a session of files, which may not have been read yet
 *
 * Makes a keeper, which restores the state of @view and saves it from then on.
 *
 * Returns: (transfer full): the keeper
 */
DwellStateKeeper *
dwell_state_keeper_new (DwellView *view)
{
  static const char * const changes[] = {
    "range-changed", "selection-changed", "scope-changed", "cursor-changed", "lanes-changed",
    "markers-changed", "kept-changed",
  };
  DwellStateKeeper *self;

  g_return_val_if_fail (DWELL_IS_VIEW (view), NULL);

  self = g_object_new (DWELL_TYPE_STATE_KEEPER, NULL);
  self->view = g_object_ref (view);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (view, changes[i], G_CALLBACK (view_changed), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "trace-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dwell_view_get_session (view), "notify::state", G_CALLBACK (update),
                           self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

/**
 * dwell_state_keeper_close:
 * @self: a keeper
 *
 * Saves on a worker what is not saved yet, and releases the view. The default application, if there
 * is one, is held until that is done.
 */
void
dwell_state_keeper_close (DwellStateKeeper *self)
{
  g_return_if_fail (DWELL_IS_STATE_KEEPER (self));

  if (self->view == NULL)
    return;

  save_now (self);
  g_object_run_dispose (G_OBJECT (self));
}

/**
 * dwell_state_keeper_get_is_restored:
 * @self: a keeper
 *
 * Returns: whether the kept state, if any, has been applied
 */
gboolean
dwell_state_keeper_get_is_restored (DwellStateKeeper *self)
{
  g_return_val_if_fail (DWELL_IS_STATE_KEEPER (self), FALSE);

  return self->is_restored;
}

/**
 * dwell_state_keeper_get_is_saved:
 * @self: a keeper
 *
 * Returns: whether nothing waits to be saved
 */
gboolean
dwell_state_keeper_get_is_saved (DwellStateKeeper *self)
{
  g_return_val_if_fail (DWELL_IS_STATE_KEEPER (self), TRUE);

  return self->timeout == 0 && !self->is_saving;
}
