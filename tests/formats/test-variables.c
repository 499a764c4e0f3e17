/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables and their states, written as Text1 and as the Best Trace Format and read again: they
 * stay what they were, though both formats know states by their numbers alone. */
#include "config.h"

#include <string.h>

#include "core/dwell-builder.h"
#include "core/dwell-join.h"
#include "core/dwell-trace-split.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/common/dwell-state-numbers.h"
#include "session-dump.h"
#include "support/file-fixture.h"
#include "support/trace-invariants.h"

#define LARGE ((gsize) 64 << 20)

/* Three states, named but not numbered. */
static const char modes[] = "time_us,phase,name,value\n0,value,mode,IDLE\n10,value,mode,RUN\n"
                            "15,value,mode,IDLE\n30,value,mode,FAIL\n50,value,mode,RUN\n";

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

/* @option: "KEY=VALUE", or "" */
static DwellExportSettings *
make_settings (const char *format,
               const char *preset,
               const char *option)
{
  g_autoptr(GError) error = NULL;
  DwellExportSettings *settings =
    dwell_export_settings_new (dwell_formats_find_writer (format), preset, &error);
  g_auto(GStrv) parts = g_strsplit (option, "=", 2);

  g_assert_no_error (error);
  if (parts[0] != NULL)
    dwell_export_settings_set (settings, parts[0], parts[1], &error);
  g_assert_no_error (error);
  return settings;
}

static char *
write_text (DwellTrace                *trace,
            const DwellExportSettings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (LARGE);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  settings->format->write (trace, settings, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Returns the count of the warning whose message has @part; 0: there is none. */
static guint64
find_warning (DwellTrace                *trace,
              const DwellExportSettings *settings,
              const char                *part)
{
  g_autoptr(GArray) warnings = settings->format->check (trace, settings, NULL);

  for (guint i = 0; i < warnings->len; i++)
    if (strstr (g_array_index (warnings, DwellExportWarning, i).message, part) != NULL)
      return g_array_index (warnings, DwellExportWarning, i).count;

  return 0;
}

/* The figures of states; which context they stand in differs between formats. */
static char *
dump_states (DwellTrace *trace)
{
  g_autofree char *text = session_dump (trace, trace->begin, trace->end, 0);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  GString *kept = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "statistics all ") && strstr (lines[i], " < ") != NULL)
      g_string_append_printf (kept, "%s\n", lines[i]);

  return g_string_free (kept, FALSE);
}

/* Whether begins and ends of states are among what an export tells that it loses. */
static gboolean
loses_states (DwellTrace                *trace,
              const DwellExportSettings *settings)
{
  return find_warning (trace, settings, "of states:") > 0 ||
         find_warning (trace, settings, "of a state:") > 0;
}

/* States without numbers are given some, and are told apart by them when they are read again. */
static void
assert_states_return (DwellTrace *trace)
{
  static const char * const presets[] = { "default", "full", "csv" };
  static const char * const options[] = { "", "TimelineStates=true", "TimelineStates=false" };
  g_autofree char *before = dump_states (trace);
  g_auto(GStrv) lines = g_strsplit (before, "\n", -1);

  g_assert_cmpstr (before, !=, "");
  for (guint i = 0; i < G_N_ELEMENTS (presets) * G_N_ELEMENTS (options); i++)
    {
      g_autoptr(DwellExportSettings) settings =
        make_settings ("text1", presets[i / G_N_ELEMENTS (options)],
                       options[i % G_N_ELEMENTS (options)]);
      g_autofree char *text = write_text (trace, settings);
      g_autoptr(DwellTrace) again = file_fixture_open_text ("text1", text, NULL);
      g_autofree char *after = dump_states (again);
      g_auto(GStrv) others = g_strsplit (after, "\n", -1);

      g_assert_cmpuint (find_warning (trace, settings, "which Text1 needs"), >, 0);
      if (loses_states (trace, settings))
        continue;

      for (guint k = 0; lines[k] != NULL && others[k] != NULL; k++)
        g_assert_cmpstr (others[k], ==, lines[k]);
      g_assert_cmpuint (g_strv_length (others), ==, g_strv_length (lines));
    }
}

static void
test_states (void)
{
  static const char * const files[] = {
    "data/btf/listing.btf", "../data/examples/brake-control.btf",
  };
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", modes, NULL);

  assert_states_return (trace);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) other = open_file (files[i]);

      g_test_message ("%s", files[i]);
      assert_states_return (other);
    }
}

/* A number that the file gives a state is kept, and given to no other of the variable. */
static void
test_numbers (void)
{
  static const char numbered[] =
    "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n20000000,mode,\n30000000,OFF,\n30000000,ON,1\n"
    "20000001,other,\n30000001,ON,7\n"
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
    "20000000,W,00000000,0\n20000000,W,00000001,5\n20000001,W,00000007,7\n"
    "20000000,W,00000000,9\n";
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("text1", numbered, NULL);
  g_autoptr(DwellExportSettings) settings =
    make_settings ("text1", "default", "Sections=mapping");
  g_autofree char *text = write_text (trace, settings);

  g_assert_cmpuint (find_warning (trace, settings, "which Text1 needs"), ==, 0);
  g_assert_cmpstr (text, ==,
                   "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\r\n20000000,mode,\r\n"
                   "30000000,OFF,0\r\n30000000,ON,1\r\n20000001,other,\r\n30000001,ON,7\r\n");
}

/* Files that are joined may give two states of a variable one number. */
static void
test_free_numbers (void)
{
  static const struct {
    const char *name;
    gint64      number;
    gboolean    has_number;
    gint64      expected;
  } states[] = {
    { "a", 0, TRUE, 0 }, { "b", 0, FALSE, 1 }, { "c", 0, TRUE, 3 }, { "d", 2, TRUE, 2 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .kind = DWELL_AREA_VARIABLE, .parent = DWELL_NONE };
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree gint64 *numbers = NULL;

  area.parent = dwell_builder_add_area (builder, &area);
  area.kind = DWELL_AREA_STATE;
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      area.name = dwell_strings_intern (builder->strings, states[i].name, -1);
      area.has_value = (guint8) states[i].has_number;
      area.value = states[i].number;
      g_assert_cmpuint (dwell_builder_add_area (builder, &area), ==, i + 1);
    }

  trace = dwell_builder_finish (builder);
  numbers = dwell_state_numbers_new (trace, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_assert_cmpint (numbers[i + 1], ==, states[i].expected);
      g_assert_cmpint (dwell_state_number_is_made (trace, numbers, i + 1), ==,
                       i == 1 || i == 2);
    }
}

/* In the Best Trace Format each state is one write of its number, whether the file has writes of
 * the variable, too, or only its states. */
static void
test_states_as_signals (void)
{
  static const char numbered[] =
    "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n20000000,mode,\n30000000,OFF,0\n30000000,ON,5\n"
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
    "20000000,W,00000000,0\n20000000,W,00000005,5\n20000000,W,00000000,9\n";
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("text1", numbered, NULL);
  g_autoptr(DwellTrace) named = file_fixture_open_text ("csv", modes, NULL);
  g_autoptr(DwellExportSettings) settings = make_settings ("btf", "default", "");
  g_autofree char *writes = write_text (trace, settings);
  g_autofree char *states = write_text (named, settings);

  g_assert_true (g_str_has_suffix (writes, "#timeScale ns\n0,SIM,0,SIG,mode,0,write,0\n"
                                           "5,SIM,0,SIG,mode,0,write,5\n"
                                           "9,SIM,0,SIG,mode,0,write,0\n"));
  g_assert_cmpuint (find_warning (trace, settings, "are written as numbers"), ==, 3);
  g_assert_cmpuint (find_warning (trace, settings, "without numbers get some"), ==, 0);

  g_assert_true (g_str_has_suffix (states, "#timeScale ns\n0,SIM,0,SIG,mode,0,write,0\n"
                                           "10000,SIM,0,SIG,mode,0,write,1\n"
                                           "15000,SIM,0,SIG,mode,0,write,0\n"
                                           "30000,SIM,0,SIG,mode,0,write,2\n"
                                           "50000,SIM,0,SIG,mode,0,write,1\n"));
  g_assert_cmpuint (find_warning (named, settings, "are written as numbers"), ==, 0);
  g_assert_cmpuint (find_warning (named, settings, "without numbers get some"), ==, 5);
}

/* Two contexts have variables of the same names, one in numbers, one in states; and a variable is
 * called like one of them in its context. */
static const char contexts[] =
  "time_us,phase,name,value,context\n0,value,Heap,10,one\n0,value,Heap,5,two\n"
  "1,value,mode,OFF,one\n1,value,mode,ON,two\n2,value,mode,OFF,two\n2,value,two.Heap,7,one\n"
  "3,value,Heap,6,two\n0,B,f,,one\n4,E,f,,one\n";

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Tracks of variables, by name, with their writes; or with the titles of their states. */
static char *
describe_variables (const DwellTrace *trace)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      GString *text;

      if (track->area == DWELL_NONE)
        continue;

      text = g_string_new (dwell_trace_get_area_title (trace, track->area));
      for (guint32 k = 0; k < track->n_writes && track->n_rows == 0; k++)
        g_string_append_printf (text, " %" G_GUINT64_FORMAT,
                                trace->write_value[trace->track_writes[track->first_write + k]]);
      for (guint32 k = 0; track->n_rows > 0 && k < trace->rows[track->first_row].n_spans; k++)
        {
          guint32 span = trace->row_spans[trace->rows[track->first_row].first_span + k];

          g_assert_cmpuint (trace->areas[trace->span_area[span]].parent, ==, track->area);
          g_string_append_printf (text, "; %s",
                                  dwell_trace_get_area_title (trace, trace->span_area[span]));
        }
      g_ptr_array_add (lines, g_string_free (text, FALSE));
    }

  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* What several contexts have under one name stays apart. */
static void
test_contexts (void)
{
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", contexts, NULL);
  g_autoptr(DwellTrace) split = dwell_trace_split_variables (trace, NULL, NULL, NULL);
  g_autoptr(DwellTrace) same = dwell_trace_split_variables (split, NULL, NULL, NULL);
  g_autoptr(DwellExportSettings) text1 = make_settings ("text1", "full", "");
  g_autoptr(DwellExportSettings) btf = make_settings ("btf", "default", "");
  g_autofree char *text = write_text (trace, text1);
  g_autofree char *signals = write_text (trace, btf);
  g_autoptr(DwellExportSettings) events = make_settings ("trace-event", "default", "");
  g_autofree char *json = write_text (trace, events);
  g_autoptr(DwellTrace) counted = file_fixture_open_text ("trace-event", json, NULL);
  g_autofree char *counters = describe_variables (counted);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("text1", text, NULL);
  g_autoptr(DwellTrace) read = file_fixture_open_text ("btf", signals, "States=false");
  g_autofree char *parts = describe_variables (split);
  g_autofree char *variables = describe_variables (again);
  g_autofree char *written = describe_variables (read);

  check_trace_invariants (split);
  g_assert_true (same == split);
  g_assert_cmpstr (parts, ==,
                   "one.Heap 10\none.mode; one.mode = OFF\ntwo.Heap (2) 5 6\ntwo.Heap 7\n"
                   "two.mode; two.mode = ON; two.mode = OFF");
  g_assert_cmpstr (variables, ==, parts);
  g_assert_cmpstr (written, ==,
                   "one.Heap 10\none.mode 0\ntwo.Heap (2) 5 6\ntwo.Heap 7\ntwo.mode 0 1");
  g_assert_cmpuint (find_warning (trace, text1, "several contexts"), ==, 2);
  g_assert_cmpuint (find_warning (trace, btf, "several contexts"), ==, 2);
  g_assert_cmpstr (counters, ==, parts);
  g_assert_cmpuint (find_warning (trace, events, "several contexts"), ==, 2);
  g_assert_cmpuint (find_warning (split, text1, "several contexts"), ==, 0);
}

/* Two recordings of one system in the Best Trace Format: states, cores and their frequencies stay
 * those of processes and cores, each of its own recording. One core has only a frequency. */
static void
test_joined_cores (void)
{
  static const char * const names[] = { "one", "two" };
  static const char text[] =
    "#version 2.2.0\n#entityTypeTable\n#-C C\n0,C,0,C,C,0,set_frequency,4%d\n"
    "0,D,0,C,D,0,set_frequency,6%d\n0,S,0,T,X,0,activate\n0,C,0,T,A,0,start\n"
    "20,C,0,T,A,0,wait\n30,C,0,T,A,0,release\n40,C,0,T,A,0,resume\n%d,C,0,T,A,0,terminate\n"
    "80,x,0,SIG,s,0,write,1\n";
  g_autofree char *first = g_strdup_printf (text, 1, 1, 60);
  g_autofree char *second = g_strdup_printf (text, 2, 2, 70);
  g_autoptr(DwellTrace) one = file_fixture_open_text ("btf", first, NULL);
  g_autoptr(DwellTrace) two = file_fixture_open_text ("btf", second, NULL);
  DwellTrace *traces[] = { one, two };
  g_autoptr(DwellTrace) joined = dwell_join (traces, names, 2, NULL);
  g_autoptr(DwellExportSettings) settings = make_settings ("btf", "default", "");
  g_autofree char *written = write_text (joined, settings);

  g_assert_cmpstr (strstr (written, "#entityTypeTable"), ==,
                   "#entityTypeTable\n#-C one.C\n#-C two.C\n"
                   "0,S,0,T,X,0,activate\n0,S,0,T,X,1,activate\n"
                   "0,one.C,0,C,one.C,0,set_frequency,41\n0,one.D,0,C,one.D,0,set_frequency,61\n"
                   "0,two.C,0,C,two.C,0,set_frequency,42\n0,two.D,0,C,two.D,0,set_frequency,62\n"
                   "0,one.C,0,T,A,0,start\n0,two.C,0,T,A,1,start\n"
                   "20,one.C,0,T,A,0,wait\n20,two.C,0,T,A,1,wait\n"
                   "30,A,0,T,A,0,release\n30,A,0,T,A,1,release\n"
                   "40,two.C,0,T,A,1,resume\n40,one.C,0,T,A,0,resume\n"
                   "60,one.C,0,T,A,0,terminate\n70,two.C,0,T,A,1,terminate\n"
                   "80,SIM,0,SIG,one.s,0,write,1\n80,SIM,0,SIG,two.s,0,write,1\n");
  g_assert_cmpuint (find_warning (joined, settings, "are written as numbers"), ==, 0);
}

/* The shorter of two recordings ends while a process and its runnable run and another one waits:
 * they end then, and not with the longer one. One that is started once more goes on. */
static void
test_joined_ends (void)
{
  static const char * const names[] = { "one", "two" };
  g_autoptr(DwellTrace) one =
    file_fixture_open_text ("btf", "#version 2.2.0\n10,C,0,T,A,0,start\n20,C,0,T,A,0,start\n"
                                   "25,A,0,R,r,0,start\n30,D,0,T,B,0,start\n"
                                   "40,D,0,T,B,0,wait\n80,SIM,0,SIM,SIM,0,end\n", NULL);
  g_autoptr(DwellTrace) two =
    file_fixture_open_text ("btf", "#version 2.2.0\n10,E,0,T,X,0,start\n80,C,0,T,A,0,start\n"
                                   "100,E,0,T,X,0,terminate\n", NULL);
  DwellTrace *traces[] = { one, two };
  g_autoptr(DwellTrace) joined = dwell_join (traces, names, 2, NULL);
  g_autoptr(DwellExportSettings) settings = make_settings ("btf", "default", "");
  g_autofree char *written = write_text (joined, settings);

  g_assert_cmpstr (strstr (written, "10,"), ==,
                   "10,Core_1,0,T,A,0,start\n10,Core_1,0,T,X,0,start\n20,Core_1,0,T,A,0,start\n"
                   "25,A,0,R,r,0,start\n30,Core_1,0,T,B,0,start\n40,Core_1,0,T,B,0,wait\n"
                   "80,Core_1,0,T,A,0,terminate\n80,Core_1,0,T,B,0,terminate\n"
                   "80,Core_1,0,T,A,1,start\n100,Core_1,0,T,X,0,terminate\n");
  g_assert_cmpuint (find_warning (joined, settings, "Starts and ends"), ==, 2);
}

/* Two recordings whose variable has the same name, and other states: each keeps its own, with
 * their numbers. */
static void
test_joined (void)
{
  static const char * const names[] = { "one", "two" };
  static const char text[] =
    "* HANDLE(Data) %%HANDLE%%,%%NAME%%,%%VALUE%%\n20000000,mode,\n30000000,%s,0\n30000000,%s,1\n"
    "* TIMELINE %%HANDLE%%,%%EVENT%%,%%VALUE%%,%%TIME%%\n20000000,W,00000001,10\n"
    "20000000,W,00000000,20\n";
  g_autofree char *first = g_strdup_printf (text, "OFF", "ON");
  g_autofree char *second = g_strdup_printf (text, "LOW", "ON");
  g_autoptr(DwellTrace) one = file_fixture_open_text ("text1", first, NULL);
  g_autoptr(DwellTrace) two = file_fixture_open_text ("text1", second, NULL);
  DwellTrace *traces[] = { one, two };
  g_autoptr(DwellTrace) joined = dwell_join (traces, names, 2, NULL);
  g_autoptr(DwellExportSettings) settings = make_settings ("text1", "full", "");
  g_autofree char *written = write_text (joined, settings);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("text1", written, NULL);
  g_autofree char *variables = describe_variables (again);

  g_assert_cmpstr (variables, ==,
                   "one.mode; one.mode = ON; one.mode = OFF\ntwo.mode; two.mode = ON; "
                   "two.mode = LOW");
  g_assert_cmpuint (find_warning (joined, settings, "several contexts"), ==, 1);
  g_assert_cmpuint (find_warning (joined, settings, "which Text1 needs"), ==, 0);
  g_assert_null (strstr (written, ",LOW,2"));
}

/* The warnings about a range count what holds when it begins, too, and only what is lost. */
static void
test_range (void)
{
  static const struct {
    gint64  begin;
    guint64 n_left_out; /* in trace events, which have finite numbers only */
    guint64 n_repeated; /* in value change dumps */
  } cases[] = { { 0, 2, 1 }, { 10000, 2, 2 }, { 12000, 2, 1 }, { 15000, 1, 1 }, { 20000, 0, 0 } };
  g_autoptr(DwellTrace) trace =
    file_fixture_open_text ("csv", "time_us,phase,name,value\n0,value,v,1.5\n10,value,v,nan\n"
                                   "15,value,v,nan\n20,value,v,2.5\n30,value,v,3.5\n", NULL);
  g_autoptr(DwellExportSettings) events = make_settings ("trace-event", "default", "");
  g_autoptr(DwellExportSettings) dump = make_settings ("vcd", "default", "");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%" G_GINT64_FORMAT, cases[i].begin);
      events->begin = dump->begin = cases[i].begin;
      events->end = dump->end = 25000;
      g_assert_cmpuint (find_warning (trace, events, "finite"), ==, cases[i].n_left_out);
      g_assert_cmpuint (find_warning (trace, dump, "written again"), ==, cases[i].n_repeated);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/variables/states", test_states);
  g_test_add_func ("/variables/numbers", test_numbers);
  g_test_add_func ("/variables/free-numbers", test_free_numbers);
  g_test_add_func ("/variables/states-as-signals", test_states_as_signals);
  g_test_add_func ("/variables/contexts", test_contexts);
  g_test_add_func ("/variables/joined-cores", test_joined_cores);
  g_test_add_func ("/variables/joined-ends", test_joined_ends);
  g_test_add_func ("/variables/joined", test_joined);
  g_test_add_func ("/variables/range", test_range);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
