/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. When packed, the names are a GVariant: raw names, unmapped, unnamed. */
#include "config.h"

#include "formats/br/dwell-br-names.h"

#define PACKED_TYPE "(a(uay)a(uu)a(uu))"

/**
 * dwell_br_names_new:
 *
 * Returns: (transfer full): no names, for dwell_br_names_free()
 */
DwellBrNames *
dwell_br_names_new (void)
{
  DwellBrNames *self = g_new0 (DwellBrNames, 1);

  self->raw_names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  self->unmapped = g_hash_table_new (NULL, NULL);
  self->unnamed = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * dwell_br_names_free:
 * @names: (transfer full): #DwellBrNames
 */
void
dwell_br_names_free (gpointer names)
{
  DwellBrNames *self = names;

  g_hash_table_unref (self->raw_names);
  g_hash_table_unref (self->unmapped);
  g_hash_table_unref (self->unnamed);
  g_free (self);
}

static GVariant *
pack_raw_names (GHashTable *table)
{
  GVariantBuilder builder;
  GHashTableIter iter;
  gpointer id;
  gpointer bytes;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uay)"));
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &id, &bytes))
    g_variant_builder_add (&builder, "(u@ay)", GPOINTER_TO_UINT (id),
                           g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes, TRUE));

  return g_variant_builder_end (&builder);
}

static GVariant *
pack_numbers (GHashTable *table)
{
  GVariantBuilder builder;
  GHashTableIter iter;
  gpointer id;
  gpointer number;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uu)"));
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &id, &number))
    g_variant_builder_add (&builder, "(uu)", GPOINTER_TO_UINT (id), GPOINTER_TO_UINT (number));

  return g_variant_builder_end (&builder);
}

/**
 * dwell_br_names_pack:
 * @names: #DwellBrNames
 *
 * Implements #DwellFormat.pack_source.
 *
 * Returns: (transfer full): the names as bytes
 */
GBytes *
dwell_br_names_pack (gconstpointer names)
{
  const DwellBrNames *self = names;
  g_autoptr(GVariant) packed =
    g_variant_ref_sink (g_variant_new ("(@a(uay)@a(uu)@a(uu))", pack_raw_names (self->raw_names),
                                       pack_numbers (self->unmapped),
                                       pack_numbers (self->unnamed)));

  return g_variant_get_data_as_bytes (packed);
}

static void
unpack_numbers (GHashTable   *table,
                GVariantIter *iter)
{
  guint32 id;
  guint32 number;

  while (g_variant_iter_next (iter, "(uu)", &id, &number))
    g_hash_table_insert (table, GUINT_TO_POINTER (id), GUINT_TO_POINTER (number));
}

/**
 * dwell_br_names_unpack:
 * @bytes: what dwell_br_names_pack() returned
 * @free_names: (out): frees the names
 *
 * Implements #DwellFormat.unpack_source.
 *
 * Returns: (transfer full): #DwellBrNames
 */
gpointer
dwell_br_names_unpack (GBytes         *bytes,
                       GDestroyNotify *free_names)
{
  g_autoptr(GVariant) packed =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (PACKED_TYPE), bytes, FALSE));
  g_autoptr(GVariantIter) raw_names = NULL;
  g_autoptr(GVariantIter) unmapped = NULL;
  g_autoptr(GVariantIter) unnamed = NULL;
  DwellBrNames *self = dwell_br_names_new ();
  GVariant *raw_name;
  guint32 id;

  g_variant_get (packed, PACKED_TYPE, &raw_names, &unmapped, &unnamed);
  while (g_variant_iter_next (raw_names, "(u@ay)", &id, &raw_name))
    {
      gsize length;
      gconstpointer name = g_variant_get_fixed_array (raw_name, &length, 1);

      g_hash_table_insert (self->raw_names, GUINT_TO_POINTER (id), g_bytes_new (name, length));
      g_variant_unref (raw_name);
    }
  unpack_numbers (self->unmapped, unmapped);
  unpack_numbers (self->unnamed, unnamed);

  *free_names = dwell_br_names_free;
  return self;
}
