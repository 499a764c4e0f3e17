/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of dwell-cli check and samples: options and reports. */
#pragma once

#include "analysis/requirements/dwell-requirements.h"
#include "cli/cli-arguments.h"

G_BEGIN_DECLS

/* Exit status: a requirement is violated; or none is, but one could not be decided. */
#define DWELL_CLI_VIOLATED 3
#define DWELL_CLI_UNDECIDED 4

struct _DwellCliCheck
{
  char    *requirements; /* file name */
  char    *junit;        /* file name, or NULL */
  char    *sarif;        /* file name, or NULL */
  char    *only;         /* ids, or NULL */
  char    *of;           /* an id, or NULL */
  char    *worst_text;
  char    *headroom_text;
  double   headroom;     /* of suggestions: a fraction */
  gboolean suggests;
  guint    n_worst;
  gboolean may_be_inconclusive;
  gboolean has_passed;   /* whether SARIF contains passed requirements, too */
};

void     _dwell_cli_check_add_options (DwellCliCheck        *self,
                                       GOptionContext       *context,
                                       gboolean              is_samples);
gboolean _dwell_cli_check_check       (DwellCliCheck        *self,
                                       gboolean              is_samples,
                                       GError              **error);
void     _dwell_cli_check_free        (DwellCliCheck        *self);

/* The results for a trace. */
typedef struct {
  const DwellCliCheck *options;
  const DwellTrace    *trace;
  const char          *file;
  GPtrArray           *results;
} DwellCliChecked;

char    *_dwell_cli_check_describe     (const DwellCliChecked        *checked,
                                        const DwellRequirementResult *result);
void     _dwell_cli_check_append_json  (GString                      *json,
                                        const DwellCliChecked        *checked);
void     _dwell_cli_check_append_junit (GString                      *xml,
                                        const DwellCliChecked        *checked);
void     _dwell_cli_check_append_sarif (GString                      *json,
                                        const DwellCliChecked        *checked);
void     _dwell_cli_check_wrap_junit   (GString                      *xml);
void     _dwell_cli_check_wrap_sarif   (GString                      *json,
                                        const DwellCliCheck          *options,
                                        const DwellRequirements      *requirements);

G_END_DECLS
