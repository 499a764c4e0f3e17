/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments on the command line after the command's name, checked. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/statistics/dwell-statistics.h"
#include "cli/cli-rows.h"
#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* Which options a command takes. */
typedef enum {
  DWELL_CLI_TAKES_FORM   = 1 << 0, /* --as, --guard-formulas */
  DWELL_CLI_TAKES_FILES  = 1 << 1, /* FILE…, --input-format, --option, --joined, --strict */
  DWELL_CLI_TAKES_RANGE  = 1 << 2, /* --from, --to */
  DWELL_CLI_TAKES_FILTER = 1 << 3, /* --context, --filter */
  DWELL_CLI_TAKES_GROUP  = 1 << 4, /* --group-by */
  DWELL_CLI_TAKES_IMAGE  = 1 << 5, /* -o, --size, --style */
  DWELL_CLI_TAKES_EXPORT = 1 << 6, /* -o, --to-format, --config */
  DWELL_CLI_TAKES_TREE   = 1 << 7, /* --bottom-up, --callers-of, --depth */
  DWELL_CLI_TAKES_POINTS = 1 << 8, /* --points */
  DWELL_CLI_TAKES_NAMES  = 1 << 9, /* --full-names, which applies to the whole program */
  DWELL_CLI_TAKES_COMPARE = 1 << 10, /* those of cli-compare.h; --as=markdown */
  DWELL_CLI_TAKES_VIEW   = 1 << 11, /* --view */
  DWELL_CLI_TAKES_CHECK  = 1 << 12, /* those of cli-check.h */
  DWELL_CLI_TAKES_SAMPLES = 1 << 13, /* --requirements, --of */
  DWELL_CLI_TAKES_ARGS   = 1 << 14, /* --args; conditions on arguments in --filter */
} DwellCliTakes;

/* What is drawn. */
typedef enum {
  DWELL_CLI_VIEW_TIMELINE,
  DWELL_CLI_VIEW_FLAME, /* the call tree */
  DWELL_CLI_VIEW_LINES, /* the timeline, with source lines below their functions */
  DWELL_CLI_VIEW_COSTS, /* costs over sizes */
} DwellCliView;

/* The options of “compare”: see cli-compare.h. */
typedef struct _DwellCliCompare DwellCliCompare;

/* The options of “check” and “samples”: see cli-check.h. */
typedef struct _DwellCliCheck DwellCliCheck;

typedef struct {
  GStrv              files; /* as given */
  DwellCliForm       form;
  const DwellFormat *input_format; /* or NULL */
  GStrv              options;      /* KEY=VALUE, or NULL */
  gboolean           is_joined;
  gboolean           is_strict;    /* a file with problems is an error */
  gboolean           has_points;   /* print the points, too */
  gint64             from;         /* ns; G_MININT64 if not given */
  gint64             to;           /* ns; G_MAXINT64 if not given */
  char              *context;      /* UTF-8, or NULL */
  DwellPattern      *filter;       /* or NULL */
  DwellGroupBy       group_by;
  char              *pattern;      /* the filter's text, UTF-8, or NULL */
  char              *output;       /* file name, or NULL */
  char              *to_format;    /* as given, or NULL */
  char              *config;       /* file name, or NULL */
  guint              width;        /* px; 0 if not given */
  guint              height;
  gboolean           is_dark;
  DwellCliView       view;
  gboolean           is_bottom_up;
  char              *callers_of; /* UTF-8, or NULL */
  guint32            depth;      /* how many levels; 0 if not given */
  GStrv              args;       /* keys, UTF-8, or NULL */
  DwellCliCompare   *compare;    /* (nullable): of “compare” */
  DwellCliCheck     *check;      /* (nullable): of “check” and “samples” */
} DwellCliArguments;

typedef struct {
  const char *name;
  const char *parameters;  /* untranslated, for the usage line */
  const char *summary;     /* a line, untranslated */
  const char *description; /* untranslated; text of --help besides the options */
  guint       takes;       /* DwellCliTakes */
  int       (*run) (const DwellCliArguments *arguments);
} DwellCliCommand;

DwellCliArguments *dwell_cli_arguments_new  (const DwellCliCommand  *command,
                                             int                     argc,
                                             char                  **argv,
                                             GError                **error);
void               dwell_cli_arguments_free (DwellCliArguments      *self);

char              *dwell_cli_describe_values (const DwellOption     *option);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCliArguments, dwell_cli_arguments_free)

G_END_DECLS
