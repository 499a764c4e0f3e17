/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded into a program: writes each warning and critical warning of GLib with the stack that
 * led to it, between lines that begin with "@@", and goes on. */
#include <execinfo.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

#define MAX_FRAMES 128

static GLogWriterOutput
write_stack (GLogLevelFlags   level,
             const GLogField *fields,
             gsize            n_fields,
             gpointer         user_data)
{
  void *frames[MAX_FRAMES];

  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) == 0)
    return G_LOG_WRITER_HANDLED;

  for (gsize i = 0; i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0)
      dprintf (2, "@@ %s\n", (const char *) fields[i].value);
  backtrace_symbols_fd (frames, backtrace (frames, MAX_FRAMES), 2);
  dprintf (2, "@@\n");
  return G_LOG_WRITER_HANDLED;
}

__attribute__ ((constructor)) static void
set_writer (void)
{
  g_log_set_writer_func (write_stack, NULL, NULL);
}
