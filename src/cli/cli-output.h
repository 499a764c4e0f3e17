/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output, written in large portions, with an error such as a full disk reported once at
 * the end; and the forms in which text is written to it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  GString *text;    /* output that is not written yet; callers append to it */
  int      failure; /* the errno of the first write that failed, or 0 */
} DwellCliOutput;

void     dwell_cli_output_init   (DwellCliOutput *self);
void     dwell_cli_output_flush  (DwellCliOutput *self);
gboolean dwell_cli_output_finish (DwellCliOutput *self);
void     dwell_cli_output_catch_prints (void);

void     dwell_cli_append_json   (GString        *out,
                                  const char     *text);
void     dwell_cli_append_csv    (GString        *out,
                                  const char     *text);
guint    dwell_cli_get_width     (const char     *text);

G_END_DECLS
