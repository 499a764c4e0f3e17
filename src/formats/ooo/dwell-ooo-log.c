/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state common to a log's threads.
 *
 * Parents: a span is opened below the innermost open one, which usually encloses it. It does not
 * where a logical scope straddles another scope, or where the clock was set back. Both are rare and
 * known only afterwards, so such spans are noted and their parents settled later, in one pass:
 * each moves up to the first that wholly encloses it; a straddler itself has no parent, for it
 * shortens nobody's own time. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-log.h"

/* Parents further up than this are not looked for: only a clock that jumps about needs more. */
#define MAX_STEPS_UP 64

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
      N_("another record stood in the middle of a line; the line was repaired") },
  [DWELL_OOO_CONTINUED_RECORD] =
    { DWELL_SEVERITY_INFO, "continued-record",
      N_("a line without time and thread was taken as part of the record before it") },
  [DWELL_OOO_STRAY_LINE] =
    { DWELL_SEVERITY_WARNING, "stray-line",
      N_("a line is neither header nor record, and no record stands before it; it was dropped") },
  [DWELL_OOO_BAD_HEADER] =
    { DWELL_SEVERITY_WARNING, "bad-header",
      N_("the header does not tell when the log was opened") },
  [DWELL_OOO_LATE_RECORD] =
    { DWELL_SEVERITY_WARNING, "late-record", N_("a record stands behind the closing line") },
  [DWELL_OOO_ORPHAN_END] =
    { DWELL_SEVERITY_WARNING, "orphan-end",
      N_("a scope ends that is not open; the end was kept as a mark") },
  [DWELL_OOO_UNTERMINATED_SCOPE] =
    { DWELL_SEVERITY_WARNING, "unterminated-scope",
      N_("a scope has no end; it was ended with the scope around it") },
  [DWELL_OOO_EARLY_RETURN] =
    { DWELL_SEVERITY_WARNING, "early-return",
      N_("a logical scope has no end; it was ended with the scope that began it") },
  [DWELL_OOO_GUESSED_END] =
    { DWELL_SEVERITY_WARNING, "guessed-end",
      N_("a logical scope was ended by another label, for it was the only one open") },
  [DWELL_OOO_OPEN_AT_END] =
    { DWELL_SEVERITY_WARNING, "open-at-end",
      N_("a scope is still open at the end of the log; it was ended there") },
  [DWELL_OOO_NEGATIVE_DURATION] =
    { DWELL_SEVERITY_WARNING, "negative-duration",
      N_("a scope ends before it begins; its duration was set to 0") },
  [DWELL_OOO_CLOCK_SET_BACK] =
    { DWELL_SEVERITY_WARNING, "clock-set-back", N_("the clock was set back") },
  [DWELL_OOO_TIME_RANGE] =
    { DWELL_SEVERITY_ERROR, "time-range", N_("times go further than Dwell can count") },
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
 * @self: a log
 * @builder: (transfer none): what it fills; must outlive it
 */
void
dwell_ooo_log_init (DwellOooLog  *self,
                    DwellBuilder *builder)
{
  self->builder = builder;
  self->line = 0;
  self->straddlers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first_loose = DWELL_NONE;
  self->set_back = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
dwell_ooo_log_clear (DwellOooLog *self)
{
  g_array_unref (self->straddlers);
  g_array_unref (self->set_back);
}

/**
 * dwell_ooo_log_complain_n:
 * @self: a log
 * @problem: what is wrong at the line where it stands
 * @n: how often
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

void
dwell_ooo_log_complain (DwellOooLog     *self,
                        DwellOooProblem  problem)
{
  dwell_ooo_log_complain_n (self, problem, 1);
}

/**
 * dwell_ooo_log_intern:
 * @self: a log
 * @text: bytes of the file: UTF-8, else Windows-1252
 * @end: their end
 * @if_long: what is wrong if they are too many
 *
 * Returns: the string's id
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
 * @text: a scope's whole name, bytes of the file
 * @end: its end
 * @name: (out): what it is in the trace; its area is not looked for
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
 * @name: string: a scope's whole name
 *
 * Returns: the area of the function
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
 * @name: string: "module (author)", which names no function
 *
 * Returns: the area of what the author writes about the module
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

/**
 * dwell_ooo_log_get_label_area:
 * @self: a log
 * @label: string: what a logical scope was opened with
 * @owner_area: the function that opened it, or %DWELL_NONE
 *
 * Returns: the area of the logical scope, which is below the function's
 */
guint32
dwell_ooo_log_get_label_area (DwellOooLog *self,
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
 * dwell_ooo_log_loosen:
 * @self: a log
 * @span: a span that may not enclose those opened after it
 */
void
dwell_ooo_log_loosen (DwellOooLog *self,
                      guint32      span)
{
  self->first_loose = MIN (self->first_loose, span);
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
  dwell_ooo_log_loosen (self, span);
}

static inline gint64
get_end (const DwellBuilder *builder,
         guint32             span)
{
  return dwell_column_index (builder->span_flags, guint8, span) & DWELL_SPAN_IS_OPEN
         ? G_MAXINT64 : dwell_column_index (builder->span_end, gint64, span);
}

static inline gboolean
encloses (const DwellBuilder *builder,
          guint32             outer,
          guint32             inner)
{
  return dwell_column_index (builder->span_begin, gint64, outer) <=
         dwell_column_index (builder->span_begin, gint64, inner) &&
         get_end (builder, outer) >= get_end (builder, inner);
}

/**
 * dwell_ooo_log_settle_parents:
 * @self: a log
 * @error: %DWELL_ERROR_LIMIT
 *
 * Moves each span below the first that wholly encloses it, as far as is known now.
 *
 * Returns: whether there was memory
 */
gboolean
dwell_ooo_log_settle_parents (DwellOooLog  *self,
                              GError      **error)
{
  DwellBuilder *builder = self->builder;
  guint32 n_spans = (guint32) builder->span_begin->n;
  guint32 *parents = builder->span_parent->data;
  guint8 *straddles;

  if (self->first_loose == DWELL_NONE)
    return TRUE;

  straddles = dwell_big_try_alloc (n_spans, error);
  if (straddles == NULL)
    return FALSE;

  for (guint i = 0; i < self->straddlers->len; i++)
    straddles[g_array_index (self->straddlers, guint32, i)] = TRUE;

  /* A parent has the lower number, so its own is settled already. A straddler keeps its own until
   * those below it have moved up there. */
  for (guint32 i = self->first_loose; i < n_spans; i++)
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
  self->first_loose = DWELL_NONE;
  dwell_big_free (straddles);
  return TRUE;
}
