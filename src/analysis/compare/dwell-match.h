/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What in one trace is what in another: areas and contexts of a base and of a new one.
 *
 * Areas are matched by these rules, one after the other; what one matched is out of the next, and a
 * rule matches only where exactly one area of each side fits, so that no two are mixed up:
 *
 *   user    pairs that the user made; they come first, for the user knows better
 *   key     the whole key (core/dwell-keys.h)
 *   name    kind, name, value and the last component of the file, of it and its parents; of traces
 *           of two formats functions, scopes, processes and routines are of one kind
 *   plain   the same with names made plain: without what differs from build to build
 *
 * Contexts are matched by the user, then where kind and name are the same and unique, then by what
 * ran in them, then in the order in which they began: numbers of threads differ from run to run. */
#pragma once

#include "analysis/statistics/dwell-statistics.h"

G_BEGIN_DECLS

/* From strict to loose. */
typedef enum {
  DWELL_MATCHED_BY_NOTHING,
  DWELL_MATCHED_BY_USER,
  DWELL_MATCHED_BY_KEY,
  DWELL_MATCHED_BY_NAME,
  DWELL_MATCHED_BY_PLAIN_NAME,
  DWELL_MATCHED_AMBIGUOUSLY, /* not: several of a side fit */
} DwellMatchedBy;

/* Two areas that are one. */
typedef struct {
  guint32 base_area;
  guint32 new_area;
} DwellAreaPair;

/* Two contexts that are one. */
typedef struct {
  guint32 base_context;
  guint32 new_context;
} DwellContextPair;

typedef struct {
  const char * const *pairs;       /* (nullable): BASE-NAME=NEW-NAME each; an area in two of them
                                    * is an error */
  const DwellAreaPair *areas;      /* (nullable): more such pairs; the first of an area holds */
  guint               n_areas;
  const char * const *context_pairs; /* (nullable): BASE-NAME=NEW-NAME each */
  const DwellContextPair *contexts;  /* (nullable): more such pairs; the first of a context holds */
  guint               n_contexts;
  GRegex             *renamed;     /* (nullable): what of names is replaced before they are held
                                    * against each other, other than by the whole key */
  const char         *replacement; /* by what, as g_regex_replace() has it */
  gboolean           *has_given_up; /* (out) (nullable): set if @renamed takes far too long for a
                                     * name, which stays as it is */
  DwellMatchedBy      loosest;     /* the last rule that is tried; NOTHING: all */
} DwellMatchOptions;

/* Areas by number, DWELL_NONE where there is no partner. */
typedef struct {
  guint32  n_base;
  guint32  n_new;
  guint32 *new_of_base;
  guint32 *base_of_new;
  guint8  *base_matched_by; /* DwellMatchedBy */
  guint8  *new_matched_by;
  GArray  *contexts;        /* DwellContextPair: those that the user made */
} DwellMatch;

/* An area that is gone and one that is new, which may be one. */
typedef struct {
  guint32 base_area;
  guint32 new_area;
  double  score; /* 0…1 */
} DwellSuggestion;

DwellMatch *dwell_match_new      (const DwellTrace        *base,
                                  const DwellTrace        *new,
                                  const DwellMatchOptions *options,
                                  GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_match_free     (DwellMatch              *self);
const char *dwell_matched_by_get_id (DwellMatchedBy        self);

char       *dwell_match_make_plain  (const char           *name) G_GNUC_WARN_UNUSED_RESULT;

guint32    *dwell_match_contexts (const DwellMatch        *areas,
                                  const DwellTrace        *base,
                                  const DwellStatistics   *of_base,
                                  const DwellTrace        *new,
                                  const DwellStatistics   *of_new) G_GNUC_WARN_UNUSED_RESULT;

GArray     *dwell_match_suggest  (const DwellMatch        *self,
                                  const DwellTrace        *base,
                                  const DwellStatistics   *of_base,
                                  const DwellTrace        *new,
                                  const DwellStatistics   *of_new) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellMatch, dwell_match_free)

G_END_DECLS
