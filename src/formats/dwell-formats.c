/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registry: one line for each format. Each format rates the first bytes of a file to recognise
 * it; names and suffixes are never used. */
#include "config.h"

#include "formats/dwell-formats.h"

#include "core/dwell-json-scan.h"
#include "formats/aprof/dwell-aprof.h"
#include "formats/br/dwell-br.h"
#include "formats/callgrind/dwell-callgrind.h"
#include "formats/btf/dwell-btf.h"
#include "formats/csv/dwell-csv.h"
#include "formats/folded/dwell-folded.h"
#include "formats/lines/dwell-line-formats.h"
#include "formats/lms/dwell-lms.h"
#include "formats/ooo/dwell-ooo.h"
#include "formats/perf-script/dwell-perf-script.h"
#include "formats/perfetto/dwell-perfetto.h"
#include "formats/text1/dwell-text1.h"
#include "formats/trace-event/dwell-trace-event.h"
#include "formats/vcd/dwell-vcd.h"

/* In the order of listing. */
static const DwellFormat * const formats[] = {
  &dwell_br_format,
  &dwell_lms_format,
  &dwell_ooo_format,
  &dwell_text1_format,
  &dwell_lines_csv_format,
  &dwell_lines_listing_format,
  &dwell_aprof_format,
  &dwell_callgrind_format,
  &dwell_btf_format,
  &dwell_folded_format,
  &dwell_trace_event_format,
  &dwell_perfetto_format,
  &dwell_perf_script_format,
  &dwell_vcd_format,
  &dwell_csv_format,
};

/* The format that holds most of any trace. */
#define USUAL_WRITER (&dwell_text1_format)

typedef struct {
  const DwellFormat *readers[G_N_ELEMENTS (formats) + 1];
  const DwellFormat *writers[G_N_ELEMENTS (formats) + 1];
} Lists;

static gpointer
make_lists (gpointer data)
{
  static Lists lists;
  gsize n_readers = 0;
  gsize n_writers = 0;

  lists.writers[n_writers++] = USUAL_WRITER;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (formats[i]->read != NULL)
        lists.readers[n_readers++] = formats[i];
      if (formats[i]->write != NULL && formats[i] != USUAL_WRITER)
        lists.writers[n_writers++] = formats[i];
    }

  return &lists;
}

static const Lists *
get_lists (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, make_lists, NULL);
}

static const DwellFormat *
find (const DwellFormat * const *list,
      const char                *id)
{
  for (; *list != NULL; list++)
    if (g_str_equal ((*list)->id, id))
      return *list;

  return NULL;
}

/**
 * dwell_formats_get_readers:
 *
 * Returns: (transfer none) (array zero-terminated=1): the formats that are read, in the order of
 *   listing
 */
const DwellFormat * const *
dwell_formats_get_readers (void)
{
  return get_lists ()->readers;
}

/**
 * dwell_formats_find:
 * @id: a format's id
 *
 * Returns: (transfer none) (nullable): the format of that id that is read
 */
const DwellFormat *
dwell_formats_find (const char *id)
{
  return find (get_lists ()->readers, id);
}

/**
 * dwell_formats_get_writers:
 *
 * Returns: (transfer none) (array zero-terminated=1): the formats that are written, some of which
 *   are not read; the usual one first
 */
const DwellFormat * const *
dwell_formats_get_writers (void)
{
  return get_lists ()->writers;
}

/**
 * dwell_formats_find_writer:
 * @id: a format's id
 *
 * Returns: (transfer none) (nullable): the format of that id that is written
 */
const DwellFormat *
dwell_formats_find_writer (const char *id)
{
  return find (get_lists ()->writers, id);
}

/**
 * dwell_formats_find_usual_writer:
 * @trace: (nullable): what is to be written
 *
 * Returns: (transfer none): the usual format; for a trace without times, the format that it was
 *   read from, which holds more of it
 */
const DwellFormat *
dwell_formats_find_usual_writer (const DwellTrace *trace)
{
  gboolean has_times = trace == NULL || (trace->n_spans > 0 && !trace->spans_are_sequence);
  const DwellFormat *own = has_times ? NULL : dwell_formats_find (trace->format_id);

  return own != NULL && own->write != NULL ? own : USUAL_WRITER;
}

/**
 * dwell_formats_recognise:
 * @head: a file's first bytes, decompressed
 * @length: how many there are
 *
 * Returns: (transfer none) (nullable): the format that is most certain; %NULL if no format
 *   recognises them
 */
const DwellFormat *
dwell_formats_recognise (const char *head,
                         gsize       length)
{
  const DwellFormat *best = NULL;
  guint best_certainty = 0;

  for (const DwellFormat * const *format = dwell_formats_get_readers (); *format != NULL; format++)
    {
      guint certainty = (*format)->recognise (head, length);

      if (certainty > best_certainty)
        {
          best = *format;
          best_certainty = certainty;
        }
    }

  return best;
}

/* Whether the file is JSON or XML, in which commas and numbers at ends of lines mean nothing. */
static gboolean
is_markup (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  dwell_json_space (&s);

  return s.p < s.end && (*s.p == '{' || *s.p == '<' ||
                         (*s.p == '[' && s.end - s.p >= 2 && s.p[1] == '{'));
}

/**
 * dwell_formats_suggest:
 * @head: the first bytes of a file that no format recognises
 * @length: how many there are
 *
 * Returns: (transfer none) (nullable): the format that the file may have; only the user knows
 *   whether it does, and with which options it can be read
 */
const DwellFormat *
dwell_formats_suggest (const char *head,
                       gsize       length)
{
  if (is_markup (head, length))
    return NULL;
  if (dwell_csv_looks_like (head, length))
    return &dwell_csv_format;

  return dwell_folded_looks_like (head, length) ? &dwell_folded_format : NULL;
}
