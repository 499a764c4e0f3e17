/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings: each distinct text is kept once and named by a u32 id.
 *
 * Append-only; id 0 is the empty string. One thread interns; any thread may look up ids that it was
 * given, while the table still grows. All texts are valid UTF-8 without NUL. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DwellStrings DwellStrings;

/* The encoding of bytes that are not UTF-8. */
typedef enum {
  DWELL_CHARSET_WINDOWS_1252,
  DWELL_CHARSET_CP437,
} DwellCharset;

DwellStrings *dwell_strings_new    (void) G_GNUC_WARN_UNUSED_RESULT;
DwellStrings *dwell_strings_new_for_bytes (GBytes *bytes) G_GNUC_WARN_UNUSED_RESULT;
DwellStrings *dwell_strings_new_beyond (DwellStrings *base) G_GNUC_WARN_UNUSED_RESULT;
DwellStrings *dwell_strings_ref    (DwellStrings *self);
void          dwell_strings_unref  (DwellStrings *self);

guint32       dwell_strings_append (DwellStrings *self,
                                    const char   *text,
                                    gsize         length);
guint32       dwell_strings_intern (DwellStrings *self,
                                    const char   *text,
                                    gssize        length);
guint32       dwell_strings_intern_bytes (DwellStrings *self,
                                          const char   *bytes,
                                          gsize         length,
                                          DwellCharset  fallback);

guint32       dwell_strings_find_bytes   (DwellStrings *self,
                                          const char   *bytes,
                                          gsize         length,
                                          DwellCharset  fallback);

gboolean      dwell_strings_is_full (const DwellStrings *self);

const char   *dwell_strings_get        (const DwellStrings *self,
                                        guint32             id);
gsize         dwell_strings_get_length (const DwellStrings *self,
                                        guint32             id);
guint32       dwell_strings_get_n      (const DwellStrings *self);

char         *dwell_text_to_utf8 (const char   *bytes,
                                  gsize         length,
                                  DwellCharset  fallback) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellStrings, dwell_strings_unref)

G_END_DECLS
