/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog that asks for one of several things, by its keys. */
#include "config.h"

#include "ui/comparison/dwell-choice-dialog.h"
#include "window-fixture.h"

/* Enough that they can be searched. */
static const DwellChoice choices[] = {
  { "a.csv", NULL }, { "b.csv", NULL }, { "c.csv", NULL }, { "d.csv", NULL },
  { "base.csv", "/new/R&D <1>/base.csv" }, { "base.csv", "/old/base.csv" }, { "e.csv", NULL },
  { "f.csv", NULL },
};

/* No place, and no answer either. */
#define NO_ANSWER (-10)

static void
on_answer (GObject      *source,
           GAsyncResult *result,
           gpointer      place)
{
  *(int *) place = dwell_choice_dialog_ask_finish (result);
}

static GtkWindow *
ask (Fixture *fixture,
     int     *place)
{
  *place = NO_ANSWER;
  dwell_choice_dialog_ask_async (GTK_WINDOW (fixture->window), "Which?", choices,
                                 G_N_ELEMENTS (choices), "Another…", on_answer, place);
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  return find_other_window (fixture);
}

/* Return takes the first row that is left, at once. */
static void
test_return (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const struct { const char *text; int place; } searches[] = {
    { "BASE", 4 }, { "f", 7 }, { "anoth", DWELL_CHOICE_OTHER }, { "nothing", NO_ANSWER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      int place;
      GtkWindow *dialog = ask (fixture, &place);
      GtkWidget *entry = fixture_find (GTK_WIDGET (dialog), GTK_TYPE_SEARCH_ENTRY);
      g_autofree char *placeholder = NULL;

      g_object_get (entry, "placeholder-text", &placeholder, NULL);
      g_assert_cmpstr (placeholder, ==, "Search");
      gtk_editable_set_text (GTK_EDITABLE (entry), searches[i].text);
      g_signal_emit_by_name (entry, "activate");
      drain ();
      g_assert_cmpint (place, ==, searches[i].place);
      if (place != NO_ANSWER)
        continue;

      gtk_window_close (dialog);
      WAIT_UNTIL (place == DWELL_CHOICE_CANCELLED);
    }
}

/* Two of one name differ in where they are, whatever letters that has. */
static void
test_places (Fixture       *fixture,
             gconstpointer  user_data)
{
  int place;
  GtkWindow *dialog = ask (fixture, &place);

  g_assert_true (says (GTK_WIDGET (dialog), "/new/R&D <1>/base.csv"));
  g_assert_true (says (GTK_WIDGET (dialog), "/old/base.csv"));
  gtk_window_close (dialog);
  WAIT_UNTIL (place == DWELL_CHOICE_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/choice-dialog/return", Fixture, NULL, set_up, test_return, tear_down);
  g_test_add ("/choice-dialog/places", Fixture, NULL, set_up, test_places, tear_down);

  return g_test_run ();
}
