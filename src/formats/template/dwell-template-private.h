/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of a template, for compiling and for matching. */
#pragma once

#include "formats/template/dwell-template.h"

G_BEGIN_DECLS

struct _DwellTemplate
{
  char           *text;
  GArray         *tokens; /* DwellTemplateToken, pointing into text */
  GArray         *issues; /* DwellTemplateIssue */
  gatomicrefcount ref_count;
};

G_END_DECLS
