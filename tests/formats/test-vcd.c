/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value change dumps: definitions, changes, what they become, damage, limits; blocks that begin
 * anywhere; every truncation and a flipped bit of every byte of a file. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

#define HEADER "$timescale 1 ns $end\n$scope module m $end\n"

static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            gsize        block_bytes,
            GError     **error)
{
  DwellTrace *trace;

  file_fixture_limits.block_bytes = block_bytes;
  trace = file_fixture_open ("vcd", bytes, length, NULL, error);
  file_fixture_limits.block_bytes = 0;
  return trace;
}

/* The spans, one a line: title, times ("?" where one is missing); then messages and writes. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_string_append_printf (text, "%s %s%" G_GINT64_FORMAT "-%s%" G_GINT64_FORMAT "\n",
                            dwell_trace_get_area_title (trace, trace->span_area[i]),
                            trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING ? "?" : "",
                            dwell_trace_get_span_begin (trace, i),
                            trace->span_flags[i] & DWELL_SPAN_END_MISSING ? "?" : "",
                            dwell_trace_get_span_end (trace, i));

  for (guint32 i = 0; i < trace->n_marks; i++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT ": %s\n", trace->mark_time[i],
                            dwell_trace_get_string (trace, trace->mark_text[i]));

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      const DwellTrack *track = &trace->tracks[trace->write_track[i]];
      double real;

      memcpy (&real, &trace->write_value[i], sizeof real);
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " = ",
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
check_text (const char *text,
            const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_bytes (text, strlen (text), 0, &error);
  g_autofree char *found = NULL;

  g_assert_no_error (error);
  found = describe (trace);
  g_assert_cmpstr (found, ==, expected);
}

static char *
get_vector (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "vcd", "counter.vcd", NULL);
  g_autoptr(GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_vector (void)
{
  g_autofree char *text = get_vector ();

  check_text (text,
              "board.clock = 0 ?0-1000\nboard.clock_out = 0 ?0-1000\nboard.task = IDLE ?0-1000\n"
              "board.clock = 1 1000-2000\nboard.clock_out = 1 1000-2000\n"
              "board.task = Control loop 1000-3500\n"
              "board.clock = 0 2000-3000\nboard.clock_out = 0 2000-3000\n"
              "board.clock = 1 3000-4000\nboard.clock_out = 1 3000-4000\n"
              "board.task = IDLE 3500-?5000\n"
              "board.clock = 0 4000-?5000\nboard.clock_out = 0 4000-?5000\n"
              "board.clock = 1 ?7000-8000\nboard.clock_out = 1 ?7000-8000\n"
              "board.task = IDLE ?7000-?11000\n"
              "board.clock = 0 8000-9000\nboard.clock_out = 0 8000-9000\n"
              "board.clock = z 9000-10000\nboard.clock_out = z 9000-10000\n"
              "board.clock = 1 10000-?11000\nboard.clock_out = 1 10000-?11000\n"
              "1000: board.tick\n10000: board.tick\n"
              "board.timer.error 0 = 0\nboard.voltage 0 = 3.2999999999999998\n"
              "board.timer.count[7:0] 1000 = 1\nboard.voltage 2000 = 3.25\n"
              "board.timer.count[7:0] 3000 = 2\nboard.timer.error 3000 = -2\n"
              "board.timer.count[7:0] 5000 = unknown\nboard.timer.error 5000 = unknown\n"
              "board.voltage 5000 = unknown\n"
              "board.timer.count[7:0] 7000 = 4\nboard.timer.error 7000 = 0\n"
              "board.voltage 7000 = 3.2999999999999998\n"
              "board.timer.count[7:0] 9000 = unknown\nboard.timer.count[7:0] 10000 = 5\n");
}

static void
test_values (void)
{
  check_text (HEADER "$var wire 64 ! v $end $var wire 80 long_code w $end\n"
              "$var wire 4 aaaa a $end $var port [3:0] <0 p $end\n"
              "$upscope $end $enddefinitions $end\n"
              "#1 b1 ! b101 aaaa\n"
              "#2 b1111111111111111111111111111111111111111111111111111111111111111 !\n"
              "b10000000000000000000000000000000000000000000000000000000000000001 long_code\n"
              "#3 b1z aaaa b0000HL10 aaaa pDUuL 6666 0000 <0\n#4 pDUNL 6666 0000 <0 r1.5 !\n#5\n",
              "m.v 1 = 1\nm.a 1 = 5\nm.v 2 = 1.8446744073709552e+19\n"
              "m.w 2 = 1.8446744073709552e+19\nm.a 3 = unknown\nm.a 3 = 10\nm.p 3 = 6\n"
              "m.p 4 = unknown\nm.v 4 = 1.5\nrounded-value:0\n");
}

/* A vector that is too large even for a double is unknown: the value before it must not stay. */
static void
test_wide (void)
{
  g_autofree char *ones = g_strnfill (1024, '1');
  g_autofree char *zeros = g_strnfill (1023, '0');
  g_autofree char *text =
    g_strdup_printf (HEADER "$var wire 1024 ! v $end $var wire 2048 w w $end\n"
                     "$var wire 1 b b $end $upscope $end $enddefinitions $end\n"
                     "#1 b101 ! b1%s w\n#2 b%s ! b11 w\n#3 b1%s !\nb0%s !\n"
                     "#4 b%s b b1%s w\n#5\n",
                     zeros, ones, zeros, zeros, ones, ones);

  check_text (text,
              "m.v 1 = 5\nm.w 1 = 8.9884656743115795e+307\nm.v 2 = unknown\nm.w 2 = 3\n"
              "m.v 3 = 8.9884656743115795e+307\nm.v 3 = 0\nm.w 4 = unknown\n"
              "bad-value:9\nrounded-value:0\n");
}

static void
test_times (void)
{
  check_text ("$timescale 100ps $end $var wire 1 ! a $end $enddefinitions $end\n"
              "#0\n0!\n#14\n1!\n#15\n0!\n#30\n", "a = 0 ?0-1\na = 1 1-2\na = 0 2-?3\n"
              "rounded-time:4\n");
  check_text ("$timescale 10 us $end $timezero -2 $end $var wire 1 ! a $end $enddefinitions $end\n"
              "#0\n0!\n#3\n1!\n#4\n", "a = 0 ?-20000-10000\na = 1 10000-?20000\n");
}

/* What is wrong in a file that opens, and where. */
static void
test_damage (void)
{
  static const char * const cases[][2] = {
    { HEADER "$var wire 1 ! a $end\n#0\n1!\n#5\n", "m.a = 1 ?0-?5\nno-end-of-definitions:4\n" },
    { HEADER "$var wire 1 ! a $end\n", "no-end-of-definitions:0\n" },
    { HEADER "$var wire 1 ! a $end\n$var wire\n", "section-not-closed:4\n" },
    { "$var wire 1 ! a $end $var x $end\n$var wire 0 ! b $end $upscope $end junk\n"
      "$enddefinitions $end\n#1\n1!\n#2\n",
      "a = 1 ?1-?2\nbad-definition:1\nbad-width:2\nscope-not-open:2\nbad-definition:2\n"
      "unknown-scale:0\n" },
    { "$timescale 3 weeks $end $var wire 1 ! a $end $enddefinitions $end\n#1\n1!\n#2",
      "a = 1 ?1-?2\nunknown-scale:1\nno-line-end:0\n" },
    { HEADER "$var wire 1 ! a $end $var wire 1 ! a $end $enddefinitions $end\n#10\n1!\n#9\n0!\n"
      "#11\n0!\n#99999999999999999999\n#9999999999999999999\n1!\n#20\n1?\nb11 !\nq\n1&\nr2 !\n",
      "m.a = 1 ?10-11\nm.a (2) = 1 ?10-11\nm.a = 0 11-?20\nm.a (2) = 0 11-?20\n"
      "time-backwards:6\nbad-line:10\ntime-range:11\nunknown-code:14\nbad-value:15\n" },
    { HEADER "$var wire 1 ! a $end $enddefinitions $end\n1!\n$comment #7 0!\n",
      "m.a = 1 ?0-?0\nsection-not-closed:0\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_text (cases[i][0], cases[i][1]);
}

/* Recording ends at the end of a block in which all signals changed: none of the room that was made
 * for the block is left. */
static void
test_off (void)
{
  const guint n_signals = 3000;
  GString *text = g_string_new (HEADER);
  g_autofree char *bytes = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < n_signals; i++)
    g_string_append_printf (text, "$var wire 8 c%u v%u $end\n", i, i);
  g_string_append (text, "$upscope $end $enddefinitions $end\n#1\n");
  for (guint i = 0; i < n_signals; i++)
    g_string_append_printf (text, "b%s c%u\n", i % 2 == 0 ? "10" : "11", i);
  g_string_append (text, "$dumpoff\n$end\n#9\n");

  bytes = g_string_free (text, FALSE);
  trace = open_bytes (bytes, strlen (bytes), 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_writes, ==, 2 * n_signals);
  for (guint32 i = 0; i < n_signals; i++)
    {
      guint32 first = trace->tracks[trace->write_track[i]].first_write;
      double values[2];

      for (guint j = 0; j < 2; j++)
        memcpy (&values[j], &trace->write_value[trace->track_writes[first + j]], sizeof values[j]);
      g_assert_cmpfloat (values[0], ==, 2 + i % 2);
      g_assert_true (isnan (values[1]));
    }
}

static void
test_nothing (void)
{
  static const char * const texts[] = { "\n", "$enddefinitions $end\n#0\n", "$var", "hello" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (texts[i], strlen (texts[i]), 0, &error);

      g_assert_null (trace);
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
    }
}

static void
check_limit (GString    *text,
             const char *code,
             guint32     n_tracks)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  gboolean has_code = FALSE;

  trace = open_bytes (text->str, text->len, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_tracks, ==, n_tracks);
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    has_code |= g_str_equal (dwell_problems_get (trace->problems, i)->code, code);
  g_assert_true (has_code);
  g_string_truncate (text, 0);
}

/* Limit: formats/MAX_COMMENT_BYTES */
static void
test_comment (void)
{
  g_autoptr(GString) text = g_string_new ("$var wire 1 ! s $end\n$comment first $end $comment ");
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  const DwellProperty *property;

  for (guint i = 0; i < 5000; i++)
    g_string_append_c (text, 'c');
  g_string_append (text, " $end $enddefinitions $end\n");
  trace = open_bytes (text->str, text->len, 0, &error);
  g_assert_no_error (error);
  property = dwell_trace_get_property (trace, "comment");
  g_assert_true (g_str_has_prefix (g_variant_get_string (property->value, NULL), "first\nccc"));
  g_assert_true (g_str_has_suffix (g_variant_get_string (property->value, NULL), "c…"));
  g_assert_cmpuint (strlen (g_variant_get_string (property->value, NULL)), ==,
                    4096 + strlen ("…"));
}

static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new (NULL);

  /* Limit: formats/vcd/MAX_SIGNALS */
  for (guint i = 0; i < 65537; i++)
    g_string_append_printf (text, "$var wire 1 code%u s%u $end\n", i, i);
  check_limit (text, "too-many-signals", 65536);

  /* Limit: formats/vcd/MAX_ALIASES */
  for (guint i = 0; i < 17; i++)
    g_string_append (text, "$var wire 1 ! s $end\n");
  check_limit (text, "too-many-aliases", 16);

  /* Limit: formats/vcd/MAX_DEPTH */
  for (guint i = 0; i < 257; i++)
    g_string_append (text, "$scope module s $end\n");
  g_string_append (text, "$var wire 1 ! s $end\n");
  for (guint i = 0; i < 257; i++)
    g_string_append (text, "$upscope $end\n");
  check_limit (text, "too-deep", 1);

  /* Limit: formats/vcd/MAX_PATH_BYTES */
  for (guint i = 0; i < 2; i++)
    g_string_append_printf (text, "$scope module %0600u $end\n", i);
  g_string_append (text, "$var wire 1 ! s $end\n");
  check_limit (text, "too-deep", 1);

  /* Limit: formats/vcd/MAX_WIDTH */
  g_string_append (text, "$var wire 1048577 ! s $end $var wire 1048576 ! s $end\n");
  check_limit (text, "bad-width", 1);

  /* Limit: formats/vcd/MAX_SECTION_BYTES */
  g_string_append (text, "$var wire 1 ! s $end\n$comment ");
  for (guint i = 0; i < 70000; i++)
    g_string_append (text, "a ");
  g_string_append (text, "$end\n");
  check_limit (text, "long-section", 1);

  /* Limit: formats/vcd/MAX_CODE_BYTES */
  g_string_append (text, "$var wire 1 ! s $end\n$var wire 1 ");
  for (guint i = 0; i < 65; i++)
    g_string_append_c (text, 'c');
  g_string_append (text, " t $end\n");
  check_limit (text, "bad-definition", 1);

  /* Limit: formats/vcd/MAX_REAL_BYTES */
  g_string_append (text, "$var real 1 ! s $end $enddefinitions $end\n#0\nr1.");
  for (guint i = 0; i < 62; i++)
    g_string_append_c (text, '0');
  g_string_append (text, " !\n");
  check_limit (text, "bad-line", 1);

  /* Limit: formats/vcd/MAX_LINE_BYTES */
  g_string_append (text, "$var string 1 ! s $end $enddefinitions $end\n#0\ns");
  for (guint i = 0; i < 1 << 20; i++)
    g_string_append_c (text, 'a');
  g_string_append (text, " !\n");
  check_limit (text, "long-line", 1);

  /* Limit: formats/vcd/MAX_STATES */
  g_string_append (text, "$var string 1 ! s $end $enddefinitions $end\n");
  for (guint i = 0; i < 65537; i++)
    g_string_append_printf (text, "#%u\ns%u !\n", i, i);
  check_limit (text, "too-many-states", 1);
}

/* Blocks that begin in the definitions, in a comment, between any changes. */
static void
test_blocks (void)
{
  g_autofree char *vector = get_vector ();
  g_autoptr(GString) text = g_string_new (vector);
  g_autofree char *whole = NULL;

  g_string_append (text, "$comment\n");
  for (guint i = 0; i < 3000; i++)
    g_string_append (text, "#0\n1! and what not\n");
  g_string_append (text, "$end\n0!\n");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "#%u\n%u!\nb%u \"\n", 120 + i, i % 2, i % 2);

  for (gsize bytes = 512; bytes <= 1 << 18; bytes *= 2)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (text->str, text->len, bytes, &error);
      g_autofree char *found = NULL;

      g_assert_no_error (error);
      found = describe (trace);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 0);
      if (whole != NULL)
        g_assert_cmpstr (found, ==, whole);
      else
        whole = g_steal_pointer (&found);
    }
}

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
      g_autoptr(DwellTrace) cut = open_bytes (text, i, 0, &cut_error);
      g_autoptr(DwellTrace) trace = NULL;

      bytes[i] = (char) (bytes[i] ^ (1 << g_test_rand_int_range (0, 8)));
      trace = open_bytes (bytes, length, 0, &error);
      g_assert_true ((cut != NULL) == (cut_error == NULL));
      g_assert_true ((trace != NULL) == (error == NULL));
    }
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_vcd;
  } heads[] = {
    { "$date today $end\n$timescale 1 ns $end\n", TRUE },
    { "\n$comment\n any $var\n$end $var wire 1 ! a $end", TRUE },
    { "$timescale\n1ns\n", FALSE },
    { "$date today $end\n", FALSE },
    { "$comment $end x $var wire 1 ! a $end", FALSE },
    { "# $timescale 1 ns $end", FALSE },
  };
  g_autofree char *vector = get_vector ();

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (format == dwell_formats_find ("vcd"), ==, heads[i].is_vcd);
    }
  g_assert_true (dwell_formats_recognise (vector, strlen (vector)) == dwell_formats_find ("vcd"));
}

static char *
write_text (DwellTrace *trace,
            const char *spans,
            gint64      begin,
            gint64      end)
{
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find_writer ("vcd"), "default", NULL);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 24);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;

  g_assert_true (dwell_export_settings_set (settings, "Spans", spans, NULL));
  settings->begin = begin;
  settings->end = end;
  g_assert_true (settings->format->can_write (trace));
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* "TITLE (COUNT)" of all that does not come along. */
static char *
list_losses (DwellTrace *trace)
{
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find_writer ("vcd"), "default", NULL);
  g_autoptr(GArray) warnings = settings->format->check (trace, settings, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      g_string_append_printf (text, "%.20s %" G_GUINT64_FORMAT "\n", warning->message,
                              warning->count);
    }

  return g_string_free (text, FALSE);
}

/* Names that are longer than readers take, and one that is as long as they do; a name of many words
 * stays one.
 * Limit: formats/vcd/MAX_SCOPE_BYTES
 * Limit: formats/vcd/MAX_SCOPES
 * Limit: formats/vcd/MAX_NAME_BYTES */
static void
test_long_names (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autofree char *scope = g_strnfill (501, 's');
  g_autofree char *longest = g_strnfill (4096, 'n');
  g_autofree char *longer = g_strnfill (4097, 'm');
  g_autoptr(GString) words = g_string_new ("a");
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *losses = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 64; i++)
    g_string_append (words, ".a");
  g_assert_true (dwell_builder_reserve_spans (builder, 4, NULL));
  for (guint i = 0; i < 4; i++)
    {
      const char * const names[] = { "plain", longest, longer, words->str };
      DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                         .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE };
      guint32 context = dwell_builder_add_context (builder, i == 0 ? scope : "thread",
                                                   DWELL_CONTEXT_THREAD, i, DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, names[i], context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder,
                                                         dwell_builder_add_area (builder, &area),
                                                         row, DWELL_NONE, 1), 9, 0);
    }
  builder->end = 10;
  trace = dwell_builder_finish (builder);
  losses = list_losses (trace);
  g_assert_nonnull (strstr (losses, "Long names are cut 2\n"));
  text = write_text (trace, "rows", 1, 0);
  g_assert_nonnull (strstr (text, longest));
  g_assert_null (strstr (text, longer));
  g_assert_null (strstr (text, scope));
  g_assert_nonnull (strstr (text, words->str));
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* With the values of states. */
static char *
describe_sorted (const DwellTrace *trace)
{
  g_autofree char *spans = describe (trace);
  GString *text = g_string_new (spans);
  g_auto(GStrv) lines = NULL;

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].has_value)
      g_string_append_printf (text, "%s: %" G_GINT64_FORMAT "\n",
                              dwell_trace_get_area_title (trace, i), trace->areas[i].value);
  lines = g_strsplit (text->str, "\n", -1);
  g_string_free (text, TRUE);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

/* What is read, written and read again is the same: signals, states, values, what is unknown, when
 * recording was off; and none of it is called a loss. */
static void
test_returns (void)
{
  g_autofree char *vector = get_vector ();
  const char * const files[] = {
    vector,
    HEADER "$var integer 8 ! a $end $var string 1 % s $end $upscope $end $enddefinitions $end\n"
    "#5\nb10000000 !\nsa\\x20\\\\b %\n#7\nb0 !\ns %\n#9\nsc %\n#9\nsd %\n#12\nb1111111 !\n#13\n",
    /* Texts that bits have, too: they come back as a bit. */
    HEADER "$var string 1 ! a $end $var string 1 % s $end $upscope $end $enddefinitions $end\n"
    "#0\ns1 !\ns0 %\n#5\ns0 !\n#7\nsz !\ns1 %\n#9\nslate %\n#13\n",
    HEADER "$timezero -5 $end $var event 1 ! e $end $var real 64 # r $end $upscope $end\n"
    "$enddefinitions $end\n#2\nr-0.1 #\n1!\n#3\n1!\nr1e300 #\n#8\n1!\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (files[i], strlen (files[i]), 0, &error);
      g_autofree char *text = write_text (trace, "rows", 1, 0);
      g_autoptr(DwellTrace) again = open_bytes (text, strlen (text), 0, &error);
      g_autofree char *wanted = describe_sorted (trace);
      g_autofree char *found = describe_sorted (again);
      g_autofree char *losses = list_losses (trace);

      g_assert_no_error (error);
      g_assert_cmpstr (found, ==, wanted);
      g_assert_cmpint (again->begin, ==, trace->begin);
      g_assert_cmpint (again->end, ==, trace->end);
      g_assert_cmpstr (losses, ==, "");
    }
}

static DwellTrace *
open_data (const char *folder,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static const char *
skip_head (const char *text)
{
  const char *end = strstr (text, "$timescale");

  g_assert_nonnull (end);
  return end;
}

/* Functions are names in rows of their context, pauses a bit; or all are bits; or a part. */
static void
test_others (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1", "preempt.txt");
  g_autofree char *rows = write_text (trace, "rows", 1, 0);
  g_autofree char *busy = write_text (trace, "busy", 1, 0);
  g_autofree char *part = write_text (trace, "rows", 200, 300);

  g_assert_cmpstr (skip_head (rows), ==,
    "$timescale 1 ns $end\n$var string 1 ! VAR $end\n$var integer 64 \" VAR_value $end\n"
    "$scope module TASK_A $end\n$var string 1 # level1 $end\n$var string 1 $ level2 $end\n"
    "$upscope $end\n$scope module ISR_B $end\n$var string 1 % level1 $end\n$upscope $end\n"
    "$scope module TASK_A $end\n$var wire 1 & suspended $end\n$upscope $end\n"
    "$enddefinitions $end\n#0\n$dumpvars\n0&\n$end\n#100\nstaskA_main #\n#120\nsON !\nb1 \"\n"
    "#200\nsfoo $\n#250\nsisrB %\n1&\n#290\ns %\n0&\n#320\nsOFF !\nb0 \"\n#400\ns $\n#500\ns #\n"
    "#520\nsON !\nb1 \"\n#600\nstaskA_main #\n#650\ns #\n#700\n");
  g_assert_nonnull (strstr (busy, "$var wire 1 # busy $end\n"));
  g_assert_nonnull (strstr (busy, "#0\n$dumpvars\n0#\n0$\n0%\n$end\n#100\n1#\n"));
  g_assert_nonnull (strstr (part, "#200\n$dumpvars\nsON !\nb1 \"\nstaskA_main #\nsfoo $\n0&\n"
                                  "$end\n#250\nsisrB %\n1&\n#290\ns %\n0&\n#300\n"));
}

/* Spans that meet and have one name, and those of no length, stay what they are. Names cannot have
 * blanks, and no two are equal. */
static void
test_spans (void)
{
  DwellBuilder *builder = dwell_builder_new ("ooo", "OOo", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  static const gint64 times[][2] = { { 5, 10 }, { 10, 20 }, { 20, 20 }, { 25, 30 } };
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) again = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;
  g_autofree char *losses = NULL;
  guint32 f;

  f = dwell_builder_add_area (builder, &(DwellArea) {
    .kind = DWELL_AREA_FUNCTION, .parent = DWELL_NONE,
    .name = dwell_strings_intern (builder->strings, "f (x)", -1) });
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "my thread" : "my_thread";
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_THREAD, i + 1,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, name, context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);

      for (guint k = 0; i == 0 && k < G_N_ELEMENTS (times); k++)
        {
          guint32 span;

          g_assert_true (dwell_builder_reserve_spans (builder, 1, &error));
          span = dwell_builder_open_span (builder, f, row, DWELL_NONE, times[k][0]);
          dwell_builder_close_span (builder, span, times[k][1], k == 3 ? DWELL_SPAN_END_MISSING
                                                                       : 0);
        }
    }
  builder->begin = -5;
  builder->end = 40;
  trace = dwell_builder_finish (builder);

  text = write_text (trace, "rows", 1, 0);
  again = open_bytes (text, strlen (text), 0, &error);
  g_assert_no_error (error);
  found = describe (again);
  g_assert_cmpstr (found, ==, "my_thread.level1 = f (x) 5-10\nmy_thread.level1 = f (x) 10-20\n"
                              "my_thread.level1 = f (x) 20-20\nmy_thread.level1 = f (x) 25-30\n");
  g_assert_cmpint (again->begin, ==, -5);
  g_assert_cmpint (again->end, ==, 40);
  g_assert_nonnull (strstr (text, "$var string 1 \" level1_2 $end\n"));
  losses = list_losses (trace);
  g_assert_cmpstr (losses, ==, "Starts and ends that 1\nNames with spaces, a 2\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/vcd/vector", test_vector);
  g_test_add_func ("/vcd/values", test_values);
  g_test_add_func ("/vcd/wide", test_wide);
  g_test_add_func ("/vcd/times", test_times);
  g_test_add_func ("/vcd/damage", test_damage);
  g_test_add_func ("/vcd/off", test_off);
  g_test_add_func ("/vcd/nothing", test_nothing);
  g_test_add_func ("/vcd/comment", test_comment);
  g_test_add_func ("/vcd/limits", test_limits);
  g_test_add_func ("/vcd/blocks", test_blocks);
  g_test_add_func ("/vcd/broken", test_broken);
  g_test_add_func ("/vcd/recognition", test_recognition);

  g_test_add_func ("/vcd/returns", test_returns);
  g_test_add_func ("/vcd/long-names", test_long_names);
  g_test_add_func ("/vcd/others", test_others);
  g_test_add_func ("/vcd/spans", test_spans);

  return g_test_run ();
}
