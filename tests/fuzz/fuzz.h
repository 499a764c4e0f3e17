/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of all fuzz targets. One program holds them all; --target=NAME chooses. With libFuzzer
 * it is a fuzzer, with replay.c as its main program a test that goes through files.
 *
 * What a target chooses (limits, ranges, options) it draws from the input's own random numbers: so
 * any file is an input, and the same input always does the same. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

typedef struct {
  const guint8 *data;
  gsize         size;
  GRand        *rand; /* seeded with the bytes */
} FuzzInput;

typedef struct {
  const char *name;
  void      (*run) (const FuzzInput *input);
  /* (nullable): by what record the bytes are changed, beside what libFuzzer does itself. */
  gsize     (*mutate) (guint8 *data,
                       gsize   size,
                       gsize   max_size,
                       GRand  *rand);
} FuzzTarget;

/* Where a target has several files at a time, each has a slot of its own. */
typedef enum {
  FUZZ_FILE,
  FUZZ_SECOND_FILE,
  FUZZ_OTHER_FILE,
  FUZZ_OTHER_SECOND_FILE,
  N_FUZZ_FILES,
} FuzzSlot;

/* The entries that libFuzzer calls. */
int   LLVMFuzzerInitialize   (int           *argc,
                              char        ***argv);
int   LLVMFuzzerTestOneInput (const guint8  *data,
                              gsize          size);
gsize LLVMFuzzerCustomMutator (guint8       *data,
                               gsize         size,
                               gsize         max_size,
                               unsigned int  seed);

const FuzzTarget *fuzz_get_target (void);

/* fuzz.c */

gboolean    fuzz_chance     (const FuzzInput  *input,
                             guint             one_in);
gint64      fuzz_time       (const FuzzInput  *input,
                             const DwellTrace *trace);
char       *fuzz_piece      (const FuzzInput  *input) G_GNUC_WARN_UNUSED_RESULT;
const guint8 *fuzz_split    (const FuzzInput  *input,
                             const char       *separator,
                             gsize            *n_before,
                             gsize            *n_behind);

char       *fuzz_path       (FuzzSlot          slot,
                             gconstpointer     data,
                             gsize             size) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *fuzz_open_slot  (const FuzzInput   *input,
                             const char        *path,
                             const DwellFormat *format,
                             const char * const *key_values);
DwellTrace *fuzz_open       (const FuzzInput   *input,
                             const DwellFormat *format);
DwellTrace *fuzz_check      (DwellTrace        *trace,
                             GError           **failure);
void        fuzz_draw_limits (const FuzzInput  *input,
                              DwellReadLimits  *limits);

/* What is done with a trace in fuzz-analyses.c, -compare.c and -layout.c, for all who have one. */
void fuzz_analyse (const FuzzInput *input,
                   DwellTrace      *trace);
void fuzz_compare (const FuzzInput *input,
                   DwellTrace      *trace);
void fuzz_lay_out (const FuzzInput *input,
                   DwellTrace      *trace);

/* The targets. */
void fuzz_run_aprof    (const FuzzInput *input);
void fuzz_run_br       (const FuzzInput *input);
void fuzz_run_callgrind (const FuzzInput *input);
void fuzz_run_btf      (const FuzzInput *input);
void fuzz_run_csv      (const FuzzInput *input);
void fuzz_run_folded   (const FuzzInput *input);
void fuzz_run_lms      (const FuzzInput *input);
void fuzz_run_ooo      (const FuzzInput *input);
void fuzz_run_perf_script (const FuzzInput *input);
void fuzz_run_requirements (const FuzzInput *input);
void fuzz_run_text1    (const FuzzInput *input);
void fuzz_run_trace_event (const FuzzInput *input);
void fuzz_run_vcd      (const FuzzInput *input);
void fuzz_run_open     (const FuzzInput *input);
void fuzz_run_pair     (const FuzzInput *input);
void fuzz_run_options  (const FuzzInput *input);
void fuzz_run_joined   (const FuzzInput *input);
void fuzz_run_analyses (const FuzzInput *input);
void fuzz_run_writing  (const FuzzInput *input);
void fuzz_run_template (const FuzzInput *input);
void fuzz_run_words    (const FuzzInput *input);
void fuzz_run_settings (const FuzzInput *input);
void fuzz_run_state    (const FuzzInput *input);

#ifdef DWELL_FUZZER
gsize fuzz_mutate_packed (guint8 *data, gsize size, gsize max_size, GRand *rand);
gsize fuzz_mutate_pair   (guint8 *data, gsize size, gsize max_size, GRand *rand);
gsize fuzz_mutate_br     (guint8 *data, gsize size, gsize max_size, GRand *rand);
#else
#define fuzz_mutate_packed NULL
#define fuzz_mutate_pair   NULL
#define fuzz_mutate_br     NULL
#endif

/* Between the main file and the .BIN of a pair, between the texts of others. */
#define FUZZ_SEPARATOR "\n%%%%\n"

G_END_DECLS
