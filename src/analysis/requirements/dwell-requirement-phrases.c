/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the parts of sentences: quantities, names, events, conditions. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirement-parse-private.h"

/* Keeps the first message. Returns: false */
gboolean
_dwell_parse_fail (DwellParse *self,
                   char       *message)
{
  if (self->message == NULL)
    {
      self->message = message;
      self->failed = self->next;
    }
  else
    {
      g_free (message);
    }
  return FALSE;
}

gboolean
_dwell_parse_is_at_end (const DwellParse *self)
{
  return self->next >= self->words->len;
}

static const DwellWord *
get_next (const DwellParse *self)
{
  return _dwell_parse_is_at_end (self) ? NULL : &g_array_index (self->words, DwellWord, self->next);
}

gboolean
_dwell_parse_is_next (const DwellParse *self,
                      const char       *word)
{
  const DwellWord *next = get_next (self);

  return next != NULL && next->kind != DWELL_WORD_QUOTED && next->kind != DWELL_WORD_PATTERN &&
         g_str_equal (next->text, word);
}

gboolean
_dwell_parse_take (DwellParse *self,
                   const char *word)
{
  gboolean is_next = _dwell_parse_is_next (self, word);

  self->next += is_next;
  return is_next;
}

static gboolean
fail_expected (DwellParse *self,
               const char *expected)
{
  const DwellWord *next = get_next (self);

  return _dwell_parse_fail (self, next != NULL
    /* Translators: words of a requirement; the first is in quotes already */
    ? g_strdup_printf (_("expected %s, found “%s”"), expected, next->text)
    : g_strdup_printf (_("expected %s, found the end of the line"), expected));
}

gboolean
_dwell_parse_need (DwellParse *self,
                   const char *word)
{
  g_autofree char *expected = NULL;

  if (_dwell_parse_take (self, word))
    return TRUE;

  expected = g_strdup_printf ("“%s”", word);
  return fail_expected (self, expected);
}

gboolean
_dwell_parse_choose (DwellParse         *self,
                     const char * const *choices,
                     guint              *choice)
{
  g_autofree char *expected = NULL;

  for (*choice = 0; choices[*choice] != NULL; (*choice)++)
    {
      g_autofree char *before = g_steal_pointer (&expected);

      if (_dwell_parse_take (self, choices[*choice]))
        return TRUE;

      expected = before == NULL
        ? g_strdup_printf ("“%s”", choices[*choice])
        /* Translators: one or several words in quotes, and another */
        : g_strdup_printf (_("%s or “%s”"), before, choices[*choice]);
    }

  return fail_expected (self, expected);
}

/* Any word except a comma; NULL with a message if there is none. */
const char *
_dwell_parse_word (DwellParse *self)
{
  const DwellWord *next = get_next (self);

  if (next == NULL || next->kind == DWELL_WORD_COMMA)
    {
      fail_expected (self, _("a name"));
      return NULL;
    }
  self->next++;
  return next->text;
}

/* Reads a decimal number at the start of @text as n / of. Returns: the text after it, or NULL */
static const char *
scan_number (const char    *text,
             DwellQuantity *quantity)
{
  gboolean is_negative = *text == '-';
  const char *p = text + is_negative;
  const char *start = p;
  guint64 n = 0;

  quantity->of = 1;
  if (p[0] == '0' && p[1] == 'x')
    {
      char *end;

      n = g_ascii_strtoull (p + 2, &end, 16);
      if (end == p + 2 || n > G_MAXINT64)
        return NULL;
      p = end;
    }
  else
    {
      gboolean is_fraction = FALSE;

      for (; g_ascii_isdigit (*p) || (*p == '.' && !is_fraction && g_ascii_isdigit (p[1])); p++)
        {
          if (*p == '.')
            {
              is_fraction = TRUE;
              continue;
            }
          if (n > (G_MAXINT64 - 9) / 10 || (is_fraction && quantity->of >= 1000000000))
            return NULL;
          n = n * 10 + (guint64) (*p - '0');
          quantity->of *= is_fraction ? 10 : 1;
        }
    }
  if (p == start)
    return NULL;

  quantity->n = is_negative ? -(gint64) n : (gint64) n;
  quantity->real = (double) quantity->n / (double) quantity->of;
  return p;
}

static gboolean
set_unit (DwellParse    *self,
          const char    *unit,
          DwellQuantity *quantity)
{
  static const struct { const char *name; gint64 ns; } units[] = {
    { "ns", 1 }, { "us", 1000 }, { "µs", 1000 }, { "μs", 1000 }, { "ms", 1000000 },
    { "s", 1000000000 }, { "min", G_GINT64_CONSTANT (60000000000) },
  };
  __int128 ns;

  if (g_str_equal (unit, "%"))
    {
      quantity->unit = DWELL_UNIT_PERCENT;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (!g_str_equal (unit, units[i].name))
        continue;

      ns = (__int128) quantity->n * units[i].ns;
      if (ns % quantity->of != 0)
        return _dwell_parse_fail (self, g_strdup (_("a time must be a whole number of ns")));
      ns /= quantity->of;
      if (ns > DWELL_TIME_MAX || ns < -DWELL_TIME_MAX)
        return _dwell_parse_fail (self, g_strdup (_("a time must be at most 146 years")));
      *quantity = (DwellQuantity) { DWELL_UNIT_TIME, (gint64) ns, 1, (double) ns };
      return TRUE;
    }
  return FALSE;
}

/* A number with or without a unit, in one word or two. */
gboolean
_dwell_parse_quantity (DwellParse    *self,
                       DwellQuantity *quantity)
{
  const DwellWord *word = get_next (self);
  const char *unit = word != NULL && word->kind == DWELL_WORD_BARE
                     ? scan_number (word->text, quantity) : NULL;

  if (unit == NULL)
    return fail_expected (self, _("a number"));

  self->next++;
  quantity->unit = DWELL_UNIT_NUMBER;
  if (*unit != '\0')
    {
      if (set_unit (self, unit, quantity))
        return TRUE;
      /* Translators: a unit of time, misspelt */
      return _dwell_parse_fail (self, g_strdup_printf (_("“%s” is not a unit"), unit));
    }

  word = get_next (self);
  if (word != NULL && word->kind == DWELL_WORD_BARE && set_unit (self, word->text, quantity))
    self->next++;
  return self->message == NULL;
}

gboolean
_dwell_parse_time (DwellParse *self,
                   gint64     *time)
{
  DwellQuantity quantity;

  if (!_dwell_parse_quantity (self, &quantity))
    return FALSE;
  if (quantity.unit != DWELL_UNIT_TIME && quantity.n != 0)
    return _dwell_parse_fail (self, g_strdup (_("a time needs a unit: ns, us, ms, s or min")));

  *time = quantity.n;
  return TRUE;
}

/* A whole number, from 0. */
gboolean
_dwell_parse_count (DwellParse *self,
                    guint64    *count)
{
  DwellQuantity quantity;

  if (!_dwell_parse_quantity (self, &quantity))
    return FALSE;
  if (quantity.unit != DWELL_UNIT_NUMBER || quantity.of != 1 || quantity.n < 0)
    return _dwell_parse_fail (self, g_strdup (_("a whole number is expected here")));

  *count = (guint64) quantity.n;
  return TRUE;
}

void
_dwell_requirement_name_free (DwellRequirementName *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_free (self->text);
  g_free (self);
}

static void
free_name (gpointer name)
{
  _dwell_requirement_name_free (name);
}

DwellRequirementName *
_dwell_parse_name (DwellParse *self)
{
  gboolean is_context = _dwell_parse_is_next (self, "context") &&
                        self->next + 1 < self->words->len &&
                        g_array_index (self->words, DwellWord, self->next + 1).kind !=
                          DWELL_WORD_COMMA;
  DwellRequirementName *name;
  g_autoptr(GError) error = NULL;
  DwellWordKind kind;
  const char *text;

  self->next += is_context;
  text = _dwell_parse_word (self);
  if (text == NULL)
    return NULL;

  kind = g_array_index (self->words, DwellWord, self->next - 1).kind;
  name = g_new0 (DwellRequirementName, 1);
  name->text = g_strdup (text);
  name->is_context = is_context;
  if (kind != DWELL_WORD_PATTERN)
    return name;

  name->pattern = dwell_pattern_new (text, &error);
  if (name->pattern != NULL)
    return name;

  _dwell_parse_fail (self, g_strdup (error->message));
  _dwell_requirement_name_free (name);
  return NULL;
}

gboolean
_dwell_parse_names (DwellParse  *self,
                    GPtrArray  **names)
{
  *names = g_ptr_array_new_with_free_func (free_name);
  do
    {
      DwellRequirementName *name = _dwell_parse_name (self);

      if (name == NULL)
        return FALSE;
      g_ptr_array_add (*names, name);
      if ((*names)->len > DWELL_REQUIREMENTS_MAX_NAMES)
        return _dwell_parse_fail (self, g_strdup_printf (_("a list has at most %d names"),
                                                         DWELL_REQUIREMENTS_MAX_NAMES));
    }
  while (_dwell_parse_take (self, ","));

  return TRUE;
}

void
_dwell_requirement_event_free (gpointer event)
{
  DwellRequirementEvent *self = event;

  if (self == NULL)
    return;
  g_clear_pointer (&self->when, dwell_value_condition_free);
  _dwell_requirement_name_free (self->name);
  _dwell_requirement_name_free (self->on);
  g_free (self);
}

void
_dwell_requirement_condition_free (DwellRequirementCondition *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->value, dwell_value_condition_free);
  _dwell_requirement_name_free (self->name);
  g_free (self);
}

/* "<= 5", "= 0x10": what a value is compared with. */
static DwellValueCondition *
parse_relation (DwellParse *self)
{
  static const char * const relations[] = { "<=", ">=", "<", ">", "=", "!=", NULL };
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  DwellValueCondition *condition;
  const char *number;
  guint relation;

  if (!_dwell_parse_choose (self, relations, &relation) ||
      (number = _dwell_parse_word (self)) == NULL)
    return NULL;

  text = g_strdup_printf ("%s %s", relations[relation], number);
  condition = dwell_value_condition_new (text, &error);
  if (condition == NULL)
    _dwell_parse_fail (self, g_strdup (error->message));
  return condition;
}

/* A state's name or number. */
static DwellValueCondition *
parse_state (DwellParse *self)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  DwellValueCondition *condition;
  const char *state = _dwell_parse_word (self);

  if (state == NULL)
    return NULL;

  text = g_strdup_printf ("= %s", state);
  condition = dwell_value_condition_new (text, &error);
  if (condition == NULL)
    _dwell_parse_fail (self, g_strdup (error->message));
  return condition;
}

static gboolean
parse_event_words (DwellParse            *self,
                   DwellRequirementEvent *event)
{
  static const char * const starts[] = { "begin", "end", "suspend", "resume", "write" };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      if (!_dwell_parse_is_next (self, starts[i]) || self->next + 1 >= self->words->len ||
          !g_str_equal (g_array_index (self->words, DwellWord, self->next + 1).text, "of"))
        continue;

      self->next += 2;
      event->kind = (DwellRequirementEventKind) i;
      event->name = _dwell_parse_name (self);
      if (event->name == NULL)
        return FALSE;
      if (event->kind == DWELL_EVENT_KIND_WRITE)
        return !_dwell_parse_take (self, "when") || (event->when = parse_relation (self)) != NULL;
      return !_dwell_parse_take (self, "on") || (event->on = _dwell_parse_name (self)) != NULL;
    }

  if (_dwell_parse_take (self, "message"))
    {
      event->kind = DWELL_EVENT_KIND_MESSAGE;
      return (event->name = _dwell_parse_name (self)) != NULL;
    }

  event->kind = DWELL_EVENT_KIND_SPAN;
  event->name = _dwell_parse_name (self);
  if (event->name == NULL)
    return FALSE;
  if (_dwell_parse_take (self, "becomes"))
    {
      event->kind = DWELL_EVENT_KIND_BECOMES;
      return (event->when = parse_state (self)) != NULL;
    }
  return !_dwell_parse_take (self, "on") || (event->on = _dwell_parse_name (self)) != NULL;
}

/* @is_stage: whether a name alone is an event, too */
DwellRequirementEvent *
_dwell_parse_event (DwellParse *self,
                    gboolean    is_stage)
{
  DwellRequirementEvent *event = g_new0 (DwellRequirementEvent, 1);
  gboolean is_good = parse_event_words (self, event);

  if (is_good && !is_stage && event->kind == DWELL_EVENT_KIND_SPAN)
    /* Translators: both are the same name, of a function */
    is_good = _dwell_parse_fail (self, g_strdup_printf (_("“%s” is not an event; did you mean "
                                                          "“begin of %s”?"), event->name->text,
                                                        event->name->text));
  if (is_good && event->kind != DWELL_EVENT_KIND_MESSAGE && event->name->pattern != NULL)
    is_good = _dwell_parse_fail (self, g_strdup (_("an event takes one name, not a pattern")));
  if (is_good)
    return event;

  _dwell_requirement_event_free (event);
  return NULL;
}

static gboolean
parse_condition_words (DwellParse                *self,
                       DwellRequirementCondition *condition)
{
  static const char * const states[] = { "open", "active", "suspended" };

  condition->name = _dwell_parse_name (self);
  if (condition->name == NULL)
    return FALSE;
  if (condition->name->pattern != NULL)
    return _dwell_parse_fail (self, g_strdup (_("a condition takes one name, not a pattern")));
  if (!_dwell_parse_take (self, "is"))
    return (condition->value = parse_relation (self)) != NULL;

  condition->is_negated = _dwell_parse_take (self, "not");
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      if (!_dwell_parse_take (self, states[i]))
        continue;
      condition->kind = (DwellRequirementConditionKind) (DWELL_CONDITION_OPEN + i);
      return TRUE;
    }
  return (condition->value = parse_state (self)) != NULL;
}

DwellRequirementCondition *
_dwell_parse_condition (DwellParse *self)
{
  DwellRequirementCondition *condition = g_new0 (DwellRequirementCondition, 1);

  if (parse_condition_words (self, condition))
    return condition;

  _dwell_requirement_condition_free (condition);
  return NULL;
}
