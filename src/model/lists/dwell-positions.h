/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What list models announce when the array of positions that they show is another. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The arguments of items-changed. */
typedef struct {
  guint position;
  guint n_removed;
  guint n_added;
} DwellListChange;

/* Arrays of guint32. What both begin with and what both end with is not part of the change. */
DwellListChange _dwell_positions_compare (const GArray *old,
                                          const GArray *new);

G_END_DECLS
