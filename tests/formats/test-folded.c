/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded stacks: the form of lines, units, fractions, contexts, damage; writing; against a naive
 * reading of random files; every truncation and every flipped byte of a file. */
#include "config.h"

#include <string.h>

#include "analysis/tree/dwell-tree.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "formats/folded/dwell-folded-line.h"
#include "formats/folded/dwell-folded-block.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (const char          *bytes,
            gsize                length,
            const char * const  *key_values,
            GError             **error)
{
  return file_fixture_open ("folded", bytes, length, key_values, error);
}

static DwellTrace *
open_text (const char *text,
           const char *option)
{
  return file_fixture_open_text ("folded", text, option);
}

/* The tree, a node a line: its context, depth, name, count, total and self. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      guint depth = 0;

      for (guint32 p = trace->node_parent[i]; p != DWELL_NONE; p = trace->node_parent[p])
        depth++;
      g_string_append_printf (text, "%s/%*s%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                              " %" G_GINT64_FORMAT "\n",
                              dwell_trace_get_context_name (trace, trace->node_context[i]),
                              (int) depth, "",
                              dwell_trace_get_area_name (trace, trace->node_area[i]),
                              trace->node_count[i], trace->node_total[i], trace->node_self[i]);
    }

  return g_string_free (text, FALSE);
}

static void
assert_tree (const char *file,
             const char *option,
             const char *unit,
             const char *tree)
{
  g_autoptr(DwellTrace) trace = open_text (file, option);
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, tree);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->weight_unit), ==, unit);
}

static const char *
get_problem (const DwellTrace *trace)
{
  return dwell_problems_get_n (trace->problems) > 0
           ? dwell_problems_get (trace->problems, 0)->code : NULL;
}

static void
test_tree (void)
{
  const char *worked = "a;b;c 1\na;b;c 1\na;b;d 4\na;b;c 3\na;b 5\n";
  const char *tree = "Session/a 0 14 0\nSession/ b 5 14 5\nSession/  c 5 5 5\n"
                     "Session/  d 4 4 4\n";
  g_autoptr(DwellTrace) trace = open_text (worked, NULL);

  assert_tree (worked, NULL, "samples", tree);
  assert_tree ("# mode: wall\r\na;b;c 5\r\n\r\na;b;d\t4\r\n a;b   5 \r\n", NULL, "samples", tree);
  g_assert_cmpint (trace->total_weight, ==, 14);
  g_assert_cmpuint (trace->n_events, ==, 5);
  g_assert_false (trace->weights_are_times);

  /* Frames hold blanks; one may call itself; the order of lines means nothing. */
  assert_tree ("operator new (int);f 0x1;f 0x1 2\nx;y 1\noperator new (int) 1\nx 0\n", NULL,
               "samples",
               "Session/operator new (int) 1 3 1\nSession/ f 0x1 0 2 0\nSession/  f 0x1 2 2 2\n"
               "Session/x 0 1 0\nSession/ y 1 1 1\n");
}

static void
test_units (void)
{
  g_autoptr(DwellTrace) trace = open_text ("a;b 3\n", "Unit=us");

  g_assert_true (trace->weights_are_times);
  assert_tree ("a;b 3\na;b 4\n", "Unit=ns", "ns", "Session/a 0 7 0\nSession/ b 2 7 7\n");
  assert_tree ("a;b 3\na;b 0.0015\n", "Unit=us", "ns",
               "Session/a 0 3002 0\nSession/ b 2 3002 3002\n");
  assert_tree ("a;b 1.5\n", "Unit=ms", "ns",
               "Session/a 0 1500000 0\nSession/ b 1 1500000 1500000\n");
  assert_tree ("a;b 3\n", "Unit=bytes", "bytes", "Session/a 0 3 0\nSession/ b 1 3 3\n");
  assert_tree ("a;b 1.25\na 2\n", NULL, "samples/1000",
               "Session/a 1 3250 2000\nSession/ b 1 1250 1250\n");
  assert_tree ("a;b 1e3\na;b 5e-1\n", NULL, "samples/1000",
               "Session/a 0 1000500 0\nSession/ b 2 1000500 1000500\n");
  assert_tree ("a;b 2.\n", NULL, "samples", "Session/a 0 2 0\nSession/ b 2 2 2\n");
}

static void
test_columns (void)
{
  const char *file = "a;b 1 5\na;c 2 6\na 3 7\n";

  assert_tree (file, NULL, "samples", "Session/a 7 18 7\nSession/ b 5 5 5\nSession/ c 6 6 6\n");
  assert_tree (file, "Column=1", "samples",
               "Session/a 3 6 3\nSession/ b 1 1 1\nSession/ c 2 2 2\n");
}

static void
test_contexts (void)
{
  const char *file = "java-12/34;main 1\njava-12/35;main 2\nswapper-?/0 4\nsh-7;exec 8\n";
  g_autoptr(DwellTrace) trace = open_text (file, NULL);

  assert_tree (file, NULL, "samples",
               "java-12/34/main 1 1 1\njava-12/35/main 2 2 2\n"
               "swapper-?/0/(no frame) 4 4 4\nsh-7/exec 8 8 8\n");
  g_assert_cmpint (trace->contexts[0].kind, ==, DWELL_CONTEXT_THREAD);
  g_assert_cmpuint (trace->contexts[0].id, ==, 34);
  g_assert_cmpint (trace->contexts[3].kind, ==, DWELL_CONTEXT_PROCESS);
  g_assert_cmpuint (trace->contexts[3].id, ==, 7);

  assert_tree ("sh-7;exec 8\n", "Contexts=none", "samples",
               "Session/sh-7 0 8 0\nSession/ exec 8 8 8\n");
  /* One that is none makes all functions. */
  assert_tree ("sh-7;exec 8\nmain;run 1\n", NULL, "samples",
               "Session/sh-7 0 8 0\nSession/ exec 8 8 8\nSession/main 0 1 0\nSession/ run 1 1 1\n");
}

static void
test_annotations (void)
{
  g_autoptr(DwellTrace) trace = open_text ("main;sys_read_[k] 1\nmain;jit_[j] 2\n", NULL);
  const DwellArea *area = &trace->areas[trace->node_area[1]];

  g_assert_cmpstr (dwell_trace_get_string (trace, area->name), ==, "sys_read_[k]");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->function), ==, "sys_read");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->module), ==, "kernel");
}

static void
test_damage (void)
{
  static const struct {
    const char *file;
    const char *code;
    const char *tree;
  } cases[] = {
    { "a;b 1\nnothing\n", "bad-line", "Session/a 0 1 0\nSession/ b 1 1 1\n" },
    { "a;b 1\na;b -4\n", "bad-line", "Session/a 0 1 0\nSession/ b 1 1 1\n" },
    { "a;b 1\n 4\n", "bad-line", "Session/a 0 1 0\nSession/ b 1 1 1\n" },
    { "a;;b 1\na;b 2\n", "empty-frame", "Session/a 0 3 0\nSession/ b 3 3 3\n" },
    { "a;b 1\na;b 9223372036854775806\n", "large-weight",
      "Session/a 0 1 0\nSession/ b 1 1 1\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (cases[i].file, NULL);
      g_autofree char *tree = describe (trace);

      g_assert_cmpstr (get_problem (trace), ==, cases[i].code);
      g_assert_cmpstr (tree, ==, cases[i].tree);
    }
}

/* A file without a stack cannot be shown. */
static void
test_nothing (void)
{
  static const char * const files[] = { "# only a comment\n", "nothing here\n", "\n\n" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (open_bytes (files[i], strlen (files[i]), NULL, &error));
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
    }
}

static void
test_utf_16 (void)
{
  static const char * const charsets[] = { "UTF-16LE", "UTF-16BE" };
  const char *text = "\xef\xbb\xbf" "main;größe 3\r\nmain;日本 4\r\n";

  for (guint i = 0; i < G_N_ELEMENTS (charsets); i++)
    {
      gsize length;
      g_autofree char *bytes = g_convert (text, -1, charsets[i], "UTF-8", NULL, &length, NULL);
      g_autoptr(DwellTrace) trace = open_bytes (bytes, length, NULL, NULL);
      g_autofree char *tree = describe (trace);

      g_assert_cmpstr (tree, ==, "Session/main 0 7 0\nSession/ größe 3 3 3\nSession/ 日本 4 4 4\n");
      g_assert_true (dwell_formats_recognise (bytes, length) == dwell_formats_find ("folded"));
    }
}

/* A profile without callers is not recognised, but the format is suggested where nothing speaks
 * against it. */
static void
test_flat (void)
{
  static const struct {
    const char *text;
    gboolean    is_suggested;
  } files[] = {
    { "main 12\nrun all 30\nstd::map<int, int>::find 7\n", TRUE },
    { "# comment\nmain 12\nrun 30\nend 7", TRUE },
    { "main 12\nrun 30\n", FALSE },
    { "main 12\nrun 30\nend\n", FALSE },
    { "events: Ir\nrun 30\nend 7\nfn 8\n", FALSE },
    { "{ 1\nrun 30\nend 7\n", FALSE },
    { "\xef\xbb\xbf{\"a\":1,\"b\":2}\n", FALSE },
    { " <a>1,2</a>\n<b>3,4</b>\n", FALSE },
    { "[{\"a\":1,\"b\":2}]\n", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      gsize length = strlen (files[i].text);

      g_assert_null (dwell_formats_recognise (files[i].text, length));
      g_assert_true (dwell_formats_suggest (files[i].text, length) ==
                     (files[i].is_suggested ? dwell_formats_find ("folded") : NULL));
    }
}

/* A stack of more frames than are kept. Limit: formats/folded/DWELL_FOLDED_MAX_DEPTH */
static void
test_deep (void)
{
  g_autoptr(GString) text = g_string_new ("a");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 1; i < DWELL_FOLDED_MAX_DEPTH + 5; i++)
    g_string_append (text, ";a");
  g_string_append (text, " 3\n");
  trace = open_text (text->str, NULL);
  g_assert_cmpuint (trace->n_stack_nodes, ==, DWELL_FOLDED_MAX_DEPTH);
  g_assert_cmpstr (get_problem (trace), ==, "deep-stack");
  g_assert_cmpint (trace->node_total[0], ==, 3);
}

/* A line that is too long, and more comments than are kept. Limit: formats/folded/MAX_LINE_BYTES */
static void
test_long (void)
{
  g_autofree char *many = g_strnfill (5 << 20, 'x');
  g_autofree char *comment = g_strnfill (3000, 'c');
  g_autofree char *file = g_strdup_printf ("# %s\n# first\n# %s\na;b 1\na;%s 2\na;b 4\n",
                                           comment, comment, many);
  g_autoptr(DwellTrace) trace = open_text (file, NULL);
  const DwellProperty *property = dwell_trace_get_property (trace, "comments");

  g_assert_cmpint (trace->total_weight, ==, 5);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), >=, 1);
  g_assert_true (g_str_has_suffix (g_variant_get_string (property->value, NULL), "c…"));
  g_assert_cmpuint (strlen (g_variant_get_string (property->value, NULL)), ==,
                    4096 + strlen ("…"));
}

/* Adds up the same lines by whole stacks as texts. */
static void
test_random (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GHashTable) selves = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autoptr(DwellTrace) trace = NULL;
      guint n_lines = (guint) g_test_rand_int_range (1, 200);

      for (guint i = 0; i < n_lines; i++)
        {
          g_autoptr(GString) stack = g_string_new ("r");
          guint weight = (guint) g_test_rand_int_range (0, 50);
          guint depth = (guint) g_test_rand_int_range (0, 6);

          for (guint k = 0; k < depth; k++)
            g_string_append_printf (stack, ";f %c", "ABCD"[g_test_rand_int_range (0, 4)]);
          g_string_append_printf (text, "%s %u\n", stack->str, weight);
          weight += GPOINTER_TO_UINT (g_hash_table_lookup (selves, stack->str));
          g_hash_table_insert (selves, g_strdup (stack->str), GUINT_TO_POINTER (weight));
        }

      trace = open_text (text->str, NULL);
      for (guint32 i = 0; i < trace->n_stack_nodes; i++)
        {
          g_autoptr(GString) stack = g_string_new (NULL);

          for (guint32 p = i; p != DWELL_NONE; p = trace->node_parent[p])
            {
              g_string_prepend (stack, dwell_trace_get_area_name (trace, trace->node_area[p]));
              if (trace->node_parent[p] != DWELL_NONE)
                g_string_prepend_c (stack, ';');
            }
          g_assert_cmpint (trace->node_self[i], ==,
                           GPOINTER_TO_UINT (g_hash_table_lookup (selves, stack->str)));
        }
    }
}

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* With @settings, or NULL. */
static char *
write_with (DwellTrace                *trace,
            const DwellExportSettings *settings)
{
  const DwellFormat *format = dwell_formats_find_writer ("folded");
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (format->can_write (trace));
  format->write (trace, settings, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static char *
write_text (DwellTrace *trace)
{
  return write_with (trace, NULL);
}

/* Units, contexts, lines and empty stacks, and the range. */
static void
test_write_options (void)
{
  static const struct {
    const char *name;
    const char *value;
    const char *expected;
  } cases[] = {
    { "Unit", "ns", "t-1;a;b 1500\nt-2;c 1499999\n" },
    { "Unit", "us", "t-1;a;b 2\nt-2;c 1500\n" },
    { "Unit", "ms", "t-2;c 1\n" },
    { "Unit", "samples", "t-1;a;b 1\nt-2;c 1\n" },
    { "ContextsAs", "none", "a;b 1500\nc 1499999\n" },
    { "Empty", "true", "t-1;a 0\nt-1;a;b 1500\nt-2;c 1499999\n" },
    { "Lines", "true", "t-1;a;b 1500\nt-2;c 1499999\n" },
  };
  g_autoptr(DwellTrace) trace = open_text ("t-1;a;b 1500\nt-2;c 1499999\n", "Unit=ns");
  g_autoptr(DwellTrace) samples = open_text ("a;b 3\n", NULL);
  g_autoptr(DwellTrace) spans = open_vector ("lms/doc_example.csv");
  g_autoptr(DwellExportSettings) usual =
    dwell_export_settings_new (dwell_formats_find_writer ("folded"), "default", NULL);
  g_autoptr(DwellTree) tree = NULL;
  DwellTreeOptions options = { .begin = spans->begin, .end = (spans->begin + spans->end) / 2 };
  g_autofree char *text = NULL;
  g_autoptr(DwellTrace) again = NULL;
  gint64 sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellExportSettings) settings = dwell_export_settings_copy (usual);
      g_autofree char *written = NULL;

      g_assert_true (dwell_export_settings_set (settings, cases[i].name, cases[i].value, NULL));
      written = write_with (trace, settings);
      g_assert_cmpstr (written, ==, cases[i].expected);
    }

  /* Weights that are no times stay what they are. */
  g_assert_true (dwell_export_settings_set (usual, "Unit", "ms", NULL));
  text = write_with (samples, usual);
  g_assert_cmpstr (text, ==, "a;b 3\n");
  g_free (text);
  g_assert_true (dwell_export_settings_set (usual, "Unit", "ns", NULL));

  usual->begin = options.begin;
  usual->end = options.end;
  text = write_with (spans, usual);
  again = open_text (text, "Unit=ns");
  tree = dwell_tree_new (spans, &options, NULL);
  for (guint32 k = 0; k < tree->n_nodes; k++)
    sum += dwell_tree_get_own (tree, k);
  g_assert_cmpint (again->total_weight, ==, sum);
  g_assert_cmpint (sum, >, 0);
}

/* What is written and read again is the same tree. */
static void
test_write (void)
{
  static const char * const files[] = {
    "a;b;c 5\na;b;d 4\na;b 5\n", "java-12/34;main 1\njava-12/35;main 2\njava-12/35;main;x 3\n",
    "x 7\n",
  };
  g_autoptr(DwellTrace) odd = open_text ("a;b\tc 3\n", NULL);
  g_autofree char *odd_text = write_text (odd);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (files[i], NULL);
      g_autofree char *text = write_text (trace);
      g_autofree char *before = describe (trace);
      g_autoptr(DwellTrace) again = open_text (text, NULL);
      g_autofree char *after = describe (again);

      g_assert_cmpstr (after, ==, before);
    }

  g_assert_cmpstr (odd_text, ==, "a;b c 3\n");
}

/* Names that readers would take for something else. */
static void
test_write_names (void)
{
  static const struct {
    const char *lms;
    const char *expected;
  } cases[] = {
    { "2,0,#a;\n2,1,b", " #a: 5\nb 5\n" },
    { "2,0,Task 10\n2,1,a 1.5", "Task_10 5\na_1.5 5\n" },
    { "2,0,10\n2,1,a 1e3", "10 5\na_1e3 5\n" },
    { "2,0,a  10\n2,1,b 10 c", "a _10 5\nb 10 c 5\n" },
    { "2,0, 10\n2,1,a 10 ", "10 5\na_10 5\n" },
    { "2,0,a 0x\n2,1, ", "a 0x 5\n(no name) 5\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *lms = g_strconcat (cases[i].lms, "\n0,0,1\n0,1,0\n1,1,5\n1,0,0\n", NULL);
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("lms", lms, NULL);
      g_autoptr(DwellExportSettings) settings =
        dwell_export_settings_new (dwell_formats_find_writer ("folded"), "default", NULL);
      g_autofree char *text = NULL;
      g_autoptr(DwellTrace) again = NULL;
      g_autofree char *text_again = NULL;

      g_assert_true (dwell_export_settings_set (settings, "Unit", "us", NULL));
      text = write_with (trace, settings);
      g_assert_cmpstr (text, ==, cases[i].expected);

      again = open_text (text, NULL);
      g_assert_cmpuint (dwell_problems_get_n (again->problems), ==, 0);
      text_again = write_text (again);
      g_assert_cmpstr (text_again, ==, text);
    }
}

/* A process that is alone keeps its name: what is read is what was written. */
static void
test_write_context (void)
{
  static const char * const texts[] = {
    "java-1234;main 5\njava-1234;main;run 2\n", "java-1234/5;main 5\n", "java-1234;(no frame) 5\n",
    "main 5\nmain;run 2\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (texts[i], NULL);
      g_autofree char *text = write_text (trace);

      g_assert_cmpstr (text, ==, texts[i]);
    }
}

/* Own times of spans add up to those of the tree, in ns. */
static void
test_write_spans (void)
{
  static const char * const files[] = {
    "lms/doc_example.csv", "ooo/doc_example.log", "text1/preempt.txt", "br/timed_backtrace.prof",
    "compare/base.csv",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_vector (files[i]);
      const DwellTreeOptions options = { .begin = trace->begin, .end = trace->end };
      g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
      g_autofree char *text = write_text (trace);
      g_autoptr(DwellTrace) again = open_text (text, "Unit=ns");
      gint64 sum = 0;

      for (guint32 k = 0; k < tree->n_nodes; k++)
        sum += MAX (tree->selves[k], 0);
      g_assert_cmpint (again->total_weight, ==, sum);
      g_assert_true (again->weights_are_times);
    }
}

/* Every prefix of a file and every flipped byte: a trace or an error, nothing else. */
static void
test_broken (void)
{
  const char *text = "# v\na-1/2;b b;c_[k] 1.5\na-1/2;b b 2e1\na-1/3;;x 3\nbad\n"
                     "a-1/2;b b;c_[k] 7\n";
  gsize length = strlen (text);

  for (gsize i = 0; i <= length; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = open_bytes (text, i, NULL, &error);

      g_assert_true ((trace != NULL) == (error == NULL));
    }

  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *bytes = g_strdup (text);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = NULL;

      bytes[i] = (char) (bytes[i] ^ (1 << g_test_rand_int_range (0, 8)));
      trace = open_bytes (bytes, length, NULL, &error);
      g_assert_true ((trace != NULL) == (error == NULL));
    }
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_folded;
  } heads[] = {
    { "a;b 1\na;c 2\nb 3\n", TRUE },
    { "a;b 1\n", TRUE },
    { "# comment\n\na;b 1\na;c 2\nb 3\n", TRUE },
    { "a;b 1\na;c 2\nb 3\nc 4\nd\n", TRUE },
    { "a;b 1\nb\nc\n", FALSE },
    { "a 1\nb 2\nc 3\n", FALSE },
    { "{\"a;b\": 1\n;2 3\n", FALSE },
    { "0,1,250\n2,1,a\n1,1,5\n", FALSE },
    { "version: 1\nevents: Ir\nfn=(1) a;b 1\n2 3\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (format == dwell_formats_find ("folded"), ==, heads[i].is_folded);
    }
}

/* A file that ends anywhere in a line, behind three that are whole. */
static void
test_cut_recognition (void)
{
  static const char file[] = "main;read;scan 12\nmain;read 3\nmain;write 5\nmain;close 10\n";
  gsize three = strlen ("main;read;scan 12\nmain;read 3\nmain;write 5\n");

  for (gsize length = three; length <= strlen (file); length++)
    g_assert_true (dwell_formats_recognise (file, length) == dwell_formats_find ("folded"));
}

/* A first line that is longer than what recognition sees. */
static void
test_long_recognition (void)
{
  g_autoptr(GString) text = g_string_new ("# comment\n");
  g_autofree char *plain = g_strnfill (DWELL_SOURCE_HEAD_BYTES, 'x');

  while (text->len < DWELL_SOURCE_HEAD_BYTES)
    g_string_append (text, "operator new (int);f<g>;");
  g_assert_true (dwell_formats_recognise (text->str, DWELL_SOURCE_HEAD_BYTES) ==
                 dwell_formats_find ("folded"));
  g_assert_null (dwell_formats_recognise (plain, DWELL_SOURCE_HEAD_BYTES));
  text->str[100] = '\1';
  g_assert_null (dwell_formats_recognise (text->str, DWELL_SOURCE_HEAD_BYTES));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/folded/tree", test_tree);
  g_test_add_func ("/folded/units", test_units);
  g_test_add_func ("/folded/columns", test_columns);
  g_test_add_func ("/folded/contexts", test_contexts);
  g_test_add_func ("/folded/annotations", test_annotations);
  g_test_add_func ("/folded/damage", test_damage);
  g_test_add_func ("/folded/nothing", test_nothing);
  g_test_add_func ("/folded/utf-16", test_utf_16);
  g_test_add_func ("/folded/flat", test_flat);
  g_test_add_func ("/folded/deep", test_deep);
  g_test_add_func ("/folded/long", test_long);
  g_test_add_func ("/folded/random", test_random);
  g_test_add_func ("/folded/write", test_write);
  g_test_add_func ("/folded/write-names", test_write_names);
  g_test_add_func ("/folded/write-context", test_write_context);
  g_test_add_func ("/folded/write-spans", test_write_spans);
  g_test_add_func ("/folded/write-options", test_write_options);
  g_test_add_func ("/folded/broken", test_broken);
  g_test_add_func ("/folded/recognition", test_recognition);
  g_test_add_func ("/folded/cut-recognition", test_cut_recognition);
  g_test_add_func ("/folded/long-recognition", test_long_recognition);

  return g_test_run ();
}
