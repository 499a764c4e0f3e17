/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of dwell-cli, each in its own file. Their table is in dwell-cli.c. */
#pragma once

#include "cli/cli-arguments.h"

G_BEGIN_DECLS

extern const DwellCliCommand dwell_cli_info;
extern const DwellCliCommand dwell_cli_statistics;
extern const DwellCliCommand dwell_cli_events;
extern const DwellCliCommand dwell_cli_tree;
extern const DwellCliCommand dwell_cli_check;
extern const DwellCliCommand dwell_cli_samples;
extern const DwellCliCommand dwell_cli_compare;
extern const DwellCliCommand dwell_cli_costs;
extern const DwellCliCommand dwell_cli_lines;
extern const DwellCliCommand dwell_cli_values;
extern const DwellCliCommand dwell_cli_problems;
extern const DwellCliCommand dwell_cli_render;
extern const DwellCliCommand dwell_cli_export;
extern const DwellCliCommand dwell_cli_formats;

G_END_DECLS
