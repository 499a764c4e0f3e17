/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli-option.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-scan.h"
#include "core/dwell-text.h"

/**
 * dwell_cli_refuse:
 * @error: the error that is set
 * @option: “--top”
 * @value: what was given for it
 * @expected: what it takes
 *
 * Returns: %FALSE
 */
gboolean
dwell_cli_refuse (GError     **error,
                  const char  *option,
                  const char  *value,
                  const char  *expected)
{
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: an option's name, what was given for it, what it takes */
               _("%s does not take “%s”; it takes: %s"), option, value, expected);
  return FALSE;
}

/**
 * dwell_cli_check_choice:
 * @option: “--as”
 * @value: (nullable): what was given for it
 * @choices: what it takes; %NULL-terminated
 * @index: (out): the index of @value; 0 if nothing was given
 * @error: %DWELL_ERROR_OPTION if it is not one of them
 *
 * Returns: whether it is one
 */
gboolean
dwell_cli_check_choice (const char          *option,
                        const char          *value,
                        const char * const  *choices,
                        guint               *index,
                        GError             **error)
{
  g_autofree char *expected = NULL;

  *index = 0;
  if (value == NULL)
    return TRUE;

  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (choices[i], value))
      {
        *index = i;
        return TRUE;
      }

  expected = g_strjoinv (", ", (char **) choices);
  return dwell_cli_refuse (error, option, value, expected);
}

/**
 * dwell_cli_check_time:
 * @option: “--from”
 * @value: (nullable): what was given for it
 * @time: (inout): the time, ns; unchanged if nothing was given
 * @error: %DWELL_ERROR_OPTION if it is not a time
 *
 * Returns: whether it is one
 */
gboolean
dwell_cli_check_time (const char  *option,
                      const char  *value,
                      gint64      *time,
                      GError     **error)
{
  return value == NULL || dwell_text_parse_time (value, time) ||
         dwell_cli_refuse (error, option, value,
                           _("a time: ns, or a number with ns, us, ms, s or min"));
}

/**
 * dwell_cli_check_count:
 * @option: “--top”
 * @value: (nullable): what was given for it
 * @count: (inout): the number; unchanged if nothing was given
 * @error: %DWELL_ERROR_OPTION if it is not a number from 1 on
 *
 * Returns: whether it is one
 */
gboolean
dwell_cli_check_count (const char  *option,
                       const char  *value,
                       guint32     *count,
                       GError     **error)
{
  DwellScan scan = { value, NULL };

  if (value == NULL)
    return TRUE;

  scan.end = value + strlen (value);
  return (dwell_scan_u32 (&scan, count) && scan.p == scan.end && *count > 0) ||
         dwell_cli_refuse (error, option, value, _("a number from 1"));
}
