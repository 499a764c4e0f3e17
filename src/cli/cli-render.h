/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of “dwell-cli render” that draws costs, and what it shares with other pictures. */
#pragma once

#include "cli/cli-arguments.h"
#include "cli/cli-select.h"
#include "paint/dwell-flame-painter.h"
#include "paint/dwell-timeline-twins.h"
#include "paint/dwell-waterfall-picture.h"

G_BEGIN_DECLS

gboolean dwell_cli_render_costs (DwellTrace              *trace,
                                 const char              *file,
                                 const DwellCliArguments *arguments);
gboolean dwell_cli_write_flame  (DwellFlameScene         *scene,
                                 const char              *title,
                                 const DwellCliArguments *arguments);
gboolean dwell_cli_write_twins  (const DwellTimelineTwins *twins,
                                 const DwellCliArguments *arguments);
gboolean dwell_cli_write_waterfall (const DwellWaterfallPicture *picture,
                                    const DwellCliArguments *arguments);
gboolean dwell_cli_scene_init   (DwellTimelineScene      *self,
                                 DwellTrace              *trace,
                                 const DwellCliSelection *selection,
                                 const DwellCliArguments *arguments);
void     dwell_cli_scene_clear  (DwellTimelineScene      *self);

G_END_DECLS
