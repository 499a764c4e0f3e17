/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-file-stamp.h"

/**
 * dwell_file_stamp_take:
 * @self: (out): the stamp
 * @file: a file
 *
 * Queries @file. A file that cannot be queried counts as missing. Waits for the disk: for workers.
 */
void
dwell_file_stamp_take (DwellFileStamp *self,
                       GFile          *file)
{
  g_autoptr(GFileInfo) info = NULL;

  *self = (DwellFileStamp) { FALSE };
  info = g_file_query_info (file,
                            G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                            G_FILE_ATTRIBUTE_UNIX_INODE ","
                            G_FILE_ATTRIBUTE_TIME_MODIFIED ","
                            G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                            G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL)
    return;

  self->exists = TRUE;
  self->size = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_STANDARD_SIZE);
  self->inode = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE);
  self->modified_s = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  self->modified_us = g_file_info_get_attribute_uint32 (info,
                                                        G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC);
}

/**
 * dwell_file_stamp_equal:
 * @a: a stamp
 * @b: another
 *
 * Returns: whether both are of the same file, not written to in between
 */
gboolean
dwell_file_stamp_equal (const DwellFileStamp *a,
                        const DwellFileStamp *b)
{
  return a->exists == b->exists && a->size == b->size && a->inode == b->inode
         && a->modified_s == b->modified_s && a->modified_us == b->modified_us;
}
