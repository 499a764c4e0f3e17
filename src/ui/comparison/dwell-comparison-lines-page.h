/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lines of source cost in both recordings, as a table or beside their sources. */
#pragma once

#include "ui/comparison/dwell-comparison-rows-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_LINES_PAGE (dwell_comparison_lines_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonLinesPage, dwell_comparison_lines_page, DWELL,
                      COMPARISON_LINES_PAGE, DwellComparisonRowsPage)

void dwell_comparison_lines_page_load_source (DwellComparisonLinesPage *self,
                                              GFile                    *file,
                                              gboolean                  of_base);

G_END_DECLS
