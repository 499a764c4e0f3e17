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

/* Ends without a start have no row, as messages have none. */
static void
test_orphans (void)
{
  static const char * const log = "time_ns,phase,name,thread\n1,B,a,s\n2,E,a,s\n3,E,b,s\n4,E,c,t\n"
                                  "5,I,m,t\n9,I,n,s\n";
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", log, NULL);
  g_autoptr(DwellText1Settings) all = make_settings ("full", "");
  g_autoptr(DwellText1Settings) one = make_settings ("full", "Contexts=t");

  g_assert_cmpuint (file_fixture_count (trace, "end-without-begin"), ==, 2);
  g_assert_cmpuint (find_warning (trace, all, "without a start"), ==, 2);
  g_assert_cmpuint (find_warning (trace, one, "without a start"), ==, 1);
  g_assert_cmpuint (find_warning (trace, all, "essage"), ==, 2);
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

/* What cannot be read again is told: with motor-control.txt as many as are lost of. */
static void
test_templates (void)
{
  static const struct {
    const char *changes;
    const char *part;
    guint64     count;
  } cases[] = {
    { "TimelineEntry=%EVENT%,%VALUE%,%TIME%", "%HANDLE%", 1 },
    { "TimelineEntry=%HANDLE%,%VALUE%,%TIME%", "%EVENT%", 1 },
    { "TimelineEntry=%HANDLE%,%EVENT%,%VALUE%", "%TIME%", 1 },
    { "TimelineEntry=%HANDLE%,%EVENT%,%TIME%", "%VALUE%", 3 },
    { "TimelineEntry=%HANDLE%,%EVENT%,%TIME%\nTimelineBinary=true", "%VALUE%", 0 },
    { "TimelineEntry=%HANDLE%,%EVENT%,%TIME%\nSections=mapping", "%VALUE%", 0 },
    { "TimelineEntry=%HANDLE%,%EVENT%,%TIME%\nClasses=functions", "%VALUE%", 0 },
    { "MappingEntry=%NAME%,%VALUE%", "%HANDLE%", 28 },
    { "MappingEntry=%HANDLE%,%NAME%", "%VALUE%", 13 },
    { "ContextEntry=%NAME%", "ContextEntry", 4 },
    { "ContextEntry=%NAME%\nContextValue=name", "ContextEntry", 0 },
    { "ContextEntry=%HANDLE%", "ContextEntry", 4 },
    /* Headers in which no reader finds the template. */
    { "TimelineHeader=* TIMELINE %FORMAT% (sorted)", "TimelineHeader", 1 },
    { "TimelineHeader=* TIMELINE v2 %FORMAT%", "TimelineHeader", 1 },
    { "TimelineHeader=* TIMELINE", "TimelineHeader", 1 },
    { "TimelineHeader=* TIMELINE\nTimelineEntry=%HANDLE%,%EVENT%,%VALUE%,%TIME%",
      "TimelineHeader", 0 },
    { "MappingHeader=# %FORMAT%", "MappingHeader", 1 },
    { "StatisticsHeader=* STATISTICS(%CLASS%) %FORMAT%", "StatisticsHeader", 0 },
    { "ContextHeader=* INFO %FORMAT%", "ContextHeader", 1 },
    { "InfoHeader=INFO %FORMAT%", "InfoHeader", 1 },
    /* Fields that run into each other; names that begin with a blank do not. */
    { "MappingEntry=%HANDLE%%VALUE.TYPE%%NAME%|%VALUE%", "MappingEntry: readers", 15 },
    { "MappingEntry=%HANDLE% %VALUE.TYPE%|%NAME%|%VALUE%", "MappingEntry: readers", 0 },
    { "StatisticsEntry=%HANDLE%,%COUNT%%T.NET%", "StatisticsEntry: readers", 28 },
    { "TimelineEntry=%TIME%%HANDLE%%EVENT%,%VALUE%", "TimelineEntry: readers", 3153 },
    { "TimelineEntry=%TIME%-%HANDLE%-%EVENT%-%VALUE%", "TimelineEntry: readers", 0 },
    { "ContextEntry=%HANDLE%a%NAME%", "ContextEntry: readers", 4 },
  };
  g_autoptr(DwellTrace) trace = open_file ("../data/examples/motor-control.txt");
  g_autoptr(DwellText1Settings) broken = make_settings ("full", "");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellText1Settings) settings = make_settings ("full", cases[i].changes);

      g_test_message ("%s", cases[i].changes);
      g_assert_cmpuint (find_warning (trace, settings, cases[i].part), ==, cases[i].count);
    }

  g_assert_true (dwell_export_settings_set (&broken->base, "TimelineEntry",
                                            "%HANDLE%,%EVENT%,%VALUE%\n%TIME%", NULL));
  g_assert_cmpuint (find_warning (trace, broken, "TimelineEntry contains a line break"), ==, 1);
}

/* A name that looks like a header begins a section where a row begins with it. */
static void
test_header_names (void)
{
  g_autoptr(DwellTrace) trace = file_fixture_open_text (
    "text1", "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,* INFO %TOTAL_TIME%\n00000001,f\n"
    "* TIMELINE %HANDLE%,%EVENT%,%TIME%\n00000000,E,0\n00000000,X,5\n", NULL);
  g_autoptr(DwellText1Settings) first = make_settings ("default", "MappingEntry=%NAME%,%HANDLE%");
  g_autoptr(DwellText1Settings) last = make_settings ("default", "MappingEntry=%HANDLE%,%NAME%");

  g_assert_cmpuint (find_warning (trace, first, "MappingEntry: readers"), ==, 1);
  g_assert_cmpuint (find_warning (trace, last, "MappingEntry: readers"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text1-check/messages", test_messages);
  g_test_add_func ("/text1-check/orphans", test_orphans);
  g_test_add_func ("/text1-check/contexts", test_contexts);
  g_test_add_func ("/text1-check/templates", test_templates);
  g_test_add_func ("/text1-check/header-names", test_header_names);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
