/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the Best Trace Format: workers parse blocks, the consumer gathers their events, and once
 * all are there, the machine makes the trace from them. */
#include "config.h"

#include "formats/btf/dwell-btf-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/btf/dwell-btf-block.h"
#include "formats/btf/dwell-btf-machine.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  return dwell_btf_block_new (block);
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  return dwell_btf_block_log (parsed, block, n_lines_before, user_data, error);
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_btf_block_free (data);
}

/* Whether there is an event of a known type. */
static gboolean
check_types (const DwellBtfLog  *log,
             GError            **error)
{
  const DwellBtfRecord *records = log->records->data;

  for (gsize i = 0; i < log->records->n; i++)
    if (records[i].type != DWELL_BTF_OTHER_TYPE)
      return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                       log->records->n == 0
                         ? _("no line is an event: expected "
                             "“TIME,SOURCE,INSTANCE,TYPE,TARGET,INSTANCE,EVENT”")
                         : _("no event has a known type, such as T, R or SIG"));
  return FALSE;
}

/**
 * dwell_btf_read:
 * @source: the source of the file
 * @options: the options of reading
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no event
 *
 * Reads the Best Trace Format. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_btf_read (DwellSource         *source,
                const DwellOptions  *options,
                DwellBuilder        *builder,
                DwellCheckpoint     *checkpoint,
                DwellProgress       *progress,
                GCancellable        *cancellable,
                GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  const DwellBtfSettings settings = {
    .has_states = g_str_equal (dwell_options_get (options, "States"), "true"),
    .has_scheduler = g_str_equal (dwell_options_get (options, "Scheduler"), "true"),
  };
  DwellBtfLog log;
  gboolean is_good;

  dwell_btf_log_init (&log, builder);
  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &log, builder->problems, progress,
                             cancellable, error);
  if (is_good)
    dwell_btf_log_finish_header (&log);

  is_good = is_good && check_types (&log, error) && dwell_btf_log_finish (&log, error) &&
            dwell_btf_machine_run (&log, &settings, cancellable, error);
  if (is_good)
    dwell_builder_add_note (builder, N_("The total of a task is its time on a core, which is often "
                                        "called net execution time; self is that time without its "
                                        "runnables."));
  dwell_btf_log_clear (&log);
  return is_good;
}
