/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one place where fields of CSV are quoted. Some spreadsheets separate fields by semicolons, so
 * a field with one is quoted, too. */
#include "config.h"

#include "core/dwell-csv.h"

#include <string.h>

static int guards_formulas;

/* Returns whether @field is a number with a sign. */
static gboolean
is_number (const char *field)
{
  char *end = (char *) field;

  if (*field == '+' || *field == '-')
    g_ascii_strtod (field, &end);
  return end > field && *end == '\0';
}

/* A spreadsheet takes a field that begins like this for a formula, and may run programs for it.
 * Some spreadsheets skip leading spaces. */
static gboolean
is_formula (const char *field)
{
  const char *first = field + strspn (field, " \t\r\n");

  return *first != '\0' && strchr ("=+-@", *first) != NULL && !is_number (first);
}

/**
 * dwell_csv_set_is_guarded:
 * @is_guarded: whether a field that a spreadsheet would take for a formula gets a ' in front
 *
 * Applies to the whole program. Without it, fields stay as they are, for other programs to read.
 */
void
dwell_csv_set_is_guarded (gboolean is_guarded)
{
  g_atomic_int_set (&guards_formulas, is_guarded);
}

/**
 * dwell_csv_append:
 * @out: the string to append to
 * @field: a field, valid UTF-8
 *
 * Appends @field, in quotes where they are needed. Any thread may call it.
 */
void
dwell_csv_append (GString    *out,
                  const char *field)
{
  gboolean is_quoted = strpbrk (field, ",;\"\r\n") != NULL;

  if (is_quoted)
    g_string_append_c (out, '"');
  if (g_atomic_int_get (&guards_formulas) && is_formula (field))
    g_string_append_c (out, '\'');

  for (; *field != '\0'; field++)
    {
      if (*field == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *field);
    }

  if (is_quoted)
    g_string_append_c (out, '"');
}
