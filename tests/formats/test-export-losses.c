/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export in each format tells that it loses. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-settings.h"
#include "support/file-fixture.h"

typedef struct {
  const char *format;
  const char *losses; /* "COUNT WORDS", the first words of a message, separated by "; " */
} Expected;

/* The losses that begin with one of the given texts. */
static char *
list_losses (DwellTrace         *trace,
             const char         *format,
             const char         *areas,
             const char * const *prefixes)
{
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find_writer (format),
                               g_str_equal (format, "text1") ? "full" : "default", NULL);
  g_autoptr(GArray) warnings = NULL;
  GString *text = g_string_new (NULL);

  if (areas != NULL)
    g_assert_true (dwell_export_settings_set (settings, "Areas", areas, NULL));
  warnings = dwell_format_check (settings->format, trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      for (guint k = 0; prefixes[k] != NULL; k++)
        if (g_str_has_prefix (warning->message, prefixes[k]))
          {
            g_assert_true (warning->is_loss);
            g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", text->len > 0 ? "; " : "",
                                    warning->count, prefixes[k]);
          }
    }

  return g_string_free (text, FALSE);
}

static void
assert_losses (DwellTrace         *trace,
               const char         *areas,
               const char * const *prefixes,
               const Expected     *expected)
{
  for (; expected->format != NULL; expected++)
    {
      g_autofree char *losses = list_losses (trace, expected->format, areas, prefixes);

      g_test_message ("%s", expected->format);
      g_assert_cmpstr (losses, ==, expected->losses);
    }
}

/* Of two spans that overlap, or lie in one another without a call, the second loses its caller; of
 * two more that overlap in it, one does. */
static void
test_overlaps (void)
{
  static const char * const prefixes[] = { "An activation overlaps", "Activations overlap",
                                           "Spans that overlap others", NULL };
  static const struct {
    const char *file;
    Expected    expected[4];
  } cases[] = {
    { "2,1,r\n2,2,r.a\n2,3,r.b\n0,1,0\n0,2,5\n0,3,3\n1,2,7\n1,3,3\n1,1,2\n",
      { { "text1", "1 An activation overlaps" }, { "btf", "1 Spans that overlap others" },
        { "trace-event", "1 Spans that overlap others" }, { NULL, NULL } } },
    { "2,1,r\n2,2,r.a\n2,3,r.b\n0,1,0\n0,2,5\n0,3,3\n1,3,3\n1,2,7\n1,1,2\n",
      { { "text1", "1 An activation overlaps" }, { "btf", "1 Spans that overlap others" },
        { "trace-event", "1 Spans that overlap others" }, { NULL, NULL } } },
    { "2,1,r\n2,2,r.a\n2,3,r.b\n2,4,r.b.c\n2,5,r.b.d\n0,1,0\n0,2,5\n0,3,3\n0,4,2\n0,5,2\n"
      "1,2,1\n1,4,3\n1,5,2\n1,3,3\n1,1,2\n",
      { { "trace-event", "2 Spans that overlap others" }, { NULL, NULL } } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("lms", cases[i].file, NULL);

      assert_losses (trace, NULL, prefixes, cases[i].expected);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export-losses/overlaps", test_overlaps);

  return g_test_run ();
}
