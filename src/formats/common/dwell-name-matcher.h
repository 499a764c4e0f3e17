/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches names with a pattern of the settings of an export: text with * or ? is a wildcard; other
 * text is matched as everywhere in Dwell, including regular expressions. */
#pragma once

#include "analysis/dwell-find.h"

G_BEGIN_DECLS

typedef struct {
  GPatternSpec *wildcard;
  DwellPattern *pattern;
} DwellNameMatcher;

gboolean dwell_name_matcher_init    (DwellNameMatcher        *self,
                                     const char              *text,
                                     GError                 **error);
void     dwell_name_matcher_clear   (DwellNameMatcher        *self);
gboolean dwell_name_matcher_matches (const DwellNameMatcher  *self,
                                     const char              *name);
gboolean dwell_name_matcher_is_sure (const DwellNameMatcher  *self,
                                     GError                 **error);
gboolean dwell_name_matcher_check   (const char              *text,
                                     GError                 **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DwellNameMatcher, dwell_name_matcher_clear)

G_END_DECLS
