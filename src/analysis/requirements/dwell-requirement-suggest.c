/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggests requirements that a trace meets: candidates with limits that are always met are judged
 * like any requirements; the measured figures plus some headroom become the limits; and the
 * resulting lines are judged again, to make sure that they are met. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

/* The number of areas that took longest; more lines would not be read. */
#define MAX_FUNCTIONS 100
#define MAX_VARIABLES 100
#define MAX_CONTEXTS  50

/* Bytes: lines with longer names are not useful, and the file has a limit. */
#define MAX_NAME 256

/* With at least this many periods it can be decided whether something is periodic: then the longest
 * is at most this many times the shortest. */
#define MIN_PERIODS     10
#define PERIODIC_FACTOR 2

/* Numbers up to this are written with all their digits. */
#define MAX_VALUE 1e12

typedef enum { CALL, PERIOD, LOAD, VALUE, N_KINDS } Kind;

typedef struct {
  Kind     kind;
  char    *curve;   /* “call of act” */
  char    *line;    /* (nullable): with its limit */
  gboolean is_kept; /* the recording meets it */
} Candidate;

typedef struct {
  const DwellTrace *trace;
  GArray           *candidates;
  double            headroom; /* 0.2 */
} Suggesting;

static void
candidate_clear (gpointer data)
{
  Candidate *self = data;

  g_free (self->curve);
  g_free (self->line);
}

/* Returns: (nullable): @name as a word of a sentence; %NULL if it cannot stand in a line */
static char *
quote (const char *name)
{
  const char *mark = strchr (name, '"') != NULL && strchr (name, '\'') == NULL ? "'" : "\"";
  GString *text;
  gboolean is_bare = g_ascii_isalpha (*name) || *name == ':' || *name == '_';
  gboolean is_keyword = TRUE;

  for (const char *c = name; *c != '\0'; c++)
    {
      if ((guchar) *c < ' ')
        return NULL;
      is_bare = is_bare && (g_ascii_isalnum (*c) || strchr ("._:", *c) != NULL);
      is_keyword = is_keyword && g_ascii_islower (*c);
    }
  if (*name == '\0' || strlen (name) > MAX_NAME)
    return NULL;
  if (is_bare && !is_keyword)
    return g_strdup (name);

  text = g_string_new (mark);
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == *mark)
        g_string_append_c (text, *c);
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, *mark);
  return g_string_free (text, FALSE);
}

/* Adds a candidate on @name if it can be written. */
static void
add (Suggesting *self,
     Kind        kind,
     const char *before,
     const char *name,
     const char *behind)
{
  g_autofree char *word = quote (name);
  Candidate candidate = { .kind = kind };

  if (word == NULL)
    return;

  candidate.curve = g_strconcat (before, word, behind, NULL);
  g_array_append_val (self->candidates, candidate);
}

/* --- Candidates --- */

typedef struct {
  guint32 area;
  double  time; /* of all its spans */
} Ranked;

static int
compare_ranked (gconstpointer a,
                gconstpointer b)
{
  const Ranked *left = a;
  const Ranked *right = b;

  if (left->time != right->time)
    return left->time > right->time ? -1 : 1;
  return (left->area > right->area) - (left->area < right->area);
}

/* Returns: (element-type Ranked): the areas with spans, those that took longest first */
static GArray *
rank_areas (const DwellTrace *trace)
{
  g_autofree double *times = g_new0 (double, MAX (trace->n_areas, 1));
  g_autofree guint8 *has_spans = g_new0 (guint8, MAX (trace->n_areas, 1));
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint32 span = 0; span < trace->n_spans; span++)
    if (trace->areas[trace->span_area[span]].kind != DWELL_AREA_STATE &&
        trace->areas[trace->span_area[span]].kind != DWELL_AREA_LINE)
      {
        has_spans[trace->span_area[span]] = TRUE;
        times[trace->span_area[span]] += (double) dwell_trace_get_span_duration (trace, span);
      }

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (has_spans[area])
      g_array_append_vals (ranked, &(Ranked) { area, times[area] }, 1);
  g_array_sort (ranked, compare_ranked);
  if (ranked->len > MAX_FUNCTIONS)
    g_array_set_size (ranked, MAX_FUNCTIONS);
  return ranked;
}

/* The short name of an area if it is unique, else the full name. */
static const char *
get_name (const DwellTrace *trace,
          guint32           area,
          gboolean          is_value)
{
  const char *name = _dwell_requirements_get_short_name (trace, area);
  DwellRequirementName wanted = { .text = (char *) name };
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *reason = _dwell_requirements_find_area ((DwellTrace *) trace, &wanted, is_value,
                                                      areas, NULL);

  return reason == NULL && areas->len == 1 && g_array_index (areas, guint32, 0) == area
           ? name : dwell_trace_get_area_title (trace, area);
}

static void
add_functions (Suggesting *self)
{
  g_autoptr(GArray) ranked = rank_areas (self->trace);

  for (guint i = 0; i < ranked->len; i++)
    {
      const char *name = get_name (self->trace, g_array_index (ranked, Ranked, i).area, FALSE);

      add (self, CALL, "call of ", name, "");
      add (self, PERIOD, "period of ", name, "");
    }
}

/* A window of about a hundredth of the recording: 1, 2 or 5 times a power of ten, ns. */
static gint64
choose_window (const DwellTrace *trace)
{
  gint64 wanted = dwell_time_between (trace->begin, trace->end) / 100;
  gint64 window = 1000;

  for (guint i = 0; window < wanted && window < G_GINT64_CONSTANT (100000000000); i++)
    window = i % 3 == 1 ? window / 2 * 5 : window * 2;
  return window;
}

/* Returns: “2.2 ms”: exactly @ns if that has at most two digits */
static char *
make_time (gint64 ns)
{
  static const struct { gint64 ns; const char *unit; } units[] = {
    { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" },
  };
  guint i = 0;

  while (i < G_N_ELEMENTS (units) - 1 && ns < units[i].ns)
    i++;
  if (ns % units[i].ns == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT " %s", ns / units[i].ns, units[i].unit);

  return g_strdup_printf ("%" G_GINT64_FORMAT ".%d %s", ns / units[i].ns,
                          (int) (ns % units[i].ns / (units[i].ns / 10)), units[i].unit);
}

static void
add_loads (Suggesting *self)
{
  g_autofree char *window = make_time (choose_window (self->trace));
  g_autofree char *behind = g_strconcat (" in any ", window, NULL);

  for (guint32 i = 0; i < MIN (self->trace->n_contexts, MAX_CONTEXTS); i++)
    add (self, LOAD, "load of context ", dwell_trace_get_context_name (self->trace, i), behind);
}

static void
add_values (Suggesting *self)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->trace->n_tracks && g_hash_table_size (seen) < MAX_VARIABLES; i++)
    {
      guint32 area = self->trace->tracks[i].area;

      if (area != DWELL_NONE && self->trace->tracks[i].n_writes > 0 &&
          g_hash_table_add (seen, GUINT_TO_POINTER (area)))
        add (self, VALUE, "value of ", get_name (self->trace, area, TRUE), "");
    }
}

/* --- Limits --- */

/* A number with two digits that is not less than @ns, or not more. */
static gint64
round_time (double   ns,
            gboolean up)
{
  double step = ns >= 100 ? pow (10, floor (log10 (ns)) - 1) : 1;
  double rounded = up ? ceil (ns / step) * step : floor (ns / step) * step;

  return (gint64) CLAMP (rounded, 0, (double) DWELL_TIME_MAX / 2);
}

static void
append_number (GString *line,
               double   value,
               double   step,
               gboolean up)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double rounded = up ? ceil (value / step) * step : floor (value / step) * step;
  g_autofree char *format = g_strdup_printf ("%%.%df", (int) CLAMP (-floor (log10 (step)), 0, 9));

  g_string_append (line, g_ascii_formatd (text, sizeof text, format, rounded + 0.0));
}

static void
append_times (GString *line,
              double   low,
              double   high)
{
  g_autofree char *from = make_time (round_time (low, FALSE));
  g_autofree char *to = make_time (round_time (high, TRUE));

  g_string_append_printf (line, " in %s .. %s", from, to);
}

/* Adds a limit that the measured figures meet. Returns whether there is one worth suggesting. */
static gboolean
append_limit (const Suggesting             *self,
              Kind                          kind,
              const DwellRequirementResult *result,
              GString                      *line)
{
  double more = 1 + self->headroom;
  double room = (result->max - result->min) * self->headroom;
  double step = pow (10, floor (log10 (MAX (result->max - result->min, 1e-9))) - 1);
  g_autofree char *time = NULL;

  if (isnan (result->min) || isnan (result->max))
    return FALSE;

  switch (kind)
    {
    case CALL:
      time = make_time (round_time (MAX (result->max * more, 1), TRUE));
      g_string_append_printf (line, " <= %s", time);
      return TRUE;
    case PERIOD:
      if (result->n_samples < MIN_PERIODS || result->max > result->min * PERIODIC_FACTOR)
        return FALSE;
      append_times (line, result->min / more, result->max * more);
      return TRUE;
    case LOAD:
      if (result->max <= 0 || ceil (result->max * more) >= 100)
        return FALSE;
      g_string_append_printf (line, " <= %d %%", (int) ceil (result->max * more));
      return TRUE;
    case VALUE:
    case N_KINDS:
    default:
      if (fabs (result->min) > MAX_VALUE || fabs (result->max) > MAX_VALUE)
        return FALSE;
      if (result->max == result->min)
        room = step = MAX (fabs (result->max) * self->headroom, 1e-9);
      g_string_append (line, " in ");
      append_number (line, result->min - room, step, FALSE);
      g_string_append (line, " .. ");
      append_number (line, result->max + room, step, TRUE);
      return TRUE;
    }
}

/* --- Sentences --- */

static const char letters[N_KINDS] = { 'C', 'P', 'L', 'V' };

/* Judges the lines, each with the number of its candidate as id: either with initial limits, just
 * to get the measured figures, or with the suggested limits. */
static GPtrArray *
judge (const Suggesting   *self,
       gboolean            with_limits,
       DwellRequirements **requirements,
       GCancellable       *cancellable,
       GError            **error)
{
  static const char * const loose[N_KINDS] = { " >= 0", " >= 0", " >= 0 %", " >= 0" };
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");

  for (guint i = 0; i < self->candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (self->candidates, Candidate, i);

      if (!with_limits)
        g_string_append_printf (text, "N%u: %s%s\n", i, candidate->curve, loose[candidate->kind]);
      else if (candidate->line != NULL)
        g_string_append_printf (text, "N%u: %s\n", i, candidate->line);
    }

  *requirements = dwell_requirements_parse (text->str, text->len);
  return dwell_requirements_check (*requirements, (DwellTrace *) self->trace, NULL, 0, NULL, NULL,
                                   cancellable, error);
}

static Candidate *
get_candidate (const Suggesting             *self,
               const DwellRequirementResult *result)
{
  guint64 number = g_ascii_strtoull (dwell_requirement_get_id (result->requirement) + 1, NULL, 10);

  return &g_array_index (self->candidates, Candidate, number);
}

static gboolean
find_limits (Suggesting    *self,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = judge (self, FALSE, &requirements, cancellable, error);

  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      const DwellRequirementResult *result = results->pdata[i];
      Candidate *candidate = get_candidate (self, result);
      g_autoptr(GString) line = g_string_new (candidate->curve);

      if (result->reason == NULL && append_limit (self, candidate->kind, result, line))
        candidate->line = g_strdup (line->str);
    }
  return results != NULL;
}

/* A span that was cut may have lasted longer than any complete span. */
static gboolean
find_kept (Suggesting    *self,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = judge (self, TRUE, &requirements, cancellable, error);

  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      const DwellRequirementResult *result = results->pdata[i];

      get_candidate (self, result)->is_kept = result->verdict == DWELL_OUTCOME_PASSED;
    }
  return results != NULL;
}

static char *
write_lines (const Suggesting *self,
             guint            *n_suggested)
{
  const char * const titles[N_KINDS] = {
    _("Calls: the longest of each function"),
    _("Periods: what begins again and again"),
    _("Loads: the busiest stretch of each context"),
    _("Values: the least and the greatest"),
  };
  GString *text = g_string_new ("dwell-requirements 1\n");

  *n_suggested = 0;
  g_string_append_printf (text, "# %s\n", _("Limits that a recording meets, with some headroom. "
                                            "Remove the # in front of lines that must hold."));
  for (guint kind = 0; kind < N_KINDS; kind++)
    {
      guint n = 0; /* the number of the line is its id */

      for (guint i = 0; i < self->candidates->len; i++)
        {
          const Candidate *candidate = &g_array_index (self->candidates, Candidate, i);

          if (candidate->kind != kind || !candidate->is_kept)
            continue;
          (*n_suggested)++;
          if (n++ == 0)
            g_string_append_printf (text, "\n# %s\n", titles[kind]);
          g_string_append_printf (text, "#%c%u: %s\n", letters[kind], n, candidate->line);
        }
    }
  if (*n_suggested == 0)
    g_string_append_printf (text, "# %s\n", _("Nothing in this recording could be measured."));
  return g_string_free (text, FALSE);
}

/**
 * dwell_requirements_suggest:
 * @trace: a whole trace
 * @headroom: the part of a figure by which the limit is beyond it: 0.2
 * @n_suggested: (out): how many are suggested; 0: nothing could be measured, as the text says
 * @cancellable: (nullable): checked between requirements
 * @error: why nothing is suggested
 *
 * Suggests requirements that @trace meets, for the functions that took longest, for contexts and
 * variables: the measured extremes, with headroom. Call it on a worker. All lines are commented
 * out, as a person has to decide which of them must hold.
 *
 * Returns: (transfer full) (nullable): a file of requirements
 */
char *
dwell_requirements_suggest (DwellTrace    *trace,
                            double         headroom,
                            guint         *n_suggested,
                            GCancellable  *cancellable,
                            GError       **error)
{
  Suggesting self = { .trace = trace, .headroom = headroom };
  char *text = NULL;

  self.candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_array_set_clear_func (self.candidates, candidate_clear);
  add_functions (&self);
  add_loads (&self);
  add_values (&self);

  if (find_limits (&self, cancellable, error) && find_kept (&self, cancellable, error))
    text = write_lines (&self, n_suggested);

  g_array_unref (self.candidates);
  return text;
}
