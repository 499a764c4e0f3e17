/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clauses after a check: which part of the recording counts, and how many violations are
 * allowed. A clause without effect on a requirement is an error, as it would promise something that
 * is not judged. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirement-parse-private.h"

static gboolean
parse_allow (DwellParse       *p,
             DwellRequirement *r)
{
  DwellQuantity n;

  if (!_dwell_parse_quantity (p, &n))
    return FALSE;
  if (n.n < 0 || n.unit == DWELL_UNIT_TIME || (n.unit == DWELL_UNIT_NUMBER && n.of != 1))
    return _dwell_parse_fail (p, g_strdup (_("“allow” takes a number or a percentage")));

  r->allow_is_percent = n.unit == DWELL_UNIT_PERCENT;
  r->allow_percent = n;
  r->allow = (guint64) n.n;
  if (!_dwell_parse_take (p, "of"))
    return TRUE;
  if (!_dwell_parse_need (p, "any") || !_dwell_parse_count (p, &r->allow_of))
    return FALSE;
  return (!r->allow_is_percent && r->allow_of > r->allow && r->allow_of <= 1000000) ||
         _dwell_parse_fail (p, g_strdup (_("“allow N of any K” needs N below K, and K at most "
                                           "1000000")));
}

static gboolean
parse_clause (DwellParse       *p,
              DwellRequirement *r)
{
  static const char * const severities[] = { "info", "warning", "error", NULL };
  static const char * const clauses[] = {
    "from", "until", "during", "skip", "allow", "severity", "optional", "because", NULL
  };
  guint severity;
  guint clause;

  if (!_dwell_parse_choose (p, clauses, &clause))
    return FALSE;
  if (r->is_track && clause >= 4 && clause <= 6)
    return _dwell_parse_fail (p, g_strdup (_("a track has no limit: it takes no “allow”, "
                                             "“severity” or “optional”")));

  switch (clause)
    {
    case 0:
      return _dwell_parse_time (p, &r->from);
    case 1:
      return _dwell_parse_time (p, &r->until);
    case 2:
      _dwell_requirement_condition_free (r->during);
      return (r->during = _dwell_parse_condition (p)) != NULL;
    case 3:
      return _dwell_parse_count (p, &r->skip);
    case 4:
      return parse_allow (p, r);
    case 5:
      if (!_dwell_parse_choose (p, severities, &severity))
        return FALSE;
      r->severity = (DwellSeverity) severity;
      return TRUE;
    case 6:
      return r->is_optional = TRUE;
    default:
      g_free (r->because);
      return (r->because = g_strdup (_dwell_parse_word (p))) != NULL;
    }
}

/* Whether a single figure decides, rather than each sample. */
static gboolean
is_single (const DwellRequirement *r)
{
  return r->aggregate != DWELL_AGGREGATE_NONE || r->curve == DWELL_CURVE_LOST ||
         r->curve == DWELL_CURVE_REPEATED || _dwell_requirement_is_fixed (r) ||
         (r->window == DWELL_WINDOW_NONE &&
          (r->curve == DWELL_CURVE_LOAD || r->curve == DWELL_CURVE_COUNT));
}

/* Whether time as a whole is judged rather than individual samples. */
static gboolean
is_continuous (const DwellRequirement *r)
{
  return r->window == DWELL_WINDOW_ANY || r->curve == DWELL_CURVE_CONCURRENCY ||
         r->curve == DWELL_CURVE_BACKLOG || r->curve == DWELL_CURVE_NEVER ||
         r->curve == DWELL_CURVE_ALWAYS;
}

static gboolean
check_clauses (DwellParse             *p,
               const DwellRequirement *r)
{
  gboolean allows_part = r->allow_is_percent || r->allow_of > 0;

  if (r->from > r->until)
    return _dwell_parse_fail (p, g_strdup (_("the scope ends before it begins")));
  if (_dwell_requirement_is_fixed (r) && (r->from != G_MININT64 || r->until != G_MAXINT64 ||
                                          r->during != NULL || r->skip > 0))
    return _dwell_parse_fail (p, g_strdup (_("this is known for the whole recording only: it takes "
                                             "no “from”, “until”, “during” or “skip”")));
  if (is_single (r) && (allows_part || r->allow > 0))
    return _dwell_parse_fail (p, g_strdup (_("this is decided by one figure: it takes no "
                                             "“allow”")));
  if (is_continuous (r) && allows_part)
    return _dwell_parse_fail (p, g_strdup (_("all of the time is judged here, not samples: only "
                                             "“allow N” is possible, no percentage and no “of any "
                                             "K”")));
  if (is_continuous (r) && r->skip > 0)
    return _dwell_parse_fail (p, g_strdup (_("all of the time is judged here: there are no samples "
                                             "to skip")));
  return TRUE;
}

/* Parses the clauses up to the end of the line. */
gboolean
_dwell_parse_clauses (DwellParse       *p,
                      DwellRequirement *r)
{
  while (!_dwell_parse_is_at_end (p))
    if (!parse_clause (p, r))
      return FALSE;

  return check_clauses (p, r);
}
