/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states of processes (README.md, "Processes"). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_BTF_TERMINATED, /* or never seen */
  DWELL_BTF_ACTIVE,
  DWELL_BTF_READY,
  DWELL_BTF_RUNNING,
  DWELL_BTF_WAITING,
  DWELL_BTF_POLLING,
  DWELL_BTF_PARKING,
  DWELL_BTF_N_STATES,
} DwellBtfState;

const char    *dwell_btf_state_get_name    (DwellBtfState  state);
DwellBtfState  dwell_btf_state_find        (const char    *name);
const char    *dwell_btf_state_find_change (DwellBtfState  from,
                                            DwellBtfState  to);
const char    *dwell_btf_state_find_leave  (DwellBtfState  to);

static inline gboolean
dwell_btf_state_is_off_core (DwellBtfState state)
{
  return state != DWELL_BTF_RUNNING && state != DWELL_BTF_POLLING;
}

G_END_DECLS
