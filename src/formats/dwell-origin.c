/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/dwell-origin.h"

/**
 * dwell_origin_new:
 * @files: (array length=n_files): files
 * @n_files: how many: 1 or more, which are joined
 * @format_id: (nullable): the ID of their format; %NULL: to be recognised
 * @key_values: (nullable) (array zero-terminated=1): options for reading, as "KEY=VALUE"
 *
 * Returns: (transfer full): what a recording is read from
 */
DwellOrigin *
dwell_origin_new (GFile * const      *files,
                  guint               n_files,
                  const char         *format_id,
                  const char * const *key_values)
{
  DwellOrigin *self;

  g_return_val_if_fail (n_files > 0, NULL);

  self = g_atomic_rc_box_new0 (DwellOrigin);
  self->files = g_ptr_array_new_full (n_files, g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (self->files, g_object_ref (files[i]));
  self->format_id = g_strdup (format_id);
  self->key_values = g_strdupv ((char **) key_values);
  return self;
}

/**
 * dwell_origin_new_for_file:
 * @file: a file
 *
 * Returns: (transfer full): a recording that is read only from @file, without options
 */
DwellOrigin *
dwell_origin_new_for_file (GFile *file)
{
  return dwell_origin_new (&file, 1, NULL, NULL);
}

/**
 * dwell_origin_ref:
 * @self: what a recording is read from
 *
 * Returns: (transfer full): @self
 */
DwellOrigin *
dwell_origin_ref (DwellOrigin *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  DwellOrigin *self = data;

  g_ptr_array_unref (self->files);
  g_free (self->format_id);
  g_strfreev (self->key_values);
}

/**
 * dwell_origin_unref:
 * @self: (transfer full): what a recording is read from
 */
void
dwell_origin_unref (DwellOrigin *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * dwell_origin_is_of:
 * @self: what a recording is read from
 * @files: (array length=n_files): files
 * @n_files: how many
 *
 * Returns: whether it is read from exactly these files, in any order and with any options
 */
gboolean
dwell_origin_is_of (const DwellOrigin *self,
                    GFile * const     *files,
                    guint              n_files)
{
  if (self->files->len != n_files)
    return FALSE;

  for (guint i = 0; i < n_files; i++)
    if (!g_ptr_array_find_with_equal_func (self->files, files[i], (GEqualFunc) g_file_equal, NULL))
      return FALSE;

  return TRUE;
}
