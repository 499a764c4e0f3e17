/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of the bits of a Text1 handle: its top nibble is its kind (README.md, "Handles"). */
#pragma once

#include "core/dwell-trace.h"

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
  DWELL_N_HANDLE_KINDS,
} DwellHandleKind;

#define DWELL_HANDLE_NONE      G_MAXUINT32
#define DWELL_HANDLE_MAX_INDEX 0x0fffffffu /* the greatest one within a kind */

/* Returns a #DwellHandleKind, or a greater number, which no kind has. */
static inline guint
dwell_text1_handle_get_kind (guint32 handle)
{
  return handle >> 28;
}

static inline guint32
dwell_text1_handle_get_index (guint32 handle)
{
  return handle & DWELL_HANDLE_MAX_INDEX;
}

static inline guint32
dwell_text1_handle_make (guint   kind,
                         guint32 index)
{
  return (guint32) kind << 28 | index;
}

/* Returns whether states share the handle, so that it identifies a state only together with a
 * value. */
static inline gboolean
dwell_text1_handle_is_shared (guint32 handle)
{
  guint kind = dwell_text1_handle_get_kind (handle);

  return kind == DWELL_HANDLE_STATE || kind == DWELL_HANDLE_AUX_STATE ||
         kind == DWELL_HANDLE_INSPECTOR_STATE;
}

/* Returns the handle of the states of @variable, unless a file says otherwise. */
static inline guint32
dwell_text1_handle_get_states (guint32 variable)
{
  return variable + dwell_text1_handle_make (1, 0);
}

/* Returns the handle of the variable whose states have @states, unless a file says otherwise. */
static inline guint32
dwell_text1_handle_get_variable (guint32 states)
{
  return states - dwell_text1_handle_make (1, 0);
}

/* Returns the kind of area that a handle is of; @unknown for kinds of handles that do not exist. */
static inline DwellAreaKind
dwell_text1_handle_get_area_kind (guint32       handle,
                                  DwellAreaKind unknown)
{
  static const DwellAreaKind kinds[DWELL_N_HANDLE_KINDS] = {
    [DWELL_HANDLE_FUNCTION] = DWELL_AREA_FUNCTION,
    [DWELL_HANDLE_LINE] = DWELL_AREA_LINE,
    [DWELL_HANDLE_VARIABLE] = DWELL_AREA_VARIABLE,
    [DWELL_HANDLE_STATE] = DWELL_AREA_STATE,
    [DWELL_HANDLE_AUX] = DWELL_AREA_AUX,
    [DWELL_HANDLE_AUX_STATE] = DWELL_AREA_STATE,
    [DWELL_HANDLE_INSPECTOR] = DWELL_AREA_VARIABLE,
    [DWELL_HANDLE_INSPECTOR_STATE] = DWELL_AREA_STATE,
  };
  guint kind = dwell_text1_handle_get_kind (handle);

  return kind < DWELL_N_HANDLE_KINDS ? kinds[kind] : unknown;
}

G_END_DECLS
