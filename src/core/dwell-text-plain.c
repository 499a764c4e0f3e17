/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times as text for reports: exact, and the same in every locale. */
#include "config.h"

#include "core/dwell-text.h"

/**
 * dwell_text_plain_duration:
 * @duration_ns: a duration or a time, in ns
 *
 * Returns: (transfer full): the exact duration in the largest unit up to the second that it fills,
 *   in every locale the same: “1.044865 s”, “510 µs”, “−10 ns”
 */
char *
dwell_text_plain_duration (gint64 duration_ns)
{
  static const char * const names[] = { "ns", "µs", "ms", "s" };
  guint64 magnitude = duration_ns < 0 ? 0 - (guint64) duration_ns : (guint64) duration_ns;
  GString *text = g_string_new (duration_ns < 0 ? "−" : NULL);
  guint64 unit = 1;
  guint n = 0;

  for (; n + 1 < G_N_ELEMENTS (names) && magnitude / 1000 >= unit; n++)
    unit *= 1000;

  g_string_append_printf (text, "%" G_GUINT64_FORMAT, magnitude / unit);
  if (magnitude % unit > 0)
    {
      g_string_append_printf (text, ".%0*" G_GUINT64_FORMAT, (int) (3 * n), magnitude % unit);
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append_printf (text, " %s", names[n]);
  return g_string_free (text, FALSE);
}
