/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates: what they compile to, which rows they match and with which fields, and that matching
 * takes time in proportion to the row, whatever both are. */
#include "config.h"

#include <string.h>

#include "formats/template/dwell-template.h"
#include "formats/text1/common/dwell-text1-sections.h"
#include "formats/text1/common/dwell-text1-value.h"

/* "literal", "%MACRO%" by its proper name, "?name?" for unknown ones; parted by blanks. */
static char *
describe (const DwellTemplate *template)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint n;
  const DwellTemplateToken *tokens = dwell_template_get_tokens (template, &n);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      if (tokens[i].is_literal)
        g_string_append_printf (text, "“%.*s”", (int) tokens[i].length, tokens[i].text);
      else if (tokens[i].macro == DWELL_MACRO_UNKNOWN)
        g_string_append_printf (text, "?%.*s?", (int) tokens[i].length, tokens[i].text);
      else
        g_string_append_printf (text, "%%%s%%", dwell_macro_get_info (tokens[i].macro)->name);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The name of a macro may be anything, and longer than what is told of it. */
static void
test_issue_is_text (void)
{
  g_autoptr(GString) text = g_string_new ("%x");
  g_autoptr(DwellTemplate) template = NULL;
  const DwellTemplateIssue *issues;
  guint n;

  for (guint i = 0; i < 60; i++)
    g_string_append (text, "ü");
  g_string_append (text, "%\xff%y\xff%");
  template = dwell_template_new (text->str, -1, DWELL_TEMPLATE_MAPPING_ENTRY);
  issues = dwell_template_get_issues (template, &n);

  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < n; i++)
    g_assert_true (g_utf8_validate (issues[i].message, -1, NULL));
  g_assert_nonnull (strstr (issues[0].message, "xüü"));
}

static void
test_compile (void)
{
  static const struct {
    const char        *text;
    const char        *tokens;
    guint              n_issues;
    gsize              issue_offset; /* of the first */
    gsize              issue_length;
    DwellTemplateKind  kind;
  } cases[] = {
    { "", "", 0, 0, 0, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%HANDLE%,%NAME%", "%HANDLE% “,” %NAME%", 0, 0, 0, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%handle%", "%HANDLE%", 0, 0, 0, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%T. OUTSIDE.MIN%", "%T.OUTSIDE.MIN%", 0, 0, 0, DWELL_TEMPLATE_STATISTICS_ENTRY },
    { "100%%", "“100” “%”", 0, 0, 0, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%%%HANDLE%%%", "“%” %HANDLE% “%”", 0, 0, 0, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "a%", "“a” “%”", 1, 1, 1, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%HANDLE", "“%HANDLE”", 1, 0, 7, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%HANDLE,%NAME%,%VALUE%", "“%HANDLE,” %NAME% “,” %VALUE%", 1, 0, 8,
      DWELL_TEMPLATE_MAPPING_ENTRY },
    { "HANDLE%,%NAME%", "“HANDLE” “%,” %NAME%", 1, 6, 2, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "100 % of %NAME%", "“100 ” “% of ” %NAME%", 1, 4, 5, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%NO THING%", "?NO THING?", 1, 0, 10, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "x,%NOTHING%,y", "“x,” ?NOTHING? “,y”", 1, 2, 9, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%T.PERIOD%", "?T.PERIOD?", 1, 0, 10, DWELL_TEMPLATE_STATISTICS_ENTRY },
    { "%TIME%", "%TIME%", 1, 0, 6, DWELL_TEMPLATE_MAPPING_ENTRY },
    { "%HANDLE%%EVENT%", "%HANDLE% %EVENT%", 0, 0, 0, DWELL_TEMPLATE_TIMELINE_ENTRY },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTemplate) template = dwell_template_new (cases[i].text, -1, cases[i].kind);
      g_autofree char *tokens = describe (template);
      guint n;
      const DwellTemplateIssue *issues = dwell_template_get_issues (template, &n);

      g_assert_cmpstr (tokens, ==, cases[i].tokens);
      g_assert_cmpstr (dwell_template_get_text (template), ==, cases[i].text);
      g_assert_cmpuint (n, ==, cases[i].n_issues);
      if (n == 0)
        continue;

      g_assert_cmpuint (issues[0].source_offset, ==, cases[i].issue_offset);
      g_assert_cmpuint (issues[0].source_length, ==, cases[i].issue_length);
      g_assert_cmpuint (strlen (issues[0].message), >, 0);
    }
}

/* Every macro compiles by its name wherever it applies, and has words. */
static void
test_macros (void)
{
  for (guint macro = 0; macro < DWELL_N_MACROS; macro++)
    {
      const DwellMacroInfo *info = dwell_macro_get_info (macro);
      g_autofree char *text = g_strdup_printf ("<%%%s%%>", info->name);

      g_assert_cmpuint (dwell_macro_find (info->name, strlen (info->name)), ==, macro);
      g_assert_cmpuint (strlen (info->summary), >, 0);
      g_assert_cmpuint (info->applies, !=, 0);

      for (guint kind = 0; kind < DWELL_N_TEMPLATES; kind++)
        {
          g_autoptr(DwellTemplate) template = dwell_template_new (text, -1, kind);
          guint n;

          g_assert_true (dwell_template_has_macro (template, macro));
          dwell_template_get_issues (template, &n);
          g_assert_cmpuint (n, ==, (info->applies & 1u << kind) != 0 ? 0 : 1);
        }
    }

  for (guint kind = 0; kind < DWELL_N_TEMPLATES; kind++)
    {
      g_autoptr(DwellTemplate) template = dwell_template_new (dwell_template_get_default (kind), -1,
                                                              kind);
      guint n;

      dwell_template_get_issues (template, &n);
      g_assert_cmpuint (n, ==, 0);
    }
}

static gboolean
knows (DwellMacro  macro,
       const char *text,
       gsize       length,
       gpointer    user_data)
{
  const char *known = user_data;

  return known != NULL && strlen (known) == length && memcmp (known, text, length) == 0;
}

static char *
join_fields (const DwellField *fields)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_MACROS; i++)
    if (fields[i].text != NULL)
      g_string_append_printf (text, "%s%s=%.*s", text->len > 0 ? "|" : "",
                              dwell_macro_get_info (i)->name, (int) fields[i].length,
                              fields[i].text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_match (void)
{
  static const struct {
    const char *template;
    const char *row;
    const char *fields; /* NULL: no match */
    const char *known;
    gboolean    was_guessed;
  } cases[] = {
    { "%HANDLE%,%NAME%,%VALUE%", "10000002,f(a, b);,52", "HANDLE=10000002|NAME=f(a, b);|VALUE=52" },
    { "%HANDLE%,%NAME%,%VALUE%", "00000000,main,", "HANDLE=00000000|NAME=main|VALUE=" },
    { "%HANDLE%,%NAME%,%VALUE%", "30000000,,1", "HANDLE=30000000|NAME=|VALUE=1" },
    { "%HANDLE%,%NAME%,%VALUE%", "00000007,a,b,,", "HANDLE=00000007|NAME=a,b,|VALUE=" },
    { "%HANDLE%,%NAME%,%VALUE%", "00000007,100%,1", "HANDLE=00000007|NAME=100%|VALUE=1" },
    { "%HANDLE%,%NAME%,%VALUE%", "00000007", NULL },
    { "%HANDLE%,%NAME%,%VALUE%", "00000007,x", NULL },
    { "%HANDLE%,%NAME%,%VALUE%", "zz,x,1", NULL },
    { "%NAME%,%HANDLE%", "a,b,0x1f", "HANDLE=0x1f|NAME=a,b" },
    { "%NAME%", "anything, at all", "NAME=anything, at all" },
    { "%NAME%", "", "NAME=" },
    { "%HANDLE%,%EVENT%,%VALUE%,%TIME%", "20000000,W,00000001,4336",
      "HANDLE=20000000|VALUE=00000001|EVENT=W|TIME=4336" },
    { "%HANDLE%,%EVENT%,%VALUE%,%TIME%", "20000000,W,00000001,4336 ", NULL },
    { "%HANDLE%%EVENT%%TIME%", "00000000E12", "HANDLE=00000000|EVENT=E|TIME=12" },
    { "%TIME% %CONTEXT% %HANDLE%", "12 a b c 00000001", "CONTEXT=a b c|HANDLE=00000001|TIME=12" },
    { "%HANDLE% is %NAME%!", "00000001 is it!!", "HANDLE=00000001|NAME=it!" },
    { "%%%HANDLE%%%", "%00000001%", "HANDLE=00000001" },
    { "%NAME%,%FILE%", "f(a, b),/src/a.c", "NAME=f(a, b)|FILE=/src/a.c", "/src/a.c" },
    { "%NAME%,%FILE%", "f(a,a,b.c", "NAME=f(a|FILE=a,b.c", "a,b.c" },
    { "%NAME%,%FILE%", "f(a, b),x.c", "NAME=f(a, b)|FILE=x.c", NULL, TRUE },
    { "%NAME%,%FILE%", "f,x.c", "NAME=f|FILE=x.c", NULL, FALSE },
    { "%NAME%,%FILE%", "f", NULL },
    { "%NAME%,%VALUE%,%FILE%", "a,1,b,22,c", "NAME=a,1,b|VALUE=22|FILE=c", NULL, TRUE },
    { "%NAME%%FILE%", "abc", "NAME=abc|FILE=", NULL, TRUE },
    { "%NAME%\t%FILE%\t%PATH%", "a\t\tc", "NAME=a|FILE=|PATH=c", NULL, FALSE },
    { "%NAME%,%FILE%,%PATH%", "a,b,c", "NAME=a|FILE=b|PATH=c", "b,c", FALSE },
    { "%NAME%,%FILE%,%PATH%", "a,b,c,d", "NAME=a,b|FILE=c|PATH=d", NULL, TRUE },
    { "%NAME%,%VALUE%,%FILE%,%PATH%", "a,1,y,22,c", "NAME=a|VALUE=1|FILE=y,22|PATH=c", NULL, TRUE },
    { "%NAME%%FILE%,%PATH%", "ab,c", "NAME=ab|FILE=|PATH=c", NULL, TRUE },
    { "%HANDLE%,%WHATEVER%,%NAME%", "00000001,x,y", "HANDLE=00000001|NAME=y" },
    { "%HANDLE%,%HANDLE%", "00000001,00000002", "HANDLE=00000001" },
    { "%HANDLE%\t%NAME%", "00000001\ta\tb", "HANDLE=00000001|NAME=a\tb" },
    /* A number ends where the delimiter stands, but for its own sign. */
    { "%TIME%-%EVENT%-%HANDLE%", "10-E-00000000", "HANDLE=00000000|EVENT=E|TIME=10" },
    { "%TIME%-%EVENT%-%HANDLE%", "-10-E-00000000", "HANDLE=00000000|EVENT=E|TIME=-10" },
    { "%HANDLE%-%VALUE%-%TIME%", "00000000--10", "HANDLE=00000000|VALUE=|TIME=10" },
    { "%HANDLE%-%VALUE%-%TIME%", "00000000--1--10", "HANDLE=00000000|VALUE=-1|TIME=-10" },
    { "%TIME%-%VALUE%-%EVENT%", "10--E", "VALUE=|EVENT=E|TIME=10" },
    { "%HANDLE%-%NAME%-%VALUE%", "20000000-a-b--5", "HANDLE=20000000|NAME=a-b|VALUE=-5" },
    { "%HANDLE%-%NAME%-%VALUE%", "20000000-a-", "HANDLE=20000000|NAME=a|VALUE=" },
    { "%HANDLE%-%NAME%-%VALUE%", "30000000-a-5", "HANDLE=30000000|NAME=a|VALUE=5" },
    { "%HANDLE%.%VALUE%.%NAME%", "30000000.5.on.off", "HANDLE=30000000|NAME=on.off|VALUE=5" },
    { "%HANDLE%,%VALUE%,%NAME%", "30000000,1.5e-3,on", "HANDLE=30000000|NAME=on|VALUE=1.5e-3" },
    { "%HANDLE%+%VALUE%+%NAME%", "30000000++5+on", "HANDLE=30000000|NAME=on|VALUE=+5" },
    { "%COUNT%-%T.NET%-%HANDLE%", "3-20-00000000", "HANDLE=00000000|COUNT=3|T.NET=20" },
    { "", "", "" },
    { "", "x", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTemplate) template = dwell_template_new (cases[i].template, -1,
                                                              DWELL_TEMPLATE_MAPPING_ENTRY);
      DwellField fields[DWELL_N_MACROS];
      gboolean was_guessed = FALSE;
      gboolean is_match = dwell_template_match (template, cases[i].row, strlen (cases[i].row),
                                                knows, (gpointer) cases[i].known, fields,
                                                &was_guessed);
      g_autofree char *text = is_match ? join_fields (fields) : NULL;

      g_assert_cmpstr (text, ==, cases[i].fields);
      g_assert_cmpint (was_guessed, ==, cases[i].was_guessed);
    }
}

static gboolean
count_place (DwellMacro  macro,
             const char *text,
             gsize       length,
             gpointer    user_data)
{
  (*(guint *) user_data)++;
  return FALSE;
}

/* Returns at how many places the matcher divided a row of @n_units times @unit. */
static guint
count_places (const char *text,
              const char *unit,
              guint       n_units)
{
  g_autoptr(DwellTemplate) template = dwell_template_new (text, -1, DWELL_TEMPLATE_MAPPING_ENTRY);
  g_autoptr(GString) row = g_string_new (NULL);
  DwellField fields[DWELL_N_MACROS];
  guint n_places = 0;

  for (guint i = 0; i < n_units; i++)
    g_string_append (row, unit);

  dwell_template_match (template, row->str, row->len, count_place, &n_places, fields, NULL);
  return n_places;
}

/* The number of places tried does not grow with the row, and each takes at most time linear in the
 * row. So matching takes linear time; if it were quadratic, the long rows would take hours.
 * Limit: formats/template/MAX_CANDIDATES */
static void
test_linear (void)
{
  static const struct {
    const char *template;
    const char *unit;
  } cases[] = {
    { "%NAME%,%FILE%,%PATH%", "," },
    { "%NAME%,%FILE%,%PATH%", ",a" },
    { "%NAME%,%VALUE%,%FILE%,%VALUE%,%PATH%,%COUNT%", "1," },
    { "%NAME%aaaaaaaa%FILE%aaaaaaaab%PATH%", "a" },
    { "%NAME%%VALUE%%FILE%%VALUE%%PATH%", "1" },
    { "%NAME%,%VALUE%%HANDLE%%VALUE%,%FILE%", "11111111," },
    { "%A% %B% %C% %D% %E% %F% %G% %H%", "x " },
    { "%TIME%----------------------------------a%NAME%-%VALUE%-%FILE%", "-" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_short = count_places (cases[i].template, cases[i].unit, 1 << 10);
      guint n_long = count_places (cases[i].template, cases[i].unit, 1 << 20);

      g_test_message ("%s: %u places", cases[i].template, n_long);
      g_assert_cmpuint (n_long, ==, n_short);
    }
}

/* Limit: formats/template/DWELL_TEMPLATE_MAX_TOKENS */
static void
test_many_macros (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GString) row = g_string_new (NULL);
  g_autoptr(DwellTemplate) template = NULL;
  DwellField fields[DWELL_N_MACROS];
  guint n;

  for (guint i = 0; i < 10000; i++)
    {
      g_string_append (text, "%NAME%,");
      g_string_append (row, "a,");
    }

  template = dwell_template_new (text->str, -1, DWELL_TEMPLATE_MAPPING_ENTRY);
  dwell_template_get_tokens (template, &n);
  g_assert_cmpuint (n, ==, DWELL_TEMPLATE_MAX_TOKENS + 1);
  dwell_template_get_issues (template, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (dwell_template_match (template, row->str, row->len, NULL, NULL, fields, NULL));
}

static char *
describe_header (const DwellText1Header *header)
{
  return g_strdup_printf ("%u|%.*s|%.*s|%s%.*s", header->kind, (int) header->class_name.length,
                          header->class_name.text, (int) header->context.length,
                          header->context.text, header->entry.text != NULL ? "" : "(none)",
                          (int) header->entry.length, header->entry.text);
}

static void
test_headers (void)
{
  static const struct {
    const char *line;
    const char *header; /* NULL: none */
    const char *known;
  } cases[] = {
    { "* INFO %TOTAL_TIME%", "1|||%TOTAL_TIME%" },
    { "* info %total_time%", "1|||%total_time%" },
    { "* CONTEXTS %NAME%,%HANDLE%", "2|||%NAME%,%HANDLE%" },
    { "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%", "3|Functions||%HANDLE%,%NAME%,%VALUE%" },
    { "* HANDLE(Other things) %HANDLE%", "3|Other things||%HANDLE%" },
    { "* HANDLE(Functions)", "3|Functions||(none)" },
    { "* TIMELINE", "5|||(none)" },
    { "* STATISTICS(Functions) CONTEXT(TSK: a) %HANDLE%", "4|Functions|TSK: a|%HANDLE%" },
    { "* STATISTICS(Functions) CONTEXT(TSK: a (b) c) %HANDLE%",
      "4|Functions|TSK: a (b) c|%HANDLE%" },
    { "* STATISTICS(Functions) CONTEXT(50% load) %HANDLE%", "4|Functions|50% load|%HANDLE%" },
    { "* STATISTICS(Functions) CONTEXT(a %NAME% b) %HANDLE%", "4|Functions|a %NAME% b|%HANDLE%",
      "a %NAME% b" },
    { "* STATISTICS(Functions) CONTEXT(a) (%HANDLE%) %COUNT%", "4|Functions|a|(%HANDLE%) %COUNT%" },
    { "* STATISTICS(Functions) CONTEXT(a)", "4|Functions|a|(none)" },
    { "* STATISTICS(AUX) %T. OUTSIDE.MIN%", "4|AUX||%T. OUTSIDE.MIN%" },
    { "* HANDLE(Functions) %HANDLE", "3|Functions||%HANDLE" },
    { "* TIMELINE %HANDLE%,%EVENT%,%TIME", "5|||%HANDLE%,%EVENT%,%TIME" },
    { "* TIMELINE  %TIME%,%EVENT%", "5||| %TIME%,%EVENT%" },
    { "* TIMELINE  ", "5|||(none)" },
    { "* HANDLE(Data)  %HANDLE%", "3|Data|| %HANDLE%" },
    { "* STATISTICS(Functions)  CONTEXT(a)  %HANDLE%", "4|Functions|a| %HANDLE%" },
    { "* comment", NULL },
    { "* INFO about this", NULL },
    { "* INFO %x%", NULL },
    { "* INFORMATION %NAME%", NULL },
    { "* HANDLE(Functions %HANDLE%", NULL },
    { "*INFO %TOTAL_TIME%", NULL },
    { " * INFO %TOTAL_TIME%", NULL },
    { "**INFO", NULL },
    { "", NULL },
    { "* ", NULL },
  };
  DwellText1Given given = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellText1Header header;
      gboolean is_header = dwell_text1_header_parse (cases[i].line, strlen (cases[i].line), &given,
                                                     knows, (gpointer) cases[i].known, &header);
      g_autofree char *text = is_header ? describe_header (&header) : NULL;

      g_assert_cmpstr (text, ==, cases[i].header);
    }
}

static void
test_values (void)
{
  static const struct {
    const char     *text;
    DwellText1Base  base;
    gint64          value;
    gboolean        is_value;
  } cases[] = {
    { "51", DWELL_TEXT1_BASE_AUTO, 51, TRUE },
    { "00000010", DWELL_TEXT1_BASE_AUTO, 10, TRUE },
    { "10", DWELL_TEXT1_BASE_HEXADECIMAL, 16, TRUE },
    { "0x10", DWELL_TEXT1_BASE_AUTO, 16, TRUE },
    { "0x10", DWELL_TEXT1_BASE_DECIMAL, 16, TRUE },
    { "1f", DWELL_TEXT1_BASE_AUTO, 31, TRUE },
    { "FFFFFFFF", DWELL_TEXT1_BASE_HEXADECIMAL, -1, TRUE },
    { "00000000FFFFFFFF", DWELL_TEXT1_BASE_HEXADECIMAL, G_MAXUINT32, TRUE },
    { "8000000000000000", DWELL_TEXT1_BASE_HEXADECIMAL, G_MININT64, TRUE },
    { "-5", DWELL_TEXT1_BASE_AUTO, -5, TRUE },
    { "-9223372036854775808", DWELL_TEXT1_BASE_AUTO, G_MININT64, TRUE },
    { "18446744073709551615", DWELL_TEXT1_BASE_AUTO, -1, TRUE },
    { "18446744073709551616", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
    { "11111111111111111", DWELL_TEXT1_BASE_HEXADECIMAL, 0, FALSE },
    { "", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
    { "0x", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
    { "1.2.3", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
    { "xyz", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
    { "-", DWELL_TEXT1_BASE_AUTO, 0, FALSE },
  };
  gboolean is_double;
  guint64 bits;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_value = dwell_text1_parse_value (cases[i].text, strlen (cases[i].text),
                                                   cases[i].base, &bits, &is_double);

      g_assert_cmpint (is_value, ==, cases[i].is_value);
      if (is_value)
        {
          g_assert_false (is_double);
          g_assert_cmpint ((gint64) bits, ==, cases[i].value);
        }
    }

  g_assert_true (dwell_text1_parse_value ("1.5e3", 5, DWELL_TEXT1_BASE_HEXADECIMAL, &bits,
                                          &is_double));
  g_assert_true (is_double);
  g_assert_cmphex (bits, ==, 0x4097700000000000);
  g_assert_true (dwell_text1_parse_value ("2e-1", 4, DWELL_TEXT1_BASE_AUTO, &bits, &is_double));
  g_assert_true (is_double);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text1/template/compile", test_compile);
  g_test_add_func ("/text1/template/issue-is-text", test_issue_is_text);
  g_test_add_func ("/text1/template/macros", test_macros);
  g_test_add_func ("/text1/template/match", test_match);
  g_test_add_func ("/text1/template/linear", test_linear);
  g_test_add_func ("/text1/template/many-macros", test_many_macros);
  g_test_add_func ("/text1/template/headers", test_headers);
  g_test_add_func ("/text1/template/values", test_values);
  return g_test_run ();
}
