/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors mean that nothing can be shown. If something can still be shown, it is a problem
 * (dwell-problems.h). Messages name the place and the cause; the caller that opens the file puts
 * the name of the file in front. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_ERROR (dwell_error_quark ())

typedef enum {
  DWELL_ERROR_UNRECOGNIZED, /* no format recognises the file */
  DWELL_ERROR_FOREIGN,      /* of a known format that Dwell does not read */
  DWELL_ERROR_NOT_A_FILE,   /* a directory, a pipe, a device */
  DWELL_ERROR_EMPTY,        /* nothing in it */
  DWELL_ERROR_SYNTAX,       /* of the format, but nothing in it can be read */
  DWELL_ERROR_TRUNCATED,    /* ends before anything could be read; damaged compression */
  DWELL_ERROR_LIMIT,        /* more than Dwell can hold */
  DWELL_ERROR_OPTION,       /* an unknown option, or a value it does not take */
  DWELL_ERROR_APART,        /* files that cannot be joined */
  DWELL_ERROR_COMPARISON,   /* not a recording but a file that names two to compare */
  DWELL_ERROR_REQUIREMENTS, /* not a recording but a file of requirements */
} DwellError;

GQuark      dwell_error_quark             (void);
const char *dwell_error_get_reading_cause (const GError *error);
const char *dwell_error_get_writing_cause (const GError *error);
void        dwell_error_name_file         (GError      **error,
                                           const char   *name);

G_END_DECLS
