/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export of Text1 tells that it loses: counted over what is written alone. */
#include "config.h"

#include <string.h>

#include "support/file-fixture.h"
#include "support/text1-settings.h"

static DwellTrace *
open_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Settings of a preset, changed by "Name=value" lines. */
static DwellText1Settings *
make_settings (const char *preset,
               const char *changes)
{
  g_autoptr(GError) error = NULL;
  DwellText1Settings *settings = text1_settings_new (preset);
  g_auto(GStrv) lines = g_strsplit (changes, "\n", -1);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      char *equals = strchr (lines[i], '=');

      *equals = '\0';
      dwell_export_settings_set (&settings->base, lines[i], equals + 1, &error);
      g_assert_no_error (error);
    }

  return settings;
}

/* Returns the count of the warning whose message has @part; 0: there is none. */
static guint64
find_warning (DwellTrace               *trace,
              const DwellText1Settings *settings,
              const char               *part)
{
  g_autoptr(GArray) warnings = dwell_text1_check (trace, &settings->base, NULL);

  for (guint i = 0; i < warnings->len; i++)
    if (strstr (g_array_index (warnings, DwellExportWarning, i).message, part) != NULL)
      return g_array_index (warnings, DwellExportWarning, i).count;

  return 0;
}

static char *
write_text (DwellTrace               *trace,
            const DwellText1Settings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory ((gsize) 64 << 20);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Messages of what is written, not of the whole file: in a range, in a context. */
static void
test_messages (void)
{
  static const struct {
    const char *changes;
    gint64      begin;
    gint64      end;
    guint64     count;
  } cases[] = {
    { "", 1, 0, 97 },
    { "", 0, 1000000, 4 },
    { "Contexts=Task_10ms", 1, 0, 6 },
    { "Contexts=nothing", 1, 0, 0 },
    { "Sections=mapping", 1, 0, 0 },
  };
  g_autoptr(DwellTrace) trace = open_file ("../data/examples/brake-control.btf");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellText1Settings) settings = make_settings ("full", cases[i].changes);

      settings->base.begin = cases[i].begin;
      settings->base.end = cases[i].end;
      g_assert_cmpuint (find_warning (trace, settings, "essage"), ==, cases[i].count);
    }
}

/* Variables belong to a context, too, though Text1 does not say so. */
static void
test_contexts (void)
{
  g_autoptr(DwellTrace) trace = open_file ("../data/examples/brake-control.btf");
  g_autoptr(DwellText1Settings) task = make_settings ("full", "Contexts=Task_10ms");
  g_autoptr(DwellText1Settings) session = make_settings ("full", "Contexts=session");
  g_autofree char *of_task = write_text (trace, task);
  g_autofree char *of_session = write_text (trace, session);
  g_autoptr(DwellTrace) calls = file_fixture_open_text ("text1", of_task, NULL);
  g_autoptr(DwellTrace) variables = file_fixture_open_text ("text1", of_session, NULL);

  g_assert_cmpuint (calls->n_writes, ==, 0);
  g_assert_null (strstr (of_task, " state"));
  for (guint32 i = 0; i < calls->n_spans; i++)
    g_assert_cmpint (calls->areas[calls->span_area[i]].kind, ==, DWELL_AREA_FUNCTION);

  g_assert_cmpuint (variables->n_spans, >, 0);
  for (guint32 i = 0; i < variables->n_spans; i++)
    g_assert_cmpint (variables->areas[variables->span_area[i]].kind, ==, DWELL_AREA_STATE);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text1-check/messages", test_messages);
  g_test_add_func ("/text1-check/contexts", test_contexts);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
