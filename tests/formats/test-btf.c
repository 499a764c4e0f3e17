/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Best Trace Format: the form of lines, processes and their states, runnables, variables,
 * damage, limits; against a naive sum of random files; every truncation and every flipped byte of a
 * file; what was read is written and read again alike. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/btf/dwell-btf-cast.h"
#include "formats/btf/dwell-btf-log.h"
#include "formats/btf/dwell-btf-stack.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (const char          *bytes,
            gsize                length,
            const char * const  *key_values,
            GError             **error)
{
  return file_fixture_open ("btf", bytes, length, key_values, error);
}

static DwellTrace *
open_text (const char *text,
           const char *option)
{
  return file_fixture_open_text ("btf", text, option);
}

static void
describe_suspensions (const DwellTrace *trace,
                      guint32           span,
                      GString          *text)
{
  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_span[i] == span)
      g_string_append_printf (text, " %c%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                              trace->suspension_kind[i] == DWELL_SUSPENSION_WAIT ? 'w' : 'p',
                              trace->suspension_begin[i], trace->suspension_end[i]);
}

/* The spans, one a line: context, depth of the row, title, times ("?" where one is missing),
 * waits and pauses; then messages and writes. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 context = dwell_trace_get_span_context (trace, i);

      g_string_append_printf (text, "%s/%u %s %s%" G_GINT64_FORMAT "-%s%" G_GINT64_FORMAT,
                              dwell_trace_get_context_name (trace, context),
                              trace->rows[trace->span_row[i]].depth,
                              dwell_trace_get_string (trace,
                                                      trace->areas[trace->span_area[i]].title),
                              trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING ? "?" : "",
                              dwell_trace_get_span_begin (trace, i),
                              trace->span_flags[i] & DWELL_SPAN_END_MISSING ? "?" : "",
                              dwell_trace_get_span_end (trace, i));
      describe_suspensions (trace, i, text);
      g_string_append_c (text, '\n');
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    g_string_append_printf (text, "%s: %" G_GINT64_FORMAT " %s\n",
                            dwell_trace_get_string (trace,
                                                    trace->tracks[trace->mark_track[i]].name),
                            trace->mark_time[i],
                            dwell_trace_get_string (trace, trace->mark_text[i]));

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      const DwellTrack *track = &trace->tracks[trace->write_track[i]];
      double real;

      memcpy (&real, &trace->write_value[i], sizeof real);
      g_string_append_printf (text, "%s = ", dwell_trace_get_string (trace, track->name));
      if (trace->areas[track->area].is_float)
        g_string_append_printf (text, "%g\n", real);
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT "\n", (gint64) trace->write_value[i]);
    }

  return g_string_free (text, FALSE);
}

/* Their codes, one after the other. */
static char *
list_problems (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            dwell_problems_get (trace->problems, i)->code);

  return g_string_free (text, FALSE);
}

static char *
write_text (DwellTrace *trace,
            const char *option,
            gint64      begin,
            gint64      end)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find ("btf"), "default", &error);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 22);
  g_autoptr(GBytes) bytes = NULL;

  g_assert_no_error (error);
  if (option != NULL)
    {
      g_auto(GStrv) parts = g_strsplit (option, "=", 2);

      g_assert_true (dwell_export_settings_set (settings, parts[0], parts[1], &error));
    }
  settings->begin = begin;
  settings->end = end;
  g_assert_true (settings->format->can_write (trace));
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static char *
sort_lines (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

/* Spans of one time may stand in any order. */
static char *
describe_sorted (const DwellTrace *trace)
{
  g_autofree char *text = describe (trace);

  return sort_lines (text);
}

/* Starts and ends that are missing may be written as if they were known. Of two processes that a
 * core runs at the same time, one is on no core at first, and later on the last that it was on. */
static char *
describe_known (const DwellTrace *trace)
{
  g_autofree char *text = describe (trace);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(GString) known = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], " C = ") == NULL && strstr (lines[i], " D = ") == NULL)
      g_string_append_printf (known, "%s\n", lines[i]);

  g_string_replace (known, "?", "", 0);
  return sort_lines (known->str);
}

static void
check_return_as (DwellTrace  *trace,
                 const char  *option,
                 char       *(*describe_as) (const DwellTrace *trace))
{
  g_autofree char *written = write_text (trace, NULL, 1, 0);
  g_autoptr(DwellTrace) again = open_text (written, option);
  g_autofree char *text = describe_as (trace);
  g_autofree char *again_text = describe_as (again);

  g_test_message ("%s", written);
  g_assert_cmpstr (again_text, ==, text);
  g_assert_cmpint (again->begin, ==, trace->begin);
  g_assert_cmpint (again->end, ==, trace->end);
  g_assert_cmpint (again->wall_clock_ns, ==, trace->wall_clock_ns);
}

/* What was read, is written and read once more is the same. */
static void
check_return (DwellTrace *trace,
              const char *option)
{
  check_return_as (trace, option, describe_sorted);
}

typedef struct {
  const char *events;   /* without a header */
  const char *problems;
  const char *trace;
} Case;

static void
run_cases (const Case *cases,
           guint       n,
           const char *option)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *file = g_strconcat ("#version 2.2.0\n#timeScale ns\n", cases[i].events,
                                           NULL);
      g_autoptr(DwellTrace) trace = open_text (file, option);
      g_autofree char *problems = list_problems (trace);
      g_autofree char *text = describe (trace);

      g_test_message ("%s", cases[i].events);
      g_assert_cmpstr (text, ==, cases[i].trace);
      g_assert_cmpstr (problems, ==, cases[i].problems);
      if (trace->n_spans > 0)
        check_return (trace, option);
    }
}

static void
test_processes (void)
{
  static const Case cases[] = {
    { "0,S,0,T,A,0,activate\n10,C,0,T,A,0,start\n20,C,0,T,A,0,preempt\n25,C,0,T,A,0,resume\n"
      "40,C,0,T,A,0,terminate\n", "",
      "A/0 A 10-40 p20-25\nA: 0 activate S\n" },
    { "0,C,0,T,A,0,start\n5,C,0,T,A,0,wait\n7,C,0,T,A,0,release\n9,C,0,T,A,0,resume\n"
      "12,C,0,T,A,0,poll\n14,C,0,T,A,0,park\n15,C,0,T,A,0,poll_parking\n16,C,0,T,A,0,park\n"
      "17,C,0,T,A,0,release_parking\n18,C,0,T,A,0,resume\n20,C,0,T,A,0,terminate\n", "",
      "A/0 A 0-20 p5-9 p14-15 p16-18\n" },
    /* They began before the recording. */
    { "0,S,0,STI,S,0,trigger\n5,C,0,T,A,0,preempt\n6,C,0,T,B,0,resume\n9,C,0,I,B,0,terminate\n",
      "begin-missing",
      "A/0 A ?0-?9 p5-9\nB/0 B ?0-9 p0-6\nStimuli: 0 S\n" },
    /* A task that FreeRTOS makes; one that goes on after its end. */
    { "0,C,0,T,A,0,preempt,create pri:1\n4,B,0,T,A,0,resume,\n6,C,0,T,A,0,terminate\n"
      "8,C,0,T,A,0,resume\n9,C,0,T,A,0,preempt\n", "",
      "A/0 A 4-6\nA/0 A 8-?9\nA: 0 preempt C: create pri:1\n" },
    /* Runnables that start when their process or their caller ends, or the recording does. */
    { "0,C,0,T,A,0,start\n1,A,0,R,f,0,start\n3,A,0,R,g,0,start\n3,A,0,R,g,0,terminate\n"
      "3,A,0,R,f,0,terminate\n4,A,0,R,h,0,start\n4,A,0,R,i,0,start\n4,A,0,R,i,0,terminate\n"
      "4,A,0,R,h,0,terminate\n4,C,0,T,A,0,terminate\n4,C,0,T,A,1,start\n"
      "6,C,0,T,A,1,preempt\n6,C,0,T,B,0,start\n7,C,0,T,B,0,preempt\n7,C,0,T,A,1,resume\n"
      "7,A,1,R,h,0,start\n", "",
      "A/0 A 0-4 w1-3\nA/1 f 1-3\nA/2 g 3-3\nA/1 h 4-4\nA/2 i 4-4\nA/0 A 4-?7 p6-7\n"
      "B/0 B 6-?7\nA/1 h 7-?7\n" },
    /* Two activations at the same time. */
    { "0,C,0,T,A,0,start\n2,D,0,T,A,1,start\n3,C,0,T,A,0,preempt\n4,C,0,T,A,0,resume\n"
      "5,C,0,T,A,0,terminate\n6,D,0,T,A,1,terminate\n", "",
      "A/0 A 0-5 p3-4\nA (2)/0 A 2-6\n" },
    { "0,C,0,T,A,0,start\n3,C,0,T,A,0,resume\n4,C,0,T,A,0,start\n5,C,0,T,A,0,mtalimitexceeded\n",
      "illegal-transition",
      "A/0 A 0-?4\nA/0 A 4-?5\nA: 5 mtalimitexceeded C\n" },
    { "2,C,0,T,A,0,start\n1,C,0,T,B,0,start\n3,C,0,T,A,0,terminate\n", "unordered",
      "B/0 B 1-?3\nA/0 A 2-3\n" },
  };

  run_cases (cases, G_N_ELEMENTS (cases), "States=false");
}

static void
test_runnables (void)
{
  static const Case cases[] = {
    { "0,C,0,T,A,0,start\n1,A,0,R,f,0,start\n2,A,0,R,g,0,start\n4,C,0,T,A,0,preempt\n"
      "6,C,0,T,A,0,resume\n7,A,0,R,g,0,terminate\n8,A,0,R,f,0,terminate\n9,C,0,T,A,0,terminate\n",
      "",
      "A/0 A 0-9 w1-8\nA/1 f 1-8 w2-7\nA/2 g 2-7 p4-6\n" },
    /* A caller that is suspended waits; one that is alone is paused. */
    { "0,C,0,T,A,0,start\n0,A,0,R,f,0,start\n2,A,0,R,f,0,suspend\n2,A,0,R,g,0,start\n"
      "5,A,0,R,g,0,terminate\n5,A,0,R,f,0,resume\n6,A,0,R,f,0,suspend\n7,A,0,R,f,0,resume\n"
      "8,A,0,R,f,0,terminate\n9,C,0,T,A,0,terminate\n", "",
      "A/0 A 0-9 w0-8\nA/1 f 0-8 w2-5 p6-7\nA/2 g 2-5\n" },
    /* What ends without a begin was there before, below all others. */
    { "0,A,0,R,g,0,start\n2,A,0,R,g,0,terminate\n4,A,0,R,f,0,terminate\n5,C,0,T,A,0,terminate\n",
      "begin-missing",
      "A/0 A ?0-5 w0-4\nA/1 f ?0-4 w0-2\nA/2 g 0-2\n" },
    { "0,C,0,T,A,0,start\n1,C,0,T,A,0,preempt\n2,C,0,T,A,0,resume\n4,A,0,R,f,0,terminate\n"
      "6,C,0,T,A,0,terminate\n", "begin-missing",
      "A/0 A 0-6 w0-4\nA/1 f ?0-4 p1-2\n" },
    { "0,C,0,T,A,0,start\n1,A,0,R,f,0,start\n2,A,0,R,g,0,start\n3,A,0,R,f,0,terminate\n"
      "4,A,0,R,h,0,start\n6,C,0,T,A,0,terminate\n", "end-not-nested runnable-outlives-process",
      "A/0 A 0-6 w1-3 w4-6\nA/1 f 1-3 w2-3\nA/2 g 2-?3\nA/1 h 4-?6\n" },
    /* A process of which there is no event; a runnable that stands before the start of its own. */
    { "0,A,0,R,f,0,start\n2,A,0,R,g,0,terminate\n3,A,0,R,f,0,terminate\n",
      "end-not-nested begin-missing",
      "A/0 f ?0-3 w0-2\nA/1 g ?0-2 w0-2\nA/2 f 0-?2\n" },
    { "0,S,0,T,A,0,activate\n1,A,0,R,f,0,start\n1,C,0,T,A,0,start\n3,A,0,R,f,0,terminate\n"
      "4,C,0,T,A,0,terminate\n", "begin-missing",
      "A/0 A 1-4 w1-3\nA/1 f 1-3\nA: 0 activate S\n" },
    /* Each activation that ends without a begin was there before, though another has ended. */
    { "0,S,0,STI,S,0,trigger\n2,A,0,R,f,0,terminate\n2,C,0,T,A,0,terminate\n"
      "4,A,1,R,f,1,terminate\n4,C,0,T,A,1,terminate\n", "begin-missing",
      "A/0 A ?0-2 w0-2\nA (2)/0 A ?0-4 w0-4\nA/1 f ?0-2\nA (2)/1 f ?0-4\nStimuli: 0 S\n" },
    { "0,S,0,T,A,0,activate\n5,A,0,R,f,0,terminate\n6,C,0,T,A,0,terminate\n", "begin-missing",
      "A/0 A ?0-6 w0-5\nA/1 f ?0-5\nA: 0 activate S\n" },
    /* One that was suspended before a runnable that has no end begins. */
    { "0,C,0,T,A,0,preempt\n0,A,0,R,f,0,start\n4,C,0,T,A,0,resume\n6,C,0,T,A,0,preempt\n"
      "9,C,0,T,B,0,start\n", "begin-missing",
      "A/0 A ?0-?9 w0-9\nA/1 f 0-?9 p0-4 p6-9\nB/0 B 9-?9\n" },
  };

  run_cases (cases, G_N_ELEMENTS (cases), "States=false");
}

static void
test_variables (void)
{
  static const Case cases[] = {
    { "0,C,0,C,C,0,set_frequency,40\n0,S,0,T,A,0,activate\n1,C,0,T,A,0,start\n"
      "2,C,0,T,A,0,preempt\n3,C,0,T,A,0,resume\n4,C,0,T,A,0,terminate\n", "",
      "session/0 A state = ACTIVE 0-1\nA/0 A 1-4 p2-3\nsession/0 A state = RUNNING 1-2\n"
      "session/0 C = A 1-2\nsession/0 A state = READY 2-3\nsession/0 A state = RUNNING 3-4\n"
      "session/0 C = A 3-4\nA: 0 activate S\nC frequency = 40\n" },
    /* What a core runs since before the recording has no begin either, unless a start follows. */
    { "#entityTypeTable\n#-C C\n0,X,0,STI,S,0,trigger\n1,C,0,T,A,0,preempt\n"
      "4,C,0,T,A,0,resume\n7,C,0,T,A,0,terminate\n8,A,0,R,f,0,start\n8,C,0,T,A,0,start\n"
      "9,C,0,T,A,0,terminate\n",
      "begin-missing runnable-outlives-process",
      "A/0 A ?0-7 p1-4\nsession/0 A state = RUNNING ?0-1\nsession/0 C = A ?0-1\n"
      "session/0 A state = READY 1-4\nsession/0 A state = RUNNING 4-7\n"
      "session/0 C = A 4-7\nA/0 A 8-9 w8-9\nsession/0 A state = RUNNING 8-9\n"
      "session/0 C = A 8-9\nA/1 f 8-?9\nStimuli: 0 S\n" },
    /* Two activations of one process, each on its core. */
    { "#entityTypeTable\n#-C C\n#-C D\n0,C,0,T,A,0,start\n1,C,0,T,A,0,preempt\n"
      "2,C,0,T,A,0,resume\n2,D,0,T,A,1,start\n4,D,0,T,A,1,terminate\n6,C,0,T,A,0,terminate\n",
      "",
      "A/0 A 0-6 p1-2\nsession/0 A state = RUNNING 0-1\nsession/0 C = A 0-1\n"
      "session/0 A state = READY 1-2\nsession/0 A state = RUNNING 2-6\nA (2)/0 A 2-4\n"
      "session/0 A state (2) = RUNNING 2-4\nsession/0 D = A 2-4\nsession/0 C = A 2-6\n" },
    /* One that is and stays off its core leaves that of the other alone; so does one that was
     * suspended before the recording, and comes onto a core that is not known. */
    { "#entityTypeTable\n#-C C\n#-C D\n0,C,0,T,A,0,start\n2,C,0,T,A,0,wait\n"
      "3,D,0,T,A,1,start\n5,C,0,T,A,0,release\n6,C,0,T,A,0,resume\n8,D,0,T,A,1,terminate\n"
      "9,C,0,T,A,0,terminate\n", "",
      "A/0 A 0-9 p2-6\nsession/0 A state = RUNNING 0-2\nsession/0 C = A 0-2\n"
      "session/0 A state = WAITING 2-5\nA (2)/0 A 3-8\nsession/0 A state (2) = RUNNING 3-8\n"
      "session/0 D = A 3-8\nsession/0 A state = READY 5-6\nsession/0 A state = RUNNING 6-9\n"
      "session/0 C = A 6-9\n" },
    { "#entityTypeTable\n#-C C\n0,C,0,T,A,1,start\n2,A,0,T,A,0,release\n"
      "4,C,0,T,A,1,terminate\n6,A,0,T,A,0,resume\n9,A,0,T,A,0,terminate\n", "begin-missing",
      "A/0 A 0-4\nsession/0 A state = RUNNING 0-4\nA (2)/0 A ?0-9 p0-6\n"
      "session/0 A state (2) = WAITING ?0-2\nsession/0 C = A 0-4\n"
      "session/0 A state (2) = READY 2-6\nsession/0 A state (2) = RUNNING 6-9\n" },
    { "0,A,0,SIG,s,0,write,-3\n1,A,0,SIG,s,0,write,1.5\n2,A,0,SIG,t,0,write,0x10\n"
      "3,A,0,SIG,s,0,read,1\n4,A,0,SIG,u,0,write,7\n5,A,0,SIG,u,0,write\n", "",
      "Stimuli: 2 write t: 0x10\nStimuli: 5 write u\ns = -3\ns = 1.5\nu = 7\n" },
    { "0,m,0,SEM,m,0,free,0\n1,m,0,SEM,m,0,lock,1\n3,m,0,SEM,m,0,overfull,2\n"
      "4,A,0,SEM,m,0,requestsemaphore\n5,A,0,EVENT,e,0,set_event,A\n", "",
      "session/0 m = FREE 0-1\nsession/0 m = FULL 1-3\nsession/0 m = OVERFULL 3-?5\n"
      "Stimuli: 4 requestsemaphore m\nStimuli: 5 set_event e: A\n" },
    { "0,X,0,STI,S,0,trigger, a, b \n1,X,0,R,f,0,jump\n2,X,0,SCHED,s,0,schedule\n"
      "3,X,0,IB,s,0,any\n", "unknown-event",
      "Stimuli: 0 S: a, b\nStimuli: 1 jump f\n" },
  };

  run_cases (cases, G_N_ELEMENTS (cases), NULL);
}

static void
test_header (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("\xef\xbb\xbf#creator  X \r\n#timescale us\r\n#version 1.0\r\n"
               "#creationDate 2026-11-22T13:00:00Z\r\n#Producer me\r\n#version 2.0\r\n# remark\r\n"
               "#entityTable\r\n#-7 A\r\n#-8 C\r\n#entityType\r\n#-3 T\r\n#entityTypeTable\r\n"
               "#-C C\r\n \r\n 1 , 8 , , 3 , 7 ,0, start , \r\n2,8,0,3,9,0,start\r\n"
               "3,8,0,3,7,0,terminate\r\n", "States=false");
  g_autoptr(DwellTrace) ps = open_text ("#timeScale ps\n#version 2.3.0\n1499,C,0,T,A,0,start\n"
                                        "1500,C,0,T,A,0,terminate\n", "States=false");
  g_autofree char *text = describe (trace);
  g_autofree char *problems = list_problems (trace);
  g_autofree char *ps_text = describe (ps);

  g_assert_cmpstr (text, ==, "A/0 A 1000-3000\n9/0 9 2000-?3000\n");
  g_assert_cmpstr (problems, ==, "repeated-header");
  g_assert_cmpint (trace->wall_clock_ns, ==, G_GINT64_CONSTANT (1795352400000000000));
  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "creator")->value, NULL),
                   ==, "X");
  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "parameters")->value,
                                         NULL), ==, "Producer me");
  g_assert_cmpstr (ps_text, ==, "A/0 A 1-2\n");
}

static void
test_damage (void)
{
  static const Case cases[] = {
    { "nothing\n0,C,0,T,A,0\n0,C,0,T,A,0,start\nx,C,0,T,A,0,start\n1,C,0,T,A,y,start\n", "bad-line",
      "A/0 A 0-?0\n" },
    { "0,C,0,T,A,0,start\n99999999999999999999,C,0,T,A,0,start\n", "bad-line", "A/0 A 0-?0\n" },
    { "0,C,0,T,A,0,start\n9999999999999999999,C,0,T,A,0,start\n", "time-range", "A/0 A 0-?0\n" },
    { "#timeScale years\n0,C,0,T,A,0,start\n", "", "A/0 A 0-?0\n" },
  };

  run_cases (cases, G_N_ELEMENTS (cases), "States=false");
}

/* Problems name their lines, whatever stands between events, is left out or put in order. */
static void
test_lines (void)
{
  static const struct {
    const char *code;
    guint64     line;
  } expected[] = {
    { "bad-line", 4 }, { "time-range", 5 }, { "illegal-transition", 7 }, { "unordered", 8 },
    { "unknown-event", 10 },
  };
  g_autoptr(DwellTrace) trace =
    open_text ("#version 2.2.0\n\n0,C,0,T,A,0,start\nnothing\n"
               "9999999999999999999,C,0,T,A,0,preempt\n\n5,C,0,T,A,0,activate\n"
               "3,C,0,T,A,0,preempt\n# remark\n6,C,0,T,A,0,strange,a note\n", NULL);

  g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint n_found = 0;

      for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
        {
          const DwellProblem *problem = dwell_problems_get (trace->problems, k);

          if (g_str_equal (problem->code, expected[i].code))
            {
              g_assert_cmpuint (problem->line, ==, expected[i].line);
              n_found++;
            }
        }
      g_assert_cmpuint (n_found, ==, 1);
    }
}

/* A file without an event cannot be shown. */
static void
test_nothing (void)
{
  static const char * const files[] = { "#version 2.2.0\n", "nothing here\n",
                                        "0,a,0,Q,b,0,start\n" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (open_bytes (files[i], strlen (files[i]), NULL, &error));
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
    }
}

/* More than is kept or shown. Limit: formats/btf/MAX_LINE_BYTES
 * Limit: formats/btf/DWELL_BTF_MAX_DEPTH
 * Limit: formats/btf/DWELL_BTF_MAX_WORDS
 * Limit: formats/btf/MAX_LANES */
static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new ("0,C,0,T,A,0,start\n");
  g_autofree char *many = g_strnfill (2 << 20, 'x');
  g_autoptr(DwellTrace) trace = NULL;
  const char *parameters;

  for (guint i = 0; i < DWELL_BTF_MAX_DEPTH + 5; i++)
    g_string_append_printf (text, "1,A,0,R,f,%u,start\n", i);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "2,C,0,T,B,%u,start\n3,C,0,T,B,0,odd%u\n", i, i);
  g_string_append_printf (text, "3,C,0,T,C,0,start,%s\n#b c\n#a %s\n#d e\n", many, many);
  trace = open_text (text->str, "States=false");

  g_assert_cmpuint (trace->n_spans, ==, 1 + DWELL_BTF_MAX_DEPTH + 256 + 1);
  g_assert_cmpuint (trace->n_marks, ==, 300);
  file_fixture_assert_problem (trace, "too-many-events", 46,
                               1 + DWELL_BTF_MAX_DEPTH + 5 + 2 * 255, -1);
  parameters = g_variant_get_string (dwell_trace_get_property (trace, "parameters")->value, NULL);
  g_assert_true (g_str_has_prefix (parameters, "b c\na xxx"));
  g_assert_true (g_str_has_suffix (parameters, "x…"));
}

/* Limit: formats/btf/MAX_TRACKS */
static void
test_many_tracks (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *problems = NULL;

  for (guint i = 0; i < 65540; i++)
    g_string_append_printf (text, "%u,C,0,SIG,s%u,0,write,1\n", i, i);
  trace = open_text (text->str, NULL);
  problems = list_problems (trace);

  g_assert_cmpuint (trace->n_writes, ==, 65536);
  g_assert_cmpstr (problems, ==, "no-version too-many-tracks");
}

/* Numbers stand for names up to the limit. Limit: formats/btf/MAX_MAPPED */
static void
test_many_mapped (void)
{
  g_autoptr(GString) text = g_string_new ("#version 2.2.0\n");
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *spans = NULL;

  for (guint i = 0; i < 65540; i++)
    g_string_append_printf (text, "#entityMapping %u a%u\n", i, i);
  g_string_append (text, "0,C,0,T,65535,0,start\n0,C,0,T,65536,0,start\n");
  trace = open_text (text->str, "States=false");
  spans = describe (trace);

  g_assert_cmpstr (spans, ==, "a65535/0 a65535 0-?0\n65536/0 65536 0-?0\n");
}

/* The time on the core, added up in the order of the file. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(GString) text = g_string_new ("#version 2.2.0\n");
      g_autoptr(DwellTrace) trace = NULL;
      gint64 ran[4] = { 0 };
      gint64 time = 0;
      guint n = (guint) g_test_rand_int_range (1, 100);

      for (guint i = 0; i < n; i++)
        {
          guint task = (guint) g_test_rand_int_range (0, 4);
          guint n_parts = (guint) g_test_rand_int_range (1, 5);

          g_string_append_printf (text, "%d,C,0,T,t%u,%u,start\n", (int) time, task, i);
          for (guint k = 0; k < n_parts; k++)
            {
              gint64 part = g_test_rand_int_range (0, 50);

              if (k > 0)
                g_string_append_printf (text, "%d,C,0,T,t%u,%u,resume\n", (int) time, task, i);
              ran[task] += part;
              time += part;
              g_string_append_printf (text, "%d,C,0,T,t%u,%u,%s\n", (int) time, task, i,
                                      k + 1 == n_parts ? "terminate" : "preempt");
              time += g_test_rand_int_range (0, 50);
            }
        }

      trace = open_text (text->str, NULL);
      check_return (trace, NULL);
      for (guint32 i = 0; i < trace->n_spans; i++)
        {
          const DwellArea *area = &trace->areas[trace->span_area[i]];

          if (area->kind == DWELL_AREA_PROCESS)
            ran[dwell_trace_get_string (trace, area->name)[1] - '0'] -=
              dwell_trace_get_span_own (trace, i);
        }
      for (guint i = 0; i < G_N_ELEMENTS (ran); i++)
        g_assert_cmpint (ran[i], ==, 0);
    }
}

/* A file of any events of few things at few times. */
static char *
make_any_events (void)
{
  static const char * const words[] = {
    "activate", "start", "preempt", "resume", "wait", "release", "poll", "run", "park",
    "poll_parking", "release_parking", "terminate", "mtalimitexceeded", "start", "terminate",
  };
  static const char * const runnable_words[] = { "start", "terminate", "suspend", "resume" };
  GString *text = g_string_new ("#version 2.2.0\n#entityTypeTable\n#-C C\n#-C D\n");
  gint64 time = g_test_rand_int_range (0, 3);

  for (guint i = (guint) g_test_rand_int_range (1, 40); i > 0; i--)
    {
      char task = (char) ('A' + g_test_rand_int_range (0, 2));
      int instance = g_test_rand_int_range (0, 8) / 7;

      if (g_test_rand_int_range (0, 3) > 0)
        g_string_append_printf (text, "%d,%c,0,T,%c,%d,%s\n", (int) time,
                                'C' + g_test_rand_int_range (0, 2), task, instance,
                                words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      else
        g_string_append_printf (text, "%d,%c,%d,R,r%d,%d,%s\n", (int) time, task, instance,
                                g_test_rand_int_range (0, 3), g_test_rand_int_range (0, 2),
                                runnable_words[g_test_rand_int_range (0, 4)]);
      time += g_test_rand_int_range (1, 4);
    }

  return g_string_free (text, FALSE);
}

/* Whether several activations of a process are open at the same time. */
static gboolean
has_overlap (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (g_str_has_suffix (dwell_trace_get_context_name (trace, i), " (2)"))
      return TRUE;

  return FALSE;
}

/* Whatever the events were, once it is written it stays what it is. Which of several activations at
 * the same time was in which state, and on which core, is not kept. */
static void
test_any_events (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autofree char *text = make_any_events ();
      g_autoptr(DwellTrace) trace = open_text (text, NULL);
      const char *option = round % 2 == 0 && !has_overlap (trace) ? NULL : "States=false";
      g_autofree char *written = NULL;
      g_autoptr(DwellTrace) again = NULL;

      if (option != NULL)
        {
          dwell_trace_unref (trace);
          trace = open_text (text, option);
        }
      if (trace->n_spans == 0)
        continue;

      g_test_message ("%s", text);
      written = write_text (trace, NULL, 1, 0);
      again = open_text (written, option);
      if (again->n_spans > 0 && dwell_problems_get_n (again->problems) == 0)
        check_return (again, option);
      else if (again->n_spans > 0 && !has_overlap (again))
        check_return_as (again, option, describe_known);
    }
}

static char *
get_vector (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "btf", "listing.btf", NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The lines of the events, without the header. */
static const char *
skip_header (const char *text)
{
  while (*text == '#')
    text = strchr (text, '\n') + 1;

  return text;
}

/* Of activations that start at the same time, each is written on its own core, whichever comes
 * first; so is one that runs when a range begins as another is resumed. */
static void
test_cores (void)
{
  static const char * const events[] = {
    "10,D,0,T,A,0,start\n10,C,0,T,A,1,start\n13,C,0,T,A,1,terminate\n20,D,0,T,A,0,terminate\n",
    "10,C,0,T,A,0,start\n10,D,0,T,A,1,start\n13,D,0,T,A,1,terminate\n20,C,0,T,A,0,terminate\n",
    "10,C,0,T,A,0,start\n10,D,0,T,A,1,start\n11,D,0,T,A,1,poll\n13,D,0,T,A,1,run\n"
    "15,C,0,T,A,0,terminate\n20,D,0,T,A,1,terminate\n",
  };
  g_autoptr(DwellTrace) ranged =
    open_text ("#version 2.2.0\n#entityTypeTable\n#-C C\n#-C D\n13,D,0,T,A,0,start\n"
               "15,C,0,T,A,1,start\n18,C,0,T,A,1,preempt\n28,C,0,T,A,1,resume\n"
               "33,D,0,T,A,0,terminate\n41,C,0,T,A,1,terminate\n", NULL);
  g_autofree char *part = write_text (ranged, NULL, 28, 41);

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autofree char *text = g_strconcat ("#version 2.2.0\n#entityTypeTable\n#-C C\n#-C D\n",
                                           events[i], NULL);
      g_autoptr(DwellTrace) trace = open_text (text, NULL);
      g_autofree char *written = write_text (trace, NULL, 1, 0);

      g_assert_cmpstr (skip_header (written), ==, events[i]);
    }

  g_assert_cmpstr (skip_header (part), ==,
                   "28,SIM,0,SIM,SIM,0,begin\n33,D,0,T,A,0,terminate\n41,C,0,T,A,1,terminate\n");
}

/* One that is activated twice before it starts, after another activation, is activated once. */
static void
test_activated_twice (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("#version 2.2.0\n0,C,0,T,A,0,start\n2,C,0,T,A,0,terminate\n6,S,0,T,A,1,activate\n"
               "10,S,0,T,A,1,activate\n16,S,0,T,A,1,activate\n21,C,0,T,A,1,start\n"
               "24,C,0,T,A,1,terminate\n", NULL);

  check_return (trace, NULL);
}

/* Whatever is missing or wrong, what opens is a trace. */
static void
test_broken (void)
{
  g_autofree char *text = get_vector ();
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *bytes = g_strdup (text);
      g_autoptr(GError) error = NULL;
      g_autoptr(GError) cut_error = NULL;
      g_autoptr(DwellTrace) cut = open_bytes (text, i, NULL, &cut_error);
      g_autoptr(DwellTrace) trace = NULL;

      bytes[i] = (char) (bytes[i] ^ (1 << g_test_rand_int_range (0, 8)));
      trace = open_bytes (bytes, length, NULL, &error);
      g_assert_true ((cut != NULL) == (cut_error == NULL));
      g_assert_true ((trace != NULL) == (error == NULL));
    }
}

/* Names, cores and interrupts as they can be told; a range; what is open at its borders. */
static void
test_writing (void)
{
  g_autoptr(DwellTrace) trace = open_text ("0,C,0,T,ISR_1,0,start\n1,ISR_1,0,R,r,0,start\n"
                                           "2,C,0,T,ISR_1,0,preempt\n4,C,0,T,ISR_1,0,resume\n"
                                           "5,ISR_1,0,R,r,0,terminate\n6,x,0,SIG,s,0,write,1\n"
                                           "6,x,0,SIG,t,0,write,2.0\n"
                                           "7,x,0,STI,any,0,trigger,a, b: c\n"
                                           "9,C,0,T,ISR_1,0,terminate\n", "States=false");
  g_autofree char *all = write_text (trace, "Core=Any, core", 1, 0);
  g_autofree char *task = write_text (trace, "Interrupts=*_2, x", 3, 6);
  g_autofree char *first = write_text (trace, NULL, 0, 3);

  g_assert_cmpstr (skip_header (all), ==,
                   "0,Any_ core,0,I,ISR_1,0,start\n1,ISR_1,0,R,r,0,start\n"
                   "2,Any_ core,0,I,ISR_1,0,preempt\n4,Any_ core,0,I,ISR_1,0,resume\n"
                   "5,ISR_1,0,R,r,0,terminate\n6,SIM,0,SIG,s,0,write,1\n"
                   "6,SIM,0,SIG,t,0,write,2.0\n7,Stimuli,0,STI,any,0,trigger,a, b: c\n"
                   "9,Any_ core,0,I,ISR_1,0,terminate\n");
  g_assert_cmpstr (skip_header (task), ==,
                   "3,Core_1,0,T,ISR_1,0,preempt\n4,Core_1,0,T,ISR_1,0,resume\n"
                   "5,ISR_1,0,R,r,0,terminate\n6,SIM,0,SIG,s,0,write,1\n"
                   "6,SIM,0,SIG,t,0,write,2.0\n");
  g_assert_cmpstr (skip_header (first), ==,
                   "0,Core_1,0,I,ISR_1,0,start\n1,ISR_1,0,R,r,0,start\n"
                   "2,Core_1,0,I,ISR_1,0,preempt\n3,SIM,0,SIM,SIM,0,end\n");
}

/* What begins before a range comes back with the time that it took there: activations that overlap,
 * one that is off its core all the time, a function that has been suspended and has no end. */
static void
test_range (void)
{
  static const struct {
    const char *format;
    const char *text;
    gint64      begin;
    gint64      end;
    const char *option; /* for reading again */
    const char *events;
    const char *spans;
  } cases[] = {
    { "csv",
      "begin_ns,end_ns,name,thread\n0,50,f,A\n5,60,f,A\n8,70,f,A\n30,80,f,A\n75,90,f,A\n", 20, 90,
      "States=false",
      "20,SIM,0,SIM,SIM,0,begin\n30,Core_1,0,T,A,3,start\n30,A,3,R,f,3,start\n"
      "50,A,0,R,f,0,terminate\n50,Core_1,0,T,A,0,terminate\n60,A,1,R,f,1,terminate\n"
      "60,Core_1,0,T,A,1,terminate\n70,A,2,R,f,2,terminate\n70,Core_1,0,T,A,2,terminate\n"
      "75,Core_1,0,T,A,4,start\n75,A,4,R,f,4,start\n80,A,3,R,f,3,terminate\n"
      "80,Core_1,0,T,A,3,terminate\n90,A,4,R,f,4,terminate\n90,Core_1,0,T,A,4,terminate\n",
      "\nA (2)/0 A 75-90 w75-90\nA (2)/0 A ?20-50 w20-50\nA (2)/1 f 75-90\nA (2)/1 f ?20-50\n"
      "A (3)/0 A ?20-60 w20-60\nA (3)/1 f ?20-60\nA (4)/0 A ?20-70 w20-70\nA (4)/1 f ?20-70\n"
      "A/0 A 30-80 w30-80\nA/1 f 30-80" },
    /* One that begins where the range ends; what is over where it begins is not there. */
    { "csv", "begin_ns,end_ns,name,thread\n0,5,g,A\n5,10,f,A\n10,20,f,A\n", 5, 10,
      "States=false",
      "5,Core_1,0,T,A,0,start\n5,A,0,R,f,0,start\n10,A,0,R,f,0,terminate\n"
      "10,Core_1,0,T,A,0,terminate\n10,Core_1,0,T,A,1,start\n10,A,1,R,f,1,start\n",
      "\nA/0 A 10-?10\nA/0 A 5-10 w5-10\nA/1 f 10-?10\nA/1 f 5-10" },
    /* A value and the states that hold; one that is written just then. */
    { "btf",
      "#version 2.2.0\n0,C,0,T,A,0,start\n1,A,0,SIG,s,0,write,5\n2,m,0,SEM,m,0,lock,1\n"
      "2,A,0,SIG,t,0,write,1\n3,A,0,SIG,t,0,write,2\n4,C,0,T,A,0,terminate\n"
      "9,A,0,SIG,s,0,write,6\n", 3, 8, "States=false",
      "3,SIM,0,SIG,t,0,write,2\n3,SIM,0,SIG,s,0,write,5\n3,m,0,SEM,m,0,full\n"
      "4,Core_1,0,T,A,0,terminate\n8,SIM,0,SIM,SIM,0,end\n",
      "\nA/0 A ?3-4\ns = 5\nsession/0 m = FULL 3-?8\nt = 2" },
    { "btf",
      "#version 2.2.0\n0,C,0,T,A,0,start\n2,C,0,T,A,0,wait\n8,C,0,T,A,0,resume\n"
      "9,C,0,T,A,0,terminate\n", 3, 6, NULL,
      "3,Core_1,0,T,A,0,wait\n6,SIM,0,SIM,SIM,0,end\n",
      "\nA/0 A ?3-?6 p3-6\nsession/0 A state = WAITING ?3-?6" },
    /* Activations that overlap, each in its own states. */
    { "btf",
      "#version 2.2.0\n#entityTypeTable\n#-C C\n#-C D\n0,D,0,T,A,0,start\n5,C,0,T,A,1,start\n"
      "8,D,0,T,A,0,terminate\n11,D,0,T,A,2,start\n19,C,0,T,A,1,wait\n30,D,0,T,A,2,terminate\n"
      "32,C,0,T,A,1,resume\n56,C,0,T,A,1,terminate\n60,SIM,0,SIM,SIM,0,end\n", 25, 50, NULL,
      "25,A,0,T,A,0,wait\n30,D,0,T,A,1,terminate\n32,C,0,T,A,0,resume\n"
      "50,SIM,0,SIM,SIM,0,end\n",
      "\nA (2)/0 A ?25-30\nA/0 A ?25-?50 p25-32\nsession/0 A state (2) = RUNNING ?25-30\n"
      "session/0 A state = RUNNING 32-?50\nsession/0 A state = WAITING ?25-32\n"
      "session/0 C = A 32-?50\nsession/0 D = A ?25-30" },
    /* One that is activated while another runs, one that was and has started, and one that a
     * recorder created. */
    { "btf",
      "#version 2.2.0\n0,C,0,T,A,0,activate\n2,C,0,T,A,0,start\n4,S,0,T,A,1,activate\n"
      "5,C,0,T,B,0,preempt,create\n8,C,0,T,A,0,terminate\n9,C,0,T,A,1,start\n"
      "12,C,0,T,A,1,terminate\n13,C,0,T,B,0,start\n", 6, 14, NULL,
      "6,S,0,T,A,1,activate\n6,C,0,T,B,0,preempt,create\n8,Core_1,0,T,A,0,terminate\n"
      "9,Core_1,0,T,A,1,start\n12,Core_1,0,T,A,1,terminate\n13,Core_1,0,T,B,0,start\n",
      "\nA/0 A 9-12\nA/0 A ?6-8\nA: 6 activate S\nB/0 B 13-?13\nB: 6 preempt C: create\n"
      "session/0 A state (2) = RUNNING ?6-8\nsession/0 A state = ACTIVE 6-9\n"
      "session/0 A state = RUNNING 9-12\nsession/0 B state = ACTIVE 6-13\n"
      "session/0 B state = RUNNING 13-?13" },
    { "text1",
      "* INFO %TOTAL_TIME%\n10\n* CONTEXTS %NAME%,%HANDLE%\nA,0x0\n"
      "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,f,\n"
      "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%,%CONTEXT%\n00000000,R,,4,0x0\n"
      "00000000,S,,5,0x0\n", 1, 0, "States=false",
      "0,Core_1,0,T,A,0,preempt\n0,A,0,R,f,0,start\n4,Core_1,0,T,A,0,resume\n"
      "5,Core_1,0,T,A,0,preempt\n10,SIM,0,SIM,SIM,0,end\n",
      "\nA/0 A ?0-?10 w0-10\nA/1 f 0-?10 p0-4 p5-10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text (cases[i].format, cases[i].text, NULL);
      g_autofree char *text = write_text (trace, NULL, cases[i].begin, cases[i].end);
      g_autoptr(DwellTrace) again = open_text (text, cases[i].option);
      g_autofree char *spans = describe_sorted (again);

      g_assert_cmpstr (skip_header (text), ==, cases[i].events);
      g_assert_cmpstr (spans, ==, cases[i].spans);
    }
}

static DwellTrace *
make_spans (void)
{
  static const struct {
    const char *name;
    gint64      begin;
    gint64      end;
    int         parent;
  } spans[] = {
    { "f(a, b)", -5, 20, -1 }, { "g", 0, 10, 0 }, { "f(a; b)", 2, 2, 1 }, { "g", 10, 15, 0 },
    { "h", 30, 40, -1 }, { "i", 35, 50, -1 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "a,b", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "a,b", context, FALSE);
  guint32 rows[4];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = dwell_builder_add_row (builder, track, 0);
  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (spans), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      DwellArea area = { .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };
      guint depth = spans[i].parent < 0 ? (i == 5) : spans[i].parent == 0 ? 1 : 2;
      guint32 span;

      area.name = dwell_strings_intern (builder->strings, spans[i].name, -1);
      span = dwell_builder_open_span (builder, dwell_builder_add_area (builder, &area), rows[depth],
                                      spans[i].parent < 0 ? DWELL_NONE : (guint32) spans[i].parent,
                                      spans[i].begin);
      dwell_builder_close_span (builder, span, spans[i].end, 0);
    }

  builder->begin = -5;
  builder->end = 50;
  return dwell_builder_finish (builder);
}

/* What does not come along is told: names that are changed, begins and ends that are made up. */
static void
test_losses (void)
{
  g_autoptr(DwellTrace) trace = make_spans ();
  const DwellFormat *format = dwell_formats_find ("btf");
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "default", &error);
  g_autoptr(GArray) whole = NULL;
  g_autoptr(GArray) part = NULL;
  g_autoptr(GArray) none = NULL;

  g_assert_no_error (error);
  whole = format->check (trace, settings, NULL);
  g_assert_cmpuint (whole->len, ==, 1);
  g_assert_false (g_array_index (whole, DwellExportWarning, 0).is_loss);
  g_assert_cmpuint (g_array_index (whole, DwellExportWarning, 0).count, ==, 2);

  /* A function that fills the range, and its process. */
  settings->begin = 16;
  settings->end = 18;
  part = format->check (trace, settings, NULL);
  g_assert_cmpuint (part->len, ==, 2);
  g_assert_true (g_array_index (part, DwellExportWarning, 0).is_loss);
  g_assert_cmpuint (g_array_index (part, DwellExportWarning, 0).count, ==, 2);

  /* Between two functions: that is an error, which the window shows before it writes. */
  settings->begin = 22;
  settings->end = 28;
  none = dwell_format_check (format, trace, settings, NULL);
  g_assert_cmpuint (none->len, ==, 1);
  g_assert_true (g_array_index (none, DwellExportWarning, 0).is_error);
}

/* A name and two messages that no line has room for.
 * Limit: formats/btf/DWELL_BTF_MAX_WRITTEN_BYTES */
static void
test_long_losses (void)
{
  g_autofree char *longest = g_strnfill (DWELL_BTF_MAX_WRITTEN_BYTES, 'x');
  g_autofree char *longer = g_strnfill (DWELL_BTF_MAX_WRITTEN_BYTES + 1, 'y');
  g_autofree char *of_one = g_strconcat ("event: ", longer, NULL);
  const char * const texts[] = { longest, longer, of_one };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  guint32 context = dwell_builder_add_context (builder, longer, DWELL_CONTEXT_THREAD, 0,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, longer, context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };
  guint32 number = dwell_builder_add_area (builder, &area);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find ("btf"), "default", NULL);
  g_autoptr(GArray) warnings = NULL;
  guint64 n_cut = 0;

  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, number, row, DWELL_NONE, 1),
                            9, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 2 + i, track, DWELL_NONE,
                                           DWELL_NONE,
                                           dwell_strings_intern (builder->strings, texts[i], -1),
                                           NULL));
  builder->end = 10;
  trace = dwell_builder_finish (builder);
  warnings = settings->format->check (trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    if (strstr (g_array_index (warnings, DwellExportWarning, i).message, "64 KiB") != NULL)
      n_cut = g_array_index (warnings, DwellExportWarning, i).count;
  g_assert_cmpuint (n_cut, ==, 3);
}

/* Of another format: each outermost span is in an activation of its own. */
static void
test_writing_others (void)
{
  g_autoptr(DwellTrace) trace = make_spans ();
  g_autofree char *text = write_text (trace, NULL, 1, 0);
  g_autoptr(DwellTrace) again = open_text (text, "States=false");
  g_autofree char *spans = describe (again);

  g_assert_cmpstr (skip_header (text), ==,
                   "0,Core_1,0,T,a_b,0,start\n0,a_b,0,R,f(a_ b),0,start\n"
                   "5,a_b,0,R,g,0,start\n7,a_b,0,R,f(a; b),0,start\n"
                   "7,a_b,0,R,f(a; b),0,terminate\n15,a_b,0,R,g,0,terminate\n"
                   "15,a_b,0,R,g,1,start\n20,a_b,0,R,g,1,terminate\n"
                   "25,a_b,0,R,f(a_ b),0,terminate\n25,Core_1,0,T,a_b,0,terminate\n"
                   "35,Core_1,0,T,a_b,1,start\n35,a_b,1,R,h,0,start\n"
                   "40,Core_1,0,T,a_b,2,start\n40,a_b,2,R,i,0,start\n"
                   "45,a_b,1,R,h,0,terminate\n45,Core_1,0,T,a_b,1,terminate\n"
                   "55,a_b,2,R,i,0,terminate\n55,Core_1,0,T,a_b,2,terminate\n");
  g_assert_cmpuint (again->n_spans, ==, 3 + trace->n_spans);
  check_return (again, "States=false");
}

/* Text1 says what the file did: activations, calls, pauses, states and values. */
static void
test_text1 (void)
{
  g_autoptr(DwellTrace) trace = open_text ("0,C,0,T,A,0,start\n1,A,0,R,r,0,start\n"
                                           "2,C,0,T,A,0,preempt\n4,C,0,T,A,0,resume\n"
                                           "5,A,0,R,r,0,terminate\n6,A,0,SIG,s,0,write,1\n"
                                           "7,A,0,SIG,s,0,write,-2\n9,C,0,T,A,0,terminate\n",
                                           "States=false");
  const DwellFormat *format = dwell_formats_find_writer ("text1");
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "full", &error);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GArray) warnings = NULL;
  g_autoptr(GBytes) text = NULL;
  g_autofree char *rows = NULL;

  g_assert_no_error (error);
  warnings = format->check (trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    g_assert_false (g_array_index (warnings, DwellExportWarning, i).is_loss);

  g_assert_true (format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  text = dwell_sink_get_part (sink, "");
  rows = g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_assert_true (g_str_has_suffix (rows,
                                   "E\t\t0\t0x0\r\n"
                                   "00000000\tS\t\t1\t0x0\r\n00000001\tE\t\t1\t0x0\r\n"
                                   "00000001\tS\t\t2\t0x0\r\n00000001\tR\t\t4\t0x0\r\n"
                                   "00000001\tX\t\t5\t0x0\r\n00000000\tR\t\t5\t0x0\r\n"
                                   "20000000\tW\t00000001\t6\t\r\n"
                                   "20000000\tW\tFFFFFFFE\t7\t\r\n"
                                   "00000000\tX\t\t9\t0x0\r\n"));
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_btf;
  } heads[] = {
    { "#version 2.2.0\n0,C,0,T,A,0,start\n", TRUE },
    { "\n#TIMESCALE ns\n# remark\n0,C,0,SIM,A,0,x\n", TRUE },
    { "0,C,0,T,A,0,start\n0,C,0,T,A,0,preempt\n0,C,0,C,C,0,idle\n", TRUE },
    { "#version 2.2.0\n0,1,2\n", FALSE },
    { "# version 2.2.0\n0,C,0,T,A,0,start\n", FALSE },
    { "0,C,0,T,A,0,start\n0,C,0,T,A,0,x\n", FALSE },
  };
  g_autofree char *vector = get_vector ();

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (format == dwell_formats_find ("btf"), ==, heads[i].is_btf);
    }
  g_assert_true (dwell_formats_recognise (vector, strlen (vector)) == dwell_formats_find ("btf"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/btf/processes", test_processes);
  g_test_add_func ("/btf/runnables", test_runnables);
  g_test_add_func ("/btf/variables", test_variables);
  g_test_add_func ("/btf/header", test_header);
  g_test_add_func ("/btf/damage", test_damage);
  g_test_add_func ("/btf/lines", test_lines);
  g_test_add_func ("/btf/nothing", test_nothing);
  g_test_add_func ("/btf/limits", test_limits);
  g_test_add_func ("/btf/many-tracks", test_many_tracks);
  g_test_add_func ("/btf/many-mapped", test_many_mapped);
  g_test_add_func ("/btf/random", test_random);
  g_test_add_func ("/btf/broken", test_broken);
  g_test_add_func ("/btf/writing", test_writing);
  g_test_add_func ("/btf/range", test_range);
  g_test_add_func ("/btf/losses", test_losses);
  g_test_add_func ("/btf/losses/long", test_long_losses);
  g_test_add_func ("/btf/writing-others", test_writing_others);
  g_test_add_func ("/btf/any-events", test_any_events);
  g_test_add_func ("/btf/cores", test_cores);
  g_test_add_func ("/btf/activated-twice", test_activated_twice);
  g_test_add_func ("/btf/text1", test_text1);
  g_test_add_func ("/btf/recognition", test_recognition);

  return g_test_run ();
}
