/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large memory: what a trace's columns and indexes live in.
 *
 * Everything that grows with the number of events is allocated here rather than with g_malloc():
 * a column never moves (so that partial traces can share it with the builder that still appends),
 * and large stretches ask the kernel for huge pages, which makes first touch seven times faster. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most elements that a column can ever hold: ids are u32 and G_MAXUINT32 means "none". */
#define DWELL_COLUMN_MAX ((gsize) G_MAXUINT32 - 1)

typedef struct _DwellColumn DwellColumn;

/* A growing array of plain elements whose address never changes. Not thread-safe for writing;
 * elements below a length that another thread was told are safe to read. */
struct _DwellColumn
{
  gpointer data;         /* the first element; never moves */
  gsize    n;            /* elements in use; the owner may raise it up to n_committed */
  gsize    n_committed;  /* elements that may be written */
  gsize    element_size; /* bytes */

  /*< private >*/
  gpointer        mapping;       /* the whole reservation; data is its first aligned address */
  gsize           mapping_bytes;
  gsize           n_max;
  gatomicrefcount ref_count;
};

DwellColumn *dwell_column_new          (gsize        element_size) G_GNUC_WARN_UNUSED_RESULT;
DwellColumn *dwell_column_new_with_max (gsize        element_size,
                                        gsize        n_max) G_GNUC_WARN_UNUSED_RESULT;
DwellColumn *dwell_column_ref          (DwellColumn *self);
void         dwell_column_unref        (DwellColumn *self);
gboolean     dwell_column_has_room     (DwellColumn *self,
                                        gsize        n_more);
void         dwell_column_commit       (DwellColumn *self,
                                        gsize        n_more);
void         dwell_column_populate     (DwellColumn *self,
                                        gsize        first,
                                        gsize        n);
gpointer     dwell_column_append       (DwellColumn *self,
                                        gconstpointer elements,
                                        gsize        n_elements);

/* Makes @n_more elements behind the last writable. */
static inline void
dwell_column_reserve (DwellColumn *self,
                      gsize        n_more)
{
  if (G_UNLIKELY (n_more > self->n_committed - self->n))
    dwell_column_commit (self, n_more);
}

/* The element at @index of @column, as an lvalue of @type. */
#define dwell_column_index(column, type, index) (((type *) (column)->data)[index])

gpointer dwell_big_alloc (gsize    n_bytes) G_GNUC_WARN_UNUSED_RESULT;
void     dwell_big_free  (gpointer memory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellColumn, dwell_column_unref)

G_END_DECLS
