/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of “dwell-cli render” that draws costs. */
#pragma once

#include "cli/cli-arguments.h"

G_BEGIN_DECLS

gboolean dwell_cli_render_costs (DwellTrace              *trace,
                                 const char              *file,
                                 const DwellCliArguments *arguments);

G_END_DECLS
