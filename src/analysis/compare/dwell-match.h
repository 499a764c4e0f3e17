/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which areas and contexts of a base and of a new trace correspond.
 *
 * Areas are matched by these rules, one after the other; areas matched by one rule are left out of
 * the next, and a rule matches only where exactly one area of each side fits, so that areas are not
 * mixed up:
 *
 *   user    pairs that the user made; they come first, as the user knows better
 *   key     the whole key (core/dwell-keys.h)
 *   name    kind, name, value and the last component of the file, of the area and its parents;
 *           between traces of different formats, functions, scopes, processes and routines count as
 *           the same kind
 *   plain   as name, but with plain names: without the parts that differ from build to build
 *
 * By name and by plain name, states that have names are then compared without their values: some
 * formats number them, others do not, so the values only tell states of the same name apart.
 *
 * Contexts are matched by the user, then where kind and name are the same and unique, then by what
 * ran in them, then in the order in which they started, as thread numbers differ from run to
 * run. */
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
  DWELL_MATCHED_AMBIGUOUSLY, /* not matched: several areas of a side fit */
} DwellMatchedBy;

/* Two areas that correspond. */
typedef struct {
  guint32 base_area;
  guint32 new_area;
} DwellAreaPair;

/* Two contexts that correspond. */
typedef struct {
  guint32 base_context;
  guint32 new_context;
} DwellContextPair;

typedef struct {
  const char * const *pairs;       /* (nullable): BASE-NAME=NEW-NAME each; an area in two of them
                                    * is an error */
  const DwellAreaPair *areas;      /* (nullable): more pairs like that; the first of an area
                                    * counts */
  guint               n_areas;
  const char * const *context_pairs; /* (nullable): BASE-NAME=NEW-NAME each */
  const DwellContextPair *contexts;  /* (nullable): more pairs like that; the first of a context
                                      * counts */
  guint               n_contexts;
  GRegex             *renamed;     /* (nullable): the part of names that is replaced before they are
                                    * compared, except by the whole key */
  const char         *replacement; /* the replacement, as for g_regex_replace() */
  gboolean           *has_given_up; /* (out) (nullable): set if @renamed takes far too long for a
                                     * name, which is then kept */
  DwellMatchedBy      loosest;     /* the last rule that is tried; NOTHING: all */
} DwellMatchOptions;

/* Partners by number of the area; DWELL_NONE: no partner. */
typedef struct {
  guint32  n_base;
  guint32  n_new;
  guint32 *new_of_base;
  guint32 *base_of_new;
  guint8  *base_matched_by; /* DwellMatchedBy */
  guint8  *new_matched_by;
  GArray  *contexts;        /* DwellContextPair: the user's pairs */
} DwellMatch;

/* A gone area and a new area that may be the same. */
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
