/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two arrays of positions, for list models that show one and then the other. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The arguments of items-changed. */
typedef struct {
  guint position;
  guint n_removed;
  guint n_added;
} DwellListChange;

/* @old, @new: (element-type guint32). The change leaves out a common beginning and a common end. */
DwellListChange _dwell_positions_compare (const GArray *old,
                                          const GArray *new);

G_END_DECLS
