/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state that the threads of a log share.
 *
 * Parents: a new span gets the innermost open span as its parent, which usually encloses it. It
 * does not if a logical scope straddles another scope, or if the clock was set back. Both are
 * rare, and known only later; so such spans are recorded, and their parents corrected afterwards
 * in one pass: the parent becomes the nearest ancestor that wholly encloses the span. A
 * straddler itself has no parent, so that it does not reduce the own time of any span. */
#include "config.h"

#include "formats/ooo/dwell-ooo-log.h"

#include <glib/gi18n-lib.h>

#include "formats/ooo/dwell-ooo-line.h"

/* The number of ancestors that are tried; only a clock that changes often would need more. */
#define MAX_STEPS_UP 64

/* Areas of labels that are remembered, a power of two: they stay in the cache of a processor. */
#define N_LABEL_AREAS 32768u

static const struct {
  DwellSeverity severity;
  const char   *code;
  const char   *message;
} problems[] = {
  [DWELL_OOO_NUL_BYTES] =
    { DWELL_SEVERITY_WARNING, "nul-bytes", N_("NUL bytes were dropped") },
  [DWELL_OOO_CUT_LINE] =
    { DWELL_SEVERITY_WARNING, "cut-line", N_("the last line was cut") },
  [DWELL_OOO_TORN_LINE] =
    { DWELL_SEVERITY_WARNING, "torn-line",
      N_("another record interrupts a line; the line was repaired") },
  [DWELL_OOO_CONTINUED_RECORD] =
    { DWELL_SEVERITY_INFO, "continued-record",
      N_("a line without time and thread was taken as part of the record before it") },
  [DWELL_OOO_STRAY_LINE] =
    { DWELL_SEVERITY_WARNING, "stray-line",
      N_("a line is neither header nor record, and no record precedes it; it was dropped") },
  [DWELL_OOO_BAD_HEADER] =
    { DWELL_SEVERITY_WARNING, "bad-header",
      N_("the header does not show when the log was opened") },
  [DWELL_OOO_LATE_RECORD] =
    { DWELL_SEVERITY_WARNING, "late-record", N_("a record follows the closing line") },
  [DWELL_OOO_ORPHAN_END] =
    { DWELL_SEVERITY_WARNING, "orphan-end",
      N_("a scope that is not open ends; the end was kept as a mark") },
  [DWELL_OOO_UNTERMINATED_SCOPE] =
    { DWELL_SEVERITY_WARNING, "unterminated-scope",
      N_("a scope has no end; it was ended with the scope around it") },
  [DWELL_OOO_EARLY_RETURN] =
    { DWELL_SEVERITY_WARNING, "early-return",
      N_("a logical scope has no end; it was ended with the scope that began it") },
  [DWELL_OOO_GUESSED_END] =
    { DWELL_SEVERITY_WARNING, "guessed-end",
      N_("a logical scope was ended by another label because it was the only one open") },
  [DWELL_OOO_OPEN_AT_END] =
    { DWELL_SEVERITY_WARNING, "open-at-end",
      N_("a scope is still open at the end of the log; it was ended there") },
  [DWELL_OOO_NEGATIVE_DURATION] =
    { DWELL_SEVERITY_WARNING, "negative-duration",
      N_("a scope ends before it begins; its duration was set to 0") },
  [DWELL_OOO_CLOCK_SET_BACK] =
    { DWELL_SEVERITY_WARNING, "clock-set-back", N_("the clock was set back") },
  [DWELL_OOO_TIME_RANGE] =
    { DWELL_SEVERITY_ERROR, "time-range", N_("times are larger than Dwell can count") },
  [DWELL_OOO_LONG_NAME] =
    { DWELL_SEVERITY_ERROR, "long-name", N_("a name is too long and was cut") },
  [DWELL_OOO_LONG_MESSAGE] =
    { DWELL_SEVERITY_ERROR, "long-message", N_("a message is too long and was cut") },
  [DWELL_OOO_TOO_DEEP] =
    { DWELL_SEVERITY_ERROR, "too-deep",
      N_("too many scopes are open in a thread; the innermost were dropped") },
  [DWELL_OOO_TOO_MANY_ROWS] =
    { DWELL_SEVERITY_ERROR, "too-many-rows",
      N_("the clock was set back too often; a scope was moved to where there is room") },
  [DWELL_OOO_TOO_MANY_THREADS] =
    { DWELL_SEVERITY_ERROR, "too-many-threads",
      N_("there are too many threads; some were dropped") },
  [DWELL_OOO_TOO_MANY_PROCESSES] =
    { DWELL_SEVERITY_ERROR, "too-many-processes",
      N_("there are too many processes; the last were dropped") },
};

/**
 * dwell_ooo_log_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_ooo_log_init (DwellOooLog  *self,
                    DwellBuilder *builder)
{
  self->builder = builder;
  self->line = 0;
  self->straddlers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first_to_recheck = DWELL_NONE;
  self->set_back = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->label_areas = g_new0 (DwellOooLabelArea, N_LABEL_AREAS);
}

/**
 * dwell_ooo_log_clear:
 * @self: a log
 *
 * Frees what @self owns.
 */
void
dwell_ooo_log_clear (DwellOooLog *self)
{
  g_array_unref (self->straddlers);
  g_array_unref (self->set_back);
  g_free (self->label_areas);
}

/**
 * dwell_ooo_log_complain_n:
 * @self: a log
 * @problem: the problem of the current line
 * @n: the number of times
 *
 * Adds a problem @n times.
 */
void
dwell_ooo_log_complain_n (DwellOooLog     *self,
                          DwellOooProblem  problem,
                          guint64          n)
{
  dwell_problems_add_n (self->builder->problems, n, problems[problem].severity,
                        problems[problem].code, self->line, -1, "%s",
                        _(problems[problem].message));
}

/**
 * dwell_ooo_log_complain:
 * @self: a log
 * @problem: the problem of the current line
 *
 * Adds a problem.
 */
void
dwell_ooo_log_complain (DwellOooLog     *self,
                        DwellOooProblem  problem)
{
  dwell_ooo_log_complain_n (self, problem, 1);
}

/**
 * dwell_ooo_log_intern:
 * @self: a log
 * @text: bytes of the file: UTF-8 if they are valid, else Windows-1252
 * @end: the end of the bytes
 * @if_long: the problem to add if they exceed %DWELL_OOO_MAX_TEXT_BYTES
 *
 * Returns: id of the string
 */
guint32
dwell_ooo_log_intern (DwellOooLog     *self,
                      const char      *text,
                      const char      *end,
                      DwellOooProblem  if_long)
{
  if (end - text > DWELL_OOO_MAX_TEXT_BYTES)
    {
      dwell_ooo_log_complain (self, if_long);
      end = dwell_ooo_strip_partial_character (text, text + DWELL_OOO_MAX_TEXT_BYTES);
    }

  return dwell_strings_intern_bytes (self->builder->strings, text, (gsize) (end - text),
                                     DWELL_CHARSET_WINDOWS_1252);
}

static guint32
intern_part (DwellOooLog *self,
             DwellScan    part)
{
  return dwell_strings_intern (self->builder->strings, part.p, part.end - part.p);
}

/**
 * dwell_ooo_log_get_name:
 * @self: a log
 * @text: the whole name of a scope, bytes of the file
 * @end: the end of the name
 * @name: (out): its string, without an area
 */
void
dwell_ooo_log_get_name (DwellOooLog      *self,
                        const char       *text,
                        const char       *end,
                        DwellOooNameInfo *name)
{
  name->string = dwell_ooo_log_intern (self, text, end, DWELL_OOO_LONG_NAME);
  name->area = DWELL_NONE;
  name->has_colon = dwell_ooo_find_colon (text, end) != NULL;
}

/**
 * dwell_ooo_log_get_area:
 * @self: a log
 * @name: string id: the whole name of a scope
 *
 * Returns: the area of the function; added if it is new
 */
guint32
dwell_ooo_log_get_area (DwellOooLog *self,
                        guint32      name)
{
  const char *text = dwell_strings_get (self->builder->strings, name);
  const char *end = text + dwell_strings_get_length (self->builder->strings, name);
  DwellArea area = { .name = name, .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  DwellOooName parts;

  dwell_ooo_split_name ((DwellScan) { text, end }, &parts);
  area.module = intern_part (self, parts.module);
  area.author = intern_part (self, parts.author);
  area.function = intern_part (self, parts.function);

  return dwell_builder_add_area (self->builder, &area);
}

/**
 * dwell_ooo_log_get_author_area:
 * @self: a log
 * @name: string id: "module (author)", without a function
 *
 * Returns: the area for what the author writes about the module; added if it is new
 */
guint32
dwell_ooo_log_get_author_area (DwellOooLog *self,
                               guint32      name)
{
  DwellArea area = { .name = name, .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  const char *text = dwell_strings_get (self->builder->strings, name);
  DwellScan s = { text, text + dwell_strings_get_length (self->builder->strings, name) };
  DwellScan module;
  DwellScan author;

  if (dwell_ooo_scan_author (&s, &module, &author))
    {
      area.module = intern_part (self, module);
      area.author = intern_part (self, author);
    }

  return dwell_builder_add_area (self->builder, &area);
}

static guint32
add_label_area (DwellOooLog *self,
                guint32      label,
                guint32      owner_area)
{
  DwellArea area = { .name = label, .parent = owner_area, .kind = DWELL_AREA_SCOPE };
  const char *text = dwell_strings_get (self->builder->strings, label);
  const char *end = text + dwell_strings_get_length (self->builder->strings, label);
  const char *name_end = dwell_ooo_strip_detail (text, end);

  if (name_end != end)
    area.name = intern_part (self, (DwellScan) { text, name_end });

  if (owner_area != DWELL_NONE)
    {
      const DwellArea *owner = &dwell_column_index (self->builder->areas, DwellArea, owner_area);

      area.module = owner->module;
      area.author = owner->author;
    }

  return dwell_builder_add_area (self->builder, &area);
}

/**
 * dwell_ooo_log_get_label_area:
 * @self: a log
 * @label: string id: the label that a logical scope was opened with
 * @owner_area: the function that opened it, or %DWELL_NONE
 *
 * Returns: the area of the logical scope, below that of the function; added if it is new
 */
guint32
dwell_ooo_log_get_label_area (DwellOooLog *self,
                              guint32      label,
                              guint32      owner_area)
{
  guint32 hash = (label * 31u + owner_area) * 2654435769u;
  DwellOooLabelArea *known = &self->label_areas[hash >> 16 & (N_LABEL_AREAS - 1)];

  if (known->label != label || known->owner_area != owner_area || label == 0)
    *known = (DwellOooLabelArea) { label, owner_area, add_label_area (self, label, owner_area) };

  return known->area;
}

/**
 * dwell_ooo_log_recheck_children:
 * @self: a log
 * @span: a span that may not enclose the spans opened after it
 *
 * Makes dwell_ooo_log_settle_parents() check the parents of later spans.
 */
void
dwell_ooo_log_recheck_children (DwellOooLog *self,
                                guint32      span)
{
  self->first_to_recheck = MIN (self->first_to_recheck, span);
}

/**
 * dwell_ooo_log_add_straddler:
 * @self: a log
 * @span: a span that overlaps another in part
 */
void
dwell_ooo_log_add_straddler (DwellOooLog *self,
                             guint32      span)
{
  g_array_append_val (self->straddlers, span);
  dwell_ooo_log_recheck_children (self, span);
}

static inline gint64
get_end (const DwellBuilder *builder,
         guint32             span)
{
  return dwell_column_index (builder->span_flags, guint8, span) & DWELL_SPAN_IS_OPEN
         ? G_MAXINT64 : dwell_builder_get_span_end (builder, span);
}

static inline gboolean
encloses (const DwellBuilder *builder,
          guint32             outer,
          guint32             inner)
{
  return dwell_builder_get_span_begin (builder, outer) <=
         dwell_builder_get_span_begin (builder, inner) &&
         get_end (builder, outer) >= get_end (builder, inner);
}

/**
 * dwell_ooo_log_settle_parents:
 * @self: a log
 * @error: %DWELL_ERROR_LIMIT
 *
 * Gives each span the nearest ancestor that wholly encloses it, as far as is known now.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_ooo_log_settle_parents (DwellOooLog  *self,
                              GError      **error)
{
  DwellBuilder *builder = self->builder;
  guint32 n_spans = dwell_builder_get_n_spans (builder);
  guint32 *parents = builder->span_parent->data;
  guint8 *straddles;

  if (self->first_to_recheck == DWELL_NONE)
    return TRUE;

  straddles = dwell_big_try_alloc (n_spans, error);
  if (straddles == NULL)
    return FALSE;

  for (guint i = 0; i < self->straddlers->len; i++)
    straddles[g_array_index (self->straddlers, guint32, i)] = TRUE;

  /* A parent has a lower id than its children, so its own parent is already correct. A straddler
   * keeps its parent until its children have been moved up to that parent. */
  for (guint32 i = self->first_to_recheck; i < n_spans; i++)
    {
      guint32 parent = parents[i];

      for (guint n = 0; parent != DWELL_NONE &&
                        (straddles[parent] || !encloses (builder, parent, i)); n++)
        parent = n < MAX_STEPS_UP ? parents[parent] : DWELL_NONE;

      if (!straddles[i])
        parents[i] = parent;
    }

  for (guint i = 0; i < self->straddlers->len; i++)
    parents[g_array_index (self->straddlers, guint32, i)] = DWELL_NONE;

  g_array_set_size (self->straddlers, 0);
  self->first_to_recheck = DWELL_NONE;
  dwell_big_free (straddles);
  return TRUE;
}
