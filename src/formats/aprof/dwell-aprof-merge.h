/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two points of one owner and size. */
#pragma once

#include "formats/aprof/dwell-aprof-block.h"

G_BEGIN_DECLS

/* @other goes into @point, which knows what both did. */
void dwell_aprof_point_merge (DwellAprofPoint       *point,
                              const DwellAprofPoint *other);

G_END_DECLS
