/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a track for each signal, and finds the signals with a code. */
#include "config.h"

#include "formats/vcd/dwell-vcd-signals.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-contexts.h"
#include "core/dwell-unique.h"

/* The greatest number of signals: each has a track. */
#define MAX_SIGNALS 65536

/* The greatest number of signals with one code: each gets every change. */
#define MAX_ALIASES 16

/**
 * dwell_vcd_signals_init:
 * @self: (out caller-allocates): no signals
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_vcd_signals_init (DwellVcdSignals *self,
                        DwellBuilder    *builder)
{
  *self = (DwellVcdSignals) {
    .builder = builder,
    .signals = g_array_new (FALSE, FALSE, sizeof (DwellVcdSignal)),
    .short_codes = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .long_codes = dwell_strings_new (),
    .long_firsts = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .names = dwell_unique_new (),
    .active = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .context = DWELL_NONE,
    .max_aliases = 1,
    .factor_fs = 1000000,
  };
}

/**
 * dwell_vcd_signals_clear:
 * @self: signals
 *
 * Frees what @self owns.
 */
void
dwell_vcd_signals_clear (DwellVcdSignals *self)
{
  g_array_unref (self->signals);
  g_array_unref (self->short_codes);
  dwell_strings_unref (self->long_codes);
  g_array_unref (self->long_firsts);
  g_hash_table_unref (self->names);
  g_array_unref (self->active);
}

/* Returns the place of the first signal with @code; adds it if there is none. */
static guint32 *
get_first (DwellVcdSignals *self,
           DwellScan        code)
{
  gsize length = (gsize) (code.end - code.p);
  gboolean is_short = length <= DWELL_VCD_SHORT_CODE;
  GArray *firsts = is_short ? self->short_codes : self->long_firsts;
  guint32 number = is_short ? dwell_vcd_code_get_number (code)
                            : dwell_strings_intern_bytes (self->long_codes, code.p, length,
                                                          DWELL_CHARSET_WINDOWS_1252);
  guint32 none = DWELL_NONE;

  while (firsts->len <= number)
    g_array_append_val (firsts, none);

  return &g_array_index (firsts, guint32, number);
}

/* Whether a signal of this code can be added. */
static gboolean
claim_signal (DwellVcdSignals *self,
              guint32          first,
              guint64          line)
{
  guint32 n = 1;

  if (self->signals->len == MAX_SIGNALS)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "too-many-signals", line,
                          -1, _("There are more signals than can be shown: the rest is left out"));
      return FALSE;
    }

  for (; first != DWELL_NONE; n++)
    first = g_array_index (self->signals, DwellVcdSignal, first).next;
  if (n > MAX_ALIASES)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "too-many-aliases",
                          line, -1, _("A signal has more than 16 names: the others are left out"));
      return FALSE;
    }

  self->max_aliases = MAX (self->max_aliases, n);
  return TRUE;
}

static void
add_track (DwellVcdSignals *self,
           DwellVcdSignal  *signal,
           const char      *name)
{
  DwellBuilder *builder = self->builder;
  DwellArea area = { .kind = DWELL_AREA_VARIABLE, .parent = DWELL_NONE };
  gboolean has_states = signal->type == DWELL_VCD_BIT || signal->type == DWELL_VCD_TEXT;

  if (self->context == DWELL_NONE)
    self->context = dwell_builder_add_context (builder, DWELL_CONTEXT_UNNAMED,
                                               DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  area.name = dwell_strings_intern (builder->strings, name, -1);
  signal->track = dwell_builder_add_track (builder, name, self->context, FALSE);

  /* The messages of an event are in a plain track. */
  if (signal->type == DWELL_VCD_EVENT)
    return;

  signal->area = dwell_builder_add_area (builder, &area);
  if (has_states)
    signal->row = dwell_builder_add_row (builder, signal->track, 0);
  dwell_builder_set_track_kind (builder, signal->track,
                                has_states ? DWELL_TRACK_SPANS : DWELL_TRACK_STEPS,
                                DWELL_TRACKS_DATA, signal->area);
}

/**
 * dwell_vcd_signals_add:
 * @self: signals
 * @type: the type of its values
 * @is_signed: whether its highest bit is a sign
 * @width: bits
 * @code: its code; valid
 * @name: its name, with its scope
 * @line: where it is declared
 *
 * Adds a signal with a track, if there are not too many.
 */
void
dwell_vcd_signals_add (DwellVcdSignals *self,
                       DwellVcdType     type,
                       gboolean         is_signed,
                       guint32          width,
                       DwellScan        code,
                       const char      *name,
                       guint64          line)
{
  guint32 *first = get_first (self, code);
  guint32 number = self->signals->len;
  DwellVcdSignal signal = { .next = DWELL_NONE, .area = DWELL_NONE, .row = DWELL_NONE,
                            .span = DWELL_NONE, .width = width, .type = (guint8) type,
                            .is_signed = (guint8) is_signed };
  g_autofree char *unique = NULL;

  if (!claim_signal (self, *first, line))
    return;

  memset (signal.states, 0xff, sizeof signal.states);
  unique = dwell_unique_claim (self->names, name, " (", ")");
  add_track (self, &signal, unique);
  if (*first == DWELL_NONE)
    *first = number;
  else
    {
      DwellVcdSignal *last = &g_array_index (self->signals, DwellVcdSignal, *first);

      while (last->next != DWELL_NONE)
        last = &g_array_index (self->signals, DwellVcdSignal, last->next);
      last->next = number;
    }

  g_array_append_val (self->signals, signal);
}
