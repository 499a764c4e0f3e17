/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How dwell-cli compare writes figures in cells and in JSON objects. */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "cli/cli-rows.h"

G_BEGIN_DECLS

void _dwell_cli_compare_append_real   (GString           *json,
                                       double             value);
void _dwell_cli_compare_append_signed (GString           *json,
                                       DwellSignedWide    value);
void _dwell_cli_rows_add_signed       (DwellCliRows      *rows,
                                       gboolean           exists,
                                       DwellSignedWide    value);
void _dwell_cli_rows_add_side         (DwellCliRows      *rows,
                                       const DwellFigure *figure,
                                       gboolean           exists,
                                       DwellSignedWide    whole,
                                       double             real);
void _dwell_cli_rows_add_figure       (DwellCliRows      *rows,
                                       const DwellFigure *figure);
void _dwell_cli_rows_add_brief_real   (DwellCliRows      *rows,
                                       double             value);

G_END_DECLS
