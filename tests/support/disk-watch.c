/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wraps functions of the C library. The headers that declare them are not included, because they
 * would rename functions for large files. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FILE_OFFSET_BITS

#include <dirent.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>

#include "support/disk-watch.h"

static char *watched;
static GThread *watcher;
static int n_main;
static int n_others;

static void
touch (const char *path)
{
  const char *part = g_atomic_pointer_get (&watched);

  if (part == NULL || path == NULL || strstr (path, part) == NULL)
    return;

  g_atomic_int_inc (g_thread_self () == watcher ? &n_main : &n_others);
}

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

#define WATCH_OPEN(name)                  \
  int name (const char *path, int flags, ...); \
  int                                     \
  name (const char *path, int flags, ...) \
  {                                       \
    va_list arguments;                    \
    int mode;                             \
                                          \
    va_start (arguments, flags);          \
    mode = va_arg (arguments, int);       \
    va_end (arguments);                   \
    touch (path);                         \
    return REAL (name) (path, flags, mode); \
  }

#define WATCH_OPEN_AT(name)                          \
  int name (int at, const char *path, int flags, ...); \
  int                                                \
  name (int at, const char *path, int flags, ...)    \
  {                                                  \
    va_list arguments;                               \
    int mode;                                        \
                                                     \
    va_start (arguments, flags);                     \
    mode = va_arg (arguments, int);                  \
    va_end (arguments);                              \
    touch (path);                                    \
    return REAL (name) (at, path, flags, mode);      \
  }

#define WATCH(type, name, parameters, call) \
  type name parameters;                     \
  type                                      \
  name parameters                           \
  {                                         \
    touch (path);                           \
    return REAL (name) call;                \
  }

WATCH_OPEN (open)
WATCH_OPEN (open64)
WATCH_OPEN_AT (openat)
WATCH_OPEN_AT (openat64)
WATCH (void *, fopen, (const char *path, const char *mode), (path, mode))
WATCH (void *, fopen64, (const char *path, const char *mode), (path, mode))
WATCH (DIR *, opendir, (const char *path), (path))
WATCH (int, stat, (const char *path, void *status), (path, status))
WATCH (int, stat64, (const char *path, void *status), (path, status))
WATCH (int, lstat, (const char *path, void *status), (path, status))
WATCH (int, lstat64, (const char *path, void *status), (path, status))
WATCH (int, fstatat, (int at, const char *path, void *status, int flags), (at, path, status, flags))
WATCH (int, fstatat64, (int at, const char *path, void *status, int flags),
       (at, path, status, flags))
WATCH (int, statx, (int at, const char *path, int flags, unsigned mask, void *status),
       (at, path, flags, mask, status))
WATCH (int, access, (const char *path, int mode), (path, mode))
WATCH (int, mkdir, (const char *path, unsigned mode), (path, mode))
WATCH (int, rename, (const char *path, const char *to), (path, to))
WATCH (int, renameat2, (int at, const char *path, int to_at, const char *to, unsigned flags),
       (at, path, to_at, to, flags))
WATCH (int, link, (const char *path, const char *to), (path, to))
WATCH (int, unlink, (const char *path), (path))
WATCH (int, remove, (const char *path), (path))
WATCH (char *, realpath, (const char *path, char *resolved), (path, resolved))
WATCH (int, inotify_add_watch, (int fd, const char *path, unsigned mask), (fd, path, mask))

void
disk_watch_begin (const char *part)
{
  n_main = n_others = 0;
  watcher = g_thread_self ();
  g_atomic_pointer_set (&watched, g_strdup (part));
}

DiskTouches
disk_watch_end (void)
{
  char *part = g_atomic_pointer_exchange (&watched, NULL);

  g_free (part);
  return (DiskTouches) { (guint) g_atomic_int_get (&n_main), (guint) g_atomic_int_get (&n_others) };
}
