/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the definitions of a dump: properties, scopes and signals. */
#include "config.h"

#include <string.h>

#include "formats/vcd/dwell-vcd-cast.h"

static void
open_scopes (GString    *text,
             const char *scopes)
{
  g_auto(GStrv) words = dwell_vcd_has_scopes (scopes) ? g_strsplit (scopes, ".", -1) : NULL;

  if (words == NULL && *scopes != '\0')
    g_string_append_printf (text, "$scope module %s $end\n", scopes);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    g_string_append_printf (text, "$scope module %s $end\n", words[i]);
}

static void
close_scopes (GString    *text,
              const char *scopes)
{
  gboolean has_scopes = dwell_vcd_has_scopes (scopes);

  if (*scopes == '\0')
    return;

  g_string_append (text, "$upscope $end\n");
  for (const char *p = scopes; has_scopes && *p != '\0'; p++)
    if (*p == '.')
      g_string_append (text, "$upscope $end\n");
}

static void
declare (const DwellVcdCast *self,
         GString            *text)
{
  static const char * const types[] = {
    [DWELL_VCD_OUT_TEXT] = "string 1", [DWELL_VCD_OUT_BIT] = "wire 1",
    [DWELL_VCD_OUT_BUSY] = "wire 1", [DWELL_VCD_OUT_INTEGER] = "integer 64",
    [DWELL_VCD_OUT_REAL] = "real 64", [DWELL_VCD_OUT_EVENT] = "event 1",
  };
  g_autofree char *scopes = g_strdup ("");

  for (guint i = 0; i < self->signals->len; i++)
    {
      const DwellVcdOut *signal = &g_array_index (self->signals, DwellVcdOut, i);
      gsize n = signal->n_scopes;
      g_autofree char *own = g_strndup (signal->name, n > 0 ? n - 1 : 0);
      const char *name = signal->name + n;
      const char *bits = dwell_vcd_has_scopes (name) ? strchr (name, '[') : NULL;

      if (!g_str_equal (own, scopes))
        {
          close_scopes (text, scopes);
          open_scopes (text, own);
          g_free (scopes);
          scopes = g_steal_pointer (&own);
        }
      if (bits != NULL)
        g_string_append_printf (text, "$var %s %s %.*s %s $end\n", types[signal->kind],
                                signal->code, (int) (bits - name), name, bits);
      else
        g_string_append_printf (text, "$var %s %s %s $end\n", types[signal->kind],
                                signal->code, name);
    }
  close_scopes (text, scopes);
}

/**
 * dwell_vcd_cast_append_definitions:
 * @self: the signals of a trace
 * @text: (inout): gets the definitions
 *
 * Adds everything that comes before the changes.
 */
void
dwell_vcd_cast_append_definitions (const DwellVcdCast *self,
                                   GString            *text)
{
  const DwellTrace *trace = self->trace;

  if (trace->wall_clock_ns != DWELL_TIME_NONE)
    {
      gint64 seconds = trace->wall_clock_ns / 1000000000 - (trace->wall_clock_ns < 0);
      g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc (seconds);
      g_autofree char *day = date != NULL ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

      if (day != NULL)
        g_string_append_printf (text, "$date %s $end\n", day);
    }
  g_string_append (text, "$version Dwell " DWELL_VERSION " $end\n$timescale 1 ns $end\n");
  if (self->begin < 0)
    g_string_append_printf (text, "$timezero %" G_GINT64_FORMAT " $end\n", self->begin);
  declare (self, text);
  g_string_append (text, "$enddefinitions $end\n");
}
