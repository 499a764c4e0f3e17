/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once: reading these takes two thirds of the time to compile a file of the window. */
#include <adwaita.h>
#include <math.h>
#include <string.h>
