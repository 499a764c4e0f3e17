/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the contents of the header, and makes properties and a context from them. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-header.h"

#include <glib/gi18n-lib.h>

#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/common/dwell-comments.h"

/**
 * dwell_callgrind_header_init:
 * @self: (out): an uninitialised header
 */
void
dwell_callgrind_header_init (DwellCallgrindHeader *self)
{
  *self = (DwellCallgrindHeader) { .descriptions = g_string_new (NULL) };
}

/**
 * dwell_callgrind_header_clear:
 * @self: a header
 *
 * Frees the memory of @self.
 */
void
dwell_callgrind_header_clear (DwellCallgrindHeader *self)
{
  g_free (self->creator);
  g_free (self->command);
  g_string_free (self->descriptions, TRUE);
}

static void
set_text (char      **text,
          DwellScan   value)
{
  if (*text == NULL)
    *text = dwell_text_to_utf8 (value.p, (gsize) (value.end - value.p),
                                DWELL_CHARSET_WINDOWS_1252);
}

/* Descriptions are mostly the same in all parts, so only those of the first are kept. */
static void
add_description (DwellCallgrindHeader *self,
                 DwellScan             value)
{
  g_autofree char *text = NULL;

  /* Some end after their title. */
  if (self->n_parts > 1 || value.p == value.end || value.end[-1] == ':')
    return;

  set_text (&text, value);
  dwell_comments_add (self->descriptions, text);
}

/**
 * dwell_callgrind_header_take:
 * @self: a header
 * @key: the key of a line
 * @value: its value
 *
 * Returns: whether the key is one of the format
 */
gboolean
dwell_callgrind_header_take (DwellCallgrindHeader *self,
                             DwellScan             key,
                             DwellScan             value)
{
  static const char * const ignored[] = { "version", "summary", "totals", "positions", "events",
                                          "event", "timeframe", "arch" };

  if (dwell_callgrind_is (key, "creator"))
    set_text (&self->creator, value);
  else if (dwell_callgrind_is (key, "cmd"))
    set_text (&self->command, value);
  else if (dwell_callgrind_is (key, "desc"))
    add_description (self, value);
  else if (dwell_callgrind_is (key, "pid"))
    self->has_process = dwell_scan_u64 (&value, &self->process) || self->has_process;
  else if (dwell_callgrind_is (key, "thread"))
    self->has_thread = dwell_scan_u64 (&value, &self->thread) || self->has_thread;
  else if (dwell_callgrind_is (key, "part"))
    self->n_parts++;
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
        if (dwell_callgrind_is (key, ignored[i]))
          return TRUE;
      return FALSE;
    }

  return TRUE;
}

/* The name of the program in @command. */
static char *
dup_program (const char *command)
{
  gsize length = strcspn (command, " \t");
  g_autofree char *path = g_strndup (command, length);

  return length > 0 ? g_path_get_basename (path) : NULL;
}

static guint32
add_context (const DwellCallgrindHeader *self,
             DwellBuilder               *builder)
{
  g_autofree char *program = self->command != NULL ? dup_program (self->command) : NULL;
  g_autofree char *thread = NULL;
  guint32 process = DWELL_NONE;

  if (program == NULL)
    program = g_strdup (_("Session"));
  if (self->has_process || !self->has_thread)
    process = dwell_builder_add_context (builder, program,
                                         self->has_process ? DWELL_CONTEXT_PROCESS
                                                           : DWELL_CONTEXT_SESSION,
                                         self->process, DWELL_NONE);
  if (!self->has_thread)
    return process;

  /* Translators: the number of a thread */
  thread = g_strdup_printf (_("Thread %u"), (guint) self->thread);
  return dwell_builder_add_context (builder, thread, DWELL_CONTEXT_THREAD, self->thread, process);
}

static void
set_property (DwellBuilder *builder,
              const char   *key,
              const char   *title,
              const char   *value)
{
  if (value != NULL && *value != '\0')
    dwell_builder_set_property (builder, key, title, g_variant_new_string (value));
}

/**
 * dwell_callgrind_header_finish:
 * @self: a header
 * @builder: (inout): gets properties and a context
 *
 * Returns: the context of everything in the file
 */
guint32
dwell_callgrind_header_finish (const DwellCallgrindHeader *self,
                               DwellBuilder               *builder)
{
  set_property (builder, "creator", N_("Written by"), self->creator);
  set_property (builder, "command", N_("Command"), self->command);
  set_property (builder, "description", N_("Description"), self->descriptions->str);
  if (self->has_process)
    dwell_builder_set_property (builder, "process_id", N_("Process"),
                                g_variant_new_uint64 (self->process));
  if (self->n_parts > 1)
    dwell_builder_set_property (builder, "parts", N_("Parts"),
                                g_variant_new_uint64 (self->n_parts));

  return add_context (self, builder);
}
