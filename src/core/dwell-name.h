/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits the name of a function into its readable part, the last class and function without
 * arguments, template arguments and return type, and the scope that these are in. Pure functions of
 * the text, except one switch for the whole program: whether names are shown in full.
 *
 * To show the name of an area, use dwell_trace_dup_area_label(). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names have no limit. Where one is shown in several lines, it ends here. */
#define DWELL_NAME_MAX_CHARS 400

char    *dwell_name_split   (const char  *full,
                             char       **scope) G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_name_dup_module (const char *full) G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_name_cut     (const char *text,
                             glong       max_chars) G_GNUC_WARN_UNUSED_RESULT;

void     dwell_name_set_full (gboolean full);
gboolean dwell_name_is_full  (void);

G_END_DECLS
