/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uses flock() because its locks belong to an open file, not to a process, so that one thread can
 * wait for another. */
#include "config.h"

#include "core/dwell-lock.h"

#include <errno.h>
#include <sys/file.h>

#define STEP_US 10000

/**
 * dwell_lock_try:
 * @fd: an open file or folder
 *
 * Returns: whether the lock could be taken
 */
DwellLock
dwell_lock_try (int fd)
{
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    return DWELL_LOCK_TAKEN;

  return errno == EWOULDBLOCK || errno == EINTR ? DWELL_LOCK_BUSY : DWELL_LOCK_IMPOSSIBLE;
}

/**
 * dwell_lock_wait:
 * @fd: an open file or folder
 * @max_us: the longest time to wait, in microseconds
 *
 * Returns: whether the lock could be taken in that time
 */
DwellLock
dwell_lock_wait (int    fd,
                 gint64 max_us)
{
  DwellLock lock = dwell_lock_try (fd);

  for (gint64 waited_us = 0; lock == DWELL_LOCK_BUSY && waited_us < max_us; waited_us += STEP_US)
    {
      g_usleep (STEP_US);
      lock = dwell_lock_try (fd);
    }

  return lock;
}
