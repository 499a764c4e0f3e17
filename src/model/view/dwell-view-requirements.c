/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which file of timing requirements a view holds its trace against. It is kept with the state. */
#include "config.h"

#include "model/view/dwell-view-private.h"

#define NAME "requirements"

/**
 * dwell_view_get_requirements:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): the file of its requirements
 */
GFile *
dwell_view_get_requirements (DwellView *self)
{
  const char *uri;

  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  uri = dwell_view_get_kept (self, DWELL_KEPT_LAYOUT, NAME);
  return *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
}

/**
 * dwell_view_set_requirements:
 * @self: a view
 * @file: (nullable): a file of requirements; %NULL: none
 *
 * Holds the trace of the view against the requirements of a file: “kept-changed” follows.
 */
void
dwell_view_set_requirements (DwellView *self,
                             GFile     *file)
{
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : g_strdup ("");

  g_return_if_fail (DWELL_IS_VIEW (self));

  dwell_view_set_kept (self, DWELL_KEPT_LAYOUT, NAME, uri);
}
