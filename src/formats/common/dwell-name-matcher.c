/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-name-matcher.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

/**
 * dwell_name_matcher_init:
 * @self: (out): a matcher; free with dwell_name_matcher_clear(), whatever is returned
 * @text: a pattern; an empty one matches all names
 * @error: why it is not valid
 *
 * Returns: whether it is valid
 */
gboolean
dwell_name_matcher_init (DwellNameMatcher  *self,
                         const char        *text,
                         GError           **error)
{
  gboolean is_wildcard = text[0] != '/' && strpbrk (text, "*?") != NULL;

  self->wildcard = is_wildcard ? g_pattern_spec_new (text) : NULL;
  self->pattern = is_wildcard ? NULL : dwell_pattern_new (text, error);
  return is_wildcard || self->pattern != NULL;
}

/**
 * dwell_name_matcher_clear:
 * @self: a matcher
 *
 * Frees what it holds.
 */
void
dwell_name_matcher_clear (DwellNameMatcher *self)
{
  g_clear_pointer (&self->wildcard, g_pattern_spec_free);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
}

/**
 * dwell_name_matcher_matches:
 * @self: a matcher
 * @name: a name
 *
 * Returns: whether it matches
 */
gboolean
dwell_name_matcher_matches (const DwellNameMatcher *self,
                            const char             *name)
{
  return self->wildcard != NULL ? g_pattern_spec_match_string (self->wildcard, name)
                                : dwell_pattern_matches (self->pattern, name);
}

/**
 * dwell_name_matcher_is_sure:
 * @self: a matcher, or one of zeros
 * @error: set if matching a name took far too long
 *
 * Returns: %FALSE if a name that did not match might have matched, had it not taken too long
 */
gboolean
dwell_name_matcher_is_sure (const DwellNameMatcher  *self,
                            GError                 **error)
{
  if (self->pattern == NULL || !dwell_pattern_has_given_up (self->pattern))
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("The regular expression takes too long for some names"));
  return FALSE;
}

/**
 * dwell_name_matcher_check:
 * @text: a pattern
 * @error: why it is not valid
 *
 * Returns: whether it is valid
 */
gboolean
dwell_name_matcher_check (const char  *text,
                          GError     **error)
{
  g_auto(DwellNameMatcher) matcher = { NULL };

  return dwell_name_matcher_init (&matcher, text, error);
}
