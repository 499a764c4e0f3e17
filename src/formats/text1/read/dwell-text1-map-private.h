/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lookup of an event's area, whose common path is inline. */
#pragma once

#include "formats/text1/common/dwell-text1-handle.h"
#include "formats/text1/read/dwell-text1-machine.h"

G_BEGIN_DECLS

/* The areas of one kind of handles, by index; DWELL_NONE for an unknown one. */
typedef struct {
  guint32 *areas;
  guint32  n;
} DwellText1Direct;

typedef struct _DwellText1Slot DwellText1Slot;

struct _DwellText1Map
{
  DwellBuilder     *builder;
  DwellText1Direct  direct[16];    /* by top nibble; empty for states and unknown kinds */
  DwellText1Slot   *slots;
  gsize             n_slots;       /* a power of two */
  gsize             n_used;
  GHashTable       *contexts;      /* handle → context + 1 */
  GHashTable       *state_handles; /* handle of a variable → handle of its states */
  GHashTable       *variables;     /* the reverse; of several variables, the first */
  GHashTable       *named;         /* set of variables whose state handle HANDLE.STATE names */
  GArray           *users;         /* by area: the only context that uses it, DWELL_NONE, or MANY */
};

guint32 _dwell_text1_map_get_user (DwellText1Map *self,
                                   guint32        area);

/* Like dwell_text1_map_find_area(). */
static inline guint32
_dwell_text1_map_look_up (DwellText1Map *self,
                          guint32        handle,
                          gint64         value)
{
  const DwellText1Direct *direct = &self->direct[dwell_text1_handle_get_kind (handle)];
  guint32 index = dwell_text1_handle_get_index (handle);

  return G_LIKELY (index < direct->n) ? direct->areas[index]
                                      : dwell_text1_map_find_area (self, handle, value);
}

G_END_DECLS
