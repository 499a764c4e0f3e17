/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times and numbers as text. All arithmetic on times is on integers: a magnitude in unsigned 64
 * bits, so that the smallest int64 needs no special case and nothing is rounded twice.
 *
 * Spaces: a narrow no-break space (U+202F) between groups of digits, where the locale's separator
 * is missing or a space; a no-break space (U+00A0) before the unit. The minus is U+2212, and a
 * value that rounds to zero has none. */
#include "config.h"

#include "core/dwell-text.h"

#include <locale.h>
#include <math.h>

#include <glib/gi18n-lib.h>

#define NARROW_SPACE "\xe2\x80\xaf"
#define SPACE        "\xc2\xa0"
#define MINUS        "\xe2\x88\x92"

#define NS_PER_S G_GUINT64_CONSTANT (1000000000)

/* Each is 10^3 times the one before. */
static const char * const unit_names[] = { N_("ns"), N_("µs"), N_("ms"), N_("s") };

static int time_unit = DWELL_TIME_UNIT_AUTO;

/* The form of numbers in the locale; see localeconv(3). */
typedef struct {
  char decimal_sign[8];
  char separator[8];
  char grouping[8]; /* sizes of groups from the right; 0 = as the one before, CHAR_MAX = no more */
} Numerals;

/* localeconv() fills one buffer for all threads. */
static void
get_numerals (Numerals *numerals)
{
  static GMutex lock;
  const struct lconv *conventions;

  g_mutex_lock (&lock);
  conventions = localeconv ();
  g_strlcpy (numerals->decimal_sign, conventions->decimal_point, sizeof numerals->decimal_sign);
  g_strlcpy (numerals->separator, conventions->thousands_sep, sizeof numerals->separator);
  g_strlcpy (numerals->grouping, conventions->grouping, sizeof numerals->grouping);
  g_mutex_unlock (&lock);

  if (numerals->decimal_sign[0] == '\0' || !g_utf8_validate (numerals->decimal_sign, -1, NULL))
    g_strlcpy (numerals->decimal_sign, ".", sizeof numerals->decimal_sign);

  if (numerals->separator[0] == '\0' || !g_utf8_validate (numerals->separator, -1, NULL) ||
      g_unichar_isspace (g_utf8_get_char (numerals->separator)))
    g_strlcpy (numerals->separator, NARROW_SPACE, sizeof numerals->separator);

  if (numerals->grouping[0] <= 0)
    g_strlcpy (numerals->grouping, "\3", sizeof numerals->grouping);
}

static void
append_integer (GString        *text,
                const Numerals *numerals,
                DwellWide       value)
{
  const char *grouping = numerals->grouping;
  g_autofree char *digits = dwell_wide_to_text (value);
  gsize start = text->len;
  int n_in_group = 0;

  /* From right to left: each digit is put before those that are there already. */
  for (gsize i = strlen (digits); i-- > 0;)
    {
      if (n_in_group == *grouping)
        {
          g_string_insert (text, (gssize) start, numerals->separator);
          n_in_group = 0;

          if (grouping[1] != '\0')
            grouping++;
        }

      g_string_insert_c (text, (gssize) start, digits[i]);
      n_in_group++;
    }
}

/* Appends @value / 10^@decimals, with @decimals digits after the decimal sign, in groups of
 * three. */
static void
append_decimal (GString        *text,
                const Numerals *numerals,
                DwellWide       value,
                guint           decimals)
{
  char digits[24];
  guint64 scale = 1;

  for (guint i = 0; i < decimals; i++)
    scale *= 10;

  append_integer (text, numerals, value / scale);

  if (decimals == 0)
    return;

  g_string_append (text, numerals->decimal_sign);
  g_snprintf (digits, sizeof digits, "%0*" G_GUINT64_FORMAT, (int) decimals,
              (guint64) (value % scale));

  for (guint i = 0; i < decimals; i++)
    {
      if (i > 0 && i % 3 == 0)
        g_string_append (text, NARROW_SPACE);

      g_string_append_c (text, digits[i]);
    }
}

static guint64
magnitude_of (gint64 value)
{
  return value < 0 ? 0 - (guint64) value : (guint64) value;
}

/* @value in whole @unit s, rounded half up. */
static DwellWide
divide_rounded (DwellWide value,
                guint64   unit)
{
  return value / unit + (value % unit >= unit - unit / 2 ? 1 : 0);
}

/* Returns whether the user chose a unit, which is 10^@exponent ns. */
static gboolean
get_exponent (guint *exponent)
{
  DwellTimeUnit unit = (DwellTimeUnit) g_atomic_int_get (&time_unit);

  *exponent = unit == DWELL_TIME_UNIT_S ? 9 : unit == DWELL_TIME_UNIT_MS ? 6
              : unit == DWELL_TIME_UNIT_US ? 3 : 0;
  return unit != DWELL_TIME_UNIT_AUTO;
}

static const char *
get_unit_name (guint exponent)
{
  return _(unit_names[exponent / 3]);
}

/* Appends four significant digits in the largest unit up to the second that leaves a digit before
 * the decimal sign. A value that needs no rounding loses its trailing zeros: "40 ms" is exact,
 * "40.00 ms" is not. Returns FALSE if @magnitude rounds to a minute or more. */
static gboolean
append_short_duration (GString        *text,
                       const Numerals *numerals,
                       DwellWide       magnitude)
{
  guint64 unit = 1;

  for (guint i = 0; i < G_N_ELEMENTS (unit_names); i++, unit *= 1000)
    {
      guint64 limit = unit * 10;

      for (guint decimals = 3; decimals > 0; decimals--, limit *= 10)
        {
          static const guint powers[] = { 1, 10, 100, 1000 };
          guint shown = i == 0 ? 0 : decimals;
          guint64 quantum = unit / powers[shown];
          DwellWide value = divide_rounded (magnitude, quantum);

          if (value >= MIN (limit, 60 * NS_PER_S) / quantum)
            continue;

          for (; shown > 0 && value * quantum == magnitude && value % 10 == 0; shown--)
            {
              value /= 10;
              quantum *= 10;
            }

          append_decimal (text, numerals, value, shown);
          g_string_append_printf (text, SPACE "%s", _(unit_names[i]));
          return TRUE;
        }
    }

  return FALSE;
}

/* Appends a minute or more in two units: "2 min 5 s". Below an hour, the seconds have as many
 * decimals as give the whole duration, in seconds, four digits. */
static void
append_long_duration (GString        *text,
                      const Numerals *numerals,
                      DwellWide       magnitude)
{
  static const struct {
    const char *large;
    const char *small;
    guint64     large_s;
    guint64     small_s;
  } units[] = {
    { N_("min"), N_("s"), 60, 1 },
    { N_("h"), N_("min"), 3600, 60 },
    { N_("d"), N_("h"), 86400, 3600 },
  };
  guint i = 0;
  guint decimals;
  guint64 quantum;
  DwellWide value;
  guint64 per_large;

  while (i + 1 < G_N_ELEMENTS (units) &&
         divide_rounded (magnitude, units[i].small_s * NS_PER_S) >=
           units[i + 1].large_s / units[i].small_s)
    i++;

  decimals = i > 0 || magnitude >= 1000 * NS_PER_S ? 0 : magnitude >= 100 * NS_PER_S ? 1 : 2;
  quantum = units[i].small_s * NS_PER_S / (decimals == 2 ? 100 : decimals == 1 ? 10 : 1);
  value = divide_rounded (magnitude, quantum);
  per_large = units[i].large_s * NS_PER_S / quantum;

  append_integer (text, numerals, value / per_large);
  g_string_append_printf (text, SPACE "%s" SPACE, _(units[i].large));

  for (gboolean exact = value * quantum == magnitude; exact && decimals > 0 && value % 10 == 0;)
    {
      value /= 10;
      per_large /= 10;
      decimals--;
    }

  value %= per_large;

  append_decimal (text, numerals, value, decimals);
  g_string_append_printf (text, SPACE "%s", _(units[i].small));
}

/* Appends a duration in units of 10^@exponent ns: four significant digits, or as many as there are
 * before the decimal sign. */
static void
append_fixed_duration (GString        *text,
                       const Numerals *numerals,
                       DwellWide       magnitude,
                       guint           exponent)
{
  guint64 quantum = 1;
  guint decimals = 0;
  DwellWide value;

  for (guint i = 0; i < exponent; i++)
    quantum *= 10;

  value = divide_rounded (magnitude, quantum);
  while (value < 1000 && decimals < exponent)
    {
      quantum /= 10;
      decimals++;
      value = divide_rounded (magnitude, quantum);
    }

  for (; decimals > 0 && value * quantum == magnitude && value % 10 == 0; decimals--)
    {
      value /= 10;
      quantum *= 10;
    }

  append_decimal (text, numerals, value, decimals);
  g_string_append_printf (text, SPACE "%s", get_unit_name (exponent));
}

/**
 * dwell_text_set_time_unit:
 * @unit: the unit of times and durations from now on
 *
 * Sets the unit that the user chose for the whole process, as the locale is. Other threads may be
 * making text meanwhile.
 */
void
dwell_text_set_time_unit (DwellTimeUnit unit)
{
  g_atomic_int_set (&time_unit, (int) unit);
}

/**
 * dwell_text_duration:
 * @duration_ns: a duration in ns
 *
 * Returns: (transfer full): the duration in the unit that suits it, with four significant digits:
 *   “12.34 ms”, “2 min 5 s”; without trailing zeros if it is exact: “40 ms”
 */
char *
dwell_text_duration (DwellSignedWide duration_ns)
{
  GString *text = g_string_new (duration_ns < 0 ? MINUS : NULL);
  DwellWide magnitude = (DwellWide) (duration_ns < 0 ? -duration_ns : duration_ns);
  Numerals numerals;
  guint exponent;

  get_numerals (&numerals);

  if (get_exponent (&exponent))
    append_fixed_duration (text, &numerals, magnitude, exponent);
  else if (!append_short_duration (text, &numerals, magnitude))
    append_long_duration (text, &numerals, magnitude);

  return g_string_free (text, FALSE);
}

/* Returns how many digits @magnitude has. */
static guint
count_digits (DwellWide magnitude)
{
  guint n = 1;

  for (; magnitude >= 10; magnitude /= 10)
    n++;

  return n;
}

/**
 * dwell_time_column_add:
 * @self: what is known of a column of durations, 0 at first
 * @duration_ns: one of them
 *
 * Takes a duration into account for the unit of its column, and for the decimals, which are to show
 * four digits of it if it has as many.
 */
void
dwell_time_column_add (DwellTimeColumn *self,
                       DwellSignedWide  duration_ns)
{
  DwellWide magnitude = (DwellWide) (duration_ns < 0 ? -duration_ns : duration_ns);
  guint n_digits = count_digits (magnitude);
  guint finest = n_digits > 4 ? n_digits - 4 : 0;

  if (magnitude == 0)
    return;

  for (guint64 power = 1; power < G_GUINT64_CONSTANT (1000000000000); power *= 10)
    if (magnitude % (power * 10) != 0)
      {
        finest = MAX (finest, count_digits (power) - 1);
        break;
      }

  self->finest = self->n_digits == 0 ? finest : MIN (self->finest, finest);
  self->n_least = self->n_digits == 0 ? n_digits : MIN (self->n_least, n_digits);
  self->n_digits = MAX (self->n_digits, n_digits);
}

/* At most three decimals, or six if the shortest duration would be 0 otherwise. */
static guint
choose_decimals (const DwellTimeColumn *column,
                 guint                  exponent)
{
  guint decimals = exponent > column->finest ? exponent - column->finest : 0;

  if (decimals <= 3 || exponent < 3)
    return decimals;

  return column->n_least > exponent - 3 ? 3 : MIN (6, exponent);
}

/**
 * dwell_text_duration_in_column:
 * @duration_ns: a duration in ns
 * @column: what is known of all durations in the column
 *
 * Returns: (transfer full): the duration in the unit of its column, which is chosen by the largest,
 *   and with as many decimals as all others: “1 051 ms”, “93.120 ms”; only 0 is shown as 0
 */
char *
dwell_text_duration_in_column (DwellSignedWide        duration_ns,
                               const DwellTimeColumn *column)
{
  DwellWide magnitude = (DwellWide) (duration_ns < 0 ? -duration_ns : duration_ns);
  g_autoptr(GString) text = g_string_new (NULL);
  guint64 quantum = 1;
  Numerals numerals;
  guint exponent;
  guint decimals;
  DwellWide value;

  if (!get_exponent (&exponent))
    exponent = MIN ((MAX (column->n_digits, 1) - 1) / 3 * 3, 9);

  decimals = choose_decimals (column, exponent);
  for (guint i = decimals; i < exponent; i++)
    quantum *= 10;

  value = divide_rounded (magnitude, quantum);
  if (value == 0 && magnitude > 0)
    {
      g_string_append (text, "<" SPACE);
      value = 1;
    }

  get_numerals (&numerals);
  g_string_append (text, duration_ns < 0 ? MINUS : "");
  append_decimal (text, &numerals, value, decimals);
  g_string_append_printf (text, SPACE "%s", get_unit_name (exponent));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The largest unit up to the second that @largest_ns fills: it is 10^@exponent ns. */
static guint
choose_exponent (gint64 largest_ns)
{
  guint exponent;

  if (!get_exponent (&exponent))
    {
      exponent = 0;
      for (guint64 rest = magnitude_of (largest_ns); rest >= 1000 && exponent < 9; rest /= 1000)
        exponent += 3;
    }

  return exponent;
}

/**
 * dwell_text_time:
 * @time_ns: a time on the axis, in ns
 * @resolution_ns: the resolution, in ns: the format's unit, or the step of a ruler's ticks; its
 *   leading digit is the last that is shown
 * @largest_ns: the largest time of the axis, in ns
 *
 * All times of an axis are in one unit, the largest up to the second that @largest_ns fills. If
 * there is a trace, call dwell_axis_time() instead.
 *
 * Returns: (transfer full): the time with as many decimals as @resolution_ns asks for:
 *   “1.234 567 s”
 */
char *
dwell_text_time (gint64 time_ns,
                 gint64 resolution_ns,
                 gint64 largest_ns)
{
  GString *text = g_string_new (NULL);
  guint exponent = choose_exponent (largest_ns);
  guint decimals = exponent;
  guint64 unit = 1;
  guint64 value;
  Numerals numerals;

  while (decimals > 0 && resolution_ns / 10 >= (gint64) unit)
    {
      unit *= 10;
      decimals--;
    }

  value = divide_rounded (magnitude_of (time_ns), unit);

  if (time_ns < 0 && value > 0)
    g_string_append (text, MINUS);

  get_numerals (&numerals);
  append_decimal (text, &numerals, value, decimals);
  g_string_append_printf (text, SPACE "%s", get_unit_name (exponent));

  return g_string_free (text, FALSE);
}

/**
 * dwell_text_tick:
 * @time_ns: the time of a tick, or its distance from a time that is shown elsewhere, in ns
 * @step_ns: the step of the ticks, in ns; its leading digit is the last that is shown
 * @largest_ns: the largest time among the ticks, in ns
 *
 * All labels of a ruler are in one unit, the largest up to the second that @largest_ns fills, and
 * have the same decimals: “0 µs”, “2.5 µs”, “5.0 µs”.
 *
 * Returns: (transfer full): the label
 */
char *
dwell_text_tick (gint64 time_ns,
                 gint64 step_ns,
                 gint64 largest_ns)
{
  GString *text = g_string_new (NULL);
  guint64 step = MAX (magnitude_of (step_ns), 1);
  guint64 unit = 1;
  guint64 quantum;
  guint64 value;
  guint decimals = 0;
  guint exponent = choose_exponent (largest_ns);
  Numerals numerals;

  for (guint i = 0; i < exponent; i++)
    unit *= 10;

  for (quantum = unit; quantum > step; quantum /= 10)
    decimals++;

  value = divide_rounded (magnitude_of (time_ns), quantum);

  if (time_ns < 0 && value > 0)
    g_string_append (text, MINUS);

  get_numerals (&numerals);
  append_decimal (text, &numerals, value, value > 0 ? decimals : 0);
  g_string_append_printf (text, SPACE "%s", get_unit_name (exponent));

  return g_string_free (text, FALSE);
}

/**
 * dwell_text_wall_clock:
 * @unix_ns: ns since 1970-01-01 00:00 UTC
 *
 * Returns: (transfer full): date and time in the local time zone, to the millisecond, with the
 *   zone's name: “2001-08-02 11:15:43.123 CEST”
 */
char *
dwell_text_wall_clock (gint64 unix_ns)
{
  gint64 seconds = unix_ns / (gint64) NS_PER_S;
  gint64 rest = unix_ns % (gint64) NS_PER_S;
  g_autoptr(GDateTime) date = NULL;
  g_autofree char *second = NULL;
  g_autofree char *zone = NULL;
  Numerals numerals;

  if (rest < 0)
    {
      seconds--;
      rest += (gint64) NS_PER_S;
    }

  /* int64 ns reach from 1677 to 2262, which GDateTime holds. */
  date = g_date_time_new_from_unix_local (seconds);
  second = g_date_time_format (date, "%Y-%m-%d %H:%M:%S");
  zone = g_date_time_format (date, "%Z");
  get_numerals (&numerals);

  return g_strdup_printf ("%s%s%03d %s", second, numerals.decimal_sign, (int) (rest / 1000000),
                          zone);
}

/**
 * dwell_text_count:
 * @count: a number
 *
 * Returns: (transfer full): the number in groups of digits: “20 000 000”
 */
char *
dwell_text_count (guint64 count)
{
  GString *text = g_string_new (NULL);
  Numerals numerals;

  get_numerals (&numerals);
  append_integer (text, &numerals, count);

  return g_string_free (text, FALSE);
}

/**
 * dwell_text_plural:
 * @count: a number
 *
 * Plural forms of all languages depend on at most the last six digits of a number, and a long of 32
 * bits does not hold many more.
 *
 * Returns: a number that ngettext() takes for @count
 */
gulong
dwell_text_plural (guint64 count)
{
  return (gulong) (count > 1000000 ? count % 1000000 + 1000000 : count);
}

/**
 * dwell_text_quantity:
 * @quantity: any number
 *
 * Makes text of a number that need not be exact: whole below 10 000 if it is whole, else four
 * significant digits with an SI prefix, or, where it is tiny or too large for those, a power of
 * ten.
 *
 * Returns: (transfer full): the text: “9 999”, “1.234 M”, “0.05”; empty for NaN
 */
char *
dwell_text_quantity (double quantity)
{
  static const char * const letters[] = { "", "k", "M", "G", "T", "P", "E" };
  g_autoptr(GString) text = NULL;
  double size = fabs (quantity);
  guint thousands = 0;
  guint decimals = 0;
  Numerals numerals;

  if (!isfinite (quantity))
    return g_strdup ("");
  if ((size > 0 && size < 0.01) || size >= 9.9995e20)
    return g_strdup_printf ("%.3g", quantity);

  text = g_string_new (quantity < 0 ? "−" : "");
  get_numerals (&numerals);
  if (size < 10000 && size == floor (size))
    {
      append_integer (text, &numerals, (guint64) size);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }

  while (size >= 999.95 && thousands + 1 < G_N_ELEMENTS (letters))
    {
      size /= 1000;
      thousands++;
    }
  for (double rest = size; rest < 999.95 && decimals < 3; rest *= 10)
    decimals++;

  for (guint i = 0; i < decimals; i++)
    size *= 10;
  for (size = round (size); decimals > 0 && fmod (size, 10) == 0; decimals--)
    size /= 10;
  append_decimal (text, &numerals, (guint64) size, decimals);
  if (thousands > 0)
    g_string_append_printf (text, SPACE "%s", letters[thousands]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * dwell_text_percent:
 * @fraction: 0…1; negative or NaN if there is none
 *
 * Makes a percentage with one decimal. Only 0 is shown as 0, and only all as 100 %: “< 0.1 %”, “>
 * 99.9 %”.
 *
 * Returns: (transfer full): the text, empty if there is no fraction
 */
char *
dwell_text_percent (double fraction)
{
  g_autoptr(GString) text = NULL;
  const char *prefix = "";
  guint64 per_mille;
  Numerals numerals;

  if (!(fraction >= 0) || fraction > 1e15)
    return g_strdup ("");

  per_mille = (guint64) (fraction * 1000 + 0.5);

  if (fraction > 0 && per_mille == 0)
    {
      per_mille = 1;
      prefix = "<" SPACE;
    }
  else if (fraction < 1 && per_mille == 1000)
    {
      per_mille = 999;
      prefix = ">" SPACE;
    }

  text = g_string_new (prefix);
  get_numerals (&numerals);
  append_decimal (text, &numerals, per_mille, 1);

  /* Translators: a number in percent; \302\240 is a no-break space. */
  return g_strdup_printf (_("%s\302\240%%"), text->str);
}

/**
 * dwell_text_size:
 * @n_bytes: how many bytes
 *
 * Returns: (transfer full): the size in kB, MB, … (powers of 1000)
 */
char *
dwell_text_size (guint64 n_bytes)
{
  return g_format_size (n_bytes);
}
