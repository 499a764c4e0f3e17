/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files for tests of reading: small ones with given bytes in a folder of their own, compressed
 * ones, the examples; and what holds of every trace. */
#pragma once

#include "formats/dwell-formats.h"

G_BEGIN_DECLS

/* The folder is made with the first file. */
void        file_fixture_remove_all (void);
char       *file_fixture_path       (const char         *name) G_GNUC_WARN_UNUSED_RESULT;
GFile      *file_fixture_write      (const char         *name,
                                     gconstpointer       bytes,
                                     gsize               length) G_GNUC_WARN_UNUSED_RESULT;
GBytes     *file_fixture_load       (const char         *path) G_GNUC_WARN_UNUSED_RESULT;
GBytes     *file_fixture_gzip       (gconstpointer       bytes,
                                     gsize               length) G_GNUC_WARN_UNUSED_RESULT;
GBytes     *file_fixture_zstd       (gconstpointer       bytes,
                                     gsize               length) G_GNUC_WARN_UNUSED_RESULT;

/* By which limits the fixtures of formats read. */
extern DwellReadLimits file_fixture_limits;

DwellTrace *file_fixture_open       (const char         *format_id,
                                     const char         *bytes,
                                     gsize               length,
                                     const char * const *key_values,
                                     GError            **error) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *file_fixture_open_text  (const char         *format_id,
                                     const char         *text,
                                     const char         *option) G_GNUC_WARN_UNUSED_RESULT;

guint64     file_fixture_count      (const DwellTrace   *trace,
                                     const char         *code);
void        file_fixture_assert_problem (const DwellTrace *trace,
                                         const char       *code,
                                         guint64           count,
                                         guint64           line,
                                         gint64            offset);

G_END_DECLS
