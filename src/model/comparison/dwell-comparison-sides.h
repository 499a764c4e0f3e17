/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two sides of a view's comparison, as they are now. Questions about the comparison are made
 * from them. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef struct {
  DwellReading *reading; /* has statistics */
  gint64        begin;   /* ns */
  gint64        end;
} DwellComparisonSide;

typedef struct {
  DwellComparisonSide base;
  DwellComparisonSide new;
  gboolean            is_swapped; /* the base is the view's own session */
} DwellComparisonSides;

gboolean _dwell_comparison_sides_init  (DwellComparisonSides       *self,
                                        DwellView                  *view);
gboolean _dwell_comparison_sides_init_with (DwellComparisonSides   *self,
                                            DwellView              *view,
                                            DwellSession           *session);
void     _dwell_comparison_sides_copy  (DwellComparisonSides       *self,
                                        const DwellComparisonSides *other);
void     _dwell_comparison_sides_clear (DwellComparisonSides       *self);
gboolean _dwell_comparison_sides_equal (const DwellComparisonSides *self,
                                        const DwellComparisonSides *other);
gboolean _dwell_comparison_sides_are_of (const DwellComparisonSides *self,
                                         DwellView                  *view);

G_END_DECLS
