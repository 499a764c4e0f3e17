/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging two states of one recording; and invalid state files, which neither merging nor applying
 * may fail on. */
#include "config.h"

#include <string.h>

#include "model-fixture.h"
#include "model/view/dwell-view-state.h"

#define HEAD DWELL_VIEW_STATE_PLAIN

static void
test_cases (void)
{
  static const struct { const char *name, *base, *ours, *theirs, *expected; } cases[] = {
    { "nothing", HEAD, HEAD, HEAD, HEAD },
    { "ours alone", HEAD, HEAD "Range=1;2\n", HEAD, HEAD "Range=1;2\n" },
    { "theirs alone", HEAD, HEAD, HEAD "Range=1;2\n", HEAD "Range=1;2\n" },
    { "both: ours", HEAD "Range=5;6\n", HEAD "Range=1;2\n", HEAD "Range=3;4\n",
      HEAD "Range=1;2\n" },
    { "taken away by us", HEAD "Range=5;6\n", HEAD, HEAD "Range=5;6\n", HEAD },
    { "taken away by them", HEAD "Range=5;6\n", HEAD "Range=5;6\n", HEAD, HEAD },
    { "no base: both", NULL, HEAD "Cursor=1\n", HEAD "Scope=visible\n",
      HEAD "Cursor=1\nScope=visible\n" },
    { "no state", HEAD, HEAD "Cursor=1\n", "rubbish", HEAD "Cursor=1\n" },
    { "of another version", HEAD, HEAD "Cursor=1\n", "[dwell-view]\nVersion=2\n",
      HEAD "Cursor=1\n" },
    { "a group that we do not know", HEAD, HEAD "Cursor=1\n", HEAD "\n[tomorrow]\nx=1\n",
      HEAD "Cursor=1\n\n[tomorrow]\nx=1\n" },
    { "elements of a list", HEAD "\n[areas]\nFavourites=a;b;\n",
      HEAD "\n[areas]\nFavourites=b;c\\;d;\n", HEAD "\n[areas]\nFavourites=a;b;e\n",
      HEAD "\n[areas]\nFavourites=b;c\\;d;e;\n" },
    { "deadlines",
      HEAD "\n[areas]\nWithDeadline=a;a;\nDeadlineOf=call;net;\nDeadlines=1;2;\n",
      HEAD "\n[areas]\nWithDeadline=a;b;\nDeadlineOf=net;call;\nDeadlines=3;4;\n",
      HEAD "\n[areas]\nWithDeadline=a;a;c;\nDeadlineOf=call;net;call;\nDeadlines=1;2;5;\n",
      HEAD "\n[areas]\nDeadlineOf=net;call;call;\nDeadlines=3;4;5;\nWithDeadline=a;b;c;\n" },
    { "markers", HEAD "\n[marker 1]\nTime=1\nText=x\n\n[marker 2]\nTime=2\nText=y\n",
      HEAD "\n[marker 1]\nTime=1\nText=new name\n",
      HEAD "\n[marker 1]\nTime=2\nText=y\n\n[marker 2]\nTime=1\nText=x\n\n"
           "[marker 3]\nTime=1\nArea=a\nTrack=t\nRow=0\nText=note\n",
      HEAD "\n[marker 1]\nTime=1\nText=new name\n\n"
           "[marker 2]\nTime=1\nArea=a\nTrack=t\nRow=0\nText=note\n" },
    { "markers in one place", HEAD,
      HEAD "\n[marker 1]\nTime=1\nText=x\n\n[marker 2]\nTime=1\nText=\n",
      HEAD "\n[marker 1]\nTime=1\nText=z\n",
      HEAD "\n[marker 1]\nTime=1\nText=x\n\n[marker 2]\nTime=1\nText=\n" },
    { "names that are no text", HEAD, HEAD "Cursor=1\n",
      HEAD "\n[filters]\nstat\xe4=x\n\n[\xff]\nx=1\n", HEAD "Cursor=1\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *merged = dwell_view_state_merge (cases[i].base, cases[i].ours,
                                                        cases[i].theirs);

      /* Merging a state with itself keeps its order. */
      g_autofree char *expected = dwell_view_state_merge (cases[i].expected, cases[i].expected,
                                                          cases[i].expected);
      g_autofree char *again = dwell_view_state_merge (merged, merged, merged);

      g_test_message ("%s", cases[i].name);
      g_assert_cmpstr (again, ==, expected);
    }
}

/* --- Invalid files --- */

static char *
gather_full (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  char *text;

  dwell_view_set_selection (view, 150 * MS, 400 * MS);
  dwell_view_set_range (view, 100 * MS, 500 * MS);
  dwell_view_add_marker (view, 12 * MS, "here; \\ and “there”");
  dwell_view_add_note (view, 1, "slow");
  dwell_view_set_is_favourite (view, 0, TRUE);
  dwell_view_set_deadline (view, 0, DWELL_MEASURE_CALL, 5 * MS);
  dwell_view_set_kept (view, DWELL_KEPT_FILTER, "events", "/a.*/");
  dwell_view_set_track_state (view, 0, DWELL_TRACK_HIDDEN);
  text = dwell_view_state_gather (view);
  fixture_view_free (view);
  return text;
}

/* A few bytes of @text changed, taken away, or a line of it moved. */
static char *
spoil (const char *text)
{
  static const char bytes[] = "[];=\\\n\t -9%x\xff\x01";
  g_autoptr(GString) damaged = g_string_new (text);

  for (int n = g_test_rand_int_range (1, 6); n > 0 && damaged->len > 2; n--)
    {
      gssize place = g_test_rand_int_range (0, (int) damaged->len - 1);
      char byte = bytes[g_test_rand_int_range (0, (int) sizeof bytes - 1)];
      const char *line_end = strchr (damaged->str + place, '\n');

      switch (g_test_rand_int_range (0, 4))
        {
        case 0:
          damaged->str[place] = byte;
          break;

        case 1:
          g_string_insert_c (damaged, place, byte);
          break;

        case 2:
          g_string_erase (damaged, place, g_test_rand_int_range (1, 20) %
                                         (int) (damaged->len - (gsize) place));
          break;

        default:
          if (line_end != NULL)
            {
              g_autofree char *line = g_strndup (damaged->str + place,
                                                 (gsize) (line_end + 1 - damaged->str - place));

              g_string_insert (damaged, g_test_rand_int_range (0, (int) damaged->len), line);
            }
        }
    }

  return g_string_free (g_steal_pointer (&damaged), FALSE);
}

/* Returns whether the text is a state. */
static gboolean
apply_text (const char *text)
{
  g_autoptr(GKeyFile) state = g_key_file_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *again = NULL;
  DwellView *view;

  if (!g_key_file_load_from_data (state, text, strlen (text), G_KEY_FILE_NONE, NULL) ||
      !dwell_view_state_check (state, NULL))
    return FALSE;

  trace = fixture_trace ();
  view = fixture_view (trace);
  dwell_view_state_apply (view, state);
  again = dwell_view_state_gather (view);
  g_assert_true (g_str_has_prefix (again, HEAD));
  fixture_view_free (view);
  return TRUE;
}

static void
test_damaged (void)
{
  const char *wanted = g_getenv ("DWELL_TEST_ROUNDS");
  guint64 n_rounds = wanted != NULL ? g_ascii_strtoull (wanted, NULL, 10) : 400;
  g_autofree char *full = gather_full ();

  for (guint64 i = 0; i < n_rounds; i++)
    {
      g_autofree char *base = g_test_rand_bit () ? spoil (full) : g_strdup (HEAD);
      g_autofree char *ours = g_test_rand_bit () ? g_strdup (full) : g_strdup (HEAD);
      g_autofree char *theirs = spoil (full);
      g_autofree char *merged = dwell_view_state_merge (base, ours, theirs);

      apply_text (theirs);
      g_assert_true (apply_text (merged));
    }
}

/* A state file of the greatest possible size. */
static void
test_huge (void)
{
  g_autoptr(GString) theirs = g_string_new (HEAD);
  g_autofree char *merged = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (theirs, "\n[marker %u]\nTime=%u\nText=x\n", i, i / 10);
  g_string_append (theirs, "\n[areas]\nFavourites=");
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (theirs, "%u;", i);
  g_string_append (theirs, "\n\n[filters]\nevents=");
  for (guint i = 0; i < 100000; i++)
    g_string_append (theirs, "W ");
  g_string_append (theirs, "\n");

  apply_text (theirs->str);
  merged = dwell_view_state_merge (HEAD, HEAD "Range=1;2\n", theirs->str);
  g_assert_nonnull (strstr (merged, "\nRange=1;2\n"));
  g_assert_nonnull (strstr (merged, "[marker 5000]"));
  g_assert_null (strstr (merged, "[marker 5001]"));
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/state-merge/cases", test_cases);
  g_test_add_func ("/state-merge/damaged", test_damaged);
  g_test_add_func ("/state-merge/huge", test_huge);

  return fixture_run ();
}
