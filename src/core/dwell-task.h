/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on worker threads, also where the process may not start one. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void dwell_task_run_in_thread (GTask           *task,
                               GTaskThreadFunc  func);

G_END_DECLS
