/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps that can be undone and redone: whole states of their owner, for settings are few and
 * small. Letters typed one after the other into one option are one step until a word ends or
 * letters are removed instead. So undo takes back what a user regards as one change, however slowly
 * it was typed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DwellHistory DwellHistory;

DwellHistory *_dwell_history_new        (GDestroyNotify  free_state) G_GNUC_WARN_UNUSED_RESULT;
void          _dwell_history_free       (DwellHistory   *self);

void          _dwell_history_add        (DwellHistory   *self,
                                         gpointer        before);
void          _dwell_history_add_typed  (DwellHistory   *self,
                                         gpointer        before,
                                         gconstpointer   option,
                                         const char     *old_text,
                                         const char     *new_text);
void          _dwell_history_end_typing (DwellHistory   *self);

gboolean      _dwell_history_can_undo   (DwellHistory   *self);
gboolean      _dwell_history_can_redo   (DwellHistory   *self);
gpointer      _dwell_history_undo       (DwellHistory   *self,
                                         gpointer        now);
gpointer      _dwell_history_redo       (DwellHistory   *self,
                                         gpointer        now);
void          _dwell_history_foreach    (DwellHistory   *self,
                                         GFunc           func,
                                         gpointer        user_data);

G_END_DECLS
