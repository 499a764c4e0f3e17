/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary is created by GIO, so that it works wherever GIO does. For a local file, the
 * descriptor stays open after the stream is closed, for the lock, the mode and syncing; its name
 * might be that of another file by then. A program that removes left-over files locks each of them
 * first. It may find a temporary between creation and locking; then the lock fails, or the file has
 * lost its name, and another one is created. */
#include "config.h"

#include "formats/common/dwell-temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <gio/gfiledescriptorbased.h>
#include <glib/gstdio.h>

#include "core/dwell-lock.h"
#include "formats/common/dwell-beside.h"

#define MAX_ATTEMPTS  100
#define TOKEN_DIGITS  8
#define TOKEN_FORMAT  "%08x"
#define PERMISSIONS   07777

/* Without locks, a file that was not written for this time is left over. */
#define LEFT_OVER_AFTER_S 3600

struct _DwellTemporary
{
  GFile         *file;   /* (nullable): NULL once it is placed */
  GOutputStream *stream; /* (nullable): NULL once it is finished */
  int            fd;     /* -1: not a local file */
  int            folder; /* its folder, even if that is renamed; -1: not known */
};

static void
set_error_from_errno (GError **error)
{
  int number = errno;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number), g_strerror (number));
}

/* Deletes the file, also from a folder that was moved. */
static void
delete (DwellTemporary *self)
{
  g_autofree char *name = g_file_get_basename (self->file);

  if (!g_file_delete (self->file, NULL, NULL) && self->folder >= 0)
    unlinkat (self->folder, name, 0);
}

/* Returns FALSE without an error if another program has taken the file for left over. */
static gboolean
take_lock (DwellTemporary  *self,
           GError         **error)
{
  struct stat status;

  if (!G_IS_FILE_DESCRIPTOR_BASED (self->stream))
    return TRUE;

  self->fd = fcntl (g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (self->stream)),
                    F_DUPFD_CLOEXEC, 0);
  if (self->fd < 0)
    {
      set_error_from_errno (error);
      return FALSE;
    }

  return dwell_lock_try (self->fd) != DWELL_LOCK_BUSY && fstat (self->fd, &status) == 0 &&
         status.st_nlink > 0;
}

/* Returns: (nullable) (transfer full): NULL without an error if another name should be tried */
static DwellTemporary *
try_new (GFile             *main_file,
         const char        *suffix,
         GFileCreateFlags   flags,
         GCancellable      *cancellable,
         GError           **error)
{
  g_autoptr(DwellTemporary) self = g_new0 (DwellTemporary, 1);
  g_autofree char *token = g_strdup_printf (TOKEN_FORMAT, g_random_int ());
  g_autoptr(GFile) file = dwell_beside_get_hidden (main_file, suffix, token);
  g_autoptr(GError) failure = NULL;

  self->fd = self->folder = -1;
  self->stream = (GOutputStream *) g_file_create (file, flags, cancellable, &failure);
  if (self->stream == NULL)
    {
      if (!g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_EXISTS))
        g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  self->file = g_steal_pointer (&file);
  self->folder = dwell_beside_open_folder (self->file, O_PATH);
  return take_lock (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * dwell_temporary_new:
 * @main_file: the main file
 * @suffix: suffix of the part that it will become
 * @cancellable: (nullable): a cancellable
 * @error: why it cannot be created
 *
 * Returns: (transfer full): an empty, hidden file that only its owner can read
 */
DwellTemporary *
dwell_temporary_new (GFile         *main_file,
                     const char    *suffix,
                     GCancellable  *cancellable,
                     GError       **error)
{
  for (guint attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
      g_autoptr(GError) failure = NULL;
      DwellTemporary *self = try_new (main_file, suffix, G_FILE_CREATE_PRIVATE, cancellable,
                                      &failure);

      if (self != NULL)
        return self;

      if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_EXISTS, g_strerror (EEXIST));
  return NULL;
}

/**
 * dwell_temporary_free:
 * @self: (transfer full): a temporary
 *
 * Frees it, and deletes the file unless it was placed.
 */
void
dwell_temporary_free (DwellTemporary *self)
{
  if (self->stream != NULL)
    g_output_stream_close (self->stream, NULL, NULL);
  if (self->file != NULL)
    delete (self);
  if (self->folder >= 0)
    close (self->folder);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_object (&self->stream);
  g_clear_object (&self->file);
  g_free (self);
}

/**
 * dwell_temporary_get_stream:
 * @self: a temporary that is not finished
 *
 * Returns: (transfer none): the stream that writes it
 */
GOutputStream *
dwell_temporary_get_stream (DwellTemporary *self)
{
  return self->stream;
}

/* Copies an attribute of the file @path. Returns %FALSE if there is one that cannot be copied. */
static gboolean
copy_attribute (DwellTemporary *self,
                const char     *path,
                const char     *name)
{
  ssize_t size = lgetxattr (path, name, NULL, 0);
  g_autofree char *value = NULL;

  if (size < 0)
    return errno == ENODATA || errno == ENOTSUP || errno == ENOSYS;

  value = g_malloc ((gsize) size + 1);
  size = lgetxattr (path, name, value, (gsize) size);
  return size >= 0 && fsetxattr (self->fd, name, value, (gsize) size, 0) == 0;
}

/* Copies attributes of users and file managers: tags, where a file came from. */
static void
copy_notes (DwellTemporary *self,
            const char     *path)
{
  ssize_t size = llistxattr (path, NULL, 0);
  g_autofree char *names = g_malloc0 ((gsize) MAX (size, 0) + 1);

  size = size > 0 ? llistxattr (path, names, (gsize) size) : 0;
  for (ssize_t i = 0; i < size; i += (ssize_t) strlen (names + i) + 1)
    if (g_str_has_prefix (names + i, "user."))
      copy_attribute (self, path, names + i);
}

/* Gives the file the owner, the group, the access list and the notes of the file @model, as far as
 * this user may. If the group or the access list cannot be kept, the new group gets no more rights
 * than everybody. Returns the mode that is left of @mode. */
static guint32
copy_owner (DwellTemporary *self,
            GFile          *model,
            guint32         mode)
{
  const char *path = g_file_peek_path (model);
  gboolean is_same = TRUE;
  struct stat old, new;

  if (path == NULL || self->fd < 0 || lstat (path, &old) != 0 || fstat (self->fd, &new) != 0)
    return mode;

  if (old.st_uid != new.st_uid || old.st_gid != new.st_gid)
    is_same = fchown (self->fd, old.st_uid, old.st_gid) == 0 ||
              fchown (self->fd, (uid_t) -1, old.st_gid) == 0;

  copy_notes (self, path);
  if (copy_attribute (self, path, "system.posix_acl_access") && is_same)
    return mode;

  return (mode & (S_IRWXU | S_IRWXO)) | (mode & S_IRWXO) << 3;
}

/* Fails only where files have modes. */
static void
set_mode (DwellTemporary *self,
          guint32         mode)
{
  if (self->fd < 0)
    g_file_set_attribute_uint32 (self->file, G_FILE_ATTRIBUTE_UNIX_MODE, mode,
                                 G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  else
    fchmod (self->fd, mode);
}

/**
 * dwell_temporary_finish:
 * @self: a temporary that is written
 * @model: (nullable): the file whose owner, group and attributes it gets, where that is permitted
 * @mode: the mode that the file gets; 0: leave it
 * @cancellable: (nullable): a cancellable
 * @error: the cause of a failure
 *
 * Closes the stream and syncs the file, if it is a local one.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_temporary_finish (DwellTemporary  *self,
                        GFile           *model,
                        guint32          mode,
                        GCancellable    *cancellable,
                        GError         **error)
{
  if (!g_output_stream_close (self->stream, cancellable, error))
    return FALSE;

  g_clear_object (&self->stream);
  if (model != NULL)
    mode = copy_owner (self, model, mode);
  if (mode != 0)
    set_mode (self, mode & PERMISSIONS);

  if (self->fd < 0 || fsync (self->fd) == 0)
    return TRUE;

  set_error_from_errno (error);
  return FALSE;
}

/**
 * dwell_temporary_place:
 * @self: a finished temporary
 * @target: the file whose place it takes
 * @error: the cause of a failure
 *
 * Renames it to @target in one step.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_temporary_place (DwellTemporary  *self,
                       GFile           *target,
                       GError         **error)
{
  if (!g_file_move (self->file, target,
                    G_FILE_COPY_OVERWRITE | G_FILE_COPY_NO_FALLBACK_FOR_MOVE, NULL, NULL, NULL,
                    error))
    return FALSE;

  g_clear_object (&self->file);
  return TRUE;
}

/**
 * dwell_temporary_ask_mode:
 * @main_file: a file that does not exist yet
 * @cancellable: (nullable): a cancellable
 *
 * Determines the mode of a new file by creating and removing one: there is no thread-safe way to
 * read the mask of the process, and folders may have rules of their own.
 *
 * Returns: the mode; 0 if the file system has no modes
 */
guint32
dwell_temporary_ask_mode (GFile        *main_file,
                          GCancellable *cancellable)
{
  g_autoptr(DwellTemporary) temporary = try_new (main_file, "", G_FILE_CREATE_NONE, cancellable,
                                                 NULL);
  g_autoptr(GFileInfo) info = NULL;

  if (temporary != NULL)
    info = g_file_query_info (temporary->file, G_FILE_ATTRIBUTE_UNIX_MODE, G_FILE_QUERY_INFO_NONE,
                              NULL, NULL);

  return info != NULL ? g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) : 0;
}

/* Returns TRUE if no program has the lock; without locks, if the file is old. */
static gboolean
is_left_over (int fd)
{
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  struct stat status;

  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;

  switch (dwell_lock_try (fd))
    {
    case DWELL_LOCK_TAKEN:
      return TRUE;
    case DWELL_LOCK_IMPOSSIBLE:
      return (gint64) status.st_mtime + LEFT_OVER_AFTER_S < now_s;
    case DWELL_LOCK_BUSY:
    default:
      return FALSE;
    }
}

static gboolean
is_token (const char *what)
{
  return strspn (what, "0123456789abcdef") == TOKEN_DIGITS &&
         (what[TOKEN_DIGITS] == '\0' || what[TOKEN_DIGITS] == '.');
}

/**
 * dwell_temporary_clear_up:
 * @path: path of a hidden file
 * @what: its name after dwell_beside_get_prefix()
 *
 * Deletes the file if it is a temporary that a killed program left over.
 */
void
dwell_temporary_clear_up (const char *path,
                          const char *what)
{
  int fd;

  if (!is_token (what))
    return;

  fd = g_open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  if (fd < 0)
    return;

  if (is_left_over (fd))
    g_unlink (path);
  close (fd);
}
