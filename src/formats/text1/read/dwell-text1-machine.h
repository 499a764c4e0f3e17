/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes activations from the events of a Text1 timeline, text or binary (README.md, "Meaning of
 * events").
 *
 * The reader pushes raw events in the order of the file. The machine finds the area of (handle,
 * value) and the context of each, and fills the builder: events, spans with suspensions, states,
 * writes, tracks. It serves both kinds of timelines, and sees no text. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

/* The areas and contexts of the mapping and context sections, by handle. The reader fills the map
 * before the first event; an event with a handle that it lacks makes an anonymous area. */
typedef struct _DwellText1Map DwellText1Map;

typedef struct {
  gint64  time;
  guint64 value;    /* sign-extended, or the bits of a double */
  guint32 handle;
  guint32  context;  /* of the builder; DWELL_NONE: the row has none */
  guint8  kind;     /* DwellEventKind */
  guint8  core;     /* DWELL_CORE_UNKNOWN in text */
  guint8  has_value;
} DwellText1Event;

/* Kinds of events are below this. */
#define DWELL_TEXT1_N_KINDS (DWELL_EVENT_WRITE + 1)

typedef enum {
  DWELL_TEXT1_ORDER_AUTO,    /* as documented, unless the other order is clearly the legal one */
  DWELL_TEXT1_ORDER_PAGE,    /* always as documented: S and 1 suspend, R and 2 resume */
  DWELL_TEXT1_ORDER_SWAPPED,
} DwellText1Order;

DwellText1Map *dwell_text1_map_new              (DwellBuilder  *builder) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_text1_map_free             (DwellText1Map *self);
void           dwell_text1_map_add_area         (DwellText1Map *self,
                                                 guint32        handle,
                                                 gboolean       has_value,
                                                 gint64         value,
                                                 guint32        area);
guint32        dwell_text1_map_find_area        (DwellText1Map *self,
                                                 guint32        handle,
                                                 gint64         value);
void           dwell_text1_map_add_context      (DwellText1Map *self,
                                                 guint32        handle,
                                                 guint32        context);
guint32        dwell_text1_map_find_context     (DwellText1Map *self,
                                                 guint32        handle);
void           dwell_text1_map_set_state_handle (DwellText1Map *self,
                                                 guint32        variable,
                                                 guint32        states);
void           dwell_text1_map_note_state       (DwellText1Map *self,
                                                 guint32        variable,
                                                 guint32        state);
guint32        dwell_text1_map_find_variable    (DwellText1Map *self,
                                                 guint32        states);
guint32        dwell_text1_map_get_state_handle (DwellText1Map *self,
                                                 guint32        variable);
void           dwell_text1_map_add_use          (DwellText1Map *self,
                                                 guint32        area,
                                                 guint32        context);

typedef struct _DwellText1Machine DwellText1Machine;

DwellText1Machine *dwell_text1_machine_new    (DwellBuilder            *builder,
                                               DwellText1Map           *map,
                                               DwellText1Order          order,
                                               const char              *task_object)
                                              G_GNUC_WARN_UNUSED_RESULT;
void               dwell_text1_machine_free   (DwellText1Machine       *self);
gboolean           dwell_text1_machine_push   (DwellText1Machine       *self,
                                               const DwellText1Event   *events,
                                               gsize                    n_events,
                                               gboolean                 places_are_offsets,
                                               guint64                  first_place,
                                               guint                    place_step,
                                               GError                 **error);
gsize              dwell_text1_machine_count_bytes (DwellText1Machine  *self);
void               dwell_text1_machine_expect (DwellText1Machine       *self,
                                               const gsize             *n_events_by_kind);
void               dwell_text1_machine_show   (DwellText1Machine       *self,
                                               DwellCheckpoint         *checkpoint);
gboolean           dwell_text1_machine_finish (DwellText1Machine       *self,
                                               gboolean                *was_swapped,
                                               GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Map, dwell_text1_map_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Machine, dwell_text1_machine_free)

G_END_DECLS
