/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks records. They have neither a magic number nor a length; so recognition and finding the
 * next record after a fault both test whether the next few records are in a legal order and have
 * plausible values. */
#include "config.h"

#include "formats/br/dwell-br-record.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

/* The greatest values that a program can have. */
#define PLAUSIBLE_LINE   99999
#define PLAUSIBLE_CLAUSE 99

/* Recognition needs this many good records, and looks at no more than this many. */
#define RECOGNISED_RECORDS 8
#define RECORDS_LOOKED_AT  64

static const char * const titles[DWELL_BR_N_TYPES] = {
  [DWELL_BR_MAPPING] = N_("module"),
  [DWELL_BR_UNDEFINED] = N_("undefined"),
  [DWELL_BR_LINE] = N_("line"),
  [DWELL_BR_TIME] = N_("time"),
  [DWELL_BR_BACKTRACE] = N_("called from"),
  [DWELL_BR_END] = N_("end of line"),
  [DWELL_BR_FUNCTION] = N_("function"),
  [DWELL_BR_GOSUB] = N_("GOSUB"),
  [DWELL_BR_MAIN] = N_("main routine"),
};

static const char *
get_title (guint type)
{
  return type < DWELL_BR_N_TYPES && titles[type] != NULL ? titles[type] : N_("unknown");
}

static char *
make_what (const DwellTrace  *trace,
           const DwellRecord *record,
           guint              type)
{
  if (record->text != 0)
    return g_strdup (dwell_trace_get_string (trace, record->text));
  if (record->area != DWELL_NONE)
    return g_strdup (dwell_trace_get_area_title (trace, record->area));
  if (type == DWELL_BR_LINE || type == DWELL_BR_BACKTRACE)
    return g_strdup_printf ("%05u:%02u", DWELL_BR_PACKED_LINE (record->value),
                            DWELL_BR_PACKED_CLAUSE (record->value));
  return g_strdup ("");
}

static char *
make_value (const DwellRecord *record,
            guint              type)
{
  switch (type)
    {
    case DWELL_BR_TIME:
      return record->value <= G_MAXINT64 ? dwell_text_duration ((gint64) record->value)
                                         : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                                            record->value);

    case DWELL_BR_MAPPING:
      return g_strdup_printf ("#%u", (guint) record->value);

    case DWELL_BR_LINE:
    case DWELL_BR_BACKTRACE:
      return g_strdup_printf ("#%u", DWELL_BR_PACKED_MODULE (record->value));

    default:
      return g_strdup ("");
    }
}

/**
 * dwell_br_describe_record:
 * @trace: a trace of this format
 * @record: one of its records
 * @text: (out caller-allocates): the record in words, to be cleared
 */
void
dwell_br_describe_record (const DwellTrace  *trace,
                          const DwellRecord *record,
                          DwellRecordText   *text)
{
  guint type = record->type & ~(guint) DWELL_BR_RECORD_IS_APART;

  text->is_apart = (record->type & DWELL_BR_RECORD_IS_APART) != 0;
  text->type = g_strdup_printf (text->is_apart
                                  /* Translators: a number and a word for a type of records, as
                                   * “3 line”; not counted: left out of all totals */
                                  ? _("%u %s, not counted")
                                  /* Translators: a number and a word for a type of records, as
                                   * “3 line” */
                                  : C_("record", "%u %s"),
                                type, _(get_title (type)));
  text->what = make_what (trace, record, type);
  text->value = make_value (record, type);
}

/**
 * dwell_br_record_measure:
 * @p: a record
 * @end: the end of the bytes after @p
 *
 * Measures a record.
 *
 * Returns: its length in bytes; 0 if its type is not defined; more than @end - @p if it is cut:
 *   then a lower bound of its length
 */
gsize
dwell_br_record_measure (const guint8 *p,
                         const guint8 *end)
{
  gsize n = (gsize) (end - p);

  switch (*p)
    {
    case DWELL_BR_MAPPING:
      return n < 5 ? 5 : 5 + (gsize) dwell_br_get_u16 (p + 3);

    case DWELL_BR_LINE:
    case DWELL_BR_BACKTRACE:
      return DWELL_BR_FRAME_BYTES;

    case DWELL_BR_TIME:
      return DWELL_BR_TIME_BYTES;

    case DWELL_BR_FUNCTION:
      return n < 2 ? 2 : 2 + (gsize) p[1];

    case DWELL_BR_END:
    case DWELL_BR_GOSUB:
    case DWELL_BR_MAIN:
      return 1;

    default:
      return 0;
    }
}

static gboolean
is_plausible_name (const guint8 *name,
                   gsize         length)
{
  for (gsize i = 0; i < length; i++)
    if (name[i] < 0x20 || name[i] == 0x7f)
      return FALSE;

  return TRUE;
}

/* The state of a walk over records. */
typedef struct {
  gboolean is_in_block;
  gboolean is_after_frame;
  guint16  mapped[RECORDS_LOOKED_AT]; /* modules that were mapped by the records so far */
  guint    n_mapped;
} Walk;

static gboolean
is_mapped (const Walk    *walk,
           const guint32 *modules,
           guint          number)
{
  if (modules == NULL || modules[number] != 0)
    return TRUE;

  for (guint i = 0; i < walk->n_mapped; i++)
    if (walk->mapped[i] == number)
      return TRUE;

  return FALSE;
}

static gboolean
is_plausible_frame (const guint8  *p,
                    const Walk    *walk,
                    const guint32 *modules)
{
  return dwell_br_get_u32 (p + 3) <= PLAUSIBLE_LINE && p[7] <= PLAUSIBLE_CLAUSE &&
         is_mapped (walk, modules, dwell_br_get_u16 (p + 1));
}

/* Returns TRUE if a complete record is legal in the state @walk and has plausible values. */
static gboolean
is_plausible (const guint8  *p,
              gsize          length,
              const Walk    *walk,
              const guint32 *modules)
{
  switch (*p)
    {
    case DWELL_BR_MAPPING:
      return length > 5 && is_plausible_name (p + 5, length - 5);

    case DWELL_BR_LINE:
      return !walk->is_in_block && is_plausible_frame (p, walk, modules);

    case DWELL_BR_BACKTRACE:
      return walk->is_in_block && is_plausible_frame (p, walk, modules);

    case DWELL_BR_FUNCTION:
      return walk->is_after_frame && is_plausible_name (p + 2, length - 2);

    case DWELL_BR_GOSUB:
    case DWELL_BR_MAIN:
      return walk->is_after_frame;

    default:
      return walk->is_in_block;
    }
}

static void
advance (Walk         *walk,
         const guint8 *p)
{
  gboolean is_frame = *p == DWELL_BR_LINE || *p == DWELL_BR_BACKTRACE;

  if (*p == DWELL_BR_MAPPING)
    {
      if (walk->n_mapped < G_N_ELEMENTS (walk->mapped))
        walk->mapped[walk->n_mapped++] = dwell_br_get_u16 (p + 1);
      return; /* a mapping may come between a frame and its tag */
    }

  walk->is_after_frame = is_frame;
  walk->is_in_block = is_frame || (walk->is_in_block && *p != DWELL_BR_END);
}

/* Returns TRUE if plausible records follow at @p in a legal order: DWELL_BR_IN_STEP of them, or all
 * up to the end of the file. @is_in_block: whether a block is open at @p; @modules (nullable):
 * string ids of the mapped modules, by number. */
static gboolean
is_in_step (const guint8  *p,
            const guint8  *end,
            gboolean       is_in_block,
            const guint32 *modules)
{
  Walk walk = { .is_in_block = is_in_block };

  for (guint i = 0; i < DWELL_BR_IN_STEP && p < end; i++)
    {
      gsize length = dwell_br_record_measure (p, end);

      if (length == 0 || length > (gsize) (end - p) || !is_plausible (p, length, &walk, modules))
        return FALSE;

      advance (&walk, p);
      p += length;
    }

  return TRUE;
}

/**
 * dwell_br_find_step:
 * @p: bytes that are not a record
 * @end: the end of the file, or %DWELL_BR_LOOKAHEAD bytes after @p
 * @is_in_block: whether a block is open at @p
 * @modules: (nullable): string ids of the mapped modules, by number
 * @is_found: (out): %FALSE if no place was found
 *
 * Looks for the next place from which records are in step. Type 2, which is not documented, is
 * tried as “02 u16” and as a record like a mapping; then each offset is tried. The end of the open
 * block may be among the skipped bytes, so a new block is allowed, too.
 *
 * Returns: how many bytes to skip
 */
gsize
dwell_br_find_step (const guint8  *p,
                    const guint8  *end,
                    gboolean       is_in_block,
                    const guint32 *modules,
                    gboolean      *is_found)
{
  gsize n = (gsize) (end - p);
  gsize named = n >= 5 ? 5 + (gsize) dwell_br_get_u16 (p + 3) : n + 1;

  *is_found = TRUE;
  if (*p == DWELL_BR_UNDEFINED && n >= 3 &&
      is_in_step (p + 3, end, is_in_block, modules))
    return 3;
  if (*p == DWELL_BR_UNDEFINED && named <= n &&
      is_in_step (p + named, end, is_in_block, modules))
    return named;

  for (gsize i = 1; i < n && i <= DWELL_BR_SCAN_BYTES; i++)
    if (is_in_step (p + i, end, is_in_block, modules) ||
        (is_in_block && is_in_step (p + i, end, FALSE, modules)))
      return i;

  *is_found = FALSE;
  return n;
}

/* The counts of recognition. */
typedef struct {
  guint    n_legal;
  guint    n_irregular;
  gboolean is_at_end;
} Findings;

static void
look_at (Findings     *found,
         const guint8 *p,
         const guint8 *end)
{
  Walk walk = { 0 };

  for (guint i = 0; i < RECORDS_LOOKED_AT; i++)
    {
      gsize length;
      gboolean is_found = TRUE;

      if (p == end)
        break;

      length = dwell_br_record_measure (p, end);
      if (length > (gsize) (end - p))
        {
          p = end;
          break;
        }

      if (length > 0 && is_plausible (p, length, &walk, NULL))
        found->n_legal++;
      else if (length > 0 && *p == DWELL_BR_LINE && is_plausible_frame (p, &walk, NULL))
        found->n_irregular++; /* the record that ends the block is missing */
      else
        {
          length = dwell_br_find_step (p, end, walk.is_in_block, NULL, &is_found);
          found->n_irregular++;
        }

      if (!is_found)
        return;

      advance (&walk, p);
      p += length;
      if (found->n_irregular == 0 && found->n_legal >= RECOGNISED_RECORDS)
        break;
    }

  found->is_at_end = p == end;
}

/**
 * dwell_br_recognise:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: the certainty that the file is a Business Rules! profile, in per cent
 */
guint
dwell_br_recognise (const char *head,
                    gsize       length)
{
  const guint8 *p = (const guint8 *) head;
  Findings found = { 0 };

  if (length == 0 || (*p != DWELL_BR_MAPPING && *p != DWELL_BR_LINE))
    return 0;

  look_at (&found, p, p + length);
  if (found.n_legal == 0)
    return 0;

  if (found.n_irregular == 0 && (found.n_legal >= RECOGNISED_RECORDS || found.is_at_end))
    return *p == DWELL_BR_MAPPING ? 95 : found.n_legal > 1 ? 80 : 40;

  return *p == DWELL_BR_MAPPING && found.n_legal >= DWELL_BR_IN_STEP &&
         found.n_legal > 2 * found.n_irregular ? 70 : 0;
}
