/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The groups of a state's key file, and its limits. */
#pragma once

#define DWELL_STATE_VERSION 1

#define DWELL_STATE_VIEW    "dwell-view"
#define DWELL_STATE_AREAS   "areas"
#define DWELL_STATE_MARKER  "marker " /* a group each: "marker 1", "marker 2" … */

/* The same limits as in a view. */
#define DWELL_STATE_MAX_MARKERS    5000
#define DWELL_STATE_MAX_FAVOURITES 5000
