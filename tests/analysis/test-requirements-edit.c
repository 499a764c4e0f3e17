/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editing files of requirements: what stays as it is, the parts of a sentence, and sentences for
 * what one stands at. */
#include "config.h"

#include <string.h>

#include "analysis/requirements/dwell-requirement-sentence.h"
#include "analysis/requirements/dwell-requirements-edit.h"
#include "analysis/requirements/dwell-requirements.h"

static void
assert_edit (const char *before,
             guint       line,
             const char *sentence,
             const char *expected)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static (before, strlen (before));
  g_autoptr(GBytes) edited = dwell_requirements_edit (bytes, line, sentence);
  gsize length;
  const char *data = g_bytes_get_data (edited, &length);
  g_autofree char *text = g_strndup (data, length);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_edit (void)
{
  static const char before[] =
    "# mine\n\ndwell-requirements 1\nA: call of a <= 1 s # why\n  # between\n\tskip 3\n\n"
    "B:  call of b <= 2 s";

  assert_edit (before, 4, "A: call of a <= 2 s # why",
               "# mine\n\ndwell-requirements 1\nA: call of a <= 2 s # why\n  # between\n\n"
               "B:  call of b <= 2 s");
  assert_edit (before, 8, "B: call of b <= 3 s",
               "# mine\n\ndwell-requirements 1\nA: call of a <= 1 s # why\n  # between\n\tskip 3\n"
               "\nB: call of b <= 3 s");
  assert_edit (before, 4, NULL,
               "# mine\n\ndwell-requirements 1\n  # between\n\nB:  call of b <= 2 s");
  assert_edit (before, 8, NULL,
               "# mine\n\ndwell-requirements 1\nA: call of a <= 1 s # why\n  # between\n\tskip 3\n"
               "\n");
  assert_edit (before, 0, "C: call of c\n<= 1 s",
               "# mine\n\ndwell-requirements 1\nA: call of a <= 1 s # why\n  # between\n\tskip 3\n"
               "\nB:  call of b <= 2 s\nC: call of c <= 1 s\n");
  assert_edit (before, 9, "C: call of c <= 1 s", before);

  assert_edit ("", 0, "A: call of a <= 1 s", "dwell-requirements 1\nA: call of a <= 1 s\n");
  assert_edit ("# only this", 0, "A: call of a <= 1 s",
               "# only this\ndwell-requirements 1\nA: call of a <= 1 s\n");
  assert_edit ("dwell-requirements 1\r\nA: call of a <= 1 s\r\n", 0, "B: call of b <= 1 s",
               "dwell-requirements 1\r\nA: call of a <= 1 s\r\nB: call of b <= 1 s\r\n");
  assert_edit ("dwell-requirements 1\r\nA: call of a <= 1 s\r\n", 2, "A: call of b <= 1 s",
               "dwell-requirements 1\r\nA: call of b <= 1 s\r\n");
}

static void
assert_line (const char *text,
             guint       line,
             const char *expected)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autofree char *found = dwell_requirements_get_line (bytes, line);

  g_assert_cmpstr (found, ==, expected);
  if (expected != NULL)
    g_assert_cmpuint (dwell_requirements_find_line (bytes, expected), ==, line);
}

/* What is checked of a line that goes on is what the editor shows: without the comments between, in
 * which quotes and slashes mean nothing. */
static void
test_comments (void)
{
  static const struct { const char *text; const char *sentence; const char *line; } cases[] = {
    { "A: call of a <= 5 us # don't care\n  severity warning\n",
      "A: call of a <= 5 us severity warning",
      "A: call of a <= 5 us severity warning # don't care" },
    { "A: call of a <= 5 us\t# in/out \"x\n\tseverity warning\n",
      "A: call of a <= 5 us severity warning",
      "A: call of a <= 5 us severity warning # in/out \"x" },
    { "A: call of 'a # b' <= 5 us # it's\n  # between\n  skip 3  # they're\n severity warning",
      "A: call of 'a # b' <= 5 us skip 3 severity warning",
      "A: call of 'a # b' <= 5 us skip 3 severity warning # it's # they're" },
    { "A: call of /a # b/ <= 5 us\n severity warning\n",
      "A: call of /a # b/ <= 5 us severity warning",
      "A: call of /a # b/ <= 5 us severity warning" },
    { "A: call of a##b <= 5 us because 'it is # 1'\n severity warning\n",
      "A: call of a##b <= 5 us because 'it is # 1' severity warning",
      "A: call of a##b <= 5 us because 'it is # 1' severity warning" },
    { "A: call of a <= 5 us because 'it\n  is so' severity warning\n",
      "A: call of a <= 5 us because 'it is so' severity warning",
      "A: call of a <= 5 us because 'it is so' severity warning" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("dwell-requirements 1\n", cases[i].text, NULL);
      g_autoptr(DwellRequirements) requirements = dwell_requirements_parse (text, strlen (text));
      const DwellRequirement *found;

      g_assert_cmpuint (requirements->errors->len, ==, 0);
      g_assert_cmpuint (requirements->requirements->len, ==, 1);
      found = requirements->requirements->pdata[0];
      g_assert_cmpstr (dwell_requirement_get_text (found), ==, cases[i].sentence);
      g_assert_cmpint (dwell_requirement_get_severity (found), ==, DWELL_SEVERITY_WARNING);
      assert_line (text, 2, cases[i].line);
    }
}

static void
test_lines (void)
{
  static const char text[] =
    "dwell-requirements 1\r\nA: call of 'a # b' <= 1 s   # one\r\n  # between\r\n  skip 3 # two\r\n"
    "B: call of b##c <= 2 s  # three\r\n";
  static const char twice[] = "dwell-requirements 1\nA: x\nA: x\n";
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr(GBytes) same = g_bytes_new_static (twice, strlen (twice));

  assert_line (text, 2, "A: call of 'a # b' <= 1 s skip 3 # one # two");
  assert_line (text, 5, "B: call of b##c <= 2 s  # three");
  assert_line (text, 6, NULL);
  g_assert_cmpuint (dwell_requirements_last_line (bytes), ==, 5);
  g_assert_cmpuint (dwell_requirements_find_line (same, "A: x"), ==, 0);
  g_assert_cmpuint (dwell_requirements_find_line (same, "B: x"), ==, 0);
}

static void
test_ids (void)
{
  static const char text[] = "dwell-requirements 1\nR7: call of a <= 1 s\n"
                             "R70000000000000000000: x\nR3: call of a <= 1 s\n";
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr(GBytes) none = g_bytes_new_static (NULL, 0);
  g_autofree char *id = dwell_requirements_make_id (bytes);
  g_autofree char *first = dwell_requirements_make_id (none);

  g_assert_cmpstr (id, ==, "R8");
  g_assert_cmpstr (first, ==, "R1");
}

/* The parts of @sentence are those between bars in @marked. */
static void
assert_parts (const char *marked)
{
  g_auto(GStrv) pieces = g_strsplit (marked, "|", -1);
  g_autofree char *sentence = g_strjoinv ("", pieces);
  DwellRequirementParts parts;
  const DwellRequirementPart *found[] = {
    &parts.measure, &parts.subject, &parts.relation, &parts.limit,
  };

  g_assert_cmpuint (g_strv_length (pieces), ==, 9);
  g_assert_true (dwell_requirement_find_parts (sentence, &parts));
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    {
      g_autofree char *part = g_strndup (sentence + found[i]->begin,
                                         found[i]->end - found[i]->begin);
      g_autofree char *same = dwell_requirement_replace_part (sentence, found[i], part);

      g_assert_cmpstr (part, ==, pieces[2 * i + 1]);
      g_assert_cmpstr (same, ==, sentence);
    }
}

static void
test_parts (void)
{
  static const char * const others[] = {
    "", "A", "A:", "A: call", "A: call of", "A: call of x", "A: call of x <=",
    "A: call of x in any", "A: call of x in 1 ms ..",
    "A: delay from begin of a to end of b <= 1 ms",
    "A: never x is y", "chain c: a -> b", "A: call of 'x <= 1 ms", "A: order of a, b",
    "A: call of <= 1 ms", "# A: call of x <= 1 ms",
  };
  DwellRequirementParts parts;

  assert_parts ("A: |call| of |x| |<=| |1 ms|");
  assert_parts ("A-1 \"the: title\" :  p99.9 of |net|  of  |'x <= y', \"z\"|  |>=|  |5us|"
                "  allow 2");
  assert_parts ("A: |load| of |context x, /^a b/i| on y in any 5 ms |<=| |10 %| # in 1 .. 2");
  assert_parts ("A: |value| of |x| |in| |11.5 .. 14.4| severity warning");
  assert_parts ("A: |call| of |x| |in| |1 ms .. -3us| skip 2");
  assert_parts ("A: |growth| of |x| |<=| |n^2 log n| because y");
  assert_parts ("A: |cost| of |x| at 1000 |<=| |0x10|");
  assert_parts ("A: |time| of |C:\\APP\\MAIN.BR:110| |<| |6 us| optional");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (dwell_requirement_find_parts (others[i], &parts));
}

/* Also that it is a sentence without a fault. */
static void
assert_words (const DwellTopic *topic,
              const char       *expected)
{
  g_autofree char *sentence = dwell_topic_put_into_words (topic, "R1");
  g_autofree char *text = g_strdup_printf ("dwell-requirements 1\n%s\n", sentence);
  g_autoptr(DwellRequirements) parsed = dwell_requirements_parse (text, strlen (text));

  g_assert_cmpstr (sentence, ==, expected);
  g_assert_cmpuint (parsed->errors->len, ==, 0);
  g_assert_cmpuint (parsed->requirements->len, ==, 1);
}

static void
test_words (void)
{
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_SPAN, .name = "act", .limit_ns = 1310000 },
                "R1: call of act <= 2 ms");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_SPAN, .measure = "net", .name = "a b",
                                .limit_ns = 500000 },
                "R1: net of \"a b\" <= 500 us");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_SPAN, .name = "on", .limit_ns = 0 },
                "R1: call of \"on\" <= 1 ns");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_DEADLINE, .name = "\"f.c\"#g",
                                .limit_ns = 1310000001 },
                "R1: call of '\"f.c\"#g' <= 1.310000001 s");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_DEADLINE, .measure = "period",
                                .name = "a '\"", .limit_ns = 12345 },
                "R1: period of \"a '\"\"\" <= 12.345 us");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_PERCENTILE, .name = "::Desktop::Main",
                                .percentile = 99.9, .limit_ns = 21 },
                "R1: p99.9 of call of ::Desktop::Main <= 50 ns");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_TRACK, .name = "thread 1",
                                .length_ns = 12000000000 },
                "R1: load of context \"thread 1\" in any 10 ms <= 80 %");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_TRACK, .name = "T", .length_ns = 0 },
                "R1: load of context T in any 1 ns <= 80 %");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_VALUE, .name = "Battery", .low = -0.0,
                                .high = 14.25 },
                "R1: value of Battery in 0 .. 14.25");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_STATE, .name = "eMode", .other = "LIMP HOME" },
                "R1: never eMode is \"LIMP HOME\"");
  assert_words (&(DwellTopic) { .kind = DWELL_TOPIC_DELAY, .name = "a", .other = "b",
                                .limit_ns = 60000000000 },
                "R1: delay from end of a to begin of b <= 100 s");
}

static void
test_round_up (void)
{
  for (gint64 limit = 1; limit < G_GINT64_CONSTANT (2000000000000); limit = limit * 3 + 1)
    {
      gint64 rounded = dwell_requirement_round_up (limit);

      g_assert_cmpint (rounded, >=, limit);
      g_assert_cmpint (rounded, <=, limit * 5 / 2);
      g_assert_cmpint (dwell_requirement_round_up (rounded), ==, rounded);
    }
  g_assert_cmpint (dwell_requirement_round_up (G_MAXINT64), ==, G_MAXINT64);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requirements-edit/edit", test_edit);
  g_test_add_func ("/requirements-edit/lines", test_lines);
  g_test_add_func ("/requirements-edit/comments", test_comments);
  g_test_add_func ("/requirements-edit/ids", test_ids);
  g_test_add_func ("/requirements-edit/parts", test_parts);
  g_test_add_func ("/requirements-edit/words", test_words);
  g_test_add_func ("/requirements-edit/round-up", test_round_up);

  return g_test_run ();
}
