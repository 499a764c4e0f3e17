/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed settings of Text1: each begins with those that any format has. */
#pragma once

#include "formats/text1/dwell-text1.h"
#include "formats/text1/write/dwell-text1-export.h"

static inline DwellText1Settings *
text1_settings_new (const char *preset)
{
  g_autoptr(GError) error = NULL;
  DwellExportSettings *settings = dwell_export_settings_new (&dwell_text1_format, preset, &error);

  g_assert_no_error (error);
  return (DwellText1Settings *) settings;
}

static inline DwellText1Settings *
text1_settings_copy (const DwellText1Settings *self)
{
  return (DwellText1Settings *) dwell_export_settings_copy (&self->base);
}

static inline void
text1_settings_free (DwellText1Settings *self)
{
  dwell_export_settings_free (&self->base);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Settings, text1_settings_free)
