/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What “dwell-cli render” draws beside the timeline and the flame graph. */
#pragma once

#include "cli/cli-arguments.h"

G_BEGIN_DECLS

gboolean dwell_cli_render_costs (DwellTrace              *trace,
                                 const char              *file,
                                 const DwellCliArguments *arguments);

G_END_DECLS
