/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The content of the timeline's tooltips.
 *
 * Texts come from files, so they are shown as plain text, not markup. A worker sums up the self
 * time, because a span can have millions of children; its line appears when the sum is available.
 * The line of the partner in a linked timeline appears when the partner is known. */
#include "config.h"

#include "ui/timeline/dwell-span-tip.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-suspensions.h"
#include "core/dwell-axis.h"
#include "core/dwell-name.h"
#include "core/dwell-task.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-span-partners.h"
#include "ui/timeline/dwell-timeline-text.h"
#include "ui/widgets/dwell-name-breaks.h"

struct _DwellSpanTip
{
  GtkWidget  parent_instance;

  GtkWidget *box;
  GtkLabel  *folded;
  GtkLabel  *title;
  GtkLabel  *begin;
  GtkLabel  *duration;
  GtkLabel  *partner;
  GtkLabel  *own;
  GtkLabel  *suspended;
  GtkLabel  *here;
  GtkLabel  *track;
  GtkLabel  *note;
  GtkWidget *begin_title;
  GtkWidget *duration_title;
  GtkLabel  *partner_title;
  GtkWidget *own_title;
  GtkWidget *suspended_title;
  GtkWidget *here_title;

  DwellView        *view;
  GSignalGroup     *partners; /* of the view */
  DwellTrace       *trace; /* the trace of @hit */
  DwellTimelineHit  hit;
  char             *overrun; /* describes the limits that the span breaks, or NULL */
};

G_DEFINE_FINAL_TYPE (DwellSpanTip, dwell_span_tip, GTK_TYPE_WIDGET)

/* Sets the text of @label; without a text, hides it and its title in the grid. */
static void
set_line (GtkLabel   *label,
          GtkWidget  *title,
          const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
  if (title != NULL)
    gtk_widget_set_visible (title, text != NULL);
}

typedef struct {
  DwellTrace     *trace;
  guint32         span;
  gint64          own;   /* ns: answers */
  gint64          gross;
} OwnQuestion;

static void
own_question_free (gpointer data)
{
  OwnQuestion *question = data;

  dwell_trace_unref (question->trace);
  g_free (question);
}

static void
own_in_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  OwnQuestion *question = task_data;

  question->own = dwell_trace_get_span_own (question->trace, question->span);
  question->gross = dwell_trace_get_span_gross (question->trace, question->span);
  g_task_return_boolean (task, TRUE);
}

/* Returns a text such as “1.2 ms, of which preempted 0.4 ms”; NULL if the span was always active,
 * or if that is not known. */
static char *
describe_suspended (const OwnQuestion *question)
{
  gint64 duration = dwell_trace_get_span_duration (question->trace, question->span);
  g_autofree char *all = NULL;
  g_autofree char *paused = NULL;

  if (question->trace->n_suspensions == 0 || question->own == DWELL_TIME_NONE ||
      question->own == duration)
    return NULL;

  all = dwell_text_duration (duration - question->own);
  if (question->gross == duration || question->gross < question->own)
    return g_steal_pointer (&all);

  paused = dwell_text_duration (duration - question->gross);

  /* Translators: for how long a function was not active, and how long its task did not run */
  return g_strdup_printf (_("%s, of which preempted %s"), all, paused);
}

/* Returns what the span does at the time of the pointer; NULL: unknown, or several spans. */
static const char *
get_here (const DwellTrace       *trace,
          const DwellTimelineHit *hit)
{
  DwellSuspensionKind kind;

  if (trace->n_suspensions == 0 || hit->n_folded > 1 ||
      hit->time < dwell_trace_get_span_begin (trace, hit->span) ||
      hit->time >= dwell_trace_get_span_end (trace, hit->span))
    return NULL;

  if (!dwell_suspensions_find_at (trace, hit->span, hit->time, &kind))
    return _("active");

  return kind == DWELL_SUSPENSION_PAUSE ? _("preempted")
                                        : _("waiting for what it called");
}

static void
own_known (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  DwellSpanTip *self = DWELL_SPAN_TIP (object);
  OwnQuestion *question = g_task_get_task_data (G_TASK (result));
  g_autofree char *own = NULL;
  g_autofree char *suspended = NULL;

  if (question->trace != self->trace || question->span != self->hit.span)
    return;

  if (question->own != DWELL_TIME_NONE)
    own = dwell_axis_duration (self->trace, question->own);

  suspended = describe_suspended (question);
  set_line (self->own, self->own_title, own);
  set_line (self->suspended, self->suspended_title, suspended);
}

static void
ask_own (DwellSpanTip *self)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, own_known, NULL);
  OwnQuestion *question = g_new (OwnQuestion, 1);

  question->trace = dwell_trace_ref (self->trace);
  question->span = self->hit.span;
  g_task_set_source_tag (task, ask_own);
  g_task_set_task_data (task, question, own_question_free);
  dwell_task_run_in_thread (task, own_in_thread);
}

static void
show_partner (DwellSpanTip *self)
{
  DwellSpanPartners *partners = self->view != NULL ? dwell_span_partners_get (self->view) : NULL;
  const char *title = "";
  g_autofree char *partner = NULL;

  if (partners != NULL && self->hit.span != DWELL_NONE && self->hit.mark == DWELL_NONE &&
      dwell_view_get_trace (self->view) == self->trace)
    partner = dwell_span_partners_describe (partners, self->view, self->hit.span, &title);

  gtk_label_set_text (self->partner_title, title);
  set_line (self->partner, GTK_WIDGET (self->partner_title), partner);
}

/* Shows what is known of the span’s partner, and asks for what is not. */
static void
ask_partner (DwellSpanTip *self)
{
  DwellSpanPartners *partners = self->view != NULL ? dwell_span_partners_get (self->view) : NULL;

  g_signal_group_set_target (self->partners, partners);
  show_partner (self);
  if (partners != NULL && dwell_view_get_trace (self->view) == self->trace)
    dwell_span_partners_point_at (partners, self->view, self->hit.span);
}

/* Returns what is wrong with a span itself, for its flags. */
static const char *
get_fault (guint flags)
{
  if ((flags & DWELL_SPAN_INCOMPLETE) == DWELL_SPAN_INCOMPLETE)
    return _("Neither its start nor its end was recorded");
  if ((flags & DWELL_SPAN_BEGIN_MISSING) != 0)
    return _("Its start was not recorded");
  if ((flags & DWELL_SPAN_END_MISSING) != 0)
    return _("Its end was not recorded");
  if ((flags & DWELL_SPAN_DOUBTFUL) != 0)
    return _("Doubtful: not included in statistics");
  if ((flags & DWELL_SPAN_CLAMPED) != 0)
    return _("Its recorded end is before its start");
  return NULL;
}

static char *
make_note (guint       flags,
           const char *overrun,
           gboolean    folds_lines)
{
  const char *fault = get_fault (flags);

  if (fault != NULL && overrun != NULL)
    return g_strdup_printf ("%s\n%s", fault, overrun);
  if (fault != NULL || overrun != NULL)
    return g_strdup (fault != NULL ? fault : overrun);
  return folds_lines ? g_strdup (_("Its source lines are folded away: L shows them")) : NULL;
}

static void
show_span (DwellSpanTip           *self,
           const DwellTimelineHit *hit,
           const char             *overrun)
{
  DwellTrace *trace = self->trace;
  guint32 span = hit->span;
  gint64 duration_ns = dwell_trace_get_span_duration (trace, span);
  g_autofree char *begin = dwell_axis_place_in (trace, dwell_trace_get_span_begin (trace, span),
                                                MIN (duration_ns, trace->end - trace->begin));
  g_autofree char *duration = dwell_axis_duration (trace, duration_ns);
  g_autofree char *note = make_note (trace->span_flags[span], overrun, hit->folds_lines);
  guint32 track = dwell_trace_get_span_track (trace, span);

  dwell_name_breaks_show (self->title,
                          dwell_trace_get_area_title (trace, trace->span_area[span]),
                          DWELL_NAME_MAX_CHARS);
  set_line (self->begin, self->begin_title, begin);
  set_line (self->duration, self->duration_title, duration);
  set_line (self->own, self->own_title, NULL);
  set_line (self->suspended, self->suspended_title, NULL);
  set_line (self->here, self->here_title, get_here (trace, hit));
  set_line (self->note, NULL, note);
  gtk_label_set_text (self->track, dwell_trace_get_string (trace, trace->tracks[track].name));

  if (hit->n_folded > 1)
    {
      g_autofree char *count = dwell_text_count (hit->n_folded);
      /* Translators: in the tooltip of a bar that is too narrow to show each of them */
      g_autofree char *folded = g_strdup_printf (ngettext ("%s span folded here, mostly:",
                                                           "%s spans folded here, mostly:",
                                                           hit->n_folded), count);

      set_line (self->folded, NULL, folded);
    }
  else
    {
      set_line (self->folded, NULL, NULL);
    }

  ask_own (self);
  ask_partner (self);
}

static void
show_mark (DwellSpanTip           *self,
           const DwellTimelineHit *hit)
{
  DwellTrace *trace = self->trace;
  guint32 mark = hit->mark;
  guint32 track = trace->mark_track[mark];
  guint32 area = trace->mark_area[mark];
  const char *text = dwell_trace_get_string (trace, trace->mark_text[mark]);
  g_autofree char *time = dwell_axis_place_in (trace, trace->mark_time[mark],
                                               trace->end - trace->begin);

  if (*text == '\0' && area != DWELL_NONE)
    text = dwell_trace_get_area_title (trace, area);

  dwell_name_breaks_show (self->title, text, DWELL_NAME_MAX_CHARS);
  set_line (self->begin, self->begin_title, time);
  set_line (self->duration, self->duration_title, NULL);
  set_line (self->partner, GTK_WIDGET (self->partner_title), NULL);
  set_line (self->own, self->own_title, NULL);
  set_line (self->suspended, self->suspended_title, NULL);
  set_line (self->here, self->here_title, NULL);
  set_line (self->note, NULL, trace->mark_kind[mark] == DWELL_MARK_ORPHAN_END
                              ? _("An end without a start") : NULL);
  gtk_label_set_text (self->track, dwell_trace_get_string (trace, trace->tracks[track].name));

  if (hit->n_marks > 1)
    {
      g_autofree char *count = dwell_text_count (hit->n_marks);
      /* Translators: in the tooltip of a glyph that stands for several messages */
      g_autofree char *folded = g_strdup_printf (ngettext ("%s message here, the first:",
                                                           "%s messages here, the first:",
                                                           hit->n_marks), count);

      set_line (self->folded, NULL, folded);
    }
  else
    {
      set_line (self->folded, NULL, NULL);
    }
}

static void
dwell_span_tip_dispose (GObject *object)
{
  DwellSpanTip *self = DWELL_SPAN_TIP (object);

  g_clear_object (&self->partners);
  g_clear_weak_pointer (&self->view);
  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->overrun, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_SPAN_TIP);

  G_OBJECT_CLASS (dwell_span_tip_parent_class)->dispose (object);
}

static void
dwell_span_tip_class_init (DwellSpanTipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_span_tip_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-span-tip.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, box);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, folded);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, begin);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, duration);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, partner);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, partner_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, own);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, track);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, note);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, begin_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, duration_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, own_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, suspended);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, suspended_title);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, here);
  gtk_widget_class_bind_template_child (widget_class, DwellSpanTip, here_title);
}

static void
dwell_span_tip_init (DwellSpanTip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->partners = g_signal_group_new (DWELL_TYPE_SPAN_PARTNERS);
  g_signal_group_connect_swapped (self->partners, "changed", G_CALLBACK (show_partner), self);
}

/**
 * dwell_span_tip_new:
 * Returns: (transfer floating): an empty content
 */
GtkWidget *
dwell_span_tip_new (void)
{
  return g_object_new (DWELL_TYPE_SPAN_TIP, NULL);
}

/**
 * dwell_span_tip_show:
 * @self: the content of a tooltip
 * @view: (nullable): the view that shows @trace; without it, no partner is shown
 * @trace: the trace of @hit
 * @hit: what is under the pointer
 * @overrun: (nullable): which limits the span of @hit breaks
 *
 * Shows the span or mark of @hit.
 *
 * Returns: %FALSE if @hit has neither
 */
gboolean
dwell_span_tip_show (DwellSpanTip           *self,
                     DwellView              *view,
                     DwellTrace             *trace,
                     const DwellTimelineHit *hit,
                     const char             *overrun)
{
  g_return_val_if_fail (DWELL_IS_SPAN_TIP (self), FALSE);
  g_return_val_if_fail (trace != NULL, FALSE);

  if (hit->mark == DWELL_NONE && hit->span == DWELL_NONE)
    return FALSE;

  if (self->trace == trace && self->hit.span == hit->span && self->hit.mark == hit->mark &&
      self->hit.n_folded == hit->n_folded && self->hit.n_marks == hit->n_marks &&
      g_strcmp0 (self->overrun, overrun) == 0)
    {
      if (hit->span != DWELL_NONE && hit->mark == DWELL_NONE)
        {
          set_line (self->here, self->here_title, get_here (trace, hit));
          ask_partner (self);
        }

      self->hit.time = hit->time;
      return TRUE;
    }

  g_set_weak_pointer (&self->view, view);
  if (self->trace != trace)
    {
      g_clear_pointer (&self->trace, dwell_trace_unref);
      self->trace = dwell_trace_ref (trace);
    }

  self->hit = *hit;
  g_free (self->overrun);
  self->overrun = g_strdup (overrun);
  if (hit->mark != DWELL_NONE)
    show_mark (self, hit);
  else
    show_span (self, hit, overrun);

  return TRUE;
}
