/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzy matching of typed letters with titles. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int dwell_fuzzy_score (const char *query,
                       const char *text);

G_END_DECLS
