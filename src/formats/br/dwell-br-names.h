/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is needed beside the tables to write a Business Rules! profile again: the bytes of names
 * that are not UTF-8, and which names were made up. trace->source points to it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  GHashTable *raw_names; /* string id → GBytes */
  GHashTable *unmapped;  /* string id of a made-up name → module number + 1 */
  GHashTable *unnamed;   /* likewise, for modules that are mapped to an empty name */
} DwellBrNames;

DwellBrNames *dwell_br_names_new    (void) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_br_names_free   (gpointer        names);
GBytes       *dwell_br_names_pack   (gconstpointer   names) G_GNUC_WARN_UNUSED_RESULT;
gpointer      dwell_br_names_unpack (GBytes         *bytes,
                                     GDestroyNotify *free_names) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
