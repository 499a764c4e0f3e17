/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modifiers and the unit of the event that is handled, where a test sets them: signals that a
 * test emits itself have no event, and a display has no touchpad. Needs config.h before it. */
#pragma once

#include <dlfcn.h>

#include <gtk/gtk.h>

typedef struct {
  GdkScrollUnit   unit;
  GdkModifierType state;
} EventState;

/* NULL: those of the event. */
static const EventState *event_state = NULL;

#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

GdkScrollUnit
gtk_event_controller_scroll_get_unit (GtkEventControllerScroll *scroll)
{
  return event_state != NULL ? event_state->unit
                             : NEXT (gtk_event_controller_scroll_get_unit) (scroll);
}

GdkModifierType
gtk_event_controller_get_current_event_state (GtkEventController *controller)
{
  return event_state != NULL ? event_state->state
                             : NEXT (gtk_event_controller_get_current_event_state) (controller);
}
