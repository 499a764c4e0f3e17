/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readable part of the name of a function: last class and function, without arguments,
 * template arguments and return type; and the scope that they stand in. Pure functions of the text,
 * beside one switch for the whole program: whether names are shown in full.
 *
 * dwell_trace_dup_area_label() is the name of an area to show. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char    *dwell_name_split   (const char  *full,
                             char       **scope) G_GNUC_WARN_UNUSED_RESULT;
char    *dwell_name_dup_module (const char *full) G_GNUC_WARN_UNUSED_RESULT;

void     dwell_name_set_full (gboolean full);
gboolean dwell_name_is_full  (void);

G_END_DECLS
