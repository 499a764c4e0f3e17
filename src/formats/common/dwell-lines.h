/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a text format on all processors. The source is split at line ends into blocks that fit into
 * a processor's cache; workers parse blocks in any order, and the calling thread consumes the
 * results in the order of the file. Only a few blocks exist at a time, so memory does not grow with
 * the file. */
#pragma once

#include "formats/common/dwell-source.h"

G_BEGIN_DECLS

/* Zero bytes after the text of a block, so that parsers can read many bytes at once. */
#define DWELL_BLOCK_PADDING 64

/* Whole lines. Only the last line of the last block may have no line end; the last block may be
 * empty. dwell_lines_run() cuts a line that exceeds the limit, skips its rest, and adds a
 * problem. */
typedef struct {
  const char *text;    /* valid until consume returns */
  gsize       length;
  guint64     offset;  /* of the first byte in the decompressed file */
  gboolean    is_last;
} DwellBlock;

typedef struct {
  /* Parses a block, on any thread, in any order. Returns what the other functions get as @parsed;
   * not NULL. */
  gpointer (*parse)   (const DwellBlock *block,
                       gpointer          user_data);
  /* Consumes a parsed block, on the calling thread, in the order of the file. @n_lines_before:
   * number of line ends before the block. */
  gboolean (*consume) (const DwellBlock *block,
                       gpointer          parsed,
                       guint64           n_lines_before,
                       gpointer          user_data,
                       GError          **error);
  /* Frees a parsed block, on any thread. */
  void     (*free)    (gpointer          parsed,
                       gpointer          user_data);
  /* A CR without an LF ends a line, too. */
  gboolean cr_ends_lines;
  /* A block without a line end may end anywhere, because lines have no meaning in the format. */
  gboolean ends_anywhere;
} DwellLineWork;

gboolean dwell_lines_run (DwellSource         *source,
                          gsize                max_line_bytes,
                          const DwellLineWork *work,
                          gpointer             user_data,
                          DwellProblems       *problems,
                          DwellProgress       *progress,
                          GCancellable        *cancellable,
                          GError             **error);

G_END_DECLS
