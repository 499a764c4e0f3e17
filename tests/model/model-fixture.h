/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of all tests of models: waiting, a mirror that changes only by items-changed, and a
 * small trace whose every number is known. */
#pragma once

#include <locale.h>

#include "core/dwell-builder.h"
#include "model/view/dwell-view.h"
#include "support/random-trace.h"
#include "support/workers.h"

G_BEGIN_DECLS

/* Runs all sources that are ready, without waiting. */
static inline void
fixture_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Returns the text of a list's item, to compare; it must contain all that a row shows. */
typedef char *(*MirrorFunc) (gpointer item);

/* A copy of a list: each items-changed is applied to a plain array, which is then compared with the
 * list. */
typedef struct {
  GListModel *model;
  MirrorFunc  describe;
  GPtrArray  *texts;
  guint       n_changes;
  guint       n_notified; /* n-items as last notified */
} Mirror;

static inline char *
mirror_describe (Mirror *self,
                 guint   position)
{
  g_autoptr(GObject) item = g_list_model_get_item (self->model, position);

  g_assert_nonnull (item);
  g_assert_true (g_type_is_a (G_OBJECT_TYPE (item), g_list_model_get_item_type (self->model)));
  return self->describe (item);
}

static inline void
mirror_check (Mirror *self)
{
  g_assert_cmpuint (g_list_model_get_n_items (self->model), ==, self->texts->len);
  g_assert_null (g_list_model_get_item (self->model, self->texts->len));

  for (guint i = 0; i < self->texts->len; i++)
    {
      g_autofree char *text = mirror_describe (self, i);

      g_assert_cmpstr (text, ==, g_ptr_array_index (self->texts, i));
    }
}

static inline void
mirror_items_changed (GListModel *model,
                      guint       position,
                      guint       n_removed,
                      guint       n_added,
                      gpointer    user_data)
{
  Mirror *self = user_data;

  g_assert_cmpuint (position + n_removed, <=, self->texts->len);
  g_assert_cmpuint (n_removed + n_added, >, 0);

  if (n_removed > 0)
    g_ptr_array_remove_range (self->texts, position, n_removed);

  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (self->texts, (int) (position + i), mirror_describe (self, position + i));

  self->n_changes++;
  mirror_check (self);
}

static inline void
mirror_n_items_notified (GObject    *object,
                         GParamSpec *pspec,
                         gpointer    user_data)
{
  Mirror *self = user_data;

  g_object_get (object, "n-items", &self->n_notified, NULL);
  g_assert_cmpuint (self->n_notified, ==, g_list_model_get_n_items (self->model));
}

static inline Mirror *
mirror_new (gpointer   model,
            MirrorFunc describe)
{
  Mirror *self = g_new0 (Mirror, 1);

  self->model = g_object_ref (G_LIST_MODEL (model));
  self->describe = describe;
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->n_notified = g_list_model_get_n_items (self->model);

  for (guint i = 0; i < g_list_model_get_n_items (self->model); i++)
    g_ptr_array_add (self->texts, mirror_describe (self, i));

  g_signal_connect (model, "items-changed", G_CALLBACK (mirror_items_changed), self);
  g_signal_connect (model, "notify::n-items", G_CALLBACK (mirror_n_items_notified), self);
  return self;
}

static inline void
mirror_free (Mirror *self)
{
  mirror_check (self);
  g_assert_cmpuint (self->n_notified, ==, self->texts->len);
  g_signal_handlers_disconnect_by_data (self->model, self);
  g_object_unref (self->model);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mirror, mirror_free)

/* Narrow and unbreakable spaces taken for spaces. */
static inline char *
fixture_plain (const char *text)
{
  g_autoptr(GString) plain = g_string_new (text);

  g_string_replace (plain, "\xe2\x80\xaf", " ", 0);
  g_string_replace (plain, "\xc2\xa0", " ", 0);
  return g_strdup (plain->str);
}

static inline void
fixture_assert_text (const char *actual,
                     const char *expected)
{
  g_autofree char *plain = fixture_plain (actual);

  g_assert_cmpstr (plain, ==, expected);
}

/* Counts how often @object emits a signal. */
static inline void
fixture_count (guint *count)
{
  (*count)++;
}

#define COUNT_SIGNAL(object, signal, count) \
  g_signal_connect_swapped (object, signal, G_CALLBACK (fixture_count), count)

/* Spans of fixture_trace(), by number; times in ms. */
enum {
  SPAN_MAIN,       /*   0 … 1000, thread 11, row 0 */
  SPAN_LOAD,       /* 100 …  400, row 1 */
  SPAN_PARSE,      /* 150 …  250, row 2 */
  SPAN_DRAW,       /* 500 …  900, row 1 */
  SPAN_LOAD_AGAIN, /* 600 …  650, row 2 */
  SPAN_WORK,       /* 200 …  800, thread 12, row 0; its end was not recorded */
  N_FIXTURE_SPANS
};

/* Marks of it. */
enum {
  MARK_HALF_WAY, /* 300, said by load */
  MARK_LOST,     /* 950, thread 12, of no area */
  N_FIXTURE_MARKS
};

#define MS G_GINT64_CONSTANT (1000000)

static inline guint32
fixture_area (DwellBuilder *builder,
              const char   *name,
              const char   *module,
              const char   *author)
{
  DwellArea area = {
    .name = dwell_strings_intern (builder->strings, name, -1),
    .module = dwell_strings_intern (builder->strings, module, -1),
    .author = dwell_strings_intern (builder->strings, author, -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_FUNCTION,
  };

  return dwell_builder_add_area (builder, &area);
}

static inline void
fixture_add_mark (DwellBuilder *builder,
                  const char   *text,
                  gint64        time,
                  guint32       track,
                  guint32       span)
{
  gboolean added = dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, time, track, span,
                                           DWELL_NONE,
                                           dwell_strings_intern (builder->strings, text, -1), NULL);

  g_assert_true (added);
}

/* Two threads that ran and one that did not, two messages, three problems. All are @shift ms later
 * than the constants above, with another thread before them if @shift is not 0. */
static inline DwellTrace *
fixture_trace_shifted (gint64 shift)
{
  static const struct {
    const char *name;
    const char *module;
    const char *author;
    guint       row;
    guint32     parent;
    gint64      begin;
    gint64      end;
  } spans[N_FIXTURE_SPANS] = {
    { "main", "app", "ann", 0, DWELL_NONE, 0, 1000 },
    { "load", "io", "bob", 1, SPAN_MAIN, 100, 400 },
    { "parse", "io", "", 2, SPAN_LOAD, 150, 250 },
    { "draw", "ui", "ann", 1, SPAN_MAIN, 500, 900 },
    { "load", "io", "bob", 2, SPAN_DRAW, 600, 650 },
    { "work", "", "", 3, DWELL_NONE, 200, 800 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  guint32 tracks[3];
  guint32 rows[4];
  guint first = shift != 0 ? 10 : 11;
  gboolean reserved = dwell_builder_reserve_spans (builder, N_FIXTURE_SPANS, NULL);

  g_assert_true (reserved);

  for (guint i = first; i < 14; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, name, context, FALSE);

      if (i >= 11)
        tracks[i - 11] = track;
    }

  if (shift != 0)
    fixture_area (builder, "new", "", "");

  for (guint i = 0; i < 3; i++)
    rows[i] = dwell_builder_add_row (builder, tracks[0], 0);

  rows[3] = dwell_builder_add_row (builder, tracks[1], 0);

  for (guint i = 0; i < N_FIXTURE_SPANS; i++)
    {
      guint32 area = fixture_area (builder, spans[i].name, spans[i].module, spans[i].author);
      guint32 span = dwell_builder_open_span (builder, area, rows[spans[i].row], spans[i].parent,
                                              (spans[i].begin + shift) * MS);

      dwell_builder_close_span (builder, span, (spans[i].end + shift) * MS,
                                i == SPAN_WORK ? DWELL_SPAN_END_MISSING : 0);
    }

  fixture_add_mark (builder, "half way", (300 + shift) * MS, tracks[0], SPAN_LOAD);
  fixture_add_mark (builder, "lost", (950 + shift) * MS, tracks[1], DWELL_NONE);

  dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "note", 3, -1, "A note");
  dwell_problems_add (builder->problems, DWELL_SEVERITY_ERROR, "lost", 20, -1, "Something lost");
  dwell_problems_add (builder->problems, DWELL_SEVERITY_ERROR, "lost", 30, -1, "Something lost");
  dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "odd", 0, 500, "Odd byte");

  builder->begin = shift * MS;
  builder->end = (1000 + shift) * MS;
  builder->n_events = 14;
  builder->wall_clock_ns = 0;
  dwell_builder_add_note (builder, "Lanes are not threads.");
  dwell_builder_set_property (builder, "process_id", "Process", g_variant_new_uint64 (4711));
  dwell_builder_set_property (builder, "clean_exit", "Clean exit", g_variant_new_boolean (TRUE));
  return dwell_builder_finish (builder);
}

static inline DwellTrace *
fixture_trace (void)
{
  return fixture_trace_shifted (0);
}

/* A view of a session of @trace, with all its indexes. */
static inline DwellView *
fixture_view (DwellTrace *trace)
{
  g_autoptr(DwellSession) session = dwell_session_new_for_trace (trace, "test");

  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_nonnull (dwell_session_get_reading (session)->layout);
  g_assert_nonnull (dwell_session_get_reading (session)->statistics);
  g_assert_nonnull (dwell_session_get_reading (session)->event_order);
  return dwell_view_new (session);
}

/* Frees @view and its session, which must have no other references, and lets cancelled workers
 * end. */
static inline void
fixture_view_free (DwellView *view)
{
  DwellSession *session = g_object_ref (dwell_view_get_session (view));

  g_assert_finalize_object (view);
  g_assert_finalize_object (session);
  fixture_settle ();
}

static inline void
fixture_init (int    *argc,
              char ***argv)
{
  setlocale (LC_ALL, "");
  g_test_init (argc, argv, NULL);
}

/* Runs the tests; once all workers have ended, leaks are leaks. */
static inline int
fixture_run (void)
{
  int status = g_test_run ();

  wait_for_workers ();
  return status;
}

G_END_DECLS
