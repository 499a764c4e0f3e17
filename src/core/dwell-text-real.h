/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of real values that were recorded. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *dwell_text_real (double real,
                       guint  n_digits) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
