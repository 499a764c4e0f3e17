/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contexts of a Text1 file by name and handle, and decoding text of the file. */
#pragma once

#include "formats/text1/read/dwell-text1-machine.h"
#include "formats/text1/read/dwell-text1-source.h"

G_BEGIN_DECLS

typedef struct _DwellText1Contexts DwellText1Contexts;

DwellText1Contexts *dwell_text1_contexts_new     (DwellBuilder       *builder,
                                                  DwellText1Map      *map,
                                                  DwellText1Encoding  encoding)
                                                  G_GNUC_WARN_UNUSED_RESULT;
void                dwell_text1_contexts_free    (DwellText1Contexts *self);
guint32             dwell_text1_contexts_intern  (DwellText1Contexts *self,
                                                  const char         *bytes,
                                                  gsize               length);

char               *dwell_text1_decode           (DwellText1Encoding  encoding,
                                                  const char         *bytes,
                                                  gsize               length)
                                                  G_GNUC_WARN_UNUSED_RESULT;

gsize               dwell_text1_measure_label    (const char         *name,
                                                  gsize               length);

void                dwell_text1_contexts_add     (DwellText1Contexts *self,
                                                  const char         *name,
                                                  gsize               length,
                                                  guint32             handle,
                                                  guint64             line);
gboolean            dwell_text1_contexts_knows   (DwellText1Contexts *self,
                                                  const char         *name,
                                                  gsize               length);
guint32             dwell_text1_contexts_find    (DwellText1Contexts *self,
                                                  const char         *name,
                                                  gsize               length);
guint32             dwell_text1_contexts_resolve (DwellText1Contexts    *self,
                                                  const char            *text,
                                                  gsize                  length,
                                                  guint64                line,
                                                  DwellText1ContextForm *form);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Contexts, dwell_text1_contexts_free)

G_END_DECLS
