/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded into dwell-cli: lets the n-th call that writes into a folder fail, or the program be
 * killed in its stead. The environment says how:
 *
 *     FAULT_FOLDER  whose files count, without links
 *     FAULT_AT      which call, from 1 on
 *     FAULT_KIND    "once"; "lasting": all later ones fail, too; or "kill", where only calls count
 *                   that change the folder: being killed before others leaves the same
 *     FAULT_ERRNO   how they fail
 *     FAULT_MARK    a file that is made when the call is reached
 *
 * It uses nothing but the C library, for it works inside of calls that GLib makes. */

/* Each function by its own name: no open() that is open64(). */
#undef _FILE_OFFSET_BITS

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Atomic: programs have threads. */
static int n_calls;

static int
touches_folder (const char *path)
{
  const char *folder = getenv ("FAULT_FOLDER");
  size_t length = folder != NULL ? strlen (folder) : 0;

  return length > 0 && path != NULL && strncmp (path, folder, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

static void
leave_mark (void)
{
  const char *mark = getenv ("FAULT_MARK");

  if (mark != NULL)
    syscall (SYS_close, syscall (SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
}

/* Returns whether this call fails, and sets errno. */
static int
fails (const char *path,
       int         changes)
{
  const char *at = getenv ("FAULT_AT");
  const char *kind = getenv ("FAULT_KIND");
  const char *number = getenv ("FAULT_ERRNO");
  int n;

  if (!touches_folder (path) || at == NULL || kind == NULL ||
      (strcmp (kind, "kill") == 0 && !changes))
    return 0;

  n = __atomic_add_fetch (&n_calls, 1, __ATOMIC_SEQ_CST) - (int) strtol (at, NULL, 10);
  if (n == 0)
    leave_mark ();
  if (n == 0 && strcmp (kind, "kill") == 0)
    kill (getpid (), SIGKILL);

  errno = number != NULL ? (int) strtol (number, NULL, 10) : EIO;
  return n == 0 || (n > 0 && strcmp (kind, "lasting") == 0);
}

static int
fails_at (int fd,
          int changes)
{
  int number = errno;
  char link[64];
  char path[PATH_MAX];
  ssize_t length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink (link, path, sizeof path - 1);
  errno = number;
  if (length < 0)
    return 0;

  path[length] = '\0';
  return fails (path, changes);
}

/* Folders are opened to be locked and synced. */
static int
is_reading (int flags)
{
  return (flags & O_ACCMODE) == O_RDONLY && (flags & O_DIRECTORY) == 0;
}

#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

#define OPEN(name) \
  int \
  name (const char *path, int flags, ...) \
  { \
    va_list arguments; \
    mode_t mode; \
    va_start (arguments, flags); \
    mode = (flags & O_CREAT) != 0 ? (mode_t) va_arg (arguments, int) : 0; \
    va_end (arguments); \
    return is_reading (flags) || !fails (path, (flags & O_CREAT) != 0) \
             ? NEXT (name) (path, flags, mode) : -1; \
  }

OPEN (open)
OPEN (open64)

#define BY_PATH(name, arguments, path, ...) \
  int name arguments { return fails (path, 1) ? -1 : NEXT (name) (path, ##__VA_ARGS__); }

BY_PATH (rename, (const char *from, const char *to), from, to)
BY_PATH (link, (const char *from, const char *to), from, to)
BY_PATH (unlink, (const char *path), path)
BY_PATH (remove, (const char *path), path)

#define BY_FD(type, name, changes, arguments, ...) \
  type name arguments { return fails_at (fd, changes) ? -1 : NEXT (name) (fd, ##__VA_ARGS__); }

BY_FD (ssize_t, write, 1, (int fd, const void *data, size_t size), data, size)
BY_FD (int, fchmod, 1, (int fd, mode_t mode), mode)
BY_FD (int, fsync, 0, (int fd))
BY_FD (int, flock, 0, (int fd, int operation), operation)

/* One that fails has closed all the same. */
int
close (int fd)
{
  int is_failing = (fcntl (fd, F_GETFL) & O_ACCMODE) != O_RDONLY && fails_at (fd, 0);
  int number = errno;
  int result = NEXT (close) (fd);

  if (!is_failing)
    return result;

  errno = number;
  return -1;
}
