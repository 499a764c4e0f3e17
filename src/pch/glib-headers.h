/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each library: reading these takes about half of the time to compile a file. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>
