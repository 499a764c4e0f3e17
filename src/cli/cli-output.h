/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output, in large portions and with its errors kept: a full disk is told, at the end and
 * once. And the ways in which text is written there. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  GString *text;    /* what waits to be written; append to it */
  int      failure; /* errno of the first write that failed, or 0 */
} DwellCliOutput;

void     dwell_cli_output_init   (DwellCliOutput *self);
/* Writes what waits if it is much: call now and then. */
void     dwell_cli_output_pour   (DwellCliOutput *self);
/* Writes the rest. False, and an error line, if anything could not be written. */
gboolean dwell_cli_output_finish (DwellCliOutput *self);

void     dwell_cli_append_json      (GString    *out,
                                     const char *text);
void     dwell_cli_append_csv       (GString    *out,
                                     const char *text);
void     dwell_cli_append_printable (GString    *out,
                                     const char *text);
guint    dwell_cli_get_width        (const char *text);

G_END_DECLS
