/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes, recognises and reads the RTL_LOGFILE format. Workers make records from blocks of lines
 * (dwell-ooo-block.c); the reader makes spans and marks from them in the order of the file
 * (dwell-ooo-reader.c, with the rules for scopes in dwell-ooo-thread.c). */
#include "config.h"

#include "formats/ooo/dwell-ooo.h"

#include <glib/gi18n-lib.h>

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-reader.h"

/* Recognition looks at this many lines that are not empty, and needs this many records among
 * them. */
#define N_HEAD_LINES   20
#define N_HEAD_RECORDS 3

/* Certainty in per cent: with a whole header, with the start of one, with records only. */
#define SURE          100
#define RATHER_SURE   90
#define LIKELY 80

static guint
recognise_header (DwellScan line)
{
  DwellScan s = line;
  gint64 clock;
  guint64 id;

  if (dwell_ooo_scan_opening (&s, &clock))
    return clock != DWELL_OOO_NO_CLOCK ? SURE : RATHER_SURE;

  return dwell_ooo_scan_process (&s, &id) ? RATHER_SURE : 0;
}

static guint
recognise (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };
  guint n_lines = 0;
  guint n_records = 0;

  dwell_scan_literal (&s, "\xef\xbb\xbf");

  while (s.p < s.end && n_lines < N_HEAD_LINES)
    {
      const char *nul;
      DwellOooStamp stamp;
      DwellScan line;
      guint certainty;

      dwell_scan_line (&s, &line);

      /* A NUL ends a line, too. */
      nul = memchr (line.p, 0, (gsize) (line.end - line.p));
      if (nul != NULL)
        {
          line.end = nul;
          s.p = nul + 1;
        }

      if (line.p == line.end)
        continue;

      certainty = recognise_header (line);
      if (certainty > 0)
        return certainty;

      n_lines++;
      if (dwell_ooo_scan_stamp (&line, &stamp) && ++n_records == N_HEAD_RECORDS)
        return LIKELY;
    }

  return 0;
}

static gboolean
read_log (DwellSource         *source,
          const DwellOptions  *options,
          DwellBuilder        *builder,
          DwellCheckpoint     *checkpoint,
          DwellProgress       *progress,
          GCancellable        *cancellable,
          GError             **error)
{
  g_autoptr(DwellOooReader) reader = dwell_ooo_reader_new (builder, checkpoint);

  return dwell_lines_run (source, DWELL_OOO_MAX_LINE_BYTES, &dwell_ooo_line_work, reader,
                          builder->problems, progress, cancellable, error) &&
         dwell_ooo_reader_finish (reader, dwell_source_get_name (source), error);
}

static const char * const suffixes[] = { ".log", ".nopid", NULL };

const DwellFormat dwell_ooo_format = {
  .id = "ooo",
  .title = N_("OpenOffice RTL_LOGFILE log"),
  .mime_type = "application/x-rtl-logfile-profile",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS,
  .recognise = recognise,
  .read = read_log,
};
