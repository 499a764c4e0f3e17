/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the options of a comparison. */
#pragma once

#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

/* As dwell-cli compare has it by default. */
#define DWELL_COMPARISON_NOISE 0.01

/* What a view keeps of a text at most. */
#define DWELL_COMPARISON_MAX_PAIRS_BYTES 4000

const char *_dwell_compared_per_get_id     (DwellComparedPer   self);
gboolean    _dwell_comparison_parse_shift  (const char        *text,
                                            char             **key,
                                            gint64            *lines);

G_END_DECLS
