/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes irregular lines, those that are not just one whole record:
 *
 *   header and closing lines, which may share a line where files were concatenated;
 *   lines with a NUL, which ends a message that was too long for the writer's buffer;
 *   torn lines, which have another thread's record in the middle;
 *   lines without a stamp: the rest of a torn line, or more of the record before. */
#include "config.h"

#include "formats/ooo/dwell-ooo-records.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Takes a record that is a part of a line. */
static void
take_record (DwellOooRecords     *self,
             const DwellOooStamp *stamp,
             DwellScan            text)
{
  DwellOooNameInfo name;

  if (stamp->kind == '|')
    {
      DwellOooText parts;

      dwell_ooo_text_split (&parts, &self->log, text);
      dwell_ooo_records_take_message (self, stamp, &parts);
      return;
    }

  dwell_ooo_log_get_name (&self->log, text.p, dwell_ooo_strip_colon (text.p, text.end), &name);
  dwell_ooo_records_take_scope (self, stamp, &name);
}

/* Takes the records of a line that begins with a stamp. */
static void
take_records (DwellOooRecords *self,
              DwellOooStamp    stamp,
              DwellScan        text)
{
  DwellOooCut cut;

  while (dwell_ooo_find_cut (text.p, text.end, stamp.time, &cut))
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_TORN_LINE);
      if (stamp.kind == '|' && cut.stamp.thread != stamp.thread)
        dwell_ooo_records_interrupt (self, &stamp, (DwellScan) { text.p, cut.begin });
      else
        take_record (self, &stamp, (DwellScan) { text.p, cut.begin });
      stamp = cut.stamp;
      text.p = cut.text;
    }

  take_record (self, &stamp, text);
}

/* Takes text without a stamp: the rest of the first interrupted record, else more of the record
 * before. */
static void
take_text (DwellOooRecords *self,
           DwellScan        text)
{
  DwellScan bare = text;
  gboolean is_bridge = dwell_scan_literal (&bare, "| ");

  /* The bridge to another log writes its second record like this. */
  if (is_bridge)
    dwell_scan_literal (&bare, ": ");

  if (self->interrupted->len > 0 && !is_bridge)
    {
      dwell_ooo_records_resume (self, text);
    }
  else if (self->messages.has_record)
    {
      if (!is_bridge)
        dwell_ooo_log_complain (&self->log, DWELL_OOO_CONTINUED_RECORD);
      dwell_ooo_messages_add_line (&self->messages, bare);
    }
  else
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_STRAY_LINE);
    }
}

static void
begin_process (DwellOooRecords *self)
{
  dwell_ooo_records_resume_all (self);
  dwell_ooo_processes_begin (&self->processes);
}

/* Takes header and closing lines. @is_cut: the file ends with the line, without a line end. */
static gboolean
take_header (DwellOooRecords *self,
             DwellScan       *line,
             gboolean         is_cut)
{
  gint64 clock;
  guint64 id;
  guint32 time;

  if (dwell_ooo_scan_opening (line, &clock))
    {
      begin_process (self);
      dwell_ooo_processes_set_opening (&self->processes, clock);
      if (clock == DWELL_OOO_NO_CLOCK)
        dwell_ooo_log_complain (&self->log, DWELL_OOO_BAD_HEADER);
      return TRUE;
    }

  if (self->processes.has_header && !self->processes.has_time &&
      dwell_ooo_scan_timer (line, &time))
    {
      dwell_ooo_processes_set_timer (&self->processes, time);
      return TRUE;
    }

  if (dwell_ooo_scan_process (line, &id))
    {
      if (!self->processes.has_header || self->processes.has_id || self->processes.has_time)
        begin_process (self);
      /* A cut line may lack digits of the id. */
      if (!is_cut)
        dwell_ooo_processes_set_id (&self->processes, id);
      return TRUE;
    }

  return FALSE;
}

/* @line contains no NUL, and a header only at its start. */
static void
take_line (DwellOooRecords *self,
           DwellScan        line,
           gboolean         is_cut)
{
  DwellOooStamp stamp;
  DwellOooCut cut;
  DwellScan text = line;
  gboolean has_stamp;
  gboolean has_cut;

  dwell_scan_blanks (&text);
  if (text.p == text.end)
    {
      /* Only the line end of the interrupted record was missing. */
      if (self->interrupted->len > 0)
        dwell_ooo_records_resume (self, text);
      return;
    }

  if (is_cut)
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_CUT_LINE);
      line.end = dwell_ooo_strip_partial_character (line.p, line.end);
    }

  if (take_header (self, &line, is_cut) ||
      (is_cut && dwell_ooo_is_fragment (line.p, line.end)))
    return;

  text = line;
  has_stamp = dwell_ooo_scan_stamp (&text, &stamp);
  has_cut = self->processes.has_time &&
            dwell_ooo_find_cut (line.p, line.end, self->processes.raw, &cut);

  /* The rest of an interrupted text can end with digits, which then look like a part of the
   * time. */
  if (has_stamp && has_cut && (self->interrupted->len == 0 || cut.text != text.p ||
                               dwell_ooo_records_is_near (self, stamp.time)))
    has_cut = FALSE;

  if (has_cut)
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_TORN_LINE);
      take_text (self, (DwellScan) { line.p, cut.begin });
      take_records (self, cut.stamp, (DwellScan) { cut.text, line.end });
    }
  else if (has_stamp)
    {
      take_records (self, stamp, text);
    }
  else
    {
      take_text (self, line);
    }
}

/* Splits a line after a closing line without a line end, and before a header. */
static void
split_line (DwellOooRecords *self,
            DwellScan        line,
            gboolean         is_cut)
{
  const char *opening = dwell_ooo_find_opening (line.p, line.end);
  DwellScan first = { line.p, opening != NULL ? opening : line.end };
  gboolean has_no_end = is_cut || opening != NULL;
  const char *closing = has_no_end ? dwell_ooo_find_closing (first.p, first.end) : NULL;
  guint32 time;

  if (closing != NULL)
    {
      DwellScan last = { closing, first.end };

      first.end = closing;
      if (first.end > first.p)
        take_line (self, first, TRUE);
      if (dwell_ooo_scan_closing (&last, &time))
        dwell_ooo_processes_set_closing (&self->processes, time);
    }
  else if (dwell_ooo_scan_closing (&first, &time))
    {
      dwell_ooo_processes_set_closing (&self->processes, time);
      if (first.end > first.p)
        take_line (self, first, has_no_end);
    }
  else if (first.end > first.p || opening == NULL)
    {
      take_line (self, first, has_no_end);
    }

  if (opening != NULL)
    take_line (self, (DwellScan) { opening, line.end }, is_cut);
}

/**
 * dwell_ooo_records_take_irregular_line:
 * @self: records
 * @line: a line
 * @is_cut: whether the file ends with the line, without a line end
 * @n_records_behind: for how many records there must be room afterwards
 * @error: %DWELL_ERROR_LIMIT if there are too many spans
 *
 * Takes a line that the workers left to the reader.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_ooo_records_take_irregular_line (DwellOooRecords  *self,
                                       DwellScan         line,
                                       gboolean          is_cut,
                                       gsize             n_records_behind,
                                       GError          **error)
{
  guint64 n_nuls = 0;

  /* The shortest record is a stamp of ten bytes. */
  if (!dwell_ooo_records_reserve (self, (gsize) (line.end - line.p) / 10 + 1 + n_records_behind,
                                  error))
    return FALSE;

  while (TRUE)
    {
      const char *nul = memchr (line.p, 0, (gsize) (line.end - line.p));
      DwellScan part = { line.p, nul != NULL ? nul : line.end };

      if (nul != NULL)
        part.end = dwell_ooo_strip_partial_character (part.p, part.end);

      dwell_scan_literal (&part, BYTE_ORDER_MARK);

      if (part.end > part.p || (n_nuls == 0 && nul == NULL))
        split_line (self, part, is_cut && nul == NULL);

      if (nul == NULL)
        break;

      n_nuls++;
      line.p = nul + 1;
    }

  if (n_nuls > 0)
    dwell_ooo_log_complain_n (&self->log, DWELL_OOO_NUL_BYTES, n_nuls);

  return TRUE;
}
