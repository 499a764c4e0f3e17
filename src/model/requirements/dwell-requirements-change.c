/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file is read again before it is written. A line that has moved is looked for; if it no longer
 * exists, nothing is written. */
#include "config.h"

#include "model/requirements/dwell-requirements-change.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements-edit.h"
#include "formats/common/dwell-sink.h"
#include "model/view/dwell-requirements-answer.h"

struct _DwellRequirementsChange
{
  gatomicrefcount ref_count;

  GFile  *file;
  guint   line;     /* from 1; 0: a line is added */
  char   *old_line; /* NULL: a line is added */
  char   *new_line; /* NULL: a line is removed */
  char  **lines;    /* NULL, or the lines that are added instead */
  GBytes *before;   /* (nullable): the file before the change; NULL: there was none */
  GBytes *after;    /* NULL: not made yet */
};

/**
 * dwell_requirements_change_new:
 * @file: a file of requirements, which need not exist if a line is added
 * @line: the number of the first line of the requirement, from 1; 0: one is added
 * @old_line: (nullable): its present text, as dwell_requirements_get_line() returns it; %NULL: a
 *   line is added
 * @new_line: (nullable): its new text; %NULL: the line is removed
 *
 * Returns: (transfer full): a change that is not made yet
 */
DwellRequirementsChange *
dwell_requirements_change_new (GFile      *file,
                               guint       line,
                               const char *old_line,
                               const char *new_line)
{
  DwellRequirementsChange *self = g_new0 (DwellRequirementsChange, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->file = g_object_ref (file);
  self->line = line;
  self->old_line = g_strdup (old_line);
  self->new_line = g_strdup (new_line);
  return self;
}

/**
 * dwell_requirements_change_new_of_lines:
 * @file: a file of requirements, which need not exist
 * @lines: (array zero-terminated): lines; a line that begins with a colon, without an id, gets a
 *   free id when it is added
 *
 * Returns: (transfer full): a change that adds them
 */
DwellRequirementsChange *
dwell_requirements_change_new_of_lines (GFile              *file,
                                        const char * const *lines)
{
  DwellRequirementsChange *self = dwell_requirements_change_new (file, 0, NULL, NULL);

  self->lines = g_strdupv ((char **) lines);
  return self;
}

/**
 * dwell_requirements_change_ref:
 * @self: a change
 *
 * Returns: (transfer full): @self
 */
DwellRequirementsChange *
dwell_requirements_change_ref (DwellRequirementsChange *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_requirements_change_unref:
 * @self: (transfer full): a change
 */
void
dwell_requirements_change_unref (DwellRequirementsChange *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->before, g_bytes_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  g_object_unref (self->file);
  g_free (self->old_line);
  g_free (self->new_line);
  g_strfreev (self->lines);
  g_free (self);
}

/**
 * dwell_requirements_change_get_file:
 * @self: a change
 *
 * Returns: (transfer none): the file that it changes
 */
GFile *
dwell_requirements_change_get_file (DwellRequirementsChange *self)
{
  return self->file;
}

/**
 * dwell_requirements_change_makes_file:
 * @self: a change that was made
 *
 * Returns: whether there was no such file before
 */
gboolean
dwell_requirements_change_makes_file (DwellRequirementsChange *self)
{
  return self->after != NULL && self->before == NULL;
}

static gboolean
write_bytes (DwellRequirementsChange *self,
             GBytes                  *bytes,
             GCancellable            *cancellable,
             GError                 **error)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  if (length > DWELL_REQUIREMENTS_MAX_SIZE)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, _("it is larger than %d bytes"),
                   DWELL_REQUIREMENTS_MAX_SIZE);
      return FALSE;
    }
  return dwell_sink_write_text (self->file, text != NULL ? text : "", length, cancellable, error);
}

static gboolean
fail_changed (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                       _("another program has changed the line in the meantime"));
  return FALSE;
}

/* Finds the line, which may have moved. */
static gboolean
find_line (DwellRequirementsChange *self,
           GBytes                  *text,
           GError                 **error)
{
  g_autofree char *there = self->old_line != NULL ? dwell_requirements_get_line (text, self->line)
                                                  : NULL;

  if (self->old_line == NULL || g_strcmp0 (there, self->old_line) == 0)
    return TRUE;

  self->line = dwell_requirements_find_line (text, self->old_line);
  return self->line > 0 || fail_changed (error);
}

/* Returns: (transfer full): the text after the change */
static GBytes *
edit (DwellRequirementsChange *self,
      GBytes                  *text)
{
  GBytes *edited = self->lines == NULL
                   ? dwell_requirements_edit (text, self->line, self->new_line)
                   : g_bytes_ref (text);

  for (guint i = 0; self->lines != NULL && self->lines[i] != NULL; i++)
    {
      g_autoptr(GBytes) before = edited;
      g_autofree char *id = *self->lines[i] == ':' ? dwell_requirements_make_id (before) : NULL;
      g_autofree char *line = g_strconcat (id != NULL ? id : "", self->lines[i], NULL);

      edited = dwell_requirements_edit (before, 0, line);
    }
  return edited;
}

/**
 * dwell_requirements_change_make:
 * @self: a change
 * @cancellable: (nullable): stops it before the file is replaced
 * @error: why the file was not changed
 *
 * Makes the change. It blocks: for workers.
 *
 * Returns: whether it is made
 */
gboolean
dwell_requirements_change_make (DwellRequirementsChange  *self,
                                GCancellable             *cancellable,
                                GError                  **error)
{
  g_autoptr(GError) missing = NULL;
  g_autoptr(GBytes) before = dwell_requirements_load (self->file, cancellable, &missing);
  g_autoptr(GBytes) empty = g_bytes_new_static (NULL, 0);
  g_autoptr(GBytes) after = NULL;

  if (before == NULL && (self->old_line != NULL ||
                         !g_error_matches (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)))
    {
      g_propagate_error (error, g_steal_pointer (&missing));
      return FALSE;
    }
  if (before != NULL && !find_line (self, before, error))
    return FALSE;

  after = edit (self, before != NULL ? before : empty);
  if (!write_bytes (self, after, cancellable, error))
    return FALSE;

  g_clear_pointer (&self->before, g_bytes_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  self->before = g_steal_pointer (&before);
  self->after = g_steal_pointer (&after);
  return TRUE;
}

/**
 * dwell_requirements_change_undo:
 * @self: a change that was made
 * @cancellable: (nullable): stops it before the file is replaced
 * @error: why the file was not changed
 *
 * Undoes the change, unless the file was changed again since. A file that it created is deleted. It
 * blocks: for workers.
 *
 * Returns: whether it was undone
 */
gboolean
dwell_requirements_change_undo (DwellRequirementsChange  *self,
                                GCancellable             *cancellable,
                                GError                  **error)
{
  g_autoptr(GBytes) now = dwell_requirements_load (self->file, cancellable, error);

  if (now == NULL)
    return FALSE;
  if (!g_bytes_equal (now, self->after))
    return fail_changed (error);

  return self->before != NULL ? write_bytes (self, self->before, cancellable, error)
                              : g_file_delete (self->file, cancellable, error);
}
