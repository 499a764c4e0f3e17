/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture that a command writes: its file, type and size. */
#pragma once

#include "cli/cli-arguments.h"
#include "formats/common/dwell-sink.h"
#include "paint/dwell-picture.h"

G_BEGIN_DECLS

#define DWELL_CLI_PICTURE_WIDTH 1600

typedef struct {
  const char       *path;
  DwellPictureType  type;
  int               width;
  int               height;
  DwellSink        *sink;
  GOutputStream    *stream; /* (nullable): what to write into; NULL: @error says why not */
  GError           *error;
} DwellCliPicture;

gboolean dwell_cli_picture_check (const DwellCliArguments *arguments);
void     dwell_cli_picture_begin (DwellCliPicture         *self,
                                  const DwellCliArguments *arguments,
                                  int                      width,
                                  int                      height);
gboolean dwell_cli_picture_end   (DwellCliPicture         *self,
                                  gboolean                 is_drawn);

G_END_DECLS
