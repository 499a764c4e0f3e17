/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of handles (README.md, "Handles"), and what the machine asks the map: for every event,
 * so the common way is inline. */
#pragma once

#include "formats/text1/dwell-text1-machine.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_HANDLE_FUNCTION,
  DWELL_HANDLE_LINE,
  DWELL_HANDLE_VARIABLE,
  DWELL_HANDLE_STATE,
  DWELL_HANDLE_AUX,
  DWELL_HANDLE_AUX_STATE,
  DWELL_HANDLE_INSPECTOR,
  DWELL_HANDLE_INSPECTOR_STATE,
} DwellHandleKind;

/* Areas of one kind's handles by their index, DWELL_NONE where there is none. */
typedef struct {
  guint32 *areas;
  guint32  n;
} DwellText1Direct;

typedef struct _DwellText1Slot DwellText1Slot;

struct _DwellText1Map
{
  DwellBuilder     *builder;
  DwellText1Direct  direct[16];    /* by top nibble; of states and wild kinds always empty */
  DwellText1Slot   *slots;
  gsize             n_slots;       /* a power of two */
  gsize             n_used;
  GHashTable       *contexts;      /* handle → context + 1 */
  GHashTable       *state_handles; /* variable's handle → its states' handle */
  GArray           *users;         /* by area: the one context that uses it, DWELL_NONE, or MANY */
};

guint32 _dwell_text1_map_get_user (DwellText1Map *self,
                                   guint32        area);

/* As dwell_text1_map_find_area(). */
static inline guint32
_dwell_text1_map_look_up (DwellText1Map *self,
                          guint32        handle,
                          gint64         value)
{
  const DwellText1Direct *direct = &self->direct[handle >> 28];
  guint32 index = handle & 0x0fffffff;

  return G_LIKELY (index < direct->n) ? direct->areas[index]
                                      : dwell_text1_map_find_area (self, handle, value);
}

G_END_DECLS
