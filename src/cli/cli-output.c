/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output, and the forms of text on it. Names come from files and may contain anything: on
 * a terminal control characters are printed as escapes, so that they have no effect; in CSV names
 * are quoted, in JSON escaped. The help is printed by GLib and written at exit. */
#include "config.h"

#include "cli/cli-output.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "core/dwell-csv.h"
#include "core/dwell-markdown.h"

#define PORTION_BYTES 65536

/* What g_print() printed. */
static DwellCliOutput printed;

/**
 * dwell_cli_output_init:
 * @self: (out caller-allocates): the output; end it with dwell_cli_output_finish()
 */
void
dwell_cli_output_init (DwellCliOutput *self)
{
  self->text = g_string_sized_new (PORTION_BYTES * 2);
  self->failure = 0;
}

static void
write_out (DwellCliOutput *self)
{
  const char *p = self->text->str;
  gsize left = self->text->len;

  while (left > 0 && self->failure == 0)
    {
      gssize n = write (STDOUT_FILENO, p, left);

      if (n >= 0)
        {
          p += n;
          left -= (gsize) n;
        }
      else if (errno != EINTR)
        {
          self->failure = errno;
        }
    }

  g_string_truncate (self->text, 0);
}

/**
 * dwell_cli_output_flush:
 * @self: the output
 *
 * Writes the text if it has reached the size of a portion. To be called after each row.
 */
void
dwell_cli_output_flush (DwellCliOutput *self)
{
  if (self->text->len >= PORTION_BYTES)
    write_out (self);
}

/**
 * dwell_cli_output_finish:
 * @self: the output
 *
 * Writes the rest of the text, and prints an error if any write has failed.
 *
 * Returns: whether everything was written
 */
gboolean
dwell_cli_output_finish (DwellCliOutput *self)
{
  write_out (self);
  g_string_free (self->text, TRUE);

  if (self->failure != 0)
    g_printerr (_("dwell-cli: standard output: %s\n"), g_strerror (self->failure));

  return self->failure == 0;
}

static void
print (const char *text)
{
  g_string_append (printed.text, text);
}

static void
write_printed (void)
{
  if (!dwell_cli_output_finish (&printed))
    _exit (EXIT_FAILURE);
}

/**
 * dwell_cli_output_catch_prints:
 *
 * Has the text of g_print() written when the program exits, with an error if that fails. GOption
 * prints the help of a command and exits; g_print() by itself ignores errors.
 */
void
dwell_cli_output_catch_prints (void)
{
  dwell_cli_output_init (&printed);
  g_set_print_handler (print);
  atexit (write_printed);
}

/* Returns whether the text needs no escapes in JSON: printable ASCII without quotes and
 * backslashes, like most names. */
static gboolean
is_plain (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (*p < ' ' || *p > '~' || *p == '"' || *p == '\\')
      return FALSE;

  return TRUE;
}

/**
 * dwell_cli_append_json:
 * @out: the string to append to
 * @text: a text, valid UTF-8
 *
 * Appends @text as a JSON string with its quotes.
 */
void
dwell_cli_append_json (GString    *out,
                       const char *text)
{
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *quoted = NULL;

  /* This is thirty times faster, which matters for the rows of a large file. */
  if (is_plain (text))
    {
      g_string_append_c (out, '"');
      g_string_append (out, text);
      g_string_append_c (out, '"');
      return;
    }

  node = json_node_new (JSON_NODE_VALUE);
  json_node_set_string (node, text);
  quoted = json_to_string (node, FALSE);
  g_string_append (out, quoted);
}

static gboolean
is_terminal (void)
{
  static int answer = -1;

  if (answer < 0)
    answer = isatty (STDOUT_FILENO);
  return answer;
}

/**
 * dwell_cli_append_csv:
 * @out: the string to append to
 * @text: a text, valid UTF-8
 *
 * Appends @text as a field. An empty text is quoted, to distinguish it from a field that has no
 * value. On a terminal control characters are escapes.
 */
void
dwell_cli_append_csv (GString    *out,
                      const char *text)
{
  if (*text == '\0')
    {
      g_string_append (out, "\"\"");
    }
  else if (is_terminal ())
    {
      g_autoptr(GString) printable = g_string_new (NULL);

      dwell_printable_append (printable, text);
      dwell_csv_append (out, printable->str);
    }
  else
    {
      dwell_csv_append (out, text);
    }
}

/**
 * dwell_cli_get_width:
 * @text: a text, valid UTF-8 without control characters
 *
 * Returns: the number of cells that it takes on a terminal
 */
guint
dwell_cli_get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c <= '~')
        width++;
      else
        width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }

  return width;
}
