/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem as a row, which exists only while a widget shows it. It keeps the list of all
 * problems alive. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/dwell-problem-list-private.h"

struct _DwellProblemItem
{
  GObject parent_instance;

  DwellProblems      *problems;
  const DwellProblem *problem; /* one of the problems */
};

enum {
  PROP_0,
  PROP_SEVERITY,
  PROP_SEVERITY_ID,
  PROP_CODE,
  PROP_WHAT,
  PROP_PLACE,
  PROP_COUNT,
  PROP_FILE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellProblemItem, dwell_problem_item, G_TYPE_OBJECT)

static const char *
get_severity_title (DwellSeverity severity)
{
  switch (severity)
    {
    case DWELL_SEVERITY_ERROR:
      return _("Error");

    case DWELL_SEVERITY_WARNING:
      return _("Warning");

    case DWELL_SEVERITY_INFO:
    default:
      /* Translators: a kind of problem, beside “Error” and “Warning” */
      return C_("severity", "Note");
    }
}

/* Returns the line, or the byte in a file without lines; "" if neither is known. */
char *
_dwell_problem_make_place (const DwellProblem *problem)
{
  g_autofree char *number = NULL;

  if (problem->line > 0)
    {
      number = dwell_text_count (problem->line);
      /* Translators: where in a file; the number of a line */
      return g_strdup_printf (_("line %s"), number);
    }

  if (problem->offset < 0)
    return g_strdup ("");

  number = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) problem->offset);
  /* Translators: where in a file; a hexadecimal offset */
  return g_strdup_printf (_("byte %s"), number);
}

static void
dwell_problem_item_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  const DwellProblem *problem = DWELL_PROBLEM_ITEM (object)->problem;

  switch (prop_id)
    {
    case PROP_SEVERITY:
      g_value_set_static_string (value, get_severity_title (problem->severity));
      break;

    case PROP_SEVERITY_ID:
      g_value_set_static_string (value, dwell_severity_get_id (problem->severity));
      break;

    case PROP_CODE:
      g_value_set_static_string (value, problem->code);
      break;

    case PROP_WHAT:
      g_value_set_string (value, problem->message);
      break;

    case PROP_PLACE:
      g_value_take_string (value, _dwell_problem_make_place (problem));
      break;

    case PROP_COUNT:
      g_value_take_string (value, dwell_text_count (problem->count));
      break;

    case PROP_FILE:
      g_value_set_string (value, problem->file != NULL ? problem->file : "");
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_problem_item_finalize (GObject *object)
{
  dwell_problems_unref (DWELL_PROBLEM_ITEM (object)->problems);

  G_OBJECT_CLASS (dwell_problem_item_parent_class)->finalize (object);
}

static void
dwell_problem_item_class_init (DwellProblemItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = dwell_problem_item_finalize;
  object_class->get_property = dwell_problem_item_get_property;

  properties[PROP_SEVERITY] = g_param_spec_string ("severity", NULL, NULL, NULL, flags);
  properties[PROP_SEVERITY_ID] = g_param_spec_string ("severity-id", NULL, NULL, NULL, flags);
  properties[PROP_CODE] = g_param_spec_string ("code", NULL, NULL, NULL, flags);
  properties[PROP_WHAT] = g_param_spec_string ("what", NULL, NULL, NULL, flags);
  properties[PROP_PLACE] = g_param_spec_string ("place", NULL, NULL, NULL, flags);
  properties[PROP_COUNT] = g_param_spec_string ("count", NULL, NULL, NULL, flags);
  properties[PROP_FILE] = g_param_spec_string ("file", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_problem_item_init (DwellProblemItem *self)
{
}

DwellProblemItem *
_dwell_problem_item_new (DwellProblems *problems,
                         guint          number)
{
  DwellProblemItem *self = g_object_new (DWELL_TYPE_PROBLEM_ITEM, NULL);

  self->problems = dwell_problems_ref (problems);
  self->problem = dwell_problems_get (problems, number);
  return self;
}

/**
 * dwell_problem_item_get_count:
 * @self: an item
 *
 * Returns: how often the problem occurred
 */
guint64
dwell_problem_item_get_count (DwellProblemItem *self)
{
  g_return_val_if_fail (DWELL_IS_PROBLEM_ITEM (self), 0);

  return self->problem->count;
}

/**
 * dwell_problem_item_get_plain_place:
 * @self: an item
 *
 * Returns: (transfer full): the number of its line, or its offset after “0x”, without further
 *   words; "" if it has neither
 */
char *
dwell_problem_item_get_plain_place (DwellProblemItem *self)
{
  g_return_val_if_fail (DWELL_IS_PROBLEM_ITEM (self), NULL);

  if (self->problem->line > 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) self->problem->line);
  if (self->problem->offset < 0)
    return g_strdup ("");

  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) self->problem->offset);
}
