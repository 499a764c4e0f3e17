/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one error domain of Dwell's own. Codes say what the user can do about it; see the header. A
 * cancelled operation ends in G_IO_ERROR_CANCELLED, which nobody is shown. */
#include "config.h"

#include "core/dwell-error.h"

G_DEFINE_QUARK (dwell-error-quark, dwell_error)
