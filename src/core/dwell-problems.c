/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of problems found while reading. A hash table over (code, message, file) finds known
 * problems, so that a million equal ones are one entry with a count. After DWELL_PROBLEMS_MAX
 * different ones, a new one only raises the total. Messages are made in a buffer on the stack and
 * copied only if they are kept. */
#include "config.h"

#include "core/dwell-problems.h"

#include <stdarg.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

/* A message longer than this is cut (at a character); it holds at most a name from the file. */
#define MESSAGE_BYTES 1024

struct _DwellProblems
{
  gatomicrefcount ref_count;
  GPtrArray      *problems; /* (element-type DwellProblem) (owned) in order of their first time */
  GHashTable     *known;    /* (element-type DwellProblem) set over the same */
  guint64         total;
  DwellSeverity   worst;    /* of all, also of those that are not kept */
};

static void
problem_free (gpointer data)
{
  DwellProblem *problem = data;

  g_free (problem->message);
  g_free (problem->file);
  g_free (problem);
}

static guint
problem_hash (gconstpointer data)
{
  const DwellProblem *problem = data;
  guint hash = g_str_hash (problem->message) * 31 + g_str_hash (problem->code);

  return problem->file != NULL ? hash * 31 + g_str_hash (problem->file) : hash;
}

static gboolean
problem_equal (gconstpointer a,
               gconstpointer b)
{
  const DwellProblem *left = a;
  const DwellProblem *right = b;

  return g_str_equal (left->code, right->code) &&
         g_str_equal (left->message, right->message) &&
         g_strcmp0 (left->file, right->file) == 0;
}

/* Counts @problem, and keeps a copy if it is new and there is room. */
static void
add_problem (DwellProblems      *self,
             const DwellProblem *problem)
{
  DwellProblem *known = g_hash_table_lookup (self->known, problem);

  self->worst = MAX (self->worst, problem->severity);
  if (known != NULL)
    {
      known->count += problem->count;
    }
  else if (self->problems->len < DWELL_PROBLEMS_MAX)
    {
      DwellProblem *copy = g_memdup2 (problem, sizeof *problem);

      copy->message = g_strdup (problem->message);
      copy->file = g_strdup (problem->file);
      g_ptr_array_add (self->problems, copy);
      g_hash_table_add (self->known, copy);
    }
}

/**
 * dwell_problems_new:
 *
 * Returns: (transfer full): an empty list
 */
DwellProblems *
dwell_problems_new (void)
{
  DwellProblems *self = g_new0 (DwellProblems, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->problems = g_ptr_array_new_with_free_func (problem_free);
  self->known = g_hash_table_new (problem_hash, problem_equal);

  return self;
}

/**
 * dwell_problems_ref:
 * @self: a list of problems
 *
 * Returns: (transfer full): @self
 */
DwellProblems *
dwell_problems_ref (DwellProblems *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_problems_unref:
 * @self: (transfer full): a list of problems
 */
void
dwell_problems_unref (DwellProblems *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

static void G_GNUC_PRINTF (7, 0)
add_formatted (DwellProblems *self,
               guint64        n,
               DwellSeverity  severity,
               const char    *code,
               guint64        line,
               gint64         offset,
               const char    *format,
               va_list        args)
{
  char message[MESSAGE_BYTES];
  g_autofree char *valid = NULL;
  DwellProblem problem = { severity, code, message, NULL, line, offset, n };

  g_vsnprintf (message, sizeof message, format, args);

  /* The message may be cut in the middle of a character, or contain raw bytes of the file. */
  if (!g_utf8_validate (message, -1, NULL))
    problem.message = valid = g_utf8_make_valid (message, -1);

  self->total += n;
  add_problem (self, &problem);
}

/**
 * dwell_problems_add:
 * @self: a list of problems
 * @severity: how bad it is
 * @code: what it is, stable, in static storage
 * @line: where, from 1; 0 if lines mean nothing here
 * @offset: where, in bytes from 0; -1 if offsets mean nothing here
 * @format: the message, translated; the same problem at another place must give the same text @...:
 *   what it holds Notes that something is wrong. If the same problem (code and message) is known
 *   already, it is counted there, with the place of the first. Not for several threads at once.
 */
void
dwell_problems_add (DwellProblems *self,
                    DwellSeverity  severity,
                    const char    *code,
                    guint64        line,
                    gint64         offset,
                    const char    *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  add_formatted (self, 1, severity, code, line, offset, format, args);
  va_end (args);
}

/**
 * dwell_problems_add_n:
 * @self: a list of problems
 * @n: how often it occurred there
 * @severity: how bad it is
 * @code: what it is, stable, in static storage
 * @line: where, from 1; 0 if lines mean nothing here
 * @offset: where, in bytes from 0; -1 if offsets mean nothing here
 * @format: the message, translated; the same problem at another place must give the same text
 * @...: what it holds
 *
 * Like dwell_problems_add() @n times.
 */
void
dwell_problems_add_n (DwellProblems *self,
                      guint64        n,
                      DwellSeverity  severity,
                      const char    *code,
                      guint64        line,
                      gint64         offset,
                      const char    *format,
                      ...)
{
  va_list args;

  va_start (args, format);
  add_formatted (self, n, severity, code, line, offset, format, args);
  va_end (args);
}

/**
 * dwell_problems_add_all:
 * @self: a list of problems
 * @other: those to add
 * @file: (nullable): display name of the file that they are from; `NULL` leaves the names that they
 *   have
 *
 * Adds all problems of @other, including, in the total, those that it could not keep.
 */
void
dwell_problems_add_all (DwellProblems       *self,
                        const DwellProblems *other,
                        const char          *file)
{
  for (guint i = 0; i < other->problems->len; i++)
    {
      DwellProblem problem = *dwell_problems_get (other, i);

      if (file != NULL)
        problem.file = (char *) file;

      add_problem (self, &problem);
    }

  self->total += other->total;
  self->worst = MAX (self->worst, other->worst);
}

/**
 * dwell_problems_get_n:
 * @self: a list of problems
 *
 * Returns: how many different problems are kept, at most %DWELL_PROBLEMS_MAX
 */
guint
dwell_problems_get_n (const DwellProblems *self)
{
  return self->problems->len;
}

/**
 * dwell_problems_get:
 * @self: a list of problems
 * @index: which, below dwell_problems_get_n()
 *
 * Returns: (transfer none): the problem; problems are in the order in which they first occurred
 */
const DwellProblem *
dwell_problems_get (const DwellProblems *self,
                    guint                index)
{
  g_return_val_if_fail (index < self->problems->len, NULL);

  return g_ptr_array_index (self->problems, index);
}

/**
 * dwell_problems_get_total:
 * @self: a list of problems
 *
 * Returns: how often problems occurred, including those that are not kept
 */
guint64
dwell_problems_get_total (const DwellProblems *self)
{
  return self->total;
}

/**
 * dwell_problems_to_text:
 * @self: a list of problems
 *
 * Counts them as everything does that shows a number of problems: different ones. Also tells how
 * often they occurred, if that is more, and how often those did that are not kept.
 *
 * Returns: (transfer full): “3 problems · 4 occurrences”
 */
char *
dwell_problems_to_text (const DwellProblems *self)
{
  guint n = self->problems->len;
  guint64 rest = self->total;
  g_autofree char *count = dwell_text_count (n);
  GString *text = g_string_new (NULL);

  g_string_printf (text, ngettext ("%s problem", "%s problems", n), count);
  for (guint i = 0; i < n; i++)
    rest -= dwell_problems_get (self, i)->count;

  if (self->total > n)
    {
      g_autofree char *total = dwell_text_count (self->total);

      g_string_append (text, " · ");
      /* Translators: how often there were problems: some were there more than once */
      g_string_append_printf (text, ngettext ("%s occurrence", "%s occurrences",
                                              dwell_text_plural (self->total)), total);
    }

  if (rest > 0)
    {
      g_autofree char *only = dwell_text_count (rest);

      g_string_append (text, " · ");
      /* Translators: what is only counted, and not in the table */
      g_string_append_printf (text, ngettext ("%s occurrence not listed",
                                              "%s occurrences not listed",
                                              dwell_text_plural (rest)), only);
    }

  return g_string_free (text, FALSE);
}

/**
 * dwell_problems_get_worst:
 * @self: a list of problems
 *
 * Returns: the worst severity of all problems, including those that are not kept;
 *   %DWELL_SEVERITY_INFO if there is none
 */
DwellSeverity
dwell_problems_get_worst (const DwellProblems *self)
{
  return self->worst;
}

/**
 * dwell_severity_get_id:
 * @severity: a severity
 *
 * Returns: its stable name, as in the CLI's JSON
 */
const char *
dwell_severity_get_id (DwellSeverity severity)
{
  switch (severity)
    {
    case DWELL_SEVERITY_INFO:
      return "info";

    case DWELL_SEVERITY_WARNING:
      return "warning";

    case DWELL_SEVERITY_ERROR:
      return "error";

    default:
      g_return_val_if_reached ("error");
    }
}

/**
 * dwell_problems_copy:
 * @self: a list of problems
 *
 * Makes a copy that does not change with @self, for a partial trace while reading goes on.
 *
 * Returns: (transfer full): the copy
 */
DwellProblems *
dwell_problems_copy (const DwellProblems *self)
{
  DwellProblems *copy = dwell_problems_new ();

  dwell_problems_add_all (copy, self, NULL);

  return copy;
}

/**
 * dwell_problems_to_variant:
 * @self: a list of problems
 *
 * Returns: (transfer floating): all of it, of the type `(a(ussmstxt)t)`
 */
GVariant *
dwell_problems_to_variant (const DwellProblems *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ussmstxt)"));

  for (guint i = 0; i < self->problems->len; i++)
    {
      const DwellProblem *problem = dwell_problems_get (self, i);

      g_variant_builder_add (&builder, "(ussmstxt)", (guint32) problem->severity, problem->code,
                             problem->message, problem->file, problem->line, problem->offset,
                             problem->count);
    }

  return g_variant_new ("(a(ussmstxt)t)", &builder, self->total);
}

/**
 * dwell_problems_new_for_variant:
 * @variant: what dwell_problems_to_variant() made
 *
 * Returns: (transfer full): the list
 */
DwellProblems *
dwell_problems_new_for_variant (GVariant *variant)
{
  DwellProblems *self = dwell_problems_new ();
  g_autoptr(GVariantIter) problems = NULL;
  DwellProblem problem;
  guint32 severity;

  g_variant_get (variant, "(a(ussmstxt)t)", &problems, &self->total);

  while (g_variant_iter_next (problems, "(u&s&sm&stxt)", &severity, &problem.code,
                              &problem.message, &problem.file, &problem.line, &problem.offset,
                              &problem.count))
    {
      problem.severity = severity;
      problem.code = g_intern_string (problem.code);
      add_problem (self, &problem);
    }

  return self;
}
