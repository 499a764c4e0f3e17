/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows on standard output, as a table (Markdown’s, too), as CSV (RFC 4180) or as a JSON array. Rows
 * are written as they come: memory does not grow with their number.
 *
 * A column is named by its path in JSON: "call.min" and "call.max" become one object there. With
 * several files, CSV has a first column "file", JSON is an array of {"file", KEY: rows}, and tables
 * have a heading line for each file. */
#pragma once

#include "analysis/dwell-columns.h"
#include "core/dwell-trace.h"
#include "core/dwell-wide.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_CLI_TABLE,
  DWELL_CLI_CSV,
  DWELL_CLI_JSON,
  DWELL_CLI_MARKDOWN, /* of “compare” */
} DwellCliForm;

typedef struct {
  const char            *path;
  gboolean               is_number; /* right-aligned in a table */
  const DwellColumnInfo *info;      /* (nullable): replaces both of them */
} DwellCliColumn;

#define DWELL_CLI_COLUMN(column_info) { .info = &(column_info) }

typedef struct _DwellCliRows DwellCliRows;

DwellCliRows *dwell_cli_rows_new      (DwellCliForm          form,
                                       const char           *key,
                                       const DwellCliColumn *columns,
                                       guint                 n_columns,
                                       gboolean              many_files) G_GNUC_WARN_UNUSED_RESULT;
gboolean      dwell_cli_rows_finish   (DwellCliRows         *self);

void          dwell_cli_rows_set_head (DwellCliRows         *self,
                                       const char           *head);
void          dwell_cli_rows_add_line (DwellCliRows         *self,
                                       const char           *line);
void          dwell_cli_rows_begin    (DwellCliRows         *self,
                                       const char           *file);
void          dwell_cli_rows_set_has_last (DwellCliRows     *self,
                                           gboolean          has_last);
void          dwell_cli_rows_end      (DwellCliRows         *self);

/* These add the next cell of the row; the cell of the last column ends the row. */

void          dwell_cli_rows_add_null (DwellCliRows         *self);
void          dwell_cli_rows_add_text (DwellCliRows         *self,
                                       const char           *text);
void          dwell_cli_rows_add_name (DwellCliRows         *self,
                                       const DwellStrings   *strings,
                                       guint32               id);
void          dwell_cli_rows_add_name_if_given (DwellCliRows       *self,
                                                const DwellStrings *strings,
                                                guint32             id);
void          dwell_cli_rows_add_area (DwellCliRows         *self,
                                       const DwellTrace     *trace,
                                       guint32               area,
                                       guint32               id);
void          dwell_cli_rows_add_int  (DwellCliRows         *self,
                                       gint64                value);
void          dwell_cli_rows_add_uint (DwellCliRows         *self,
                                       guint64               value);
void          dwell_cli_rows_add_wide (DwellCliRows         *self,
                                       DwellWide             value);
void          dwell_cli_rows_add_cell (DwellCliRows         *self,
                                       const DwellCellValue *cell);
void          dwell_cli_rows_add_json (DwellCliRows         *self,
                                       const char           *json);
void          dwell_cli_rows_add_real (DwellCliRows         *self,
                                       double                value);
void          dwell_cli_rows_add_exact (DwellCliRows        *self,
                                       double                value);
void          dwell_cli_rows_add_list (DwellCliRows         *self,
                                       const char * const   *texts);

G_END_DECLS
