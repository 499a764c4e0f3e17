/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator as a program: generate FORMAT EVENTS SEED FILE, of the formats below; the binary
 * timeline goes to FILE.BIN. */
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
  g_autofree char *binary_path = NULL;
  FILE *binary = NULL;
  FILE *out;

  if (argc != 5 || !generate_kind_parse (argv[1], &kind) ||
      !g_ascii_string_to_unsigned (argv[2], 10, 1, G_MAXUINT64, &n_events, NULL) ||
      !g_ascii_string_to_unsigned (argv[3], 10, 0, G_MAXUINT64, &seed, NULL))
    {
      g_printerr ("Usage: generate lms|ooo|ooo-1|ooo-100|ooo-10000|text1|text1-binary|br|"
                  "br-sampled|aprof|trace-event|folded|callgrind|perf-script|btf|vcd|csv|"
                  "csv-by-end EVENTS SEED FILE\n");
      return 2;
    }

  binary_path = g_strconcat (argv[4], ".BIN", NULL);
  out = g_fopen (argv[4], "wb");
  if (kind == GENERATE_TEXT1_BINARY)
    binary = g_fopen (binary_path, "wb");

  if (out == NULL || (binary == NULL && kind == GENERATE_TEXT1_BINARY))
    {
      g_printerr ("generate: %s: cannot be written\n", argv[4]);
      return 1;
    }

  generate_trace (kind, n_events, seed, out, binary);
  return fclose (out) == 0 && (binary == NULL || fclose (binary) == 0) ? 0 : 1;
}
