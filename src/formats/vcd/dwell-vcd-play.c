/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies changes in the order of the file: states of bits and texts become spans, numbers become
 * writes, events become messages (README.md, "In the trace"). */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/vcd/dwell-vcd-signals.h"

/* The greatest number of different states of all signals with texts. */
#define MAX_STATES 65536

#define FS_PER_NS 1000000

/* Doubles represent all integers up to here. */
#define EXACT_MAX (G_GUINT64_CONSTANT (1) << 53)

static guint64
double_to_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static double
bits_to_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Takes a time. If it is invalid, changes are left out until the next valid one. */
static void
take_time (DwellVcdSignals *self,
           guint64          units,
           guint64          line)
{
  __int128 fs = ((__int128) units + self->zero) * self->factor_fs;
  __int128 ns = fs / FS_PER_NS;
  int rest = (int) (fs % FS_PER_NS);

  /* Rounds to the nearest ns, halves up, also below 0. */
  if (rest < 0)
    {
      rest += FS_PER_NS;
      ns--;
    }
  ns += rest >= FS_PER_NS / 2;

  self->is_time_bad = TRUE;
  if (ns > DWELL_TIME_MAX || ns < -DWELL_TIME_MAX)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "time-range", line, -1,
                        _("A time is more than 146 years from 0: its changes are left out"));
  else if (self->has_time && ns < self->now)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "time-backwards", line, -1,
                        _("Time goes back: changes are left out until it has caught up"));
  else
    {
      if (rest != 0 && self->n_rounded++ == 0)
        self->first_rounded = line;
      self->is_time_bad = FALSE;
      self->now = (gint64) ns;
      if (!self->has_time)
        self->begin = self->resumed = self->now;
      self->has_time = TRUE;
    }
}

static void
leave_state (DwellVcdSignals *self,
             DwellVcdSignal  *signal,
             guint            flags)
{
  if (signal->span == DWELL_NONE)
    return;

  flags |= dwell_column_index (self->builder->span_flags, guint8, signal->span) &
           DWELL_SPAN_BEGIN_MISSING;
  dwell_builder_close_span (self->builder, signal->span, self->now, flags);
  signal->span = DWELL_NONE;
}

/* Enters the state with the area @state. */
static void
enter_state (DwellVcdSignals *self,
             DwellVcdSignal  *signal,
             guint32          state)
{
  if (signal->span != DWELL_NONE && signal->state == state)
    return;

  leave_state (self, signal, 0);
  signal->span = dwell_builder_open_span (self->builder, state, signal->row, DWELL_NONE,
                                          self->now);
  signal->state = state;

  /* The state in which it was when recording began or resumed may have begun before. */
  if (self->now == self->resumed)
    dwell_column_index (self->builder->span_flags, guint8, signal->span) |=
      DWELL_SPAN_BEGIN_MISSING;
}

/* Returns the area of the state with this name, adding it if it is new. The states 0 and 1 have
 * these values, for bits and for texts. */
static guint32
get_state (DwellVcdSignals *self,
            DwellVcdSignal  *signal,
            guint32          name)
{
  const char *text = dwell_strings_get (self->builder->strings, name);
  gboolean has_value = g_str_equal (text, "0") || g_str_equal (text, "1");
  DwellArea state = { .kind = DWELL_AREA_STATE, .parent = signal->area, .name = name,
                      .has_value = has_value, .value = has_value && *text == '1' };

  return dwell_builder_add_area (self->builder, &state);
}

static void
enter_bit (DwellVcdSignals *self,
           DwellVcdSignal  *signal,
           guint            which)
{
  if (G_UNLIKELY (signal->states[which] == DWELL_NONE))
    {
      const char letter[] = { DWELL_VCD_STATES[which], '\0' };

      signal->states[which] =
        get_state (self, signal, dwell_strings_intern (self->builder->strings, letter, -1));
    }

  enter_state (self, signal, signal->states[which]);
}

/* Writes real numbers from now on. */
static void
become_real (DwellVcdSignals *self,
             DwellVcdSignal  *signal)
{
  if (signal->is_real)
    return;

  signal->is_real = TRUE;
  self->has_rounded_value |= signal->is_inexact;
  dwell_builder_begin_reals (self->builder, signal->track);
  if (signal->has_value)
    signal->last = double_to_bits ((double) (gint64) signal->last);
}

static void
write_bits (DwellVcdSignals *self,
            DwellVcdSignal  *signal,
            guint64          bits)
{
  if (signal->has_value && !signal->is_unknown && signal->last == bits)
    return;

  signal->last = bits;
  signal->has_value = TRUE;
  signal->is_unknown = FALSE;
  dwell_builder_add_write (self->builder, signal->track, self->now, bits);
}

/* Writes that the value is unknown. This is implied before its first value. */
static void
write_unknown (DwellVcdSignals *self,
               DwellVcdSignal  *signal)
{
  if (!signal->has_value || signal->is_unknown)
    return;

  become_real (self, signal);
  signal->is_unknown = TRUE;
  dwell_builder_add_write (self->builder, signal->track, self->now, double_to_bits (NAN));
}

static void
write_real (DwellVcdSignals *self,
            DwellVcdSignal  *signal,
            double           value)
{
  if (isnan (value))
    {
      write_unknown (self, signal);
      return;
    }

  become_real (self, signal);
  write_bits (self, signal, double_to_bits (value));
}

static void
write_integer (DwellVcdSignals *self,
               DwellVcdSignal  *signal,
               guint64          value)
{
  gboolean is_negative = signal->is_signed && signal->width <= 64 && signal->width > 0 &&
                         (value >> (signal->width - 1)) == 1;

  if (is_negative && signal->width < 64)
    value |= ~G_GUINT64_CONSTANT (0) << signal->width;
  if (signal->type == DWELL_VCD_FLOAT || (!is_negative && value > G_MAXINT64))
    become_real (self, signal);

  signal->is_inexact |= (is_negative ? 0 - value : value) > EXACT_MAX;
  if (!signal->is_real)
    write_bits (self, signal, value);
  else
    {
      double real = is_negative ? (double) (gint64) value : (double) value;

      self->has_rounded_value |= signal->is_inexact;
      write_bits (self, signal, double_to_bits (real));
    }
}

/* Makes a signal that has not changed yet one of texts, whatever its declared type. */
static gboolean
become_text (DwellVcdSignals *self,
             DwellVcdSignal  *signal)
{
  if (signal->type == DWELL_VCD_TEXT)
    return TRUE;
  if (signal->is_used || signal->type == DWELL_VCD_EVENT)
    return FALSE;

  signal->type = DWELL_VCD_TEXT;
  if (signal->row == DWELL_NONE)
    signal->row = dwell_builder_add_row (self->builder, signal->track, 0);
  dwell_builder_set_track_kind (self->builder, signal->track, DWELL_TRACK_SPANS, DWELL_TRACKS_DATA,
                                signal->area);
  return TRUE;
}

/* Interns a text in which "\x20" is a blank and "\\" is "\". */
static guint32
intern_text (DwellVcdSignals *self,
             DwellScan        text)
{
  g_autoptr(GString) plain = g_string_sized_new ((gsize) (text.end - text.p));

  for (const char *p = text.p; p < text.end; p++)
    if (*p == '\\' && text.end - p > 3 && p[1] == 'x' && g_ascii_isxdigit (p[2]) &&
        g_ascii_isxdigit (p[3]))
      {
        g_string_append_c (plain, (char) (g_ascii_xdigit_value (p[2]) << 4 |
                                          g_ascii_xdigit_value (p[3])));
        p += 3;
      }
    else
      {
        p += *p == '\\' && text.end - p > 1 && p[1] == '\\';
        g_string_append_c (plain, *p);
      }

  return dwell_strings_intern_bytes (self->builder->strings, plain->str, plain->len,
                                     DWELL_CHARSET_WINDOWS_1252);
}

static gboolean
enter_text (DwellVcdSignals *self,
            DwellVcdSignal  *signal,
            DwellScan        text,
            guint64          line)
{
  guint32 n_areas = (guint32) self->builder->areas->n;
  guint32 name;
  guint32 area;

  if (!become_text (self, signal))
    return FALSE;

  name = self->n_states < MAX_STATES ? intern_text (self, text) : 0;
  if (name == 0)
    {
      leave_state (self, signal, 0);
      if (self->n_states >= MAX_STATES)
        dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "too-many-states", line,
                            -1, _("Signals have more different texts than can be shown: further "
                                  "ones are left out"));
      return TRUE;
    }

  area = get_state (self, signal, name);
  self->n_states += area == n_areas;
  enter_state (self, signal, area);
  return TRUE;
}

static gboolean
take_bit (DwellVcdSignals      *self,
          DwellVcdSignal       *signal,
          const DwellVcdChange *change)
{
  if (change->kind == DWELL_VCD_SCALAR || change->kind == DWELL_VCD_UNKNOWN)
    enter_bit (self, signal, change->state);
  else if (change->kind == DWELL_VCD_VECTOR && change->value <= 1)
    enter_bit (self, signal, (guint) change->value);
  else
    return FALSE;

  return TRUE;
}

static gboolean
take_number (DwellVcdSignals      *self,
             DwellVcdSignal       *signal,
             const DwellVcdChange *change)
{
  switch (change->kind)
    {
    case DWELL_VCD_SCALAR:
      if (change->state <= 1 || change->state == 6 || change->state == 7)
        write_integer (self, signal, change->state == 1 || change->state == 7);
      else
        write_unknown (self, signal);
      return TRUE;

    case DWELL_VCD_VECTOR:
      write_integer (self, signal, change->value);
      return TRUE;

    case DWELL_VCD_WIDE:
      self->has_rounded_value = TRUE;
      write_real (self, signal, bits_to_double (change->value));
      return TRUE;

    case DWELL_VCD_REAL:
      write_real (self, signal, bits_to_double (change->value));
      return TRUE;

    default:
      write_unknown (self, signal);
      return change->kind == DWELL_VCD_UNKNOWN;
    }
}

static gboolean
take_event (DwellVcdSignals      *self,
            DwellVcdSignal       *signal,
            const DwellVcdChange *change,
            GError              **error)
{
  guint32 text = dwell_column_index (self->builder->tracks, DwellTrack, signal->track).name;

  if (change->kind == DWELL_VCD_UNKNOWN ||
      (change->kind == DWELL_VCD_SCALAR && change->state != 1))
    return TRUE;

  return dwell_builder_add_mark (self->builder, DWELL_MARK_MESSAGE, self->now, signal->track,
                                 DWELL_NONE, DWELL_NONE, text, error);
}

/* Returns %FALSE if there is too little memory. */
static gboolean
take_value (DwellVcdSignals       *self,
            guint32                number,
            const DwellVcdChange  *change,
            const char            *text,
            guint64                line,
            GError               **error)
{
  DwellVcdSignal *signal = &g_array_index (self->signals, DwellVcdSignal, number);
  gboolean is_good;

  if (signal->type == DWELL_VCD_EVENT)
    return take_event (self, signal, change, error);

  if (change->kind == DWELL_VCD_STRING)
    is_good = enter_text (self, signal, dwell_vcd_change_get_string (change, text), line);
  else if (signal->type == DWELL_VCD_BIT)
    is_good = take_bit (self, signal, change);
  else
    is_good = signal->type != DWELL_VCD_TEXT && take_number (self, signal, change);

  if (G_UNLIKELY (!is_good))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-value", line, -1,
                        _("A value does not fit its signal: it was left out"));

  signal->is_used |= is_good;
  if (!signal->is_active && signal->is_used)
    {
      signal->is_active = TRUE;
      g_array_append_val (self->active, number);
    }
  return TRUE;
}

static guint32
find_signal (const DwellVcdSignals *self,
             const DwellVcdChange  *change,
             const char            *text)
{
  gboolean is_short = change->code_length <= DWELL_VCD_SHORT_CODE;
  const GArray *firsts = is_short ? self->short_codes : self->long_firsts;
  guint32 number = is_short ? change->code
                            : dwell_strings_find_bytes (self->long_codes, text + change->code,
                                                        change->code_length,
                                                        DWELL_CHARSET_WINDOWS_1252);

  return number > 0 && number < firsts->len ? g_array_index (firsts, guint32, number) : DWELL_NONE;
}

/* Recording stops for a while: no value of any signal is known. */
static gboolean
stop (DwellVcdSignals  *self,
      GError          **error)
{
  self->is_in_off = TRUE;
  if (!dwell_builder_reserve_writes (self->builder, self->active->len, error))
    return FALSE;

  for (guint i = 0; i < self->active->len; i++)
    {
      DwellVcdSignal *signal = &g_array_index (self->signals, DwellVcdSignal,
                                               g_array_index (self->active, guint32, i));

      leave_state (self, signal, DWELL_SPAN_END_MISSING);
      write_unknown (self, signal);
      signal->is_active = FALSE;
    }
  g_array_set_size (self->active, 0);
  return TRUE;
}

static gboolean
reserve (DwellVcdSignals  *self,
         gsize             n_changes,
         GError          **error)
{
  gsize n = n_changes * self->max_aliases;

  return dwell_builder_reserve_spans (self->builder, n, error) &&
         dwell_builder_reserve_writes (self->builder, n, error);
}

static gboolean
take_change (DwellVcdSignals       *self,
             const DwellVcdChange  *change,
             const char            *text,
             guint64                line,
             GError               **error)
{
  guint32 signal;

  if (G_UNLIKELY (!self->has_time))
    take_time (self, 0, line);

  self->n_changes++;
  if (G_UNLIKELY (self->is_time_bad || self->is_in_off))
    return TRUE;

  signal = find_signal (self, change, text);
  if (G_UNLIKELY (signal == DWELL_NONE))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-code", line, -1,
                        _("A code does not belong to any signal: its value was left out"));

  for (; signal != DWELL_NONE; signal = g_array_index (self->signals, DwellVcdSignal, signal).next)
    if (!take_value (self, signal, change, text, line, error))
      return FALSE;

  return TRUE;
}

/**
 * dwell_vcd_signals_play:
 * @self: signals
 * @changes: (element-type DwellVcdChange): changes, in the order of the file
 * @text: the text that they were parsed from
 * @n_lines_before: how many lines the file has before it
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_vcd_signals_play (DwellVcdSignals  *self,
                        const GArray     *changes,
                        const char       *text,
                        guint64           n_lines_before,
                        GError          **error)
{
  if (!reserve (self, changes->len, error))
    return FALSE;

  for (guint i = 0; i < changes->len; i++)
    {
      const DwellVcdChange *change = &g_array_index (changes, DwellVcdChange, i);
      guint64 line = n_lines_before + change->line + 1;

      switch (change->kind)
        {
        case DWELL_VCD_TIME:
          take_time (self, change->value, line);
          break;
        case DWELL_VCD_DUMP_OFF:
          if (!stop (self, error) || !reserve (self, changes->len - i, error))
            return FALSE;
          break;
        case DWELL_VCD_DUMP_ON:
          self->resumed = self->now;
          self->is_in_off = FALSE;
          break;
        case DWELL_VCD_END:
          self->is_in_off = FALSE;
          break;
        case DWELL_VCD_BAD:
          dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-line", line,
                              -1, _("Expected a time such as “#10”, or a value and a code such as "
                                    "“1!”: the text was left out"));
          break;
        default:
          if (!take_change (self, change, text, line, error))
            return FALSE;
        }
    }

  return dwell_builder_check (self->builder, 0, error);
}

/**
 * dwell_vcd_signals_finish:
 * @self: signals
 *
 * Ends what is open, and reports what was rounded.
 */
void
dwell_vcd_signals_finish (DwellVcdSignals *self)
{
  DwellBuilder *builder = self->builder;

  for (guint i = 0; i < self->signals->len; i++)
    leave_state (self, &g_array_index (self->signals, DwellVcdSignal, i), DWELL_SPAN_END_MISSING);

  if (self->has_time)
    {
      builder->begin = builder->recorded_begin = self->begin;
      builder->end = builder->recorded_end = self->now;
    }
  builder->n_events = self->n_changes;

  if (self->n_rounded > 0)
    dwell_problems_add_n (builder->problems, self->n_rounded, DWELL_SEVERITY_INFO, "rounded-time",
                          self->first_rounded, -1,
                          _("A time is not a whole number of nanoseconds: it was rounded"));
  if (self->has_rounded_value)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "rounded-value", 0, -1,
                        _("Some values have more than 53 bits, and their signals are shown as "
                          "real numbers: they may be rounded, or unknown if they do not fit"));
}
