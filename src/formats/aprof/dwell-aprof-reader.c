/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a report. Workers parse blocks (dwell-aprof-block.c). The consumer takes them in the order
 * of the file, finds the owners of points, and parses the few other lines. The x lines with the
 * calling contexts come last, so there are no partial traces. */
#include "config.h"

#include "formats/aprof/dwell-aprof-reader.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"
#include "formats/aprof/dwell-aprof-block.h"
#include "formats/aprof/dwell-aprof-header.h"
#include "formats/aprof/dwell-aprof-owners.h"
#include "formats/aprof/dwell-aprof-points.h"

typedef struct {
  DwellBuilder    *builder;
  GAsyncQueue     *pool;     /* DwellAprofBlock that are free for reuse */
  DwellAprofHeader header;
  DwellAprofOwners owners;
  DwellAprofPoints points;
  guint64          n_layouts[19];     /* number of points by how many numbers they have */
  guint64          layout_lines[19];  /* the last line of each */
  guint64          other_sizes;
  gboolean         is_quoted;      /* the name of a routine is quoted */
  guint64          first_line;     /* of the first quoted routine */
  GString         *bookmarks;
  guint64          bookmarks_line;
} Reader;

static const struct {
  DwellSeverity severity;
  const char   *code;
  const char   *message;
} anomalies[DWELL_APROF_N_ANOMALIES] = {
  [DWELL_APROF_SHORT_POINT] = { DWELL_SEVERITY_ERROR, "short-point",
    N_("No version writes points with this many numbers: the point was left out") },
  [DWELL_APROF_BAD_NUMBER] = { DWELL_SEVERITY_ERROR, "bad-number",
    N_("A point contains something that is not a number: the point was left out") },
  [DWELL_APROF_MORE_COLUMNS] = { DWELL_SEVERITY_WARNING, "more-columns",
    N_("A point has more numbers than its version writes: the last were left out") },
  [DWELL_APROF_NO_CALLS] = { DWELL_SEVERITY_WARNING, "no-calls",
    N_("A point has no calls: it was left out") },
  [DWELL_APROF_NO_COST] = { DWELL_SEVERITY_INFO, "no-cost",
    N_("A point has calls that cost nothing: no curve is fitted to it") },
  [DWELL_APROF_CONTRADICTION] = { DWELL_SEVERITY_WARNING, "contradiction",
    N_("The numbers of a point contradict one another: they are shown as they are") },
  [DWELL_APROF_DOUBLE_SQUARES] = { DWELL_SEVERITY_INFO, "double-squares",
    N_("A sum of squares is larger than 64 bits: it is kept as a rounded number") },
  [DWELL_APROF_WRAPPED_SQUARES] = { DWELL_SEVERITY_INFO, "wrapped-squares",
    N_("A sum of squares wrapped at 64 bits: it was recovered") },
  [DWELL_APROF_BAD_CONTEXT] = { DWELL_SEVERITY_ERROR, "bad-context",
    N_("A calling context cannot be read: expected “x ROUTINE CONTEXT PARENT”") },
  [DWELL_APROF_UNSIGNED_NONE] = { DWELL_SEVERITY_INFO, "unsigned-none",
    N_("“No caller” is written as an unsigned number, not as -1") },
  [DWELL_APROF_EMPTY_LINE] = { DWELL_SEVERITY_INFO, "empty-line", N_("A line is empty") },
  [DWELL_APROF_CRLF] = { DWELL_SEVERITY_INFO, "crlf", N_("Lines end with CR LF") },
  [DWELL_APROF_NO_FINAL_NEWLINE] = { DWELL_SEVERITY_INFO, "no-final-newline",
    N_("The last line lacks a line break: a number in it may have been cut") },
  [DWELL_APROF_CUT_LINE] = { DWELL_SEVERITY_ERROR, "cut-line",
    N_("The last line is cut off: it was left out") },
};

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  return dwell_aprof_block_parse (((Reader *) user_data)->pool, block);
}

static void
free_block (gpointer parsed,
            gpointer user_data)
{
  g_async_queue_push_front (((Reader *) user_data)->pool, parsed);
}

static void
take_routine (Reader    *self,
              DwellScan  text,
              guint64    line)
{
  DwellAprofRoutine routine;

  if (!dwell_aprof_scan_routine (text, &routine))
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "bad-routine", line, -1,
                          _("A routine cannot be read: expected “r \"NAME\" \"IMAGE\" ID”"));
      return;
    }

  if (routine.is_quoted && !self->is_quoted)
    {
      self->is_quoted = TRUE;
      self->first_line = line;
    }

  dwell_aprof_owners_take_routine (&self->owners, &routine, line);
}

static void
take_name (Reader    *self,
           DwellScan  text,
           gboolean   is_u,
           guint64    line)
{
  DwellScan name;
  guint64 id;

  if (dwell_aprof_scan_name (text, &id, &name))
    dwell_aprof_owners_take_name (&self->owners, id, &name, is_u, line);
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "bad-name", line, -1,
                        _("A name cannot be read: expected “%c ID \"NAME\"”"), is_u ? 'u' : 'd');
}

/* A g line with two or more words is a record of distinct sizes, which Dwell does not use. */
static gboolean
is_sizes_record (const DwellScan *tag,
                 DwellScan        text)
{
  DwellScan word;

  return dwell_aprof_is_tag (tag, "g") && dwell_aprof_scan_word (&text, &word) &&
         dwell_aprof_scan_word (&text, &word);
}

static void
take_other (Reader                *self,
            const DwellBlock      *block,
            const DwellAprofOther *other,
            guint64                line)
{
  DwellScan text = { block->text + other->begin, block->text + other->begin + other->length };
  DwellScan tag;

  if (!dwell_aprof_scan_tag (&text, &tag) || is_sizes_record (&tag, text))
    return;

  if (dwell_aprof_is_tag (&tag, "r"))
    take_routine (self, text, line);
  else if (dwell_aprof_is_tag (&tag, "u") || dwell_aprof_is_tag (&tag, "d"))
    take_name (self, text, *tag.p == 'u', line);
  else if (dwell_aprof_is_tag (&tag, "fav"))
    {
      g_string_append_len (self->bookmarks, text.p, text.end - text.p);
      g_string_append_c (self->bookmarks, ' ');
      self->bookmarks_line = line;
    }
  else if (!dwell_aprof_header_take (&self->header, &tag, text, line))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-tag", line, -1,
                        _("A line begins with an unknown tag: it was left out"));
}

static void
report_anomalies (Reader                *self,
                  const DwellAprofBlock *parsed,
                  guint64                n_lines_before)
{
  for (guint i = 0; i < DWELL_APROF_N_ANOMALIES; i++)
    if (parsed->n_anomalies[i] > 0)
      dwell_problems_add_n (self->builder->problems, parsed->n_anomalies[i], anomalies[i].severity,
                            anomalies[i].code, n_lines_before + parsed->anomaly_lines[i] + 1, -1,
                            "%s", _(anomalies[i].message));

  for (guint i = 0; i < G_N_ELEMENTS (self->n_layouts); i++)
    if (parsed->n_layouts[i] > 0)
      {
        self->n_layouts[i] += parsed->n_layouts[i];
        self->layout_lines[i] = n_lines_before + parsed->layout_lines[i] + 1;
      }
  self->other_sizes |= parsed->other_sizes;
}

/* Merges three lists of lines, each in the order of the file, into that order. */
static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  const DwellAprofBlock *lines = parsed;
  guint run = 0;
  guint context = 0;
  guint other = 0;

  if (!dwell_builder_check (self->builder, self->bookmarks->len, error) ||
      !dwell_aprof_owners_reserve (&self->owners, (gsize) lines->runs->len + lines->contexts->len +
                                                  lines->others->len, error) ||
      !dwell_aprof_points_append (&self->points, lines, error))
    return FALSE;

  while (run < lines->runs->len || context < lines->contexts->len || other < lines->others->len)
    {
      guint32 run_line = run < lines->runs->len
                           ? g_array_index (lines->runs, DwellAprofRun, run).line : G_MAXUINT32;
      guint32 context_line = context < lines->contexts->len
                               ? g_array_index (lines->contexts, DwellAprofContextLine,
                                                context).line : G_MAXUINT32;
      guint32 other_line = other < lines->others->len
                             ? g_array_index (lines->others, DwellAprofOther, other).line
                             : G_MAXUINT32;
      guint64 line = n_lines_before + MIN (run_line, MIN (context_line, other_line)) + 1;

      if (run_line < context_line && run_line < other_line)
        {
          const DwellAprofRun *next = &g_array_index (lines->runs, DwellAprofRun, run++);

          dwell_aprof_points_set_owner (&self->points, next->n_points,
                                        dwell_aprof_owners_get (&self->owners, next->id,
                                                                next->is_context, line));
        }
      else if (context_line < other_line)
        {
          const DwellAprofContextLine *next =
            &g_array_index (lines->contexts, DwellAprofContextLine, context++);

          dwell_aprof_owners_take_context (&self->owners, &next->context, line);
        }
      else
        {
          take_other (self, block, &g_array_index (lines->others, DwellAprofOther, other++), line);
        }
    }

  report_anomalies (self, lines, n_lines_before);
  return TRUE;
}

/* Quoted names mean version 1 or later. How many numbers points have shows the version that wrote
 * them, and counts more than the v line. */
static void
check_version (Reader *self)
{
  static const guint64 last_versions[19] = {
    [4] = 0, [7] = 1, [8] = 2, [10] = 3, [12] = 6, [13] = 6, [14] = 6, [15] = 6, [16] = 6,
    [17] = 6, [18] = 6,
  };
  guint64 version = self->header.version;
  guint64 n_others = 0;
  guint64 line = 0;
  DwellProblems *problems = self->builder->problems;

  if (!self->header.has_version && self->is_quoted)
    {
      dwell_problems_add (problems, DWELL_SEVERITY_INFO, "no-version", self->first_line, -1,
                          _("The report names no version but does not follow version 0"));
      return;
    }

  for (guint i = 4; i < G_N_ELEMENTS (last_versions); i++)
    if (last_versions[i] != MIN (version, 6) && !(i == 12 && (version == 4 || version == 5)) &&
        !(i > 12 && version == 5))
      {
        n_others += self->n_layouts[i];
        line = MAX (line, self->layout_lines[i]);
      }

  if (n_others > 0)
    dwell_problems_add_n (problems, n_others, DWELL_SEVERITY_INFO, "other-version", line, -1,
                          _("A point does not follow the report’s version: it was read according "
                            "to how many numbers it has"));
}

/* A report with 18 columns has zeros in the columns of sizes if it did not measure them. */
static void
drop_constant_columns (Reader *self)
{
  if (self->n_layouts[18] > 0 && self->other_sizes == 0)
    dwell_aprof_points_drop_columns (&self->points, (1u << DWELL_COST_SIZE_SUM) |
                                                    (1u << DWELL_COST_SIZE_SQUARES));
}

/* The cost of the node “(unknown caller)” is that of its children. */
static void
weigh_unknown_caller (Reader *self)
{
  DwellBuilder *builder = self->builder;
  guint32 unknown = self->owners.unknown_caller;
  const guint32 *parents = builder->node_parent->data;
  gint64 *totals = builder->node_total->data;

  for (gsize i = 0; unknown != DWELL_NONE && i < builder->node_parent->n; i++)
    if (parents[i] == unknown && __builtin_add_overflow (totals[unknown], totals[i],
                                                         &totals[unknown]))
      totals[unknown] = G_MAXINT64;
}

static gboolean
check_total (Reader  *self,
             GError **error)
{
  DwellBuilder *builder = self->builder;
  DwellWide *sums = dwell_big_try_alloc (builder->areas->n * sizeof *sums, error);
  const DwellPacked *reals = builder->point_columns[DWELL_COST_REAL];
  DwellWide largest = 0;

  if (sums == NULL)
    return FALSE;

  for (gsize i = 0; i < builder->cost_owners->n; i++)
    {
      const DwellCostOwner *owner = &dwell_column_index (builder->cost_owners, DwellCostOwner, i);

      for (guint32 p = owner->first_point; p < owner->first_point + owner->n_points; p++)
        if (dwell_packed_get (builder->point_known, p) & (1u << DWELL_COST_REAL))
          sums[owner->area] += dwell_packed_get (reals, p);
      largest = MAX (largest, sums[owner->area]);
    }

  if (self->header.total > 0 && largest > self->header.total)
    {
      dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "stale-total",
                          self->header.total_line, -1,
                          _("The total cost is smaller than the cost of a routine: shares refer to "
                            "the latter"));
      dwell_builder_add_note (builder, N_("The file’s total cost is smaller than the cost of a "
                                          "routine: shares refer to the latter."));
    }

  dwell_big_free (sums);
  return TRUE;
}

static gboolean
finish (Reader      *self,
        const char  *file_name,
        GError     **error)
{
  DwellBuilder *builder = self->builder;
  guint32 thread;

  if (self->owners.routines->n == 0 && self->owners.contexts->n == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: the file has no routine: expected “r \"NAME\" \"IMAGE\" "
                             "ID”"));
      return FALSE;
    }

  check_version (self);
  thread = dwell_aprof_header_finish (&self->header, file_name);
  if (!dwell_aprof_owners_finish (&self->owners, error) ||
      (self->bookmarks->len > 0 &&
       !dwell_aprof_owners_mark_favourites (&self->owners,
                                            (DwellScan) {
                                              self->bookmarks->str,
                                              self->bookmarks->str + self->bookmarks->len,
                                            },
                                            self->bookmarks_line, error)))
    return FALSE;

  builder->node_totals_are_known = TRUE;
  builder->n_events = builder->point_size->n + self->owners.defined_contexts->n;
  drop_constant_columns (self);

  if (!dwell_aprof_owners_add_nodes (&self->owners, thread, error) ||
      !dwell_aprof_points_finish (&self->points, &self->owners, thread, error))
    return FALSE;

  weigh_unknown_caller (self);
  if (!check_total (self, error))
    return FALSE;

  /* Without contexts the trace has no tree instead of an empty one. */
  if (self->owners.contexts->n == 0)
    builder->tables &= ~(guint) DWELL_TABLE_STACK_NODES;
  return TRUE;
}

static void
reader_clear (Reader *self)
{
  g_clear_pointer (&self->pool, g_async_queue_unref);
  g_string_free (self->bookmarks, TRUE);
  dwell_aprof_header_clear (&self->header);
  dwell_aprof_owners_clear (&self->owners);
  dwell_aprof_points_clear (&self->points);
}

/**
 * dwell_aprof_read:
 * @source: the source of the report
 * @options: not used: there are no options
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no routine
 *
 * Reads a report. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_aprof_read (DwellSource         *source,
                  const DwellOptions  *options,
                  DwellBuilder        *builder,
                  DwellCheckpoint     *checkpoint,
                  DwellProgress       *progress,
                  GCancellable        *cancellable,
                  GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  Reader self = {
    .builder = builder,
    .pool = g_async_queue_new_full ((GDestroyNotify) dwell_aprof_block_free),
    .bookmarks = g_string_new (NULL),
  };
  gboolean is_good;

  dwell_aprof_header_init (&self.header, builder);
  dwell_aprof_owners_init (&self.owners, builder);
  dwell_aprof_points_init (&self.points, builder);

  is_good = dwell_lines_run (source, DWELL_APROF_MAX_LINE_BYTES, &work, &self, builder->problems,
                             progress, cancellable, error);
  /* Finishing takes more than reading. */
  g_clear_pointer (&self.pool, g_async_queue_unref);
  is_good = is_good && finish (&self, dwell_source_get_name (source), error);

  reader_clear (&self);
  return is_good;
}
