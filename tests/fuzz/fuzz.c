/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"
#include "fuzz.h"
#include "support/trace-invariants.h"

static const FuzzTarget targets[] = {
  { "aprof", fuzz_run_aprof, NULL },
  { "br", fuzz_run_br, fuzz_mutate_br },
  { "callgrind", fuzz_run_callgrind, NULL },
  { "btf", fuzz_run_btf, NULL },
  { "csv", fuzz_run_csv, NULL },
  { "folded", fuzz_run_folded, NULL },
  { "lms", fuzz_run_lms, NULL },
  { "ooo", fuzz_run_ooo, NULL },
  { "perf-script", fuzz_run_perf_script, NULL },
  { "requirements", fuzz_run_requirements, NULL },
  { "text1", fuzz_run_text1, NULL },
  { "trace-event", fuzz_run_trace_event, NULL },
  { "vcd", fuzz_run_vcd, NULL },
  { "open", fuzz_run_open, fuzz_mutate_packed },
  { "pair", fuzz_run_pair, fuzz_mutate_pair },
  { "options", fuzz_run_options, NULL },
  { "joined", fuzz_run_joined, NULL },
  { "analyses", fuzz_run_analyses, NULL },
  { "writing", fuzz_run_writing, NULL },
  { "template", fuzz_run_template, NULL },
  { "words", fuzz_run_words, NULL },
  { "settings", fuzz_run_settings, NULL },
  { "state", fuzz_run_state, NULL },
};

static const FuzzTarget *target;

/* How GLib ends on a warning, which libFuzzer does not see. */
static void
on_trap (int number)
{
  abort ();
}

int
LLVMFuzzerInitialize (int    *argc,
                      char ***argv)
{
  for (int i = 1; i < *argc; i++)
    for (gsize k = 0; g_str_has_prefix ((*argv)[i], "--target=") && k < G_N_ELEMENTS (targets); k++)
      if (g_str_equal ((*argv)[i] + strlen ("--target="), targets[k].name))
        target = &targets[k];

  signal (SIGTRAP, on_trap);
  if (target == NULL)
    g_printerr ("--target=NAME is missing, or unknown\n");
  for (gsize k = 0; target == NULL && k < G_N_ELEMENTS (targets); k++)
    g_printerr ("  %s\n", targets[k].name);
  if (target == NULL)
    _exit (2);

  return 0;
}

const FuzzTarget *
fuzz_get_target (void)
{
  return target;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  guint32 seed[2] = { (guint32) size, 0 };
  g_autoptr(GBytes) bytes = g_bytes_new_static (data, size);
  FuzzInput input = { data, size, NULL };

  seed[1] = g_bytes_hash (bytes);
  input.rand = g_rand_new_with_seed_array (seed, G_N_ELEMENTS (seed));
  target->run (&input);
  g_rand_free (input.rand);
  return 0;
}

gboolean
fuzz_chance (const FuzzInput *input,
             guint            one_in)
{
  return g_rand_int (input->rand) % one_in == 0;
}

/* A time in the trace, at its ends, or a little beyond. */
gint64
fuzz_time (const FuzzInput  *input,
           const DwellTrace *trace)
{
  DwellSignedWide length = (DwellSignedWide) trace->end - trace->begin;
  DwellSignedWide place = length * g_rand_int (input->rand) / G_MAXUINT32;
  DwellSignedWide time = trace->begin + place;

  if (fuzz_chance (input, 4))
    time += place / 2 - length / 2;
  if (fuzz_chance (input, 8))
    time = fuzz_chance (input, 2) ? trace->begin : trace->end;

  return (gint64) CLAMP (time, -DWELL_TIME_MAX, DWELL_TIME_MAX);
}

/* Some bytes of the input as a text, mostly valid UTF-8. */
char *
fuzz_piece (const FuzzInput *input)
{
  gsize begin = input->size > 0 ? g_rand_int (input->rand) % input->size : 0;
  guint wanted = g_rand_int (input->rand) % 24;
  gsize length = MIN (input->size - begin, wanted);
  g_autofree char *bytes = g_strndup ((const char *) input->data + begin, length);

  return fuzz_chance (input, 8) ? g_steal_pointer (&bytes) : g_utf8_make_valid (bytes, -1);
}

/* Parts the input at the first @separator; NULL if there is none. */
const guint8 *
fuzz_split (const FuzzInput *input,
            const char      *separator,
            gsize           *n_before,
            gsize           *n_behind)
{
  gsize n = strlen (separator);
  const guint8 *place = input->size > 0 ? memmem (input->data, input->size, separator, n) : NULL;

  if (place == NULL)
    return NULL;

  *n_before = (gsize) (place - input->data);
  *n_behind = input->size - *n_before - n;
  return place + n;
}

/* The path of a file in memory. */
char *
fuzz_path (FuzzSlot      slot,
           gconstpointer data,
           gsize         size)
{
  static int descriptors[N_FUZZ_FILES];

  if (descriptors[slot] == 0)
    descriptors[slot] = memfd_create ("fuzz", MFD_CLOEXEC);

  g_assert_cmpint (descriptors[slot], >, 0);
  g_assert_cmpint (ftruncate (descriptors[slot], 0), ==, 0);
  g_assert_cmpint (pwrite (descriptors[slot], data, size, 0), ==, (gssize) size);
  return g_strdup_printf ("/proc/self/fd/%d", descriptors[slot]);
}

/* Small limits bring small inputs to what else only large files reach. */
void
fuzz_draw_limits (const FuzzInput *input,
                  DwellReadLimits *limits)
{
  *limits = (DwellReadLimits) {
    .block_bytes = fuzz_chance (input, 3) ? 0 : 16 + g_rand_int (input->rand) % 80,
    .n_threads = g_rand_int (input->rand) % 4,
    .max_records = fuzz_chance (input, 2) ? 0 : 1 + g_rand_int (input->rand) % 8,
    .max_steps = fuzz_chance (input, 2) ? 0 : 2 + g_rand_int (input->rand) % 32,
    .max_spans = fuzz_chance (input, 2) ? 0 : 1 + g_rand_int (input->rand) % 64,
    .is_eager = fuzz_chance (input, 2),
  };
}

/* All that a trace promises, or an error promises. */
DwellTrace *
fuzz_check (DwellTrace  *trace,
            GError     **failure)
{
  const GError *error = *failure;

  if (trace != NULL)
    {
      g_assert_null (error);
      check_trace_invariants (trace);
      return trace;
    }

  g_assert_nonnull (error);
  g_assert_true (error->domain == DWELL_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  return NULL;
}

/* As pages see it while the file is still read. */
static void
look_at_partial (DwellTrace *trace,
                 gpointer    user_data)
{
  const FuzzInput *input = user_data;

  if (fuzz_chance (input, 4))
    fuzz_lay_out (input, trace);
  dwell_trace_unref (trace);
}

/* NULL if it is no file of @format (NULL: whichever it is taken for). */
DwellTrace *
fuzz_open_slot (const FuzzInput    *input,
                const char         *path,
                const DwellFormat  *format,
                const char * const *key_values)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellOpenOptions options = { .format = format, .key_values = key_values };

  fuzz_draw_limits (input, &options.limits);
  options.partial = options.limits.is_eager ? look_at_partial : NULL;
  options.user_data = (gpointer) input;
  return fuzz_check (dwell_open_file (file, &options, NULL, NULL, &error), &error);
}

DwellTrace *
fuzz_open (const FuzzInput   *input,
           const DwellFormat *format)
{
  g_autofree char *path = fuzz_path (FUZZ_FILE, input->data, input->size);

  return fuzz_open_slot (input, path, format, NULL);
}
