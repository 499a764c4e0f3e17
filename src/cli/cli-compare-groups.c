/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare of more than two recordings. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

/* Returns the exit status. */
int
_dwell_cli_compare_groups (const DwellCliArguments *arguments)
{
  dwell_cli_complain (NULL, _("groups and series of recordings cannot be compared yet"));
  return DWELL_CLI_USAGE;
}

/* Returns the exit status. */
int
_dwell_cli_compare_lines (const DwellCliPair *pair)
{
  dwell_cli_complain (NULL, _("lines cannot be compared yet; see --what=tree"));
  return DWELL_CLI_USAGE;
}
