/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator as a program: generate lms|ooo EVENTS SEED FILE. */
#include "config.h"

#include <glib/gstdio.h>

#include "generator.h"

int
main (int   argc,
      char *argv[])
{
  GenerateKind kind;
  guint64 n_events;
  guint64 seed;
  FILE *out;

  if (argc != 5 || !generate_kind_parse (argv[1], &kind) ||
      !g_ascii_string_to_unsigned (argv[2], 10, 1, G_MAXUINT64, &n_events, NULL) ||
      !g_ascii_string_to_unsigned (argv[3], 10, 0, G_MAXUINT64, &seed, NULL))
    {
      g_printerr ("Usage: generate lms|ooo EVENTS SEED FILE\n");
      return 2;
    }

  out = g_fopen (argv[4], "wb");
  if (out == NULL)
    {
      g_printerr ("generate: %s: cannot be written\n", argv[4]);
      return 1;
    }

  generate_trace (kind, n_events, seed, out);
  return fclose (out) == 0 ? 0 : 1;
}
