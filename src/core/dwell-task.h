/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs tasks on worker threads, even if the process may not start any. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void dwell_task_run_in_thread (GTask           *task,
                               GTaskThreadFunc  func);

G_END_DECLS
