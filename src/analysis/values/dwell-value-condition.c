/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads conditions on values, and compares integers with reals exactly, as a double does not hold
 * every 64-bit integer. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/values/dwell-values-private.h"
#include "core/dwell-error.h"
#include "core/dwell-scan.h"

/* The result of comparing with a NaN. */
#define UNORDERED 2

static const struct {
  const char         *sign;
  DwellValueRelation  relation;
} signs[] = {
  { "==", DWELL_VALUE_EQUAL }, { "=", DWELL_VALUE_EQUAL },
  { "!=", DWELL_VALUE_NOT_EQUAL }, { "<>", DWELL_VALUE_NOT_EQUAL },
  { "≠", DWELL_VALUE_NOT_EQUAL },
  { "<=", DWELL_VALUE_AT_MOST }, { "≤", DWELL_VALUE_AT_MOST },
  { ">=", DWELL_VALUE_AT_LEAST }, { "≥", DWELL_VALUE_AT_LEAST },
  { "<", DWELL_VALUE_LESS }, { ">", DWELL_VALUE_GREATER },
};

/* Consumes an operator; if there is none, "=" is used. Returns whether there was one. */
static gboolean
scan_relation (DwellScan          *scan,
               DwellValueRelation *relation)
{
  *relation = DWELL_VALUE_EQUAL;

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (dwell_scan_literal (scan, signs[i].sign))
      {
        *relation = signs[i].relation;
        return TRUE;
      }

  return FALSE;
}

/* Digits after 0x: the 64 bits of the value. */
static gboolean
parse_hex (const char *text,
           gint64     *value)
{
  gboolean is_negative = *text == '-';
  guint64 bits = 0;
  guint n_digits = 0;

  text += is_negative;
  if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
    return FALSE;

  for (text += 2; g_ascii_isxdigit (*text); text++, n_digits++)
    bits = bits << 4 | (guint) g_ascii_xdigit_value (*text);

  *value = (gint64) (is_negative ? 0 - bits : bits);
  return *text == '\0' && n_digits > 0 && n_digits <= 16;
}

static void
parse_number (DwellValueCondition *self)
{
  DwellScan scan = { self->text, self->text + strlen (self->text) };
  gint64 integer;
  double real;
  char *end;

  if (parse_hex (self->text, &integer) ||
      (dwell_scan_i64 (&scan, &integer) && scan.p == scan.end))
    {
      self->integer = integer;
      self->is_number = self->is_integer = TRUE;
      return;
    }

  /* Names such as “infinity” are names, not numbers. */
  if (strspn (self->text, "+-.0123456789eE") != strlen (self->text) || *self->text == '\0')
    return;

  real = g_ascii_strtod (self->text, &end);
  self->is_number = *end == '\0' && isfinite (real);
  self->real = self->is_number ? real : 0;
}

/**
 * dwell_value_condition_new:
 * @text: "= 5", "> 3.5", "<= -0x10", "Running": an operator (default: =) and a number or the name
 *   of a state
 * @error: %DWELL_ERROR_OPTION with what is expected
 *
 * Returns: (transfer full) (nullable): the condition
 */
DwellValueCondition *
dwell_value_condition_new (const char  *text,
                           GError     **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  DwellScan scan = { stripped, stripped + strlen (stripped) };
  g_autoptr(DwellValueCondition) self = g_new0 (DwellValueCondition, 1);
  gboolean has_sign = scan_relation (&scan, &self->relation);

  dwell_scan_blanks (&scan);
  self->text = g_strdup (scan.p);
  parse_number (self);

  if (*self->text == '\0')
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                           has_sign ? _("A value is missing after the operator")
                                    : _("Enter a value, such as = 5 or > 3.5, or the name of a "
                                        "state"));
      return NULL;
    }

  if (!self->is_number && self->relation != DWELL_VALUE_EQUAL &&
      self->relation != DWELL_VALUE_NOT_EQUAL)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                   _("“%s” is not a number: < and > need numbers"), self->text);
      return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * dwell_value_condition_new_for_state:
 * @trace: a trace
 * @state: an area that is a state
 *
 * Makes the condition that a variable is in @state.
 *
 * Returns: (transfer full): the condition
 */
DwellValueCondition *
dwell_value_condition_new_for_state (const DwellTrace *trace,
                                     guint32           state)
{
  const DwellArea *area = &trace->areas[state];
  DwellValueCondition *self = g_new0 (DwellValueCondition, 1);

  self->text = g_strdup (dwell_trace_get_area_name (trace, state));
  self->is_number = self->is_integer = area->has_value;
  self->integer = area->value;
  return self;
}

/**
 * dwell_value_condition_copy:
 * @self: a condition
 *
 * Returns: (transfer full): a copy of it
 */
DwellValueCondition *
dwell_value_condition_copy (const DwellValueCondition *self)
{
  DwellValueCondition *copy = g_new (DwellValueCondition, 1);

  *copy = *self;
  copy->text = g_strdup (self->text);
  return copy;
}

/**
 * dwell_value_condition_free:
 * @self: (transfer full): a condition
 */
void
dwell_value_condition_free (DwellValueCondition *self)
{
  g_free (self->text);
  g_free (self);
}

/* The sign of @integer − @real, exactly. */
static int
compare_mixed (gint64 integer,
               double real)
{
  double whole;

  if (isnan (real))
    return UNORDERED;

  if (real >= 0x1p63)
    return -1;

  if (real < -0x1p63)
    return 1;

  whole = floor (real);
  if (integer != (gint64) whole)
    return integer < (gint64) whole ? -1 : 1;

  return real > whole ? -1 : 0;
}

/* Compares @value with the number of @self. */
static int
compare (const DwellValueCondition *self,
         DwellValue                 value,
         gboolean                   is_real)
{
  int order;

  if (!is_real)
    return self->is_integer ? (value.integer > self->integer) - (value.integer < self->integer)
                            : compare_mixed (value.integer, self->real);

  if (self->is_integer)
    {
      order = compare_mixed (self->integer, value.real);
      return order == UNORDERED ? UNORDERED : -order;
    }

  /* For changes, two NaNs are the same value. */
  if (isnan (value.real) || isnan (self->real))
    return isnan (value.real) && isnan (self->real) ? 0 : UNORDERED;

  return (value.real > self->real) - (value.real < self->real);
}

static gboolean
is_true (DwellValueRelation relation,
         int                order)
{
  switch (relation)
    {
    case DWELL_VALUE_EQUAL:
      return order == 0;
    case DWELL_VALUE_NOT_EQUAL:
      return order != 0;
    case DWELL_VALUE_LESS:
      return order == -1;
    case DWELL_VALUE_AT_MOST:
      return order == -1 || order == 0;
    case DWELL_VALUE_GREATER:
      return order == 1;
    case DWELL_VALUE_AT_LEAST:
      return order == 1 || order == 0;
    default:
      g_return_val_if_reached (FALSE);
    }
}

/**
 * dwell_value_condition_holds:
 * @self: a condition
 * @value: a value
 * @is_real: whether @value is a double
 *
 * Returns: whether it holds for @value; never if it names a state
 */
gboolean
dwell_value_condition_holds (const DwellValueCondition *self,
                             DwellValue                 value,
                             gboolean                   is_real)
{
  return self->is_number && is_true (self->relation, compare (self, value, is_real));
}

gboolean
_dwell_value_condition_may (const DwellValueCondition *condition,
                            const DwellValueNode      *node,
                            gboolean                   is_real,
                            gboolean                   is_wanted)
{
  int low;
  int high;

  if (node->has_non_finite || !condition->is_number)
    return TRUE;

  low = compare (condition, node->least, is_real);
  high = compare (condition, node->greatest, is_real);

  if (condition->relation == DWELL_VALUE_EQUAL || condition->relation == DWELL_VALUE_NOT_EQUAL)
    return is_wanted == (condition->relation == DWELL_VALUE_EQUAL)
           ? low != 1 && high != -1
           : low != 0 || high != 0;

  /* For values in order, the least and the greatest decide. */
  return is_true (condition->relation, low) == is_wanted ||
         is_true (condition->relation, high) == is_wanted;
}

/* Returns whether it is the name of state @area, whatever the case. */
static gboolean
is_name_of (const DwellValueCondition *self,
            const DwellTrace          *trace,
            guint32                    area)
{
  const char *name = dwell_trace_get_area_name (trace, area);
  g_autofree char *wanted = NULL;
  g_autofree char *folded = NULL;

  if (*name == '\0' || g_str_equal (name, self->text))
    return *name != '\0';

  wanted = g_utf8_casefold (self->text, -1);
  folded = g_utf8_casefold (name, -1);
  return g_str_equal (wanted, folded);
}

/**
 * dwell_value_condition_holds_in_state:
 * @self: a condition
 * @trace: a trace
 * @state: an area that is a state
 * @is_exact: whether letters of names must have the same case
 *
 * Returns: whether it holds for a variable in @state, which has a name, a number or both
 */
gboolean
dwell_value_condition_holds_in_state (const DwellValueCondition *self,
                                      const DwellTrace          *trace,
                                      guint32                    state,
                                      gboolean                   is_exact)
{
  const DwellArea *area = &trace->areas[state];
  DwellValue value = { .integer = area->value };
  gboolean is_equal;

  if (self->relation != DWELL_VALUE_EQUAL && self->relation != DWELL_VALUE_NOT_EQUAL)
    return area->has_value && dwell_value_condition_holds (self, value, FALSE);

  is_equal = is_exact ? g_str_equal (dwell_trace_get_area_name (trace, state), self->text)
                      : is_name_of (self, trace, state);
  if (self->is_number && area->has_value)
    is_equal = is_equal || compare (self, value, FALSE) == 0;
  return is_equal == (self->relation == DWELL_VALUE_EQUAL);
}

static gboolean
is_state_of (const DwellTrace *trace,
             guint32           area,
             guint32           track)
{
  return trace->areas[area].kind == DWELL_AREA_STATE &&
         (trace->areas[area].parent == trace->tracks[track].area ||
          area == trace->tracks[track].area);
}

guint8 *
_dwell_value_condition_match_states (const DwellValueCondition *condition,
                                     const DwellTrace          *trace,
                                     guint32                    track)
{
  guint8 *matches = g_new0 (guint8, MAX (trace->n_areas, 1));

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (is_state_of (trace, i, track))
      matches[i] = dwell_value_condition_holds_in_state (condition, trace, i, FALSE);

  return matches;
}

/**
 * dwell_value_condition_suits:
 * @self: a condition
 * @trace: a trace
 * @track: a track of a variable
 * @error: %DWELL_ERROR_OPTION: it names a state that the variable does not have
 *
 * Returns: whether the condition can be used for @track
 */
gboolean
dwell_value_condition_suits (const DwellValueCondition  *self,
                             const DwellTrace           *trace,
                             guint32                     track,
                             GError                    **error)
{
  if (self->is_number)
    return TRUE;

  if (dwell_values_has_states (trace, track))
    for (guint32 i = 0; i < trace->n_areas; i++)
      if (is_state_of (trace, i, track) && is_name_of (self, trace, i))
        return TRUE;

  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: first a variable's name, then what was asked for */
               _("“%s” has no state “%s”, which is not a number either"),
               dwell_trace_get_string (trace, trace->tracks[track].name), self->text);
  return FALSE;
}
