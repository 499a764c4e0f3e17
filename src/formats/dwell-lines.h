/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a text format on all processors: the source is cut at line ends into blocks that stay in
 * a processor's cache; workers parse blocks in any order, the caller's thread consumes what they
 * made in the order of the file. At most a few blocks are under way, so memory is bounded by
 * blocks, not files. */
#pragma once

#include "formats/dwell-source.h"

G_BEGIN_DECLS

/* Readable bytes behind a block's text, which are NUL: for those who look at many bytes at once. */
#define DWELL_BLOCK_PADDING 64

/* Whole lines. Only the last block's last line may lack its line end; the last block may be empty.
 * A line longer than the limit is cut there, the rest of it skipped, and a problem noted by
 * dwell_lines_run() itself. */
typedef struct {
  const char *text;    /* valid until consume has returned */
  gsize       length;
  guint64     offset;  /* of its first byte in the decompressed file */
  gboolean    is_last;
} DwellBlock;

typedef struct {
  /* On any thread, blocks in any order. Returns what consume gets; not NULL. */
  gpointer (*parse)   (const DwellBlock *block,
                       gpointer          user_data);
  /* On the caller's thread, in the file's order. @n_lines_before: line ends before the block. */
  gboolean (*consume) (const DwellBlock *block,
                       gpointer          parsed,
                       guint64           n_lines_before,
                       gpointer          user_data,
                       GError          **error);
  /* On any thread. */
  void     (*free)    (gpointer          parsed);
  /* Whether a CR that no LF follows ends a line, too. */
  gboolean cr_ends_lines;
} DwellLineWork;

gboolean dwell_lines_run (DwellSource         *source,
                          gsize                max_line_bytes,
                          const DwellLineWork *work,
                          gpointer             user_data,
                          DwellProblems       *problems,
                          DwellProgress       *progress,
                          GCancellable        *cancellable,
                          GError             **error);

/* For tests: how many bytes are read for a block; 0 = the default. */
void     dwell_lines_set_block_bytes (gsize n_bytes);
/* For tests: how many threads work; 0 = as many as there are processors. */
void     dwell_lines_set_n_threads   (guint n);

G_END_DECLS
