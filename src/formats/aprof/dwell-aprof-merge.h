/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges points of one owner and size. */
#pragma once

#include "formats/aprof/dwell-aprof-block.h"

G_BEGIN_DECLS

void dwell_aprof_point_merge (DwellAprofPoint       *point,
                              const DwellAprofPoint *other);

G_END_DECLS
