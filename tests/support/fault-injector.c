/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded into a program: lets calls fail that write into a folder or read from it, or the
 * program be killed in their place. The environment says how:
 *
 *     FAULT_FOLDER  whose files count, without links
 *     FAULT_AT      which call, from 1 on
 *     FAULT_KIND    "once"; "lasting": all later ones fail, too; or "kill", where only calls count
 *                   that change the folder: being killed before others leaves the same;
 *                   "stop": it is stopped there and may go on later;
 *                   "full": no more than FAULT_AT bytes can be written;
 *                   "short": calls read and write a few bytes; "interrupt": every other one fails;
 *                   "read": reading fails from that call on; "truncate": the file ends there then;
 *                   "replace": another file, of the same name with ".new", takes its name then
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

/* Atomic: programs have threads. One of them writes. */
static int n_calls;
static int n_transfers;
static size_t n_bytes;

static int
is_kind (const char *kind)
{
  const char *given = getenv ("FAULT_KIND");

  return given != NULL && strcmp (given, kind) == 0;
}

static int
get_number (const char *name,
            int         otherwise)
{
  const char *number = getenv (name);

  return number != NULL ? (int) strtol (number, NULL, 10) : otherwise;
}

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
  int n;

  if (!touches_folder (path) ||
      !(is_kind ("once") || is_kind ("lasting") ||
        ((is_kind ("kill") || is_kind ("stop")) && changes)))
    return 0;

  n = __atomic_add_fetch (&n_calls, 1, __ATOMIC_SEQ_CST) - get_number ("FAULT_AT", 0);
  if (n == 0)
    leave_mark ();
  if (n == 0 && is_kind ("kill"))
    kill (getpid (), SIGKILL);
  if (is_kind ("stop"))
    {
      if (n == 0)
        kill (getpid (), SIGSTOP);
      return 0;
    }

  errno = get_number ("FAULT_ERRNO", EIO);
  return n == 0 || (n > 0 && is_kind ("lasting"));
}

/* Writes the path of an open file, "" if it has none. */
static void
find_path (int   fd,
           char *path)
{
  int number = errno;
  char link[64];
  ssize_t length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink (link, path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = '\0';
  errno = number;
}

static int
fails_at (int fd,
          int changes)
{
  char path[PATH_MAX];

  find_path (fd, path);
  return fails (path, changes);
}

/* Returns how many of @size bytes a call may move; 0, with errno, if it fails. */
static size_t
limit_size (int    fd,
            size_t size,
            int    writes)
{
  char path[PATH_MAX];
  int n;

  find_path (fd, path);
  if (!touches_folder (path) || size == 0)
    return size;

  n = __atomic_add_fetch (&n_transfers, 1, __ATOMIC_SEQ_CST);
  if (is_kind ("short"))
    return (size_t) (n % 7 + 1) < size ? (size_t) (n % 7 + 1) : size;
  if (is_kind ("interrupt") && n % 2 == 1)
    {
      errno = EINTR;
      return 0;
    }
  if (is_kind ("full") && writes)
    {
      size_t left = (size_t) get_number ("FAULT_AT", 0) - n_bytes;

      size = left < size ? left : size;
      n_bytes += size;
      errno = ENOSPC;
    }

  return size;
}

/* What happens to a file that is read. Returns whether the call fails, and sets errno. */
static int
disturbs_reading (int fd)
{
  char path[PATH_MAX];
  char other[PATH_MAX + 8];
  int n;

  find_path (fd, path);
  if (!touches_folder (path) || !(is_kind ("read") || is_kind ("truncate") || is_kind ("replace")))
    return 0;

  n = __atomic_add_fetch (&n_calls, 1, __ATOMIC_SEQ_CST) - get_number ("FAULT_AT", 0);
  if (n < 0)
    return 0;

  leave_mark ();
  errno = get_number ("FAULT_ERRNO", EIO);
  if (is_kind ("read"))
    return 1;

  snprintf (other, sizeof other, "%s.new", path);
  if (n == 0 && is_kind ("truncate"))
    syscall (SYS_truncate, path, lseek (fd, 0, SEEK_CUR));
  else if (n == 0)
    syscall (SYS_rename, other, path);
  return 0;
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

ssize_t
write (int fd, const void *data, size_t size)
{
  size_t n;

  if (fails_at (fd, 1))
    return -1;

  n = limit_size (fd, size, 1);
  return n > 0 || size == 0 ? NEXT (write) (fd, data, n) : -1;
}

ssize_t
read (int fd, void *data, size_t size)
{
  size_t n;

  if (disturbs_reading (fd))
    return -1;

  n = limit_size (fd, size, 0);
  return n > 0 || size == 0 ? NEXT (read) (fd, data, n) : -1;
}

BY_FD (int, fchown, 1, (int fd, uid_t owner, gid_t group), owner, group)
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
