/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The consumer of parsed blocks. It is apart from the format so that tests can pass blocks of their
 * own. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/common/dwell-format.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

/* Longer lines are cut. */
#define DWELL_OOO_MAX_LINE_BYTES ((gsize) 16 << 20)

typedef struct _DwellOooReader DwellOooReader;

/* Parses and consumes blocks; its user data is a #DwellOooReader. */
extern const DwellLineWork dwell_ooo_line_work;

DwellOooReader *dwell_ooo_reader_new    (DwellBuilder     *builder,
                                         DwellCheckpoint  *checkpoint) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_ooo_reader_free   (DwellOooReader   *self);
gboolean        dwell_ooo_reader_finish (DwellOooReader   *self,
                                         const char       *file_name,
                                         GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOooReader, dwell_ooo_reader_free)

G_END_DECLS
