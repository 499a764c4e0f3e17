/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of dwell-cli check: JSON, JUnit XML in the variants of Jenkins (xUnit 2) and pytest
 * (xunit2), and SARIF 2.1.0. They contain no time of day and nothing about the machine: the same
 * recordings give the same bytes. */
#include "config.h"

#include "cli/cli-check.h"

#include <math.h>
#include <string.h>

#include "cli/cli-output.h"
#include "core/dwell-text.h"

static void
append_member (GString    *json,
               const char *key,
               const char *text)
{
  g_string_append_printf (json, ",\"%s\":", key);
  if (text != NULL)
    dwell_cli_append_json (json, text);
  else
    g_string_append (json, "null");
}

/* Appends a figure with as many decimals as it needs, at most six; null if there is none. */
static void
append_number (GString *text,
               double   value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE * 10];

  if (!isfinite (value))
    {
      g_string_append (text, "null");
      return;
    }
  if (value == floor (value) && fabs (value) < 0x1p63)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
      return;
    }
  g_ascii_formatd (number, sizeof number, fabs (value) < 1e15 ? "%.6f" : "%.17g", value);
  if (strchr (number, '.') != NULL && strchr (number, 'e') == NULL)
    {
      gsize n = strlen (number);

      while (number[n - 1] == '0' && number[n - 2] != '.')
        number[--n] = '\0';
    }
  g_string_append (text, number);
}

static void
append_figure (GString    *json,
               const char *key,
               double      value)
{
  g_string_append_printf (json, ",\"%s\":", key);
  append_number (json, value);
}

static void
append_worst (GString                      *json,
              const DwellTrace             *trace,
              const DwellRequirementResult *result)
{
  g_string_append (json, ",\"worst\":[");
  for (guint i = 0; i < result->worst->len; i++)
    {
      const DwellRequirementViolation *one = &g_array_index (result->worst,
                                                             DwellRequirementViolation, i);

      g_string_append_printf (json, "%s{\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT,
                              i > 0 ? "," : "", one->begin, one->end);
      append_figure (json, "value", one->has_value ? one->value : (double) NAN);
      if (one->at != one->begin)
        g_string_append_printf (json, ",\"at\":%" G_GINT64_FORMAT, one->at);
      append_member (json, "context", one->context != DWELL_NONE
                                      ? dwell_trace_get_context_name (trace, one->context) : NULL);
      append_member (json, "detail", one->detail);
      if (one->is_run)
        g_string_append_printf (json, ",\"from\":%" G_GINT64_FORMAT ",\"until\":%" G_GINT64_FORMAT,
                                one->from, one->until);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static void
append_result (GString                      *json,
               const DwellTrace             *trace,
               const DwellRequirementResult *result)
{
  const DwellRequirement *requirement = result->requirement;

  g_string_append (json, "{\"id\":");
  dwell_cli_append_json (json, dwell_requirement_get_id (requirement));
  append_member (json, "title", dwell_requirement_get_title (requirement));
  g_string_append_printf (json, ",\"line\":%u", dwell_requirement_get_line (requirement));
  append_member (json, "text", dwell_requirement_get_text (requirement));
  append_member (json, "because", dwell_requirement_get_because (requirement));
  append_member (json, "severity",
                 dwell_severity_get_id (dwell_requirement_get_severity (requirement)));
  append_member (json, "verdict", dwell_outcome_get_id (result->verdict));
  append_member (json, "reason", result->reason);
  append_member (json, "subject", result->subject);
  append_member (json, "unit", result->unit);
  if (result->has_samples)
    g_string_append_printf (json, ",\"samples\":%" G_GUINT64_FORMAT, result->n_samples);
  else
    g_string_append (json, ",\"samples\":null");
  g_string_append_printf (json, ",\"inconclusive\":%" G_GUINT64_FORMAT
                          ",\"violations\":%" G_GUINT64_FORMAT, result->n_inconclusive,
                          result->n_violations);
  if (result->growth != NULL)
    append_member (json, "value", result->growth);
  else
    append_figure (json, "value", result->value);
  append_figure (json, "min", result->min);
  append_figure (json, "max", result->max);
  append_figure (json, "margin", result->margin);
  if (isfinite (result->low) || isfinite (result->high))
    {
      g_string_append (json, ",\"limit\":{\"low\":");
      append_number (json, result->low);
      append_figure (json, "high", result->high);
      g_string_append_c (json, '}');
    }
  else
    {
      g_string_append (json, ",\"limit\":null");
    }
  append_worst (json, trace, result);
  g_string_append (json, ",\"suggestions\":[");
  for (guint i = 0; i < result->suggestions->len; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      dwell_cli_append_json (json, result->suggestions->pdata[i]);
    }
  g_string_append (json, "]}");
}

static void
count_verdicts (const GPtrArray *results,
                guint            counts[DWELL_N_OUTCOMES])
{
  memset (counts, 0, DWELL_N_OUTCOMES * sizeof *counts);
  for (guint i = 0; i < results->len; i++)
    counts[((const DwellRequirementResult *) results->pdata[i])->verdict]++;
}

/* Appends the object of a trace. */
void
_dwell_cli_check_append_json (GString               *json,
                              const DwellCliChecked *checked)
{
  guint counts[DWELL_N_OUTCOMES];

  count_verdicts (checked->results, counts);
  g_string_append (json, json->len > 1 ? ",{\"file\":" : "{\"file\":");
  dwell_cli_append_json (json, checked->file);
  append_member (json, "requirements", checked->options->requirements);
  g_string_append_printf (json, ",\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT
                          ",\"passed\":%u,\"violated\":%u,\"inconclusive\":%u,\"skipped\":%u"
                          ",\"results\":[", checked->trace->begin, checked->trace->end,
                          counts[DWELL_OUTCOME_PASSED], counts[DWELL_OUTCOME_VIOLATED],
                          counts[DWELL_OUTCOME_INCONCLUSIVE], counts[DWELL_OUTCOME_SKIPPED]);
  for (guint i = 0; i < checked->results->len; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_result (json, checked->trace, checked->results->pdata[i]);
    }
  g_string_append (json, "]}");
}

/* Appends a figure as people read it: “510 µs”, “42.857143 %”, “−1”. */
static void
append_quantity (GString    *text,
                 const char *unit,
                 double      value)
{
  g_autofree char *duration = NULL;

  if (g_strcmp0 (unit, "ns") == 0)
    {
      duration = dwell_text_plain_duration (dwell_time_round (value));
      g_string_append (text, duration);
      return;
    }
  g_string_append (text, value < 0 ? "−" : "");
  append_number (text, fabs (value));
  if (unit != NULL && *unit != '\0')
    g_string_append_printf (text, " %s", unit);
}

static void
append_time (GString *text,
             gint64   time)
{
  g_autofree char *plain = dwell_text_plain_duration (time);

  g_string_append (text, plain);
}

/* Appends what was measured, and which end of the limit it exceeds; one that it equals is broken if
 * the limit itself is not allowed. */
static void
append_beyond (GString                      *text,
               const DwellRequirementResult *result,
               double                        value)
{
  append_quantity (text, result->unit, value);
  if (value > result->high)
    {
      g_string_append (text, " > ");
      append_quantity (text, result->unit, result->high);
    }
  else if (value < result->low)
    {
      g_string_append (text, " < ");
      append_quantity (text, result->unit, result->low);
    }
  else if (result->n_violations > 0 && (value == result->high || value == result->low))
    {
      g_string_append (text, value == result->high ? " ≥ " : " ≤ ");
      append_quantity (text, result->unit, value);
    }
}

/* Appends the one figure that decides, or else the worst violation. */
static void
append_figures (GString                      *text,
                const DwellRequirementResult *result)
{
  const DwellRequirementViolation *worst =
    result->worst->len > 0 ? &g_array_index (result->worst, DwellRequirementViolation, 0) : NULL;

  if (result->growth != NULL)
    {
      g_string_append_printf (text, ", %s", result->growth);
    }
  else if (isfinite (result->value))
    {
      g_string_append (text, ", ");
      append_beyond (text, result, result->value);
    }
  else if (worst != NULL && worst->detail != NULL)
    {
      g_string_append_printf (text, ", %s", worst->detail);
    }
  else if (worst != NULL && worst->has_value)
    {
      g_string_append (text, ", ");
      append_beyond (text, result, worst->value);
    }
  if (worst != NULL)
    {
      g_string_append (text, " at ");
      append_time (text, worst->at);
    }
}

/* Appends how many violations there are, unless one figure decides, and how far they exceed the
 * limit. */
static void
append_extent (GString                      *text,
               const DwellRequirementResult *result)
{
  gboolean has_count = !isfinite (result->value) && result->growth == NULL;
  gboolean has_margin = isfinite (result->margin);

  if (result->n_violations == 0 || (!has_count && !has_margin))
    return;

  g_string_append (text, " (");
  if (has_count)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, result->n_violations);
  if (has_count && result->has_samples)
    g_string_append_printf (text, " of %" G_GUINT64_FORMAT, result->n_samples);
  if (has_margin)
    {
      g_string_append (text, has_count ? "; margin " : "margin ");
      append_quantity (text, result->unit, result->margin);
    }
  g_string_append_c (text, ')');
}

/* Everything that matters in one line, because viewers drop other lines. */
char *
_dwell_cli_check_describe (const DwellCliChecked        *checked,
                           const DwellRequirementResult *result)
{
  GString *text = g_string_new (result->subject);

  g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "",
                          result->reason != NULL ? result->reason
                                                 : dwell_outcome_get_id (result->verdict));
  append_figures (text, result);
  append_extent (text, result);
  if (result->suggestions->len > 0)
    g_string_append_printf (text, "; did you mean %s?", (char *) result->suggestions->pdata[0]);
  g_string_append_printf (text, " [%s]", dwell_requirement_get_text (result->requirement));
  return g_string_free (text, FALSE);
}

/* The worst violations, one per line; NULL if there are none. */
static char *
list_worst (const DwellCliChecked        *checked,
            const DwellRequirementResult *result)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < result->worst->len; i++)
    {
      const DwellRequirementViolation *one = &g_array_index (result->worst,
                                                             DwellRequirementViolation, i);

      append_time (text, one->at);
      if (one->detail != NULL)
        {
          g_string_append_printf (text, ": %s", one->detail);
        }
      else if (one->has_value && !isfinite (result->value))
        {
          g_string_append (text, ": ");
          append_quantity (text, result->unit, one->value);
        }
      if (one->context != DWELL_NONE)
        g_string_append_printf (text, ", %s",
                                dwell_trace_get_context_name (checked->trace, one->context));
      if (one->is_run || one->at != one->begin)
        {
          g_string_append (text, ", from ");
          append_time (text, one->is_run ? one->from : one->begin);
          g_string_append (text, " until ");
          append_time (text, one->is_run ? one->until : one->end);
        }
      g_string_append_c (text, '\n');
    }
  if (result->n_violations > result->worst->len)
    g_string_append_printf (text, "and %" G_GUINT64_FORMAT " more\n",
                            result->n_violations - result->worst->len);
  return result->worst->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Appends text as XML 1.0, which has no control characters. */
static void
append_xml (GString    *xml,
            const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '<')
        g_string_append (xml, "&lt;");
      else if (c == '>')
        g_string_append (xml, "&gt;");
      else if (c == '&')
        g_string_append (xml, "&amp;");
      else if (c == '"')
        g_string_append (xml, "&quot;");
      else if (c < ' ' || c == 0x7f || c == 0xfffe || c == 0xffff)
        g_string_append (xml, "\xef\xbf\xbd");
      else
        g_string_append_unichar (xml, c);
    }
}

/* Does the same for lines. */
static void
append_xml_lines (GString    *xml,
                  const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_auto(GStrv) lines = g_strsplit (valid, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_string_append (xml, i > 0 ? "\n" : "");
      append_xml (xml, lines[i]);
    }
}

static void
append_attribute (GString    *xml,
                  const char *name,
                  const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  g_string_append_printf (xml, " %s=\"", name);
  append_xml (xml, valid);
  g_string_append_c (xml, '"');
}

static char *
get_stem (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return g_steal_pointer (&base);
}

/* Returns the name of the element: failure, error, skipped, or none. */
static const char *
get_element (const DwellCliChecked        *checked,
             const DwellRequirementResult *result)
{
  gboolean is_error = dwell_requirement_get_severity (result->requirement) == DWELL_SEVERITY_ERROR;

  if (result->verdict == DWELL_OUTCOME_SKIPPED)
    return "skipped";
  if (result->verdict == DWELL_OUTCOME_INCONCLUSIVE && is_error)
    return checked->options->may_be_inconclusive ? "skipped" : "error";
  if (result->verdict == DWELL_OUTCOME_VIOLATED && is_error)
    return "failure";
  return NULL;
}

/* Appends the rest of the element: the end of its tag, its contents, and its end. */
static void
append_content (GString    *xml,
                const char *element,
                const char *content)
{
  if (content == NULL)
    {
      g_string_append (xml, "/>\n");
      return;
    }
  g_string_append_c (xml, '>');
  append_xml_lines (xml, content);
  g_string_append_printf (xml, "</%s>\n", element);
}

static void
append_case (GString                      *xml,
             const DwellCliChecked        *checked,
             const DwellRequirementResult *result)
{
  const DwellRequirement *requirement = result->requirement;
  const char *title = dwell_requirement_get_title (requirement);
  const char *element = get_element (checked, result);
  g_autofree char *trace_stem = get_stem (checked->file);
  g_autofree char *file_stem = get_stem (checked->options->requirements);
  g_autofree char *class = g_strdup_printf ("%s.%s", file_stem, trace_stem);
  g_autofree char *message = _dwell_cli_check_describe (checked, result);
  g_autofree char *worst = list_worst (checked, result);
  g_autoptr(GString) name = g_string_new (dwell_requirement_get_id (requirement));

  if (title != NULL)
    g_string_append_printf (name, " %s", title);
  if (result->subject != NULL)
    g_string_append_printf (name, " [%s]", result->subject);

  g_string_append (xml, "    <testcase");
  append_attribute (xml, "classname", class);
  append_attribute (xml, "name", name->str);
  append_attribute (xml, "file", checked->options->requirements);
  g_string_append_printf (xml, " line=\"%u\" time=\"0\"", dwell_requirement_get_line (requirement));
  if (element != NULL)
    {
      g_string_append_printf (xml, ">\n      <%s", element);
      append_attribute (xml, "message", message);
      if (!g_str_equal (element, "skipped"))
        append_attribute (xml, "type", result->reason != NULL ? result->reason : "violated");
      append_content (xml, element, worst);
      g_string_append (xml, "    </testcase>\n");
    }
  else if (result->verdict != DWELL_OUTCOME_PASSED)
    {
      g_autofree char *all = g_strconcat (message, "\n", worst, NULL);

      g_string_append (xml, ">\n      <system-out");
      append_content (xml, "system-out", all);
      g_string_append (xml, "    </testcase>\n");
    }
  else
    {
      g_string_append (xml, "/>\n");
    }
}

/* Appends a test suite: a trace. */
void
_dwell_cli_check_append_junit (GString               *xml,
                               const DwellCliChecked *checked)
{
  guint n_failures = 0;
  guint n_errors = 0;
  guint n_skipped = 0;

  for (guint i = 0; i < checked->results->len; i++)
    {
      const char *element = get_element (checked, checked->results->pdata[i]);

      n_failures += g_strcmp0 (element, "failure") == 0;
      n_errors += g_strcmp0 (element, "error") == 0;
      n_skipped += g_strcmp0 (element, "skipped") == 0;
    }
  g_string_append (xml, "  <testsuite");
  append_attribute (xml, "name", checked->file);
  g_string_append_printf (xml, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" "
                          "time=\"0\">\n", checked->results->len, n_failures, n_errors, n_skipped);
  for (guint i = 0; i < checked->results->len; i++)
    append_case (xml, checked, checked->results->pdata[i]);
  g_string_append (xml, "  </testsuite>\n");
}

void
_dwell_cli_check_wrap_junit (GString *xml)
{
  g_string_prepend (xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
  g_string_append (xml, "</testsuites>\n");
}

static void
append_uri (GString    *json,
            const char *file)
{
  g_autofree char *uri = g_path_is_absolute (file) ? g_filename_to_uri (file, NULL, NULL)
                                                   : g_uri_escape_string (file, "/", FALSE);

  dwell_cli_append_json (json, uri != NULL ? uri : "");
}

/* Appends the results of a trace: an alert is placed on the line of its requirement. */
void
_dwell_cli_check_append_sarif (GString               *json,
                               const DwellCliChecked *checked)
{
  static const char * const kinds[] = { "pass", "fail", "open", "notApplicable" };
  static const char * const levels[] = { "note", "warning", "error" };

  for (guint i = 0; i < checked->results->len; i++)
    {
      const DwellRequirementResult *result = checked->results->pdata[i];
      const DwellRequirement *requirement = result->requirement;
      gboolean is_violated = result->verdict == DWELL_OUTCOME_VIOLATED;
      g_autofree char *message = _dwell_cli_check_describe (checked, result);
      g_autofree char *key = g_strdup_printf ("%s\n%s", dwell_requirement_get_id (requirement),
                                              result->subject != NULL ? result->subject : "");
      g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);

      if (result->verdict == DWELL_OUTCOME_PASSED && !checked->options->has_passed)
        continue;

      g_string_append (json, json->len > 0 ? ",\n{\"ruleId\":" : "{\"ruleId\":");
      dwell_cli_append_json (json, dwell_requirement_get_id (requirement));
      append_member (json, "kind", kinds[result->verdict]);
      append_member (json, "level", is_violated
                                    ? levels[dwell_requirement_get_severity (requirement)]
                                    : "none");
      g_string_append (json, ",\"message\":{\"text\":");
      dwell_cli_append_json (json, message);
      g_string_append (json, "},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":"
                             "{\"uri\":");
      append_uri (json, checked->options->requirements);
      g_string_append_printf (json, "},\"region\":{\"startLine\":%u}}}],\"relatedLocations\":"
                              "[{\"id\":1,\"message\":{\"text\":",
                              dwell_requirement_get_line (requirement));
      dwell_cli_append_json (json, checked->file);
      g_string_append (json, "},\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
      append_uri (json, checked->file);
      g_string_append_printf (json, "}}}],\"partialFingerprints\":"
                              "{\"dwellRequirement/v1\":\"%s\"}}", hash);
    }
}

void
_dwell_cli_check_wrap_sarif (GString                 *json,
                             const DwellCliCheck     *options,
                             const DwellRequirements *requirements)
{
  g_autoptr(GString) head = g_string_new (NULL);

  g_string_append (head, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                         "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":"
                         "{\"name\":\"Dwell\",\"version\":\"" DWELL_VERSION "\",\"rules\":[");
  for (guint i = 0; i < requirements->requirements->len; i++)
    {
      const DwellRequirement *requirement = requirements->requirements->pdata[i];
      const char *title = dwell_requirement_get_title (requirement);

      g_string_append (head, i > 0 ? ",\n{\"id\":" : "{\"id\":");
      dwell_cli_append_json (head, dwell_requirement_get_id (requirement));
      g_string_append (head, ",\"shortDescription\":{\"text\":");
      dwell_cli_append_json (head, title != NULL ? title
                                                 : dwell_requirement_get_text (requirement));
      g_string_append (head, "},\"fullDescription\":{\"text\":");
      dwell_cli_append_json (head, dwell_requirement_get_text (requirement));
      g_string_append (head, "}}");
    }
  g_string_append (head, "]}},\"results\":[");
  g_string_prepend (json, head->str);
  g_string_append (json, "]}]}\n");
}
