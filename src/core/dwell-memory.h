/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large memory, for the columns and indexes of a trace.
 *
 * Everything that grows with the number of events is allocated here rather than with g_malloc(): it
 * can fail, where g_malloc() ends the program; large blocks are in huge pages, which makes the
 * first access seven times faster; and the memory of a column can be shared, so that a partial
 * trace keeps its elements while the builder appends more.
 *
 * If the process has a limit (ulimit), a part is kept free for small allocations: readers of files
 * check that now and then with dwell_memory_check(). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most elements that a column can ever hold: ids are u32 and G_MAXUINT32 means "none". */
#define DWELL_COLUMN_MAX ((gsize) G_MAXUINT32 - 1)

typedef struct _DwellColumn DwellColumn;

/* A growing array of plain elements. Not thread-safe for writing. Elements move when it grows:
 * pointers into it hold only until more are reserved. Traces that share elements keep them at their
 * old addresses. */
struct _DwellColumn
{
  gpointer data;         /* the first element; never NULL */
  gsize    n;            /* elements in use; the owner may raise it up to n_room */
  gsize    n_room;       /* elements that may be written */
  gsize    element_size; /* bytes */

  /*< private >*/
  gsize    n_max;
  GMutex   moving;       /* held while the elements are moved, and while they are populated */
};

DwellColumn *dwell_column_new          (gsize        element_size) G_GNUC_WARN_UNUSED_RESULT;
DwellColumn *dwell_column_new_with_max (gsize        element_size,
                                        gsize        n_max) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_column_free         (DwellColumn *self);
gboolean     dwell_column_has_room     (DwellColumn *self,
                                        gsize        n_more);
gboolean     dwell_column_grow         (DwellColumn *self,
                                        gsize        n_more,
                                        GError     **error);
gpointer     dwell_column_append       (DwellColumn *self,
                                        gconstpointer elements,
                                        gsize        n_elements);
void         dwell_column_populate     (DwellColumn *self,
                                        gsize        first,
                                        gsize        n);
gpointer     dwell_column_share        (DwellColumn *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean     dwell_column_is_shared    (DwellColumn *self);
gboolean     dwell_column_unshare      (DwellColumn *self,
                                        GError     **error);
void         dwell_column_clear        (DwellColumn *self);
void         dwell_column_take         (DwellColumn *self,
                                        DwellColumn *other);
void         dwell_column_trim         (DwellColumn *self);

/* Makes @n_more elements after the last one writable. Returns FALSE with DWELL_ERROR_LIMIT if there
 * is too little memory. */
static inline gboolean
dwell_column_reserve (DwellColumn  *self,
                      gsize         n_more,
                      GError      **error)
{
  return G_LIKELY (n_more <= self->n_room - self->n) || dwell_column_grow (self, n_more, error);
}

/* The element at @index of @column, as an lvalue of @type. */
#define dwell_column_index(column, type, index) (((type *) (column)->data)[index])

gpointer dwell_big_alloc      (gsize    n_bytes) G_GNUC_WARN_UNUSED_RESULT;
gpointer dwell_big_try_alloc  (gsize    n_bytes,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
void     dwell_big_drop       (gpointer begin,
                               gsize    n_bytes);
void     dwell_big_free       (gpointer memory);

void     dwell_memory_set_error (GError **error);
gboolean dwell_memory_take_lack (void);
void     dwell_memory_note_lack (void);
gboolean dwell_memory_check   (gsize    n_bytes,
                               GError **error);
gboolean dwell_memory_allows_thread (void);
gboolean dwell_memory_claim   (gsize    n_bytes,
                               GError **error);
void     dwell_memory_release (gsize    n_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellColumn, dwell_column_free)

G_END_DECLS
