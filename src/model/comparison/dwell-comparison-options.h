/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a view compares: the measure that rows are judged by, what figures are divided by, what
 * counts as noise, which functions the user matched, and how far the lines of routines have moved.
 * The options are kept with the view, and saved and merged with all else that it keeps; its signal
 * “kept-changed” reports changes. */
#pragma once

#include "analysis/compare/dwell-difference.h"
#include "analysis/compare/dwell-line-difference.h"
#include "formats/dwell-comparison-file.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* The measure that rows are judged and ranked by. */
typedef enum {
  DWELL_COMPARED_SELF,
  DWELL_COMPARED_TOTAL,
  DWELL_COMPARED_COUNT,
  DWELL_COMPARED_MEAN,
  DWELL_COMPARED_MAX,
  DWELL_COMPARED_P50,
  DWELL_COMPARED_P90,
  DWELL_COMPARED_P99,
  DWELL_N_COMPARED,
} DwellCompared;

/* What the figures of two recordings are divided by if they grow with the recordings' lengths. */
typedef enum {
  DWELL_COMPARED_AS_IS,
  DWELL_COMPARED_PER_SECOND,
  DWELL_COMPARED_PER_TOTAL,
  DWELL_N_COMPARED_PER,
} DwellComparedPer;

typedef struct {
  DwellCompared    by;
  DwellComparedPer per;
  double           noise; /* as a part: 0.01 is 1 % */
  gboolean         by_context; /* whether each context has rows of its own */
  char            *pairs; /* keys of areas and contexts, as they are kept */
  char            *shifts; /* keys of routines and lines, as they are kept */
} DwellComparisonOptions;

DwellComparisonOptions *dwell_comparison_options_new  (DwellView                    *view)
                                                      G_GNUC_WARN_UNUSED_RESULT;
DwellComparisonOptions *dwell_comparison_options_copy (const DwellComparisonOptions *self)
                                                      G_GNUC_WARN_UNUSED_RESULT;
void                    dwell_comparison_options_free (DwellComparisonOptions       *self);
gboolean                dwell_comparison_options_equal (const DwellComparisonOptions *self,
                                                       const DwellComparisonOptions *other);
void                    dwell_comparison_options_keep (const DwellComparisonOptions *self,
                                                       DwellView                    *view);
const char             *dwell_compared_get_title      (DwellCompared                 self);
const char             *dwell_compared_get_id         (DwellCompared                 self);
DwellPer                dwell_compared_per_get        (DwellComparedPer              self);
DwellStatistic          _dwell_compared_get_statistic (DwellCompared                 self);

gboolean                dwell_comparison_options_pair (DwellComparisonOptions       *self,
                                                       const char                   *own_key,
                                                       const char                   *other_key);
gboolean                dwell_comparison_options_part (DwellComparisonOptions       *self,
                                                       const char                   *own_key);

gboolean                _dwell_comparison_options_take_matching (char               **matching,
                                                                 DwellView           *view);
void                    _dwell_comparison_options_apply (const DwellComparisonOptions *self,
                                                         DwellDifferenceOptions       *options);
DwellMatch             *_dwell_comparison_options_match (const DwellComparisonOptions *self,
                                                         const DwellTrace             *base,
                                                         const DwellTrace             *new,
                                                         gboolean                      is_swapped)
                                                        G_GNUC_WARN_UNUSED_RESULT;

gint64                  dwell_comparison_options_get_shift (const DwellComparisonOptions *self,
                                                            const char              *own_key);
gboolean                dwell_comparison_options_set_shift (DwellComparisonOptions  *self,
                                                            const char              *own_key,
                                                            gint64                   lines);
GArray                 *dwell_comparison_options_find_shifts (const DwellComparisonOptions *self,
                                                              const DwellTrace      *base,
                                                              const DwellTrace      *new,
                                                              const DwellMatch      *match,
                                                              gboolean               is_swapped)
                                                             G_GNUC_WARN_UNUSED_RESULT;
GArray                 *dwell_comparison_options_find_pairs (const DwellComparisonOptions *self,
                                                             const DwellTrace       *base,
                                                             const DwellTrace       *new,
                                                             gboolean                is_swapped)
                                                            G_GNUC_WARN_UNUSED_RESULT;
GArray                 *dwell_comparison_options_find_contexts (const DwellComparisonOptions *self,
                                                                const DwellTrace    *base,
                                                                const DwellTrace    *new,
                                                                gboolean             is_swapped)
                                                               G_GNUC_WARN_UNUSED_RESULT;
gboolean                dwell_comparison_options_read  (DwellComparisonOptions       *self,
                                                       const DwellComparisonFile    *file,
                                                       GError                      **error);
void                    dwell_comparison_options_write (const DwellComparisonOptions *self,
                                                       gboolean                      is_swapped,
                                                       DwellComparisonFile          *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellComparisonOptions, dwell_comparison_options_free)

G_END_DECLS
