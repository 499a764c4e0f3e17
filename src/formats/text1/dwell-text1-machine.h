/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From events to activations: what a Text1 timeline, text or binary, means (README.md, "Meaning of
 * events").
 *
 * The reader pushes raw events in the file's order; the machine finds the area of (handle, value)
 * and the context of each, and fills the builder: events, spans with suspensions, state spans,
 * writes, tracks. One implementation serves both timelines; it sees no text. */
#pragma once

#include "formats/dwell-format.h"

G_BEGIN_DECLS

/* What the mapping and context sections told, by handle. The reader fills it before the first
 * event; an event whose handle it lacks makes an anonymous area. */
typedef struct _DwellText1Map DwellText1Map;

typedef struct {
  gint64  time;
  guint64 value;    /* sign-extended, or the bits of a double */
  guint32 handle;
  guint32 context;  /* of the builder; DWELL_NONE: the row names none */
  guint8  kind;     /* DwellEventKind */
  guint8  core;     /* DWELL_CORE_UNKNOWN in text */
  guint8  has_value;
} DwellText1Event;

/* Kinds of events: DwellEventKind is below it. */
#define DWELL_TEXT1_N_KINDS (DWELL_EVENT_WRITE + 1)

typedef enum {
  DWELL_TEXT1_ORDER_AUTO,    /* as the page says, unless the other order is clearly the legal one */
  DWELL_TEXT1_ORDER_PAGE,    /* S and 1 suspend, R and 2 resume */
  DWELL_TEXT1_ORDER_SWAPPED,
} DwellText1Order;

DwellText1Map *dwell_text1_map_new         (DwellBuilder  *builder) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_text1_map_free        (DwellText1Map *self);
/* An area of the mapping: its key is (handle, value) for the kinds 3, 5 and 7, else the handle. */
void           dwell_text1_map_add_area    (DwellText1Map *self,
                                            guint32        handle,
                                            gboolean       has_value,
                                            gint64         value,
                                            guint32        area);
guint32        dwell_text1_map_find_area   (DwellText1Map *self,
                                            guint32        handle,
                                            gint64         value);
void           dwell_text1_map_add_context (DwellText1Map *self,
                                            guint32        handle,
                                            guint32        context);
guint32        dwell_text1_map_find_context (DwellText1Map *self,
                                             guint32        handle);
/* The handle that the states of a variable or signal share (%HANDLE.STATE%). */
void           dwell_text1_map_set_state_handle (DwellText1Map *self,
                                                 guint32        variable,
                                                 guint32        states);
guint32        dwell_text1_map_get_state_handle (DwellText1Map *self,
                                                 guint32        variable);
/* A statistics section of @context had a row of @area that is not all zero (README.md, "Whose
 * event is it"). */
void           dwell_text1_map_add_use     (DwellText1Map *self,
                                            guint32        area,
                                            guint32        context);

typedef struct _DwellText1Machine DwellText1Machine;

DwellText1Machine *dwell_text1_machine_new    (DwellBuilder            *builder,
                                               DwellText1Map           *map,
                                               DwellText1Order          order,
                                               const char              *task_object)
                                              G_GNUC_WARN_UNUSED_RESULT;
void               dwell_text1_machine_free   (DwellText1Machine       *self);
/* Events stand at @first_place, @first_place + @place_step, …: lines, or offsets of binary records.
 * Problems name them. Error only for limits. */
gboolean           dwell_text1_machine_push   (DwellText1Machine       *self,
                                               const DwellText1Event   *events,
                                               gsize                    n_events,
                                               gboolean                 places_are_offsets,
                                               guint64                  first_place,
                                               guint                    place_step,
                                               GError                 **error);
/* Of its own arrays, which may double. */
gsize              dwell_text1_machine_count_bytes (DwellText1Machine  *self);
/* Any thread may say, as soon as it knows, how many events of each DwellEventKind will come. */
void               dwell_text1_machine_expect (DwellText1Machine       *self,
                                               const gsize             *n_events_by_kind);
/* Hands out a partial trace, if one is wanted and what was pushed so far can be shown. */
void               dwell_text1_machine_show   (DwellText1Machine       *self,
                                               DwellCheckpoint         *checkpoint);
/* Ends what is open, at the session's end. Whether suspend and resume were found swapped is
 * told. */
gboolean           dwell_text1_machine_finish (DwellText1Machine       *self,
                                               gboolean                *was_swapped,
                                               GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Map, dwell_text1_map_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellText1Machine, dwell_text1_machine_free)

G_END_DECLS
