/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random Text1 files: a program of some tasks that call, recurse, preempt one another, run lines,
 * write variables and change states; the recording begins and ends anywhere, and is written in one
 * of the forms that the format allows. Randomness is GTest's, so --seed repeats a failure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *text1_maker_make (gboolean  is_odd,
                        gboolean *is_clear) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
