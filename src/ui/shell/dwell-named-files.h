/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

int dwell_named_files_open (GApplication       *application,
                            const char * const *names,
                            const char         *hint);

G_END_DECLS
