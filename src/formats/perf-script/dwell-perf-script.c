/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes and recognises the text of `perf script`. For reading see dwell-perf-reader.c. */
#include "config.h"

#include "formats/perf-script/dwell-perf-script.h"

#include <glib/gi18n-lib.h>

#include "formats/perf-script/dwell-perf-line.h"
#include "formats/perf-script/dwell-perf-reader.h"

/* Certainty in per cent: with perf's header; with a head and a frame; with heads only. */
#define CERTAIN 95
#define SURE    90
#define PERHAPS 60

/* How many lines after the first head may come before a frame; how many heads without frames are
 * enough. */
#define NEAR_LINES   3
#define NEEDED_HEADS 3

static guint
recognise (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };
  guint n_lines = 0; /* from the first head on */
  guint n_heads = 0;
  DwellScan text;

  dwell_scan_literal (&s, "\xef\xbb\xbf");
  text = s;
  if (dwell_scan_literal (&text, "# ========") &&
      g_strstr_len (s.p, s.end - s.p, "\n# captured on") != NULL)
    return CERTAIN;
  /* JSON has words and colons, too. */
  if (length > 0 && strchr ("{[", *head) != NULL)
    return 0;

  while (dwell_scan_line (&s, &text))
    {
      DwellPerfHead found;
      DwellPerfFrame frame;
      DwellPerfSource source;
      DwellPerfKind kind = dwell_perf_parse_line (text, &found, &frame, &source);

      if (kind == DWELL_PERF_COMMENT || (kind == DWELL_PERF_EMPTY && n_lines == 0))
        continue;
      if (n_lines == 0 && kind != DWELL_PERF_HEAD)
        return 0;
      if (n_lines++ <= NEAR_LINES &&
          (kind == DWELL_PERF_FRAME ||
           (kind == DWELL_PERF_HEAD && dwell_perf_parse_frame (found.rest, &frame))))
        return SURE;
      if (kind == DWELL_PERF_HEAD && found.has_time && ++n_heads == NEEDED_HEADS)
        return PERHAPS;
      if (kind == DWELL_PERF_BAD)
        return 0;
    }

  return 0;
}

static const char * const suffixes[] = { ".perf", NULL };

static const DwellOption read_options[] = {
  { "Event", DWELL_OPTION_TEXT, NULL, "",
    N_("The name of the event whose samples are shown. Empty: the first event of the file.") },
};

const DwellFormat dwell_perf_script_format = {
  .id = "perf-script",
  .title = N_("Text of perf script"),
  .mime_type = "application/x-perf-script",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_STACK_NODES | DWELL_TABLE_LINES,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = dwell_perf_read,
};
