/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of dwell-cli compare: options, conditions, recordings. */
#pragma once

#include "analysis/compare/dwell-alignment.h"
#include "analysis/compare/dwell-difference.h"
#include "analysis/tree/dwell-tree.h"
#include "cli/cli-arguments.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"
#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

/* Exit status: done, and a condition of --fail-if holds. */
#define DWELL_CLI_HOLDS 3

typedef enum {
  DWELL_CLI_COMPARE_ROWS,
  DWELL_CLI_COMPARE_TREE,
  DWELL_CLI_COMPARE_LINES,
  DWELL_CLI_COMPARE_COSTS,
  DWELL_CLI_COMPARE_DISTRIBUTION,
  DWELL_CLI_COMPARE_TIMELINE,
  DWELL_CLI_COMPARE_FLAME,
  DWELL_CLI_COMPARE_VALUES,
} DwellCliCompareWhat;

/* When a row counts for a condition. */
typedef enum {
  DWELL_CLI_JUDGE_LIKELY,   /* unless it was tested and found within chance */
  DWELL_CLI_JUDGE_MEASURED, /* by the figures as they are */
  DWELL_CLI_JUDGE_SURE,     /* if its whole interval is beyond the amount, too */
} DwellCliJudge;

typedef enum {
  DWELL_CLI_SORT_CHANGE,
  DWELL_CLI_SORT_RATIO,
  DWELL_CLI_SORT_Q,
  DWELL_CLI_SORT_NAME,
} DwellCliCompareSort;

typedef enum {
  DWELL_CLI_GATE_MEASURE,
  DWELL_CLI_GATE_TOTAL,
  DWELL_CLI_GATE_DURATION,
  DWELL_CLI_GATE_EXPONENT,
  DWELL_CLI_GATE_NEW,
  DWELL_CLI_GATE_GONE,
  DWELL_CLI_GATE_UNMATCHED,
  DWELL_CLI_GATE_GROWTH,
} DwellCliGateKind;

typedef enum {
  DWELL_CLI_AMOUNT_RELATIVE, /* of the change divided by the base */
  DWELL_CLI_AMOUNT_CHANGE,
  DWELL_CLI_AMOUNT_LIMIT,    /* of the new figure only */
} DwellCliAmountKind;

/* A condition of --fail-if. */
typedef struct {
  char                *text;
  DwellCliGateKind     kind;
  gboolean             is_of_lines;
  DwellComparedMeasure measure;
  gboolean             is_time;  /* what is measured is ns */
  gboolean             is_below; /* “<” */
  DwellCliAmountKind   amount_kind;
  double               amount;
  DwellPattern        *pattern;  /* (nullable) */
} DwellCliGate;

/* A row for which a condition holds. */
typedef struct {
  char       *area;
  char       *context;
  DwellFigure figure;
  double      low; /* end of the ratio's interval nearer to no change; or NAN */
} DwellCliGateRow;

/* The result of a condition. */
typedef struct {
  const DwellCliGate *gate;
  GArray             *rows; /* DwellCliGateRow */
  gboolean            is_time;  /* their figures are ns */
  gboolean            is_share; /* they are fractions of a whole */
  guint               n_undecided;
} DwellCliGateAnswer;

/* The options as given, and what they mean. */
struct _DwellCliCompare
{
  char    *what_text;
  char    *measure_text;
  char    *per_text;
  char    *base_from_text;
  char    *base_to_text;
  char    *noise_text;
  char    *least_share_text;
  char    *alpha_text;
  char    *sort_text;
  char    *top_text;
  char    *rename_text;
  char    *match_by_text;
  char    *judge_text;
  char    *align_text;
  GStrv    conditions;
  GStrv    pairs;    /* OLD=NEW, including those of the file */
  char    *pairs_file;
  GStrv    context_pairs; /* OLD=NEW */
  GStrv    bases;    /* files of --base */
  GStrv    shifts;   /* ROUTINE=LINES */
  gboolean is_series;
  gboolean by_context;
  gboolean tells_all;
  gboolean allows_missing;
  gboolean allows_outside;

  DwellCliCompareWhat  what;
  DwellComparedMeasure measure;
  DwellMeasure         distributed; /* of a distribution */
  const char          *measure_id;
  DwellPer             per;
  gint64               base_from; /* G_MININT64 if not given */
  gint64               base_to;
  double               noise;
  double               least_share;
  double               alpha;
  DwellCliCompareSort  sort;
  guint32              top;       /* G_MAXUINT32: all */
  GRegex              *renamed;
  char                *replacement;
  DwellMatchedBy       loosest;
  DwellCliJudge        judge;
  DwellAlignment       alignment; /* for an area, align_text is its name */
  GPtrArray           *gates;     /* DwellCliGate */
};

/* A recording that was read. */
typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index; /* (nullable) */
  char                 *file; /* the names of all its files */
  GStrv                 files;
  guint                 n_problems; /* different ones */
  DwellCliSelection     selection;
} DwellCliRecording;

/* The two recordings, and what applies to both. */
typedef struct {
  const DwellComparisonOptions *kept; /* (nullable): of a comparison file */
  const DwellCliArguments *arguments;
  const DwellCliCompare   *options;
  DwellCliRecording        base;
  DwellCliRecording        new;
  DwellMatch              *match;
} DwellCliPair;

/* What a recording is read from, and how: not owned. */
typedef struct {
  GStrv              files; /* several are joined */
  const DwellFormat *format; /* or NULL */
  GStrv              options; /* or NULL */
} DwellCliSide;

/* A command line with a comparison file. */
typedef struct {
  DwellCliArguments       arguments;
  DwellCliCompare         options;
  GStrv                   base_files;
  GStrv                   new_files;
  DwellComparisonFile    *file;
  DwellComparisonOptions *kept;
  DwellCliSide            base;
  DwellCliSide            new;
} DwellCliNamed;

gboolean         _dwell_cli_named_is_one        (const DwellCliArguments *arguments);
gboolean         _dwell_cli_named_init          (DwellCliNamed           *self,
                                                 const DwellCliArguments *arguments);
void             _dwell_cli_named_clear         (DwellCliNamed           *self);

void             _dwell_cli_compare_add_options (DwellCliCompare    *self,
                                                 GOptionContext     *context);
gboolean         _dwell_cli_compare_check       (DwellCliCompare    *self,
                                                 GError            **error);
int              _dwell_cli_compare_give_up     (void);
DwellCliArguments _dwell_cli_compare_of_base    (const DwellCliArguments *arguments);
void             _dwell_cli_compare_free        (DwellCliCompare    *self);

gboolean         _dwell_cli_measure_parse       (const char           *text,
                                                 DwellComparedMeasure *measure,
                                                 gboolean             *is_time);

DwellCliGate    *_dwell_cli_gate_new            (const char          *text,
                                                 DwellCliCompareWhat  what,
                                                 GError             **error);
void             _dwell_cli_gate_free           (DwellCliGate       *self);
gboolean         _dwell_cli_gates_ask           (const DwellCliPair    *pair,
                                                 const DwellDifference *difference,
                                                 GPtrArray             *answers,
                                                 GError               **error);
gboolean         _dwell_cli_gate_may_have       (const DwellCliGate    *self,
                                                 gboolean               has_rows,
                                                 const DwellCliCompare *options);
gboolean         _dwell_cli_gate_asks_for_level (const DwellCliGate *self);
gboolean         _dwell_cli_gate_meets          (const DwellCliGate *self,
                                                 const DwellFigure  *figure);
void             _dwell_cli_gate_answer_add     (DwellCliGateAnswer *self,
                                                 const char         *area,
                                                 const char         *context,
                                                 const DwellFigure  *figure,
                                                 double              low);
void             _dwell_cli_gate_ask_unmatched  (DwellCliGateAnswer *answer,
                                                 double              base_matched,
                                                 double              new_matched);
DwellCliGateAnswer *_dwell_cli_gate_answer_new  (const DwellCliGate *gate);
void             _dwell_cli_gate_answer_free    (DwellCliGateAnswer *self);
gboolean         _dwell_cli_gates_check         (const GPtrArray    *gates);
gboolean         _dwell_cli_gates_complain      (const GPtrArray    *answers);
void             _dwell_cli_gates_append_json   (const GPtrArray    *answers,
                                                 DwellCliJudge       judge,
                                                 GString            *json);

gboolean         _dwell_cli_recording_make_index (DwellCliRecording       *recording);
void             _dwell_cli_recording_append    (GString                 *json,
                                                 const DwellCliRecording *recording);
void             _dwell_cli_recording_clear     (DwellCliRecording       *self);

int              _dwell_cli_compare_rows        (const DwellCliPair *pair);
int              _dwell_cli_compare_tree        (const DwellCliPair *pair);
int              _dwell_cli_compare_flame        (const DwellCliPair *pair);
DwellTree *            _dwell_cli_compare_make_tree        (const DwellCliRecording *recording);
int              _dwell_cli_compare_lines       (const DwellCliPair *pair);
int              _dwell_cli_compare_costs       (const DwellCliPair *pair);
int              _dwell_cli_compare_distribution (const DwellCliPair *pair);
int              _dwell_cli_compare_timeline    (const DwellCliPair *pair);
int              _dwell_cli_compare_values      (DwellCliPair       *pair);
int              _dwell_cli_compare_weights     (const DwellCliPair *pair);
int              _dwell_cli_compare_groups      (const DwellCliArguments *arguments);

G_END_DECLS
