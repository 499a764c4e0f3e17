/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file in memory, opened as any other; then all that a trace promises is checked, and whatever it
 * holds is touched once. */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "fuzz.h"
#include "support/trace-invariants.h"

static GFile *
write_memory (const guint8 *data,
              gsize         size)
{
  static int descriptor = -1;
  g_autofree char *path = NULL;

  if (descriptor < 0)
    descriptor = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (descriptor, >=, 0);
  g_assert_cmpint (ftruncate (descriptor, 0), ==, 0);
  g_assert_cmpint (pwrite (descriptor, data, size, 0), ==, (gssize) size);

  path = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  return g_file_new_for_path (path);
}

void
fuzz_open (const DwellFormat *format,
           gsize              block_bytes,
           const guint8      *data,
           gsize              size)
{
  g_autoptr(GFile) file = write_memory (data, size);
  DwellOpenOptions options = { .format = format, .limits = { .block_bytes = block_bytes } };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, &options, NULL, NULL, &error);

  if (trace == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == DWELL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }

  g_assert_no_error (error);
  check_trace_invariants (trace);
}
