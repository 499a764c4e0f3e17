/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables: shapes, units, cells, guesses, options, damage, limits; blocks that begin anywhere; every
 * truncation and a flipped bit of every byte; what is a table, and that no other format's files
 * are. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-error.h"
#include "formats/csv/dwell-csv.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

/* "NAME=VALUE" each, with blanks between them. */
static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            const char  *options,
            gsize        block_bytes,
            GError     **error)
{
  g_auto(GStrv) key_values = *options != '\0' ? g_strsplit (options, " ", -1) : NULL;
  DwellTrace *trace;

  file_fixture_limits.block_bytes = block_bytes;
  trace = file_fixture_open ("csv", bytes, length, (const char * const *) key_values, error);
  file_fixture_limits.block_bytes = 0;
  return trace;
}

static const char *
get_context (const DwellTrace *trace,
             guint32           track)
{
  return dwell_trace_get_string (trace, trace->contexts[trace->tracks[track].context].name);
}

static void
describe_args (const DwellTrace *trace,
               guint32           span,
               guint32           mark,
               GString          *text)
{
  for (guint32 arg = dwell_args_first (trace, span, mark); arg != DWELL_NONE;
       arg = dwell_args_next (trace, arg))
    {
      g_autofree char *value = dwell_args_dup_text (trace, arg);

      g_string_append_printf (text, " %s=%s", dwell_args_get_key (trace, arg), value);
    }
  g_string_append_c (text, '\n');
}

/* The spans, one a line: context, depth, name, times; then messages, writes, problems. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint depth = 0;

      for (guint32 parent = trace->span_parent[i]; parent != DWELL_NONE;
           parent = trace->span_parent[parent])
        depth++;
      g_string_append_printf (text, "%s.%u %s %" G_GINT64_FORMAT "-%s%" G_GINT64_FORMAT,
                              get_context (trace, trace->rows[trace->span_row[i]].track), depth,
                              dwell_trace_get_area_title (trace, trace->span_area[i]),
                              dwell_trace_get_span_begin (trace, i),
                              trace->span_flags[i] & DWELL_SPAN_END_MISSING ? "?" : "",
                              dwell_trace_get_span_end (trace, i));
      describe_args (trace, i, DWELL_NONE, text);
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT ": %s%s",
                              get_context (trace, trace->mark_track[i]), trace->mark_time[i],
                              trace->mark_kind[i] == DWELL_MARK_ORPHAN_END
                                ? "end of " : dwell_trace_get_string (trace, trace->mark_text[i]),
                              trace->mark_area[i] != DWELL_NONE
                                ? dwell_trace_get_area_title (trace, trace->mark_area[i]) : "");
      describe_args (trace, DWELL_NONE, i, text);
    }

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      const DwellTrack *track = &trace->tracks[trace->write_track[i]];
      double real;

      memcpy (&real, &trace->write_value[i], sizeof real);
      g_string_append_printf (text, "%s %s %" G_GINT64_FORMAT " = ",
                              get_context (trace, trace->write_track[i]),
                              dwell_trace_get_string (trace, track->name),
                              dwell_trace_get_write_time (trace, i));
      if (!trace->areas[track->area].is_float)
        g_string_append_printf (text, "%" G_GINT64_FORMAT "\n", (gint64) trace->write_value[i]);
      else if (isnan (real))
        g_string_append (text, "unknown\n");
      else
        g_string_append_printf (text, "%.17g\n", real);
    }

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (text, "%s:%" G_GUINT64_FORMAT "\n", problem->code, problem->line);
    }

  return g_string_free (text, FALSE);
}

static void
check_bytes (const char *bytes,
             gsize       length,
             const char *options,
             const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_bytes (bytes, length, options, 0, &error);
  g_autofree char *shown = g_strescape (bytes, NULL);
  g_autofree char *found = NULL;

  g_test_message ("%s", shown);
  g_assert_no_error (error);
  found = describe (trace);
  g_assert_cmpstr (found, ==, expected);
}

static char *
get_vector (const char *name,
            gsize      *length)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "csv", name, NULL);
  g_autoptr(GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, length, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_vectors (void)
{
  static const char * const vectors[][2] = {
    { "spans.csv",
      "core 0.0 main 0-1200000 value=10\n"
      "core 0.1 read 100000-450500 value=2.5\n"
      "core 0.1 parse, \"fast\" 460000-900000\n"
      "core 1.0 isr 200000-300000\n"
      "core 1.0 tick 250000-700000\n"
      "core 1.0 back 900000-900000\n"
      "core 1.0 idle 1000000-?1200000\n"
      "negative-duration:9\nbad-time:10\nno-duration:8\noverlap:0\n" },
    { "phases.csv",
      "main.0 run 500000-3500000 value=7\n"
      "main.1 step\none 1000000-2000000\n"
      "net.0 send 3000000-?4750000\n"
      "net 2500000: packet value=64\n"
      "net 4750000: end of other\n"
      "main queue 1250000 = 3\n"
      "bad-phase:12\nend-without-begin:13\nbegin-without-end:11\n" },
    { "wide.tsv",
      "Table temperature 0 = 21.5\nTable temperature 250000000 = 21.75\n"
      "Table temperature 1000000000 = unknown\n"
      "Table rpm 0 = 800\nTable rpm 500000000 = 900\nTable rpm 1000000000 = 1200\n"
      "bad-value:5\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      gsize length;
      g_autofree char *text = get_vector (vectors[i][0], &length);

      check_bytes (text, length, "", vectors[i][1]);
      g_assert_true (dwell_formats_recognise (text, length) == &dwell_csv_format);
    }
}

static void
test_cells (void)
{
  static const struct {
    const char *text;
    const char *options;
    const char *expected;
  } cases[] = {
    /* Delimiters, ends of lines, blanks, quotes. */
    { "\xef\xbb\xbf" "begin_ns,end_ns,name\r\n1,2,a\r\n\r\n3,4,b", "",
      "Table.0 a 1-2\nTable.0 b 3-4\n" },
    { "begin_ns | end_ns | name\n 1 | 2 | a b \n", "", "Table.0 a b 1-2\n" },
    { "begin_ns;end_ns;name\n1,5e1;2,5e1;x;\n2;3;y;z\n", "",
      "Table.0 y 2-3\nTable.0 x 15-25\nextra-cells:3\n" },
    { "begin_ns,end_ns,name\n1,2,\"a\"b\n3,4, \"c\" \n5,6,d\"e\"\n", "",
      "Table.0 c 3-4\nTable.0 d\"e\" 5-6\nbad-quote:2\n" },
    { "begin_ns,end_ns,name\n1,2,a\n3,4,\"b\n5,6,c\n", "",
      "Table.0 a 1-2\nTable.0 c 5-6\nquote-not-closed:3\n" },
    { "begin_ns,end_ns,name\n1,2,a\n3\n", "", "Table.0 a 1-2\nshort-row:3\n" },
    { "begin_ns,end_ns,name\n1,2,M\xfcller\n", "", "Table.0 M\xc3\xbcller 1-2\n" },
    /* Units. */
    { "begin (ms),dur [s],name\n1.5,0.001,a\n", "", "Table.0 a 1500000-2500000\n" },
    { "startUs,endUs,name\n1.5,2,a\n", "", "Table.0 a 1500-2000\n" },
    { "start_min,end_h,name\n1,2,a\n", "Unit=min", "Table.0 a 60000000000-120000000000\n" },
    { "begin,end,name\n1,2,a\n", "", "Table.0 a 1-2\nunit-assumed:0\n" },
    { "begin,end,name\n1.0,2,a\n", "",
      "Table.0 a 1000000000-2000000000\nunit-assumed:0\n" },
    { "begin,end,name\n1700000000000,1700000000001,a\n", "",
      "Table.0 a 0-1000000\nunit-assumed:0\n" },
    { "begin,end,name\n1700000000,1700000001,a\n5,6,b\n", "",
      "Table.0 b 5-6\nTable.0 a 1700000000-1700000001\nunit-assumed:0\n" },
    { "begin,end,name\n0.4,2.6,a\n", "Unit=ns", "Table.0 a 0-3\nrounded-time:2\n" },
    { "ticks,name,dur_ticks\n16,a,32\n", "Begin=ticks Unit=ticks Frequency=16kHz",
      "Table.0 a 1000000-3000000\n" },
    { "begin,duration,name\n00:00:01,00:00:00.5,a\n", "",
      "Table.0 a 1000000000-1500000000\n" },
    { "begin,duration,name\n2026-01-01T00:00:00Z,2,a\n", "",
      "Table.0 a 0-2000000000\nunit-assumed:0\n" },
    { "begin,duration,name\n2026-02-30T00:00:00Z,2,a\n2026-01-01 23:59,1,b\n2026-01-01,1,c\n",
      "DurationUnit=s",
      "Table.0 c 0-1000000000\nTable.0 b 86340000000000-86341000000000\nbad-time:2\n" },
    /* Longer than a time may be large. */
    { "begin_ns,end_ns,name\n-4611686018427387903,-4611686018427387902,a\n"
      "4611686018427387902,4611686018427387903,b\n", "",
      "Table.0 a -4611686018427387903--4611686018427387902\n"
      "Table.0 b 4611686018427387902-4611686018427387903\n" },
    { "begin,end,name\n1864-03-01T08:00:00Z,1864-03-01T08:00:01Z,a\n"
      "2026-03-01T08:00:00Z,2026-03-01T08:00:01Z,b\n", "",
      "Table.0 a -500515582572612097--500515581572612097\n"
      "Table.0 b 4611686017427387903-4611686018427387903\n" },
    /* Shapes and columns. */
    { "end_ns,duration_ns,name\n10,4,a\n", "", "Table.0 a 6-10\n" },
    { "time_ns,message\n2,b\n1,a\n", "", "Table 1: a\nTable 2: b\n" },
    { "time_ns,signal,value\n1,a,1\n2,b,2\n3,a,-5\n", "",
      "Table a 1 = 1\nTable a 3 = -5\nTable b 2 = 2\n" },
    { "time_ns,name,x,y\n1,a,1,2\n2,b,3,\n", "Value=x,y",
      "Table a.x 1 = 1\nTable a.y 1 = 2\nTable b.x 2 = 3\n" },
    { "time_ns,x,y\n1,1,2\n", "Value=y", "Table y 1 = 2\n" },
    { "time_ns,cpu,mem\n1,1,2\n", "", "Table cpu 1 = 1\nTable mem 1 = 2\n" },
    { "1,2,a\n", "Header=no Begin=#1 End=#2 Name=#3 Unit=us", "Table.0 a 1000-2000\n" },
    { "1,2,a\n", "Begin=#1 Value=* Unit=ns", "Table #2 1 = 2\n" },
    { "begin_ns,end_ns,name,name\n1,2,a,b\n", "Name=#4", "Table.0 b 1-2\n" },
    { "begin_ns,end_ns,name,thread\n1,2,a,\n3,4,,t\n", "",
      "(no context).0 a 1-2\nt.0 (no name) 3-4\n" },
    { "begin_ns,end_ns,core,name\n1,2,0,a\n", "Name=-", "core 0.0 core 0 1-2\n" },
    { "start_ms,end_ms,core\n1,2,x\n3,4,12\n", "",
      "x.0 x 1000000-2000000\ncore 12.0 core 12 3000000-4000000\n" },
    { "time_ns;v\n1;1,5\n2;2.5\n", "Value=v Decimal=point", "Table v 2 = 2.5\nbad-value:2\n" },
    { "time_ns,phase,name\n1,C,a\n2,B,b\n3,E,\n", "",
      "Table.0 b 2-3\nno-value:2\n" },
    /* Texts are states, each until the next; of few among numbers nothing is known. */
    { "time_ns,state\n1,idle\n5,run\n6,run\n8,\n9,idle\n", "",
      "Table.0 state = idle 1-5\nTable.0 state = run 5-9\nTable.0 state = idle 9-?9\n" },
    { "time_ns,task,value,core\n4,b,2,0\n1,a,up,0\n2,a,down,0\n3,a,7,0\n4,a,up,0\n5,a,nan,0\n"
      "5,b,-,0\n6,b,3.5,0\n", "",
      "core 0.0 a = up 1-2\ncore 0.0 a = down 2-3\ncore 0.0 a = 7 3-4\ncore 0.0 a = up 4-5\n"
      "core 0 b 4 = 2\ncore 0 b 6 = 3.5\nbad-value:8\n" },
    { "time_ns,gear,rpm\n1,R,900\n2,N,950\n", "Value=rpm,gear",
      "Table.0 gear = R 1-2\nTable.0 gear = N 2-?2\nTable rpm 1 = 900\nTable rpm 2 = 950\n" },
    { "time_ns,phase,name,value\n1,C,s,on\n2,B,a,\n3,C,s,off\n4,E,a,\n5,I,m,said\n", "",
      "Table.0 s = on 1-3\nTable.0 a 2-4\nTable.0 s = off 3-?5\nTable 5: m value=said\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    check_bytes (cases[i].text, strlen (cases[i].text), cases[i].options, cases[i].expected);
}

/* When a state that it is in at first began is not known; that it was in it then was recorded. */
static void
test_recorded (void)
{
  static const char text[] = "time_ns,state\n3,idle\n5,run\n9,run\n";
  g_autoptr(DwellTrace) trace = open_bytes (text, strlen (text), "", 0, NULL);

  g_assert_cmpuint (trace->n_spans, ==, 2);
  g_assert_cmpint (trace->recorded_begin, ==, trace->begin);
  g_assert_cmpint (trace->recorded_end, ==, trace->end);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 0), ==, trace->recorded_begin);
}

static void
test_utf16 (void)
{
  static const char text[] = "begin_ns,end_ns,name\n1,2,\xc3\xa4\n";

  for (guint i = 0; i < 2; i++)
    {
      gsize length;
      g_autofree char *wide = g_convert (text, -1, i == 0 ? "UTF-16LE" : "UTF-16BE", "UTF-8", NULL,
                                         &length, NULL);
      g_autofree char *marked = g_malloc (length + 2);

      memcpy (marked, i == 0 ? "\xff\xfe" : "\xfe\xff", 2);
      memcpy (marked + 2, wide, length);
      g_assert_true (dwell_formats_recognise (marked, length + 2) == &dwell_csv_format);
      check_bytes (marked, length + 2, "", "Table.0 \xc3\xa4 1-2\n");
    }
}

static void
test_errors (void)
{
  static const struct {
    const char *text;
    const char *options;
    DwellError  code;
    const char *message;
  } cases[] = {
    { "begin_ns,end_ns,name\n1,2,a\n", "Begin=when", DWELL_ERROR_OPTION,
      "Begin: there is no column “when”; there are: begin_ns, end_ns, name" },
    { "begin_ns,end_ns,name\n1,2,a\n", "Begin=\xe4", DWELL_ERROR_OPTION,
      "Begin: there is no column “\xc3\xa4”; there are: begin_ns, end_ns, name" },
    { "begin_ns,end_ns,name\n1,2,a\n", "Begin=#4", DWELL_ERROR_OPTION,
      "Begin: there is no column “#4”; there are: begin_ns, end_ns, name" },
    { "begin_ns,end_ns,name\n1,2,a\n", "Value=name,x", DWELL_ERROR_OPTION,
      "Value: there is no column “x”; there are: begin_ns, end_ns, name" },
    { "a,b\n1,2\n", "", DWELL_ERROR_OPTION,
      "Begin: choose the column of times; there are: a, b" },
    { "time,b\n1,x\n", "", DWELL_ERROR_OPTION,
      "Name: choose a column of names, values, ends or durations; there are: time, b" },
    { "begin_ns,end_ns,dur_ns\n1,2,1\n", "Duration=dur_ns", DWELL_ERROR_OPTION,
      "Duration: start and end already determine how long a row lasts; leave out one of the "
      "three" },
    { "ticks,name\n1,a\n", "Begin=ticks Unit=ticks", DWELL_ERROR_OPTION,
      "Frequency: the times are ticks; give the number of ticks per second, such as 16 MHz" },
    { "time,name\n1,a\n", "Frequency=fast", DWELL_ERROR_OPTION,
      "Frequency does not take “fast”; it takes a number of Hz, or a number followed by kHz, MHz "
      "or GHz" },
    { "time,name\n1,a\n", "Frequency=\xe4", DWELL_ERROR_OPTION,
      "Frequency does not take “\xc3\xa4”; it takes a number of Hz, or a number followed by kHz, "
      "MHz or GHz" },
    { "time\n1\n", "", DWELL_ERROR_OPTION,
      "Delimiter: no delimiter splits the first lines into equal numbers of cells; choose one" },
    { "time,name\nx,a\n", "Begin=time", DWELL_ERROR_SYNTAX,
      "no row can be read; another delimiter, other columns or another unit may fit" },
    { "time,name\n", "Begin=time", DWELL_ERROR_SYNTAX,
      "no row can be read; another delimiter, other columns or another unit may fit" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (cases[i].text, strlen (cases[i].text),
                                                cases[i].options, 0, &error);
      g_autofree char *all = g_strconcat (cases[i].options, ", ", cases[i].text, NULL);
      g_autofree char *shown = g_strescape (all, NULL);

      g_test_message ("%s", shown);
      g_assert_null (trace);
      g_assert_error (error, DWELL_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_suffix (error->message, cases[i].message));
    }
}

/* @text, which it empties, has that problem once, and this many events are left. */
static void
check_limit (GString    *text,
             const char *code,
             guint64     n_events)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_bytes (text->str, text->len, "", 0, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    n += g_str_equal (dwell_problems_get (trace->problems, i)->code, code);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (trace->n_events, ==, n_events);
  g_string_truncate (text, 0);
}

static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  /* Limit: formats/csv/MAX_LINE_BYTES */
  g_string_append (text, "begin_ns,end_ns,name\n1,2,");
  for (guint i = 0; i < 1 << 20; i++)
    g_string_append_c (text, 'a');
  g_string_append (text, "\n3,4,b\n");
  check_limit (text, "long-line", 2);

  /* Limit: formats/csv/MAX_ROW_BYTES */
  g_string_append (text, "begin_ns,end_ns,name\n1,2,\"a\n");
  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "3,4,b\n");
  check_limit (text, "quote-not-closed", 200000);

  /* Limit: formats/csv/MAX_TRACKS */
  g_string_append (text, "time_ns,name,thread\n");
  for (guint i = 0; i < 65537; i++)
    g_string_append_printf (text, "%u,a,t%u\n", i, i);
  check_limit (text, "too-many-tracks", 65536);

  /* Limit: formats/store/MAX_STATES */
  g_string_append (text, "time_ns,state\n");
  for (guint i = 0; i < 65537; i++)
    g_string_append_printf (text, "%u,s%u\n", i, i);
  check_limit (text, "too-many-states", 65537);

  /* Limit: formats/store/DWELL_STORE_MAX_NAME_BYTES */
  g_string_append (text, "begin_ns,end_ns,name,thread,value\n1,2,a,b,c\n3,4,d,e,\"");
  for (guint i = 0; i < 70000; i++)
    g_string_append_c (text, 'v');
  g_string_append (text, "\"\n5,6,");
  for (guint i = 0; i < 70000; i++)
    g_string_append_c (text, 'n');
  g_string_append (text, ",b,c\n");
  trace = open_bytes (text->str, text->len, "", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strlen (dwell_trace_get_area_name (trace, 1)), ==, 65536);
  file_fixture_assert_problem (trace, "long-name", 2, 3, -1);
  g_clear_pointer (&trace, dwell_trace_unref);
  g_string_truncate (text, 0);

  /* Limit: formats/csv/DWELL_CSV_MAX_COLUMNS */
  g_string_append (text, "time_ns");
  for (guint i = 1; i < 5000; i++)
    g_string_append_printf (text, ",c%u", i);
  g_string_append (text, "\n1");
  for (guint i = 1; i < 5000; i++)
    g_string_append (text, ",2");
  g_string_append_c (text, '\n');
  trace = open_bytes (text->str, text->len, "", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_writes, ==, 4095);
  g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, "extra-cells");
}

/* Blocks that begin in the header, in quotes, in any row. */
static void
test_blocks (void)
{
  g_autoptr(GString) text = g_string_new ("# one\n#two\nbegin_ns,\"end_ns\",\"na\nme\",thread\n");
  g_autofree char *whole = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "%u,%u,\"name %u%s\",t%u\n", (i * 7919) % 3000, i % 5 + 3000,
                            i % 7, i % 3 == 0 ? "\n\"\"\n1,2,x" : "", i % 4);

  for (gsize bytes = 16; bytes <= 1 << 18; bytes *= 2)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (text->str, text->len, "Name=#3", bytes, &error);
      g_autofree char *found = NULL;

      g_assert_no_error (error);
      found = describe (trace);
      g_assert_cmpuint (trace->n_spans, ==, 3000);
      if (whole != NULL)
        g_assert_cmpstr (found, ==, whole);
      else
        whole = g_steal_pointer (&found);
    }
}

/* So many rows of one context, in no order, that parts of them are merged: two of each time, which
 * keep their order. */
static void
test_unordered (void)
{
  const guint n = 140000;
  g_autoptr(GString) text = g_string_new ("begin_ns,end_ns,name\n");
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    {
      guint begin = (guint) ((guint64) i * 7919 % (n / 2));

      g_string_append_printf (text, "%u,%u,%s\n", begin, begin + 1, i < n / 2 ? "first" : "second");
    }

  trace = open_bytes (text->str, text->len, "", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_spans, ==, n);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpint (dwell_trace_get_span_begin (trace, i), ==, i / 2);
      g_assert_cmpstr (dwell_trace_get_area_title (trace, trace->span_area[i]), ==,
                       i % 2 == 0 ? "first" : "second");
    }
}

static void
test_broken (void)
{
  static const char * const vectors[] = { "spans.csv", "phases.csv", "wide.tsv" };

  for (gsize k = 0; k < G_N_ELEMENTS (vectors); k++)
    {
      gsize length;
      g_autofree char *text = get_vector (vectors[k], &length);

      for (gsize i = 0; i < length; i++)
        {
          g_autofree char *bytes = g_memdup2 (text, length);
          g_autoptr(GError) error = NULL;
          g_autoptr(GError) cut_error = NULL;
          g_autoptr(DwellTrace) cut = open_bytes (text, i, "", 0, &cut_error);
          g_autoptr(DwellTrace) trace = NULL;

          bytes[i] = (char) (bytes[i] ^ (1 << g_test_rand_int_range (0, 8)));
          trace = open_bytes (bytes, length, "", 0, &error);
          g_assert_true ((cut != NULL) == (cut_error == NULL));
          g_assert_true ((trace != NULL) == (error == NULL));
        }
    }
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_csv;
    gboolean    looks_like;
  } heads[] = {
    { "start,end,name\n1,2,a\n", TRUE, TRUE },
    { "time;temperature;pressure\n1;2,5;3\n", TRUE, TRUE },
    { "start,end,name\n", FALSE, TRUE },
    { "start,end,name\nx,y,a\n", FALSE, TRUE },
    { "name,age\nAnn,31\nBob,22\n", FALSE, TRUE },
    { "1,2,a\n3,4,b\n", FALSE, TRUE },
    { "2,0,default\n0,0,1\n", FALSE, TRUE },
    { "Once upon a time\nthere was\n", FALSE, FALSE },
    { "time\n1\n", FALSE, FALSE },
    { "[s],[V]\n1,2\n", FALSE, TRUE },
    { "", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      gsize length = strlen (heads[i].head);

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (dwell_csv_format.recognise (heads[i].head, length) > 0, ==,
                       heads[i].is_csv);
      g_assert_cmpint (dwell_csv_looks_like (heads[i].head, length), ==, heads[i].looks_like);
    }
}

/* Whether a file in @folder, or in a folder there, is taken for a table. */
static void
check_folder (const char *folder,
              guint      *n)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        check_folder (path, n);
      else if (g_file_get_contents (path, &text, &length, NULL))
        {
          g_test_message ("%s", path);
          length = MIN (length, DWELL_SOURCE_HEAD_BYTES);
          g_assert_cmpuint (dwell_csv_format.recognise (text, length), ==, 0);
          (*n)++;
        }
    }
}

/* No sample of another format is a table, and what fuzzers made of them is none either. */
static void
test_others (void)
{
  static const char * const folders[] = {
    "data/aprof", "data/br", "data/btf", "data/lms", "data/ooo", "data/text1", "data/vcd",
    "data/compare", "../data/examples", "fuzz/corpus/br", "fuzz/corpus/btf",
    "fuzz/corpus/callgrind", "fuzz/corpus/folded", "fuzz/corpus/pair", "fuzz/corpus/perf-script",
    "fuzz/corpus/trace-event", "fuzz/corpus/vcd",
  };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_test_build_filename (G_TEST_DIST, folders[i], NULL);

      check_folder (folder, &n);
    }
  g_assert_cmpuint (n, >, 50);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv-table/vectors", test_vectors);
  g_test_add_func ("/csv-table/cells", test_cells);
  g_test_add_func ("/csv-table/recorded", test_recorded);
  g_test_add_func ("/csv-table/utf16", test_utf16);
  g_test_add_func ("/csv-table/errors", test_errors);
  g_test_add_func ("/csv-table/limits", test_limits);
  g_test_add_func ("/csv-table/blocks", test_blocks);
  g_test_add_func ("/csv-table/unordered", test_unordered);
  g_test_add_func ("/csv-table/broken", test_broken);
  g_test_add_func ("/csv-table/recognition", test_recognition);
  g_test_add_func ("/csv-table/others", test_others);

  return g_test_run ();
}
