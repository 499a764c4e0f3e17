/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of rows: the rows being written, and the forms that they are written in. */
#pragma once

#include "cli/cli-output.h"
#include "cli/cli-rows.h"

G_BEGIN_DECLS

/* What distinguishes a form of rows from others. Cells are already quoted. */
typedef struct {
  const char *null;
  const char *large_quote; /* around integers that do not fit int64 */
  void      (*quote)    (GString      *out,
                         const char   *text);
  void      (*begin)    (DwellCliRows *self,
                         gboolean      is_first);
  void      (*add_cell) (DwellCliRows *self,
                         const char   *cell);
  void      (*end_row)  (DwellCliRows *self);
  void      (*end)      (DwellCliRows *self);
  void      (*finish)   (DwellCliRows *self);
} DwellCliWriter;

struct _DwellCliRows
{
  const DwellCliWriter *writer;
  char                 *key;
  DwellCliColumn       *columns;
  guint                 n_columns;
  guint                 n_shown;   /* how many of the columns the rows of this file have */
  gboolean              many_files;
  DwellCliOutput        output;
  GStrv                 before;    /* JSON: the text before each column's cell */
  char                 *after_row; /* JSON: the text that closes a row */
  char                 *file;      /* of the rows that are being added, quoted for the form */
  char                 *head;      /* JSON: start of an object that ends after the rows; or NULL */
  guint                 column;    /* of the next cell */
  guint                 n_files;
  guint64               n_rows;    /* of this file */

  const DwellStrings   *strings;   /* the strings of @quoted */
  GHashTable           *quoted;    /* string id → its quoted form */

  guint                *widths;    /* table */
  GString              *cells;     /* table: of the first rows, then of one; each ends with NUL */
  gboolean              is_laid_out;
};

extern const DwellCliWriter _dwell_cli_table_writer;
extern const DwellCliWriter _dwell_cli_csv_writer;
extern const DwellCliWriter _dwell_cli_json_writer;
extern const DwellCliWriter _dwell_cli_markdown_writer;

G_END_DECLS
