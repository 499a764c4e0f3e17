/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void dwell_failure_describe (AdwStatusPage *page,
                             const char    *name,
                             const GError  *error);

G_END_DECLS
