/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources: what comes out is what went in, however it was compressed; what is no file is refused
 * without waiting; what is damaged delivers what came before the damage, and says so. */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-source.h"
#include "support/file-fixture.h"

/* Text that does not compress to nothing. */
static GBytes *
make_text (gsize length)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  char *text = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    text[i] = (char) g_rand_int_range (rand, 'a', 'z');

  return g_bytes_new_take (text, length);
}

/* All that a file holds, read in portions of @portion bytes. */
static GBytes *
read_all (GFile         *file,
          gsize          portion,
          DwellProblems *problems)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  g_autoptr(GByteArray) all = g_byte_array_new ();
  g_autofree guint8 *buffer = g_malloc (portion);
  double fraction = 0;
  gssize n;

  g_assert_no_error (error);

  while ((n = dwell_source_read (source, buffer, portion, problems, NULL, &error)) > 0)
    {
      g_byte_array_append (all, buffer, (guint) n);
      g_assert_cmpfloat (dwell_source_get_fraction (source), >=, fraction);
      fraction = dwell_source_get_fraction (source);
    }

  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 0);
  g_assert_cmpint (dwell_source_read (source, buffer, portion, problems, NULL, NULL), ==, 0);
  g_assert_cmpfloat (dwell_source_get_fraction (source), ==, 1);

  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

static void
assert_reads (GBytes *stored,
              GBytes *expected)
{
  static const gsize portions[] = { 1, 100, 4096, 1 << 20 };
  gsize length;
  gconstpointer bytes = g_bytes_get_data (stored, &length);
  g_autoptr(GFile) file = file_fixture_write ("source", bytes, length);

  for (gsize i = 0; i < G_N_ELEMENTS (portions); i++)
    {
      g_autoptr(DwellProblems) problems = dwell_problems_new ();
      g_autoptr(GBytes) read = read_all (file, portions[i], problems);

      g_assert_true (g_bytes_equal (read, expected));
      g_assert_cmpuint (dwell_problems_get_total (problems), ==, 0);
    }
}

static GBytes *
concatenate (GBytes *first,
             GBytes *second)
{
  GByteArray *all = g_byte_array_new ();

  g_byte_array_append (all, g_bytes_get_data (first, NULL), (guint) g_bytes_get_size (first));
  g_byte_array_append (all, g_bytes_get_data (second, NULL), (guint) g_bytes_get_size (second));

  return g_byte_array_free_to_bytes (all);
}

static GBytes *
compress (GBytes   *bytes,
          gboolean  is_zstd)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return is_zstd ? file_fixture_zstd (data, length) : file_fixture_gzip (data, length);
}

static void
test_content (void)
{
  static const gsize lengths[] = { 1, 3, 65535, 65536, 65537, 300000, 1000000 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr(GBytes) plain = make_text (lengths[i]);
      g_autoptr(GBytes) twice = concatenate (plain, plain);

      assert_reads (plain, plain);

      for (gboolean is_zstd = FALSE; is_zstd <= TRUE; is_zstd++)
        {
          g_autoptr(GBytes) member = compress (plain, is_zstd);
          g_autoptr(GBytes) members = concatenate (member, member);

          assert_reads (member, plain);
          assert_reads (members, twice);
        }
    }
}

/* gzip's own tools pad with zeros on some media. */
static void
test_padded_gzip (void)
{
  static const guint8 zeros[1000] = { 0 };
  g_autoptr(GBytes) plain = make_text (1000);
  g_autoptr(GBytes) member = compress (plain, FALSE);
  g_autoptr(GBytes) padding = g_bytes_new_static (zeros, sizeof zeros);
  g_autoptr(GBytes) padded = concatenate (member, padding);

  assert_reads (padded, plain);
}

/* Limit: formats/DWELL_SOURCE_HEAD_BYTES */
static void
test_head (void)
{
  g_autoptr(GBytes) plain = make_text (100000);
  g_autoptr(GBytes) member = compress (plain, TRUE);
  g_autoptr(GFile) file = file_fixture_write ("head.csv", g_bytes_get_data (member, NULL),
                                              g_bytes_get_size (member));
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (dwell_source_get_head (source), NULL),
                   g_bytes_get_size (dwell_source_get_head (source)),
                   g_bytes_get_data (plain, NULL), DWELL_SOURCE_HEAD_BYTES);
  g_assert_true (dwell_source_is_compressed (source));
  g_assert_cmpstr (dwell_source_get_name (source), ==, "head.csv");
  g_assert_cmpuint (dwell_source_get_size (source), ==, g_bytes_get_size (member));
  g_assert_true (dwell_source_get_file (source) == file);

  dwell_source_set_range (source, 0.5, 0.75);
  g_assert_cmpfloat (dwell_source_get_fraction (source), >=, 0.5);
  g_assert_cmpfloat (dwell_source_get_fraction (source), <=, 0.75);
}

/* Cut anywhere: an error if nothing comes out, else a prefix of the text and a problem. */
static void
test_truncated (void)
{
  g_autoptr(GBytes) plain = make_text (3000);

  for (gboolean is_zstd = FALSE; is_zstd <= TRUE; is_zstd++)
    {
      g_autoptr(GBytes) member = compress (plain, is_zstd);

      for (gsize length = 4; length < g_bytes_get_size (member); length++)
        {
          g_autoptr(GFile) file = file_fixture_write ("cut", g_bytes_get_data (member, NULL),
                                                      length);
          g_autoptr(DwellProblems) problems = dwell_problems_new ();
          g_autoptr(GError) error = NULL;
          g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
          g_autoptr(GBytes) read = NULL;

          if (source == NULL)
            {
              g_assert_error (error, DWELL_ERROR, DWELL_ERROR_TRUNCATED);
              continue;
            }

          read = read_all (file, 1000, problems);
          g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
          g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "compression-truncated");
          g_assert_cmpint (dwell_problems_get (problems, 0)->offset, ==, (gint64) length);
          g_assert_cmpuint (g_bytes_get_size (read), <=, g_bytes_get_size (plain));
          g_assert_cmpmem (g_bytes_get_data (read, NULL), g_bytes_get_size (read),
                           g_bytes_get_data (plain, NULL), g_bytes_get_size (read));
        }
    }
}

/* The bytes before the damage are delivered, except for one portion at most. */
static void
test_damaged_gzip (void)
{
  g_autoptr(GBytes) plain = make_text (200000);
  g_autoptr(GBytes) member = compress (plain, FALSE);
  gsize length;
  const guint8 *bytes = g_bytes_get_data (member, &length);
  g_autofree guint8 *damaged = g_memdup2 (bytes, length);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GFile) file = NULL;
  g_autoptr(GBytes) read = NULL;

  /* The check sum at the end. */
  damaged[length - 8] ^= 1;
  file = file_fixture_write ("damaged.gz", damaged, length);
  read = read_all (file, 10000, problems);

  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
  g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "compression-damaged");
  g_assert_cmpuint (g_bytes_get_size (read), >, 190000);
}

static void
test_trailing_garbage (void)
{
  g_autoptr(GBytes) plain = make_text (5000);

  for (gboolean is_zstd = FALSE; is_zstd <= TRUE; is_zstd++)
    {
      g_autoptr(GBytes) member = compress (plain, is_zstd);
      g_autoptr(GBytes) both = concatenate (member, plain);
      g_autoptr(DwellProblems) problems = dwell_problems_new ();
      g_autoptr(GFile) file = file_fixture_write ("garbage", g_bytes_get_data (both, NULL),
                                                  g_bytes_get_size (both));
      g_autoptr(GBytes) read = read_all (file, 10000, problems);

      g_assert_true (g_bytes_equal (read, plain));
      g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
      g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "compression-damaged");
    }
}

static void
assert_refused (const char *path,
                GQuark      domain,
                int         code)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_source_new (file, NULL, &error));
  g_assert_error (error, domain, code);
}

static void
test_refused (void)
{
  g_autofree char *pipe_path = file_fixture_path ("pipe");
  g_autofree char *secret_path = file_fixture_path ("secret");
  g_autofree char *folder = g_path_get_dirname (pipe_path);
  g_autoptr(GFile) secret = file_fixture_write ("secret", "2,0,a\n", 6);

  g_assert_cmpint (mkfifo (pipe_path, 0644), ==, 0);
  assert_refused (pipe_path, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE);
  assert_refused (folder, DWELL_ERROR, DWELL_ERROR_NOT_A_FILE);
  assert_refused ("/dev/zero", DWELL_ERROR, DWELL_ERROR_NOT_A_FILE);
  assert_refused ("/nowhere/at/all", G_IO_ERROR, G_IO_ERROR_NOT_FOUND);

  g_assert_cmpint (chmod (secret_path, 0), ==, 0);
  if (access (secret_path, R_OK) != 0)
    assert_refused (secret_path, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  else
    g_test_message ("Nothing is forbidden to this user");
}

static void
test_shrinking (void)
{
  g_autoptr(GBytes) plain = make_text (500000);
  g_autoptr(GFile) file = file_fixture_write ("shrinking", g_bytes_get_data (plain, NULL), 500000);
  g_autofree char *path = g_file_get_path (file);
  g_autofree guint8 *buffer = g_malloc (500000);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  gsize length = 0;
  gssize n;

  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, 300000), ==, 0);

  while ((n = dwell_source_read (source, buffer + length, 500000 - length, problems, NULL,
                                 &error)) > 0)
    length += (gsize) n;

  g_assert_no_error (error);
  g_assert_cmpint (n, ==, 0);
  g_assert_cmpuint (length, ==, 300000);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
  g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "file-shrunk");
  g_assert_cmpint (dwell_problems_get (problems, 0)->offset, ==, 300000);
}

/* A program that writes faster than we read is not followed. */
static void
test_growing (gconstpointer data)
{
  const gsize packed_bytes = 200000;
  g_autoptr(GBytes) text = make_text (5000000);
  g_autoptr(GBytes) whole = data == NULL ? g_bytes_ref (text)
                                         : file_fixture_gzip (g_bytes_get_data (text, NULL),
                                                              5000000);
  g_autoptr(GFile) file = file_fixture_write ("growing", g_bytes_get_data (whole, NULL),
                                              packed_bytes);
  g_autofree char *buffer = g_malloc (5000000);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  FILE *writer = g_fopen (g_file_peek_path (file), "a");
  gsize length = 0;
  gsize n_written = packed_bytes;
  gssize n;

  g_assert_no_error (error);
  do
    {
      gsize n_more = MIN (100000, g_bytes_get_size (whole) - n_written);

      g_assert_cmpuint (fwrite ((const char *) g_bytes_get_data (whole, NULL) + n_written, 1,
                                n_more, writer), ==, n_more);
      g_assert_cmpint (fflush (writer), ==, 0);
      n_written += n_more;
      n = dwell_source_read (source, buffer + length, MIN (50000, 5000000 - length), problems, NULL,
                             &error);
      g_assert_no_error (error);
      length += (gsize) n;
    }
  while (n > 0);

  g_assert_cmpint (fclose (writer), ==, 0);
  g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "file-grew");
  g_assert_cmpuint (dwell_problems_get (problems, 0)->count, ==, 1);
  g_assert_cmpint (dwell_problems_get (problems, 0)->offset, ==, (gint64) packed_bytes);
  g_assert_cmpint (memcmp (buffer, g_bytes_get_data (text, NULL), length), ==, 0);
  if (data == NULL)
    g_assert_cmpuint (length, ==, packed_bytes);
  else
    g_assert_cmpuint (length, <, 5000000);
}

/* Deleted while it is open: what is open stays readable here. */
static void
test_vanishing (void)
{
  g_autoptr(GBytes) plain = make_text (200000);
  g_autoptr(GFile) file = file_fixture_write ("vanishing", g_bytes_get_data (plain, NULL), 200000);
  g_autofree char *path = g_file_get_path (file);
  g_autofree guint8 *buffer = g_malloc (200000);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &error);
  gsize length = 0;
  gssize n;

  g_assert_no_error (error);
  g_assert_cmpint (unlink (path), ==, 0);

  while ((n = dwell_source_read (source, buffer, 200000, problems, NULL, &error)) > 0)
    length += (gsize) n;

  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, 200000);
}

static void
test_cancelled (void)
{
  g_autoptr(GBytes) plain = make_text (200000);
  g_autoptr(GFile) file = file_fixture_write ("cancelled", g_bytes_get_data (plain, NULL), 200000);
  g_autofree guint8 *buffer = g_malloc (200000);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, &error);

  g_assert_no_error (error);
  g_assert_cmpint (dwell_source_read (source, buffer, 200000, problems, cancellable, &error), >, 0);
  g_cancellable_cancel (cancellable);
  g_assert_cmpint (dwell_source_read (source, buffer, 200000, problems, cancellable, &error),
                   ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 0);

  g_clear_error (&error);
  g_assert_null (dwell_source_new (file, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/source/content", test_content);
  g_test_add_func ("/source/padded-gzip", test_padded_gzip);
  g_test_add_func ("/source/head", test_head);
  g_test_add_func ("/source/truncated", test_truncated);
  g_test_add_func ("/source/damaged-gzip", test_damaged_gzip);
  g_test_add_func ("/source/trailing-garbage", test_trailing_garbage);
  g_test_add_func ("/source/refused", test_refused);
  g_test_add_func ("/source/shrinking", test_shrinking);
  g_test_add_data_func ("/source/growing", NULL, test_growing);
  g_test_add_data_func ("/source/growing/gzip", "gzip", test_growing);
  g_test_add_func ("/source/vanishing", test_vanishing);
  g_test_add_func ("/source/cancelled", test_cancelled);

  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
