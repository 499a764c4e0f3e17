/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a table is read: its delimiter, its columns with their roles and units. Made from the first
 * bytes and the options; what the options leave open is guessed. */
#pragma once

#include "formats/common/dwell-format.h"
#include "formats/csv/dwell-csv-record.h"
#include "formats/csv/dwell-csv-time.h"

G_BEGIN_DECLS

/* The role of a column. There is an option for each, and one for the values. */
typedef enum {
  DWELL_CSV_CONTEXT,
  DWELL_CSV_NAME,
  DWELL_CSV_BEGIN,
  DWELL_CSV_END,
  DWELL_CSV_DURATION,
  DWELL_CSV_PHASE,
  DWELL_CSV_VALUE,  /* there may be several */
  DWELL_CSV_N_ROLES,
} DwellCsvRole;

#define DWELL_CSV_NO_COLUMN G_MAXUINT

typedef enum {
  DWELL_CSV_SPANS,   /* a row is a span */
  DWELL_CSV_PHASES,  /* the phase of a row determines what it is */
  DWELL_CSV_SAMPLES, /* a row is one or several values */
  DWELL_CSV_MARKS,   /* a row is a message */
} DwellCsvShape;

typedef enum {
  DWELL_CSV_PHASE_BEGIN,
  DWELL_CSV_PHASE_END,
  DWELL_CSV_PHASE_SPAN,
  DWELL_CSV_PHASE_MARK,
  DWELL_CSV_PHASE_VALUE,
  DWELL_CSV_NO_PHASE,
} DwellCsvPhase;

typedef struct {
  char           delimiter;
  gboolean       has_header;
  GPtrArray     *names;     /* of columns, in UTF-8: from the header, or #1, #2 … */
  gsize          begin;     /* where the records after the header begin, in bytes */
  gsize          header;    /* where the header begins, or DWELL_CSV_NO_COLUMN */
  guint          columns[DWELL_CSV_N_ROLES]; /* by role; for values, the first column */
  GArray        *values;    /* guint: columns */
  GArray        *are_texts; /* gboolean, by value: most of its first cells are texts */
  gboolean       is_guessed[DWELL_CSV_N_ROLES];
  DwellCsvScale  scales[DWELL_CSV_N_ROLES]; /* of begin, end and duration */
  DwellCsvRole   assumed;   /* whose unit was assumed, or DWELL_CSV_N_ROLES: that of none */
  DwellCsvShape  shape;
  guint          n_needed;  /* columns that are read */
  guint          n_required; /* columns that a row must have; values may be missing */
  gboolean       is_sure;   /* all guesses are consistent */
  GError        *error;     /* (nullable): why the table cannot be read */
  const char    *bad_option; /* (nullable): the option that @error is about */
  const char    *advice;    /* (nullable): what to do about it, in short; untranslated */
} DwellCsvPlan;

extern const char * const dwell_csv_roles[];
extern const char * const dwell_csv_delimiters[];
extern const char * const dwell_csv_units[];
extern const char * const dwell_csv_decimals[];

void          dwell_csv_plan_init      (DwellCsvPlan       *self,
                                        DwellScan           head,
                                        const DwellOptions *options);
void          dwell_csv_plan_clear     (DwellCsvPlan       *self);
const char   *dwell_csv_plan_get_name  (const DwellCsvPlan *self,
                                        guint               column);
gboolean      dwell_csv_plan_has       (const DwellCsvPlan *self,
                                        DwellCsvRole        role);
DwellCsvRole  dwell_csv_plan_get_timed (const DwellCsvPlan *self);
DwellCsvPhase dwell_csv_phase_find     (DwellScan           word);
gboolean      dwell_csv_number_parse   (DwellScan           text,
                                        const char         *points,
                                        gint64             *integer,
                                        double             *number,
                                        gboolean           *is_integer);

/* The first records of a file, on which guesses are based. */
typedef struct {
  const DwellCsvPlan *plan;
  GArray             *cells; /* DwellCsvCell, n_columns for each record; missing ones are empty */
  guint               n_columns;
  guint               n_records;
} DwellCsvSample;

gboolean     _dwell_csv_plan_has_variables (const DwellCsvPlan *self);
char         _dwell_csv_guess_delimiter (DwellScan             head);
gboolean     _dwell_csv_guess_header    (const DwellCsvCell   *cells,
                                         guint                 n);
guint        _dwell_csv_guess_column    (const DwellCsvSample *self,
                                         DwellCsvRole          role,
                                         const gboolean       *is_taken);
void         _dwell_csv_guess_values    (const DwellCsvSample *self,
                                         const gboolean       *is_taken,
                                         GArray               *columns);
DwellCsvUnit _dwell_csv_guess_unit      (const DwellCsvSample *self,
                                         guint                 column,
                                         gboolean             *is_assumed);
gboolean     _dwell_csv_sample_fits     (const DwellCsvSample *self,
                                         DwellCsvRole          role,
                                         guint                 column);
gboolean     _dwell_csv_sample_is_timed (const DwellCsvSample *self,
                                         guint                 column,
                                         const DwellCsvScale  *scale);

G_END_DECLS
