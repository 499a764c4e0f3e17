/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

void dwell_tree_columns_add (DwellTablePage    *page,
                             DwellTableColumns *columns);

G_END_DECLS
