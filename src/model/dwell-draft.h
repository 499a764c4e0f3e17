/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings that the user edits in a dialog: their state, the name of the preset that they come
 * from, and the steps that can be undone. A step is a whole state, because settings are few and
 * short. The subclass defines the settings. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The state of a draft at one time. The states of subclasses begin with it. */
typedef struct {
  char *preset; /* (nullable): the name of its preset; NULL if that was deleted */
} DwellDraftState;

#define DWELL_TYPE_DRAFT (dwell_draft_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellDraft, dwell_draft, DWELL, DRAFT, GObject)

/* Properties: can-undo, can-redo (boolean). Signal: changed (any setting, or the preset's name). */

struct _DwellDraftClass {
  GObjectClass parent_class;

  gpointer (*copy_state) (gconstpointer state);
  void     (*free_state) (gpointer      state);
};

void     dwell_draft_undo         (DwellDraft    *self);
void     dwell_draft_redo         (DwellDraft    *self);
void     dwell_draft_renamed      (DwellDraft    *self,
                                   const char    *preset,
                                   const char    *new_name);

void     _dwell_draft_begin       (DwellDraft    *self,
                                   gpointer       state);
gpointer _dwell_draft_get_state   (DwellDraft    *self);
gpointer _dwell_draft_copy_state  (DwellDraft    *self);
void     _dwell_draft_set_preset  (DwellDraft    *self,
                                   const char    *preset);
void     _dwell_draft_add_step    (DwellDraft    *self,
                                   gpointer       before);
void     _dwell_draft_add_typed   (DwellDraft    *self,
                                   gpointer       before,
                                   gconstpointer  option,
                                   const char    *old_text,
                                   const char    *new_text);
void     _dwell_draft_saved       (DwellDraft    *self,
                                   const char    *preset);
void     _dwell_draft_emit        (DwellDraft    *self);

G_END_DECLS
