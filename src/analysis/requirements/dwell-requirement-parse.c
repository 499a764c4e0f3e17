/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines, each of which is a requirement, a chain or a track; a line that starts with a space
 * continues the previous one. A wrong line gives one error, and parsing goes on with the next. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/costs/dwell-growth.h"
#include "analysis/requirements/dwell-requirement-parse-private.h"

/* What “curve of” can be, in the order of DwellCurve. */
static const char * const curves[] = {
  "call", "gross", "net", "preempted", "pause", "gap", "period", "jitter", "grid-jitter",
  "cycle-jitter", "load", "count", "value", "concurrency", "backlog", "delay", "spread",
  "reaction", "age", "latency", "lost", "repeated", "time", "hits", "share", "cost", "calls",
  "growth",
};

typedef struct {
  DwellRequirements *file;
  GHashTable        *ids; /* line by id */
  gboolean           has_head;
  guint              line;
  GString           *text; /* the number of the line being joined */
  gsize              last; /* offset in it of the line that was added last */
  GArray            *words;
  char              *message;
} Reading;

static void
clear_error (gpointer error)
{
  g_free (((DwellRequirementsError *) error)->message);
}

static void
free_chain (gpointer data)
{
  DwellRequirementChain *self = data;

  g_ptr_array_unref (self->stages);
  g_free (self->id);
  g_free (self);
}

static void
free_requirement (gpointer data)
{
  DwellRequirement *self = data;

  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->on, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  _dwell_requirement_name_free (self->scope);
  _dwell_requirement_condition_free (self->condition);
  _dwell_requirement_condition_free (self->condition_while);
  _dwell_requirement_condition_free (self->during);
  g_free (self->id);
  g_free (self->title);
  g_free (self->text);
  g_free (self->because);
  g_free (self);
}

static void
add_error (Reading *self,
           char    *message)
{
  DwellRequirementsError error = { .line = self->line, .message = message };

  g_array_append_val (self->file->errors, error);
}

static gboolean
fail_curve (DwellParse *p,
            const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (curves); i++)
    {
      gsize n = strlen (curves[i]);
      gsize n_same = 0;

      while (n_same < n && word[n_same] == curves[i][n_same])
        n_same++;
      if (n_same >= 3 || (n_same >= 2 && strlen (word) == n))
        /* Translators: words of a requirement */
        return _dwell_parse_fail (p, g_strdup_printf (_("“%s” cannot be measured; did you mean "
                                                        "“%s”?"), word, curves[i]));
    }
  return _dwell_parse_fail (p, g_strdup_printf (_("“%s” cannot be measured"), word));
}

static gboolean
is_amount (DwellCurve curve)
{
  return curve <= DWELL_CURVE_NET || curve == DWELL_CURVE_LOAD || curve == DWELL_CURVE_COUNT;
}

static gboolean
parse_window (DwellParse       *p,
              DwellRequirement *r)
{
  DwellParse ahead = *p;

  if (!is_amount (r->curve) || !_dwell_parse_take (&ahead, "in"))
    return TRUE;

  if (_dwell_parse_take (&ahead, "any"))
    {
      p->next = ahead.next;
      r->window = DWELL_WINDOW_ANY;
    }
  else if (_dwell_parse_take (&ahead, "each"))
    {
      DwellQuantity quantity;

      p->next = ahead.next;
      r->window = DWELL_WINDOW_EACH_TIME;
      if (!_dwell_parse_quantity (&ahead, &quantity))
        {
          g_clear_pointer (&ahead.message, g_free);
          r->window = DWELL_WINDOW_EACH_AREA;
          return (r->scope = _dwell_parse_name (p)) != NULL;
        }
    }
  else
    {
      return TRUE;
    }

  if (!_dwell_parse_time (p, &r->length))
    return FALSE;
  return r->length > 0 ||
         _dwell_parse_fail (p, g_strdup (_("a window must be longer than 0")));
}

static gboolean
parse_events (DwellParse       *p,
              DwellRequirement *r)
{
  gboolean is_spread = r->curve == DWELL_CURVE_SPREAD;

  r->events = g_ptr_array_new_with_free_func (_dwell_requirement_event_free);
  if (!is_spread && !_dwell_parse_need (p, "from"))
    return FALSE;

  do
    {
      DwellRequirementEvent *event = _dwell_parse_event (p, FALSE);

      if (event == NULL)
        return FALSE;
      g_ptr_array_add (r->events, event);
      if (r->events->len > DWELL_REQUIREMENTS_MAX_NAMES)
        return _dwell_parse_fail (p, g_strdup_printf (_("a list has at most %d names"),
                                                      DWELL_REQUIREMENTS_MAX_NAMES));
    }
  while (is_spread ? _dwell_parse_take (p, ",")
                   : r->events->len < 2 && _dwell_parse_need (p, "to"));

  if (!is_spread && r->events->len < 2)
    return FALSE;
  r->is_one_to_one = r->curve == DWELL_CURVE_DELAY && _dwell_parse_take (p, "one-to-one");
  return r->events->len >= 2 ||
         _dwell_parse_fail (p, g_strdup (_("a spread needs two events or more")));
}

static gboolean
parse_chain_of (const Reading    *reading,
                DwellParse       *p,
                DwellRequirement *r)
{
  const char *id = _dwell_parse_word (p);

  for (guint i = 0; id != NULL && i < reading->file->chains->len; i++)
    {
      const DwellRequirementChain *chain = reading->file->chains->pdata[i];

      if (g_str_equal (chain->id, id))
        r->chain = chain;
    }
  if (id != NULL && r->chain == NULL)
    /* Translators: the id of a chain */
    return _dwell_parse_fail (p, g_strdup_printf (_("there is no chain “%s” above this line"), id));
  if (id == NULL || !_dwell_parse_take (p, "with"))
    return id != NULL;

  r->is_long = TRUE;
  return _dwell_parse_need (p, r->curve == DWELL_CURVE_REACTION ? "sampling" : "hold");
}

/* Whether the requirement is for a figure without a time axis. */
gboolean
_dwell_requirement_is_fixed (const DwellRequirement *self)
{
  return self->curve >= DWELL_CURVE_TIME && self->curve <= DWELL_CURVE_GROWTH;
}

/**
 * dwell_requirement_has_curve:
 * @self: a requirement
 *
 * Returns: whether it has values over time, which can be shown as a curve
 */
gboolean
dwell_requirement_has_curve (const DwellRequirement *self)
{
  gboolean is_amount = self->curve == DWELL_CURVE_LOAD || self->curve == DWELL_CURVE_COUNT;

  return self->curve < DWELL_CURVE_LOST && self->aggregate != DWELL_AGGREGATE_SUM &&
         !(is_amount && self->window == DWELL_WINDOW_NONE);
}

static gboolean
parse_fixed (DwellParse       *p,
             DwellRequirement *r)
{
  if (!_dwell_parse_names (p, &r->names))
    return FALSE;

  r->has_size = r->curve == DWELL_CURVE_COST && _dwell_parse_take (p, "at");
  return !r->has_size || _dwell_parse_count (p, &r->size);
}

static gboolean
parse_subjects (const Reading    *reading,
                DwellParse       *p,
                DwellRequirement *r)
{
  if (r->curve == DWELL_CURVE_DELAY || r->curve == DWELL_CURVE_BACKLOG)
    return parse_events (p, r);
  if (!_dwell_parse_need (p, "of"))
    return FALSE;
  if (r->curve == DWELL_CURVE_SPREAD)
    return parse_events (p, r);
  if (_dwell_requirement_is_fixed (r))
    return parse_fixed (p, r);
  if (r->curve >= DWELL_CURVE_REACTION)
    return parse_chain_of (reading, p, r);

  if (!_dwell_parse_names (p, &r->names) ||
      (_dwell_parse_take (p, "on") && !_dwell_parse_names (p, &r->on)))
    return FALSE;
  if (_dwell_parse_take (p, "around") && !_dwell_parse_time (p, &r->around))
    return FALSE;
  return parse_window (p, r);
}

static gboolean
parse_aggregate (DwellParse       *p,
                 DwellRequirement *r)
{
  static const char * const aggregates[] = { "max", "min", "mean", "sum", "median" };
  const char *word;
  DwellParse number;

  if (_dwell_parse_is_at_end (p))
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (aggregates); i++)
    {
      if (!_dwell_parse_take (p, aggregates[i]))
        continue;
      r->aggregate = (DwellAggregate) (DWELL_AGGREGATE_MAX + i);
      r->percentile = (DwellQuantity) { DWELL_UNIT_NUMBER, 50, 1, 50 };
      return _dwell_parse_need (p, "of");
    }

  word = g_array_index (p->words, DwellWord, p->next).text;
  if (*word == 'p' && g_ascii_isdigit (word[1]))
    {
      DwellWord digits = { .kind = DWELL_WORD_BARE, .text = (char *) word + 1 };
      g_autoptr(GArray) words = g_array_new (FALSE, FALSE, sizeof (DwellWord));

      g_array_append_val (words, digits);
      number = (DwellParse) { words, 0, NULL };
      if (!_dwell_parse_quantity (&number, &r->percentile) || r->percentile.n == 0 ||
          r->percentile.unit != DWELL_UNIT_NUMBER || r->percentile.real > 100)
        {
          g_free (number.message);
          return _dwell_parse_fail (p, g_strdup (_("a percentile must be above 0 and at most "
                                                   "100")));
        }
      p->next++;
      r->aggregate = DWELL_AGGREGATE_PERCENTILE;
      return _dwell_parse_need (p, "of");
    }
  return TRUE;
}

static gboolean
parse_curve (const Reading    *reading,
             DwellParse       *p,
             DwellRequirement *r)
{
  const char *word;

  if (!parse_aggregate (p, r) || (word = _dwell_parse_word (p)) == NULL)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (curves); i++)
    {
      if (!g_str_equal (word, curves[i]))
        continue;

      r->curve = (DwellCurve) i;
      if (!parse_subjects (reading, p, r))
        return FALSE;
      if (r->curve == DWELL_CURVE_GRID_JITTER && r->around <= 0)
        return _dwell_parse_fail (p, g_strdup (_("grid-jitter needs the period: “around 1 ms”")));
      if (r->aggregate != DWELL_AGGREGATE_NONE &&
          (r->window == DWELL_WINDOW_ANY || r->curve == DWELL_CURVE_LOAD ||
           r->curve == DWELL_CURVE_CONCURRENCY || r->curve == DWELL_CURVE_BACKLOG ||
           r->curve == DWELL_CURVE_LOST || r->curve == DWELL_CURVE_REPEATED ||
           _dwell_requirement_is_fixed (r)))
        return _dwell_parse_fail (p, g_strdup (_("this has no individual samples to combine")));
      return TRUE;
    }
  return fail_curve (p, word);
}

/* The unit of a curve. */
DwellRequirementUnit
_dwell_requirement_get_unit (const DwellRequirement *r)
{
  switch ((int) r->curve)
    {
    case DWELL_CURVE_LOAD:
    case DWELL_CURVE_SHARE:
      return DWELL_UNIT_PERCENT;
    case DWELL_CURVE_COUNT:
    case DWELL_CURVE_VALUE:
    case DWELL_CURVE_CONCURRENCY:
    case DWELL_CURVE_BACKLOG:
    case DWELL_CURVE_LOST:
    case DWELL_CURVE_REPEATED:
    case DWELL_CURVE_HITS:
    case DWELL_CURVE_COST:
    case DWELL_CURVE_CALLS:
    case DWELL_CURVE_GROWTH:
      return DWELL_UNIT_NUMBER;
    default:
      return DWELL_UNIT_TIME;
    }
}

/* The unit of the limit of a curve. */
static gboolean
check_unit (DwellParse             *p,
            const DwellRequirement *r,
            DwellQuantity          *quantity)
{
  DwellRequirementUnit unit = _dwell_requirement_get_unit (r);
  gboolean may_be_share = r->curve == DWELL_CURVE_LOST || r->curve == DWELL_CURVE_REPEATED;

  if (may_be_share && quantity->unit == DWELL_UNIT_PERCENT)
    return TRUE;
  if (quantity->n == 0 && quantity->unit == DWELL_UNIT_NUMBER)
    quantity->unit = unit;
  if (quantity->unit == unit)
    return TRUE;
  if (unit == DWELL_UNIT_TIME)
    return _dwell_parse_fail (p, g_strdup (_("a time needs a unit: ns, us, ms, s or min")));
  if (r->curve == DWELL_CURVE_SHARE)
    /* xgettext:no-c-format */
    return _dwell_parse_fail (p, g_strdup (_("the limit of a share must be in %")));
  if (unit == DWELL_UNIT_PERCENT)
    /* xgettext:no-c-format */
    return _dwell_parse_fail (p, g_strdup (_("the limit of a load must be in %")));
  return _dwell_parse_fail (p, g_strdup (_("a number without a unit is expected here")));
}

/* Converts |value| <= limit into a range. */
static void
mirror_limit (DwellLimit *limit)
{
  if (!limit->has_high || limit->has_low)
    return;

  limit->has_low = TRUE;
  limit->low_is_strict = limit->high_is_strict;
  limit->low = limit->high;
  limit->low.n = -limit->low.n;
  limit->low.real = -limit->low.real;
}

/* The words of a class of growth: the longest match. */
static gboolean
parse_class (DwellParse    *p,
             DwellQuantity *quantity)
{
  guint n_most = 0;

  for (guint i = 0; i < DWELL_N_GROWTH_CLASSES; i++)
    {
      g_auto(GStrv) words = g_strsplit (dwell_growth_class_get_id ((DwellGrowthClass) i), " ", -1);
      DwellParse ahead = *p;
      guint n = 0;

      while (words[n] != NULL && _dwell_parse_take (&ahead, words[n]))
        n++;
      if (words[n] != NULL || n <= n_most)
        continue;
      n_most = n;
      *quantity = (DwellQuantity) { DWELL_UNIT_NUMBER, i, 1, i };
    }
  p->next += n_most;
  return n_most > 0 ||
         _dwell_parse_fail (p, g_strdup (_("a growth is one of 1, log n, n, n log n, n^1.5, n^2, "
                                           "n^2 log n, n^3 and 2^n")));
}

static gboolean
parse_growth_limit (DwellParse       *p,
                    DwellRequirement *r)
{
  static const char * const relations[] = { "<=", ">=", "<", ">", "=", NULL };
  DwellLimit *limit = &r->limit;
  guint relation;

  if (!_dwell_parse_choose (p, relations, &relation) || !parse_class (p, &limit->high))
    return FALSE;

  limit->low = limit->high;
  limit->has_high = relation % 2 == 0;
  limit->has_low = relation % 2 == 1 || relation == 4;
  limit->high_is_strict = relation == 2;
  limit->low_is_strict = relation == 3;
  return TRUE;
}

static gboolean
parse_limit (DwellParse       *p,
             DwellRequirement *r)
{
  static const char * const relations[] = { "<=", ">=", "<", ">", "=", "in", NULL };
  DwellLimit *limit = &r->limit;
  DwellQuantity first = { 0 };
  guint relation;

  if (!_dwell_parse_choose (p, relations, &relation) || !_dwell_parse_quantity (p, &first) ||
      !check_unit (p, r, &first))
    return FALSE;

  limit->has_high = relation != 1 && relation != 3;
  limit->has_low = relation == 1 || relation >= 3;
  limit->high = limit->low = first;
  limit->high_is_strict = relation == 2;
  limit->low_is_strict = relation == 3;
  if (relation == 5 && (!_dwell_parse_need (p, "..") || !_dwell_parse_quantity (p, &limit->high) ||
                        !check_unit (p, r, &limit->high)))
    return FALSE;
  if (relation == 5 && limit->low.real > limit->high.real)
    return _dwell_parse_fail (p, g_strdup (_("the lower limit is above the upper one")));
  if (relation == 5 && limit->low.unit != limit->high.unit)
    return _dwell_parse_fail (p, g_strdup (_("the limits have different units")));

  if (r->curve == DWELL_CURVE_JITTER || r->curve == DWELL_CURVE_CYCLE_JITTER)
    mirror_limit (limit);
  if ((r->curve == DWELL_CURVE_GRID_JITTER || r->is_one_to_one) && !limit->has_low)
    {
      limit->has_low = TRUE;
      limit->low = (DwellQuantity) { DWELL_UNIT_TIME, 0, 1, 0 };
    }
  return r->curve != DWELL_CURVE_GRID_JITTER || limit->has_high ||
         _dwell_parse_fail (p, g_strdup (_("grid-jitter needs an upper limit")));
}

/* Whether it has values over time: it is neither a single figure, nor an order, nor a condition. */
static gboolean
parse_track (const Reading    *reading,
             DwellParse       *p,
             DwellRequirement *r)
{
  if (!parse_curve (reading, p, r))
    return FALSE;
  if (r->aggregate != DWELL_AGGREGATE_NONE || !dwell_requirement_has_curve (r))
    return _dwell_parse_fail (p, g_strdup (_("a track shows values over time, not one figure")));

  r->limit.low.unit = _dwell_requirement_get_unit (r);
  return TRUE;
}

static gboolean
parse_check (const Reading    *reading,
             DwellParse       *p,
             DwellRequirement *r)
{
  if (r->is_track)
    return parse_track (reading, p, r);
  if (_dwell_parse_take (p, "order"))
    {
      r->curve = DWELL_CURVE_ORDER;
      return _dwell_parse_need (p, "of") && _dwell_parse_names (p, &r->names) &&
             (!_dwell_parse_take (p, "in") || (r->scope = _dwell_parse_name (p)) != NULL);
    }
  if (_dwell_parse_is_next (p, "never") || _dwell_parse_is_next (p, "always"))
    {
      r->curve = _dwell_parse_take (p, "never") ? DWELL_CURVE_NEVER : DWELL_CURVE_ALWAYS;
      p->next += r->curve == DWELL_CURVE_ALWAYS;
      return (r->condition = _dwell_parse_condition (p)) != NULL &&
             (!_dwell_parse_take (p, "while") ||
              (r->condition_while = _dwell_parse_condition (p)) != NULL);
    }
  return parse_curve (reading, p, r) &&
         (r->curve == DWELL_CURVE_GROWTH ? parse_growth_limit (p, r) : parse_limit (p, r));
}

static void
parse_chain (Reading    *self,
             DwellParse *p,
             char       *id)
{
  DwellRequirementChain *chain = g_new0 (DwellRequirementChain, 1);
  gboolean is_good = TRUE;

  chain->id = id;
  chain->line = self->line;
  chain->is_queued = _dwell_parse_take (p, "queued");
  chain->stages = g_ptr_array_new_with_free_func (_dwell_requirement_event_free);
  is_good = _dwell_parse_need (p, ":");
  while (is_good)
    {
      DwellRequirementEvent *stage = _dwell_parse_event (p, TRUE);

      is_good = stage != NULL;
      if (is_good)
        g_ptr_array_add (chain->stages, stage);
      if (!is_good || !_dwell_parse_take (p, "->"))
        break;
    }
  if (is_good && chain->stages->len < 2)
    is_good = _dwell_parse_fail (p, g_strdup (_("a chain needs two stages or more")));
  if (is_good && chain->stages->len > DWELL_REQUIREMENTS_MAX_NAMES)
    is_good = _dwell_parse_fail (p, g_strdup_printf (_("a chain has at most %d stages"),
                                                     DWELL_REQUIREMENTS_MAX_NAMES));
  if (is_good && !_dwell_parse_is_at_end (p))
    is_good = _dwell_parse_need (p, "->");

  if (is_good)
    g_ptr_array_add (self->file->chains, chain);
  else
    free_chain (chain);
}

/* The id at the start of a line. */
static char *
scan_id (const char **p)
{
  const char *start = *p;

  while (g_ascii_isalnum (**p) || (**p != '\0' && strchr ("._-", **p) != NULL))
    (*p)++;
  return g_strndup (start, (gsize) (*p - start));
}

static void
skip_blanks (const char **p)
{
  while (**p == ' ' || **p == '\t')
    (*p)++;
}

/* Splits the rest of a line into words; a colon that ends the head is a word. */
static gboolean
scan_head (Reading     *self,
           const char **p,
           char       **id,
           char       **title,
           gboolean    *is_chain,
           gboolean    *is_track)
{
  const char *word;
  gsize n;

  *id = scan_id (p);
  skip_blanks (p);
  *is_chain = g_str_equal (*id, "chain") && **p != ':';
  *is_track = g_str_equal (*id, "track") && **p != ':';
  if (*is_chain || *is_track)
    {
      g_free (*id);
      *id = scan_id (p);
      skip_blanks (p);
    }
  if (**id == '\0')
    {
      self->message = g_strdup (_("a line must begin with an id, “chain” or “track”"));
      return FALSE;
    }
  if (*is_chain && strncmp (*p, "queued", 6) == 0)
    return TRUE;
  if ((**p == '"' || **p == '\'') && !_dwell_requirement_scan_quoted (p, title, &self->message))
    return FALSE;
  skip_blanks (p);
  if (**p == ':')
    return TRUE;

  word = *p;
  n = strcspn (word, " \t:");
  /* Translators: what was expected in a file, and what stands there */
  self->message = g_strdup_printf (_("expected %s, found “%.*s”"), "“:”", (int) n, word);
  return FALSE;
}

static void
parse_requirement (Reading    *self,
                   DwellParse *p,
                   char       *id,
                   char       *title,
                   gboolean    is_track)
{
  DwellRequirement *r = g_new0 (DwellRequirement, 1);
  gboolean is_good;

  r->id = id;
  r->title = title;
  r->line = self->line;
  r->text = g_strdup (self->text->str);
  r->is_track = is_track;
  r->severity = DWELL_SEVERITY_ERROR;
  r->from = G_MININT64;
  r->until = G_MAXINT64;

  is_good = _dwell_parse_need (p, ":") && parse_check (self, p, r);
  is_good = is_good && _dwell_parse_clauses (p, r);

  if (is_good)
    g_ptr_array_add (self->file->requirements, r);
  else
    free_requirement (r);
}

/* Finds the word that the last error is about: of the words around the place where the parser
 * failed, the one named by the message, else the next. @body is the line from @start on, with
 * spaces around its first colon. */
static void
place_error (Reading          *self,
             const DwellParse *parse,
             const char       *body,
             gsize             start)
{
  DwellRequirementsError *error = &g_array_index (self->file->errors, DwellRequirementsError,
                                                  self->file->errors->len - 1);
  const char *colon = strchr (body, ':');
  const DwellWord *found = NULL;

  for (guint i = MAX (parse->failed, 1) - 1;
       i <= parse->failed && i < self->words->len && found == NULL; i++)
    if (strstr (error->message, g_array_index (self->words, DwellWord, i).text) != NULL)
      found = &g_array_index (self->words, DwellWord, i);
  if (found == NULL && self->words->len > 0)
    found = &g_array_index (self->words, DwellWord, MIN (parse->failed, self->words->len - 1));
  if (found == NULL)
    return;

  error->begin = (guint) ((gsize) (found->begin - body) + start);
  error->end = (guint) ((gsize) (found->end - body) + start);
  if (colon != NULL && found->begin > colon)
    {
      error->begin -= 2;
      error->end -= 2;
    }
  else if (colon == found->begin)
    {
      error->begin--;
      error->end--;
    }
}

/* Separates the ":" of the head from the words around it: elsewhere "x:" or ":y" is one word. */
static void
take_line (Reading *self)
{
  DwellParse parse = { self->words, 0, NULL };
  const char *p = self->text->str;
  g_autofree char *id = NULL;
  g_autofree char *title = NULL;
  g_autoptr(GString) body = NULL;
  gsize start = 0;
  gboolean is_chain;
  gboolean is_track;
  gpointer line;

  if (*p == '\0')
    return;

  g_array_set_size (self->words, 0);
  if (scan_head (self, &p, &id, &title, &is_chain, &is_track))
    {
      const char *colon = strchr (p, ':');

      start = (gsize) (p - self->text->str);
      body = g_string_new_len (p, colon != NULL ? colon - p : (gssize) strlen (p));
      if (colon != NULL)
        g_string_append_printf (body, " : %s", colon + 1);
      p = body->str;
      _dwell_requirement_scan_words (&p, self->words, &self->message);
    }

  line = id != NULL ? g_hash_table_lookup (self->ids, id) : NULL;
  if (self->message == NULL && line != NULL)
    /* Translators: the name of a requirement, and a number */
    self->message = g_strdup_printf (_("the id “%s” is already used in line %u"), id,
                                     GPOINTER_TO_UINT (line));
  else if (id != NULL && *id != '\0' && line == NULL && self->message == NULL)
    g_hash_table_insert (self->ids, g_strdup (id), GUINT_TO_POINTER (self->line));

  if (self->message == NULL && is_chain)
    parse_chain (self, &parse, g_steal_pointer (&id));
  else if (self->message == NULL)
    parse_requirement (self, &parse, g_steal_pointer (&id), g_steal_pointer (&title), is_track);
  if (self->message != NULL)
    {
      add_error (self, g_steal_pointer (&self->message));
    }
  else if (parse.message != NULL)
    {
      add_error (self, g_steal_pointer (&parse.message));
      place_error (self, &parse, body->str, start);
    }
  g_free (parse.message);
}

/* The first word of a file; the version follows. */
#define SIGNATURE "dwell-requirements"

static gboolean
is_signature (const char *line)
{
  g_auto(GStrv) words = g_strsplit_set (line, " \t", -1);

  return words[0] != NULL && g_str_equal (words[0], SIGNATURE) && words[1] != NULL &&
         g_str_equal (words[1], "1");
}

/* Appends a continuation line to the previous line, leaving out the comment of the latter. */
static void
continue_line (Reading    *self,
               const char *line)
{
  const char *comment = _dwell_requirement_find_comment (self->text->str + self->last);

  g_string_truncate (self->text, (gsize) (comment - self->text->str));
  while (self->text->len > 0 && strchr (" \t", self->text->str[self->text->len - 1]) != NULL)
    g_string_truncate (self->text, self->text->len - 1);
  self->last = self->text->len + 1;
  g_string_append_printf (self->text, " %s", line);
}

static void
read_line (Reading    *self,
           const char *line,
           guint       number)
{
  const char *start = line + strspn (line, " \t");
  gboolean goes_on = start > line;

  if (*start == '\0' || *start == '#')
    return;
  if (!self->has_head)
    {
      self->has_head = TRUE;
      self->line = number;
      if (!is_signature (line))
        add_error (self, g_strdup (_("the first line must be “dwell-requirements 1”")));
      return;
    }
  if (goes_on && self->text->len > 0)
    {
      continue_line (self, start);
      return;
    }

  take_line (self);
  self->line = number;
  self->last = 0;
  g_string_assign (self->text, start);
}

/**
 * dwell_requirements_is_one:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: whether the file has timing requirements, of this or another version of the language;
 *   comments and blank lines may precede its first line
 */
gboolean
dwell_requirements_is_one (const char *head,
                           gsize       length)
{
  gsize i = 0;

  while (i < length && (head[i] == '#' || g_ascii_isspace (head[i])))
    {
      const char *end = head[i] == '#' ? memchr (head + i, '\n', length - i) : head + i;

      i = end != NULL ? (gsize) (end - head) + 1 : length;
    }

  return length - i > strlen (SIGNATURE) && memcmp (head + i, SIGNATURE, strlen (SIGNATURE)) == 0 &&
         (head[i + strlen (SIGNATURE)] == ' ' || head[i + strlen (SIGNATURE)] == '\t');
}

/**
 * dwell_requirements_parse:
 * @text: a file of requirements
 * @length: its length in bytes
 *
 * Reads a file of requirements; reports all errors in it at once.
 *
 * Returns: (transfer full): the requirements; they can be checked if there are no errors
 */
DwellRequirements *
dwell_requirements_parse (const char *text,
                          gsize       length)
{
  Reading reading = { .line = 1, .text = g_string_new (NULL) };
  DwellRequirements *self = g_new0 (DwellRequirements, 1);
  g_auto(GStrv) lines = NULL;
  g_autofree char *copy = NULL;
  guint n_lines;

  self->requirements = g_ptr_array_new_with_free_func (free_requirement);
  self->chains = g_ptr_array_new_with_free_func (free_chain);
  self->errors = g_array_new (FALSE, FALSE, sizeof (DwellRequirementsError));
  g_array_set_clear_func (self->errors, clear_error);
  reading.file = self;
  reading.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reading.words = _dwell_requirement_words_new ();

  if (length > DWELL_REQUIREMENTS_MAX_SIZE)
    add_error (&reading, g_strdup_printf (_("it is larger than %d bytes"),
                                          DWELL_REQUIREMENTS_MAX_SIZE));
  else if (!g_utf8_validate_len (text, length, NULL))
    add_error (&reading, g_strdup (_("it is not UTF-8 text")));
  else
    {
      copy = g_strndup (text, length);
      lines = g_strsplit (copy, "\n", DWELL_REQUIREMENTS_MAX_LINES + 2);
      n_lines = g_strv_length (lines);
      for (guint i = 0; i < MIN (n_lines, DWELL_REQUIREMENTS_MAX_LINES); i++)
        {
          gsize n = strlen (lines[i]);

          if (n > 0 && lines[i][n - 1] == '\r')
            lines[i][n - 1] = '\0';
          read_line (&reading, lines[i], i + 1);
        }
      take_line (&reading);
      if (n_lines > DWELL_REQUIREMENTS_MAX_LINES + 1)
        {
          reading.line = DWELL_REQUIREMENTS_MAX_LINES + 1;
          add_error (&reading, g_strdup_printf (_("it has more than %d lines"),
                                                DWELL_REQUIREMENTS_MAX_LINES));
        }
      if (!reading.has_head)
        add_error (&reading, g_strdup (_("the first line must be “dwell-requirements 1”")));
    }

  g_string_free (reading.text, TRUE);
  g_array_unref (reading.words);
  g_hash_table_unref (reading.ids);
  return self;
}

/**
 * dwell_requirements_free:
 * @self: (transfer full): requirements
 */
void
dwell_requirements_free (DwellRequirements *self)
{
  g_ptr_array_unref (self->requirements);
  g_ptr_array_unref (self->chains);
  g_array_unref (self->errors);
  g_free (self);
}
