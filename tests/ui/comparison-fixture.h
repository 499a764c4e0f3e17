/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the tests of comparisons: two recordings that are compared in the window, and their
 * page. */
#pragma once

#include "ui/comparison/dwell-comparison-page.h"
#include "window-fixture.h"

G_BEGIN_DECLS

GFile               *copy_data        (const char *name,
                                       guint64     time);
GFile               *make_spans       (const char        *name,
                                       const char *const *functions,
                                       guint              n_functions,
                                       guint              n_spans,
                                       guint              factor);

void                 open_recording   (Fixture *fixture,
                                       GFile   *file);
DwellComparisonPage *compare_files    (Fixture *fixture,
                                       GFile   *base,
                                       GFile   *new);
DwellComparisonPage *compare_data     (Fixture    *fixture,
                                       const char *base,
                                       const char *new);
DwellComparisonPage *compare          (Fixture *fixture);
void                 close_tabs       (Fixture *fixture);

gboolean             is_shown         (Fixture *fixture);
DwellComparisonPage *get_page         (Fixture *fixture);
void                 activate         (DwellComparisonPage *page,
                                       const char          *action);
guint                get_n_rows       (DwellComparisonPage *page);
gboolean             is_of_area       (DwellComparisonPage *page,
                                       guint                position,
                                       const char          *name);
const char          *get_label        (DwellComparisonPage *page,
                                       const char          *id);
guint32              find_area        (DwellView  *view,
                                       const char *name);
void                 choose_first_row (GtkWindow *dialog);

G_END_DECLS
