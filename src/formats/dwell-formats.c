/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The registry: a line a format. Recognition asks each of them what it thinks of a file's first
 * bytes; names and suffixes are never asked. */
#include "config.h"

#include "formats/aprof/dwell-aprof.h"
#include "formats/dwell-formats.h"
#include "formats/br/dwell-br.h"
#include "formats/lines/dwell-line-formats.h"
#include "formats/lms/dwell-lms.h"
#include "formats/ooo/dwell-ooo.h"
#include "formats/text1/dwell-text1.h"

static const DwellFormat * const formats[] = {
  &dwell_br_format,
  &dwell_lms_format,
  &dwell_ooo_format,
  &dwell_text1_format,
  &dwell_aprof_format,
  NULL
};

/* What is written beside Text1, whose settings go beyond options: dwell-text1-export.h. */
static const DwellFormat * const writers[] = {
  &dwell_br_format,
  &dwell_lines_csv_format,
  &dwell_lines_listing_format,
  &dwell_aprof_format,
  NULL
};

/**
 * dwell_formats_get_all:
 *
 * Returns: (transfer none) (array zero-terminated=1): all formats, in the order of listing
 */
const DwellFormat * const *
dwell_formats_get_all (void)
{
  return formats;
}

/**
 * dwell_formats_find:
 * @id: a format's id
 *
 * Returns: (transfer none) (nullable): the format; %NULL if there is none of that id
 */
const DwellFormat *
dwell_formats_find (const char *id)
{
  for (gsize i = 0; formats[i] != NULL; i++)
    if (g_str_equal (formats[i]->id, id))
      return formats[i];

  return NULL;
}

/**
 * dwell_formats_get_writers:
 *
 * Returns: (transfer none) (array zero-terminated=1): the formats with a function write
 */
const DwellFormat * const *
dwell_formats_get_writers (void)
{
  return writers;
}

/**
 * dwell_formats_find_writer:
 * @id: a format's id
 *
 * Returns: (transfer none) (nullable): the format of that id that has a function write
 */
const DwellFormat *
dwell_formats_find_writer (const char *id)
{
  for (gsize i = 0; writers[i] != NULL; i++)
    if (g_str_equal (writers[i]->id, id))
      return writers[i];

  return NULL;
}

/**
 * dwell_formats_recognise:
 * @head: a file's first bytes, decompressed
 * @length: how many there are
 *
 * Returns: (transfer none) (nullable): the format that is surest of them; %NULL if none wants them
 */
const DwellFormat *
dwell_formats_recognise (const char *head,
                         gsize       length)
{
  const DwellFormat *best = NULL;
  guint best_certainty = 0;

  for (gsize i = 0; formats[i] != NULL; i++)
    {
      guint certainty = formats[i]->recognise (head, length);

      if (certainty > best_certainty)
        {
          best = formats[i];
          best_certainty = certainty;
        }
    }

  return best;
}
