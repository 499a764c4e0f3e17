/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-alignment-choice.h"

#define KEPT "comparison-align"

struct _DwellAlignmentChoice
{
  DwellViewBin parent_instance;

  GtkDropDown *alignment;
};

G_DEFINE_FINAL_TYPE (DwellAlignmentChoice, dwell_alignment_choice, DWELL_TYPE_VIEW_BIN)

/* The name that the view keeps: "" for the first entry of the drop-down. */
static const char *
get_kept_id (DwellAlignment alignment)
{
  return alignment == DWELL_ALIGNED_AT_BEGIN ? "" : dwell_alignment_get_id (alignment);
}

static void
on_alignment_chosen (DwellAlignmentChoice *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  guint position = gtk_drop_down_get_selected (self->alignment);

  if (view != NULL && position < DWELL_N_ALIGNMENTS)
    dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, KEPT, get_kept_id ((DwellAlignment) position));
}

static void
show_alignment (DwellAlignmentChoice *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  if (view != NULL)
    gtk_drop_down_set_selected (self->alignment, dwell_alignment_choice_get (view));
}

static void
dwell_alignment_choice_take_view (DwellViewBin *bin)
{
  show_alignment (DWELL_ALIGNMENT_CHOICE (bin));
}

static void
dwell_alignment_choice_dispose (GObject *object)
{
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_alignment_choice_parent_class)->dispose (object);
}

static void
dwell_alignment_choice_class_init (DwellAlignmentChoiceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_alignment_choice_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_alignment_choice_take_view;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-alignment-choice.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellAlignmentChoice, alignment);
  gtk_widget_class_bind_template_callback (widget_class, on_alignment_chosen);
}

static void
dwell_alignment_choice_init (DwellAlignmentChoice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (show_alignment));
}

/**
 * dwell_alignment_choice_get:
 * @view: the view of a tab
 *
 * Returns: how other recordings are aligned with its own
 */
DwellAlignment
dwell_alignment_choice_get (DwellView *view)
{
  const char *kept = dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, KEPT);

  for (guint i = 0; i < DWELL_N_ALIGNMENTS; i++)
    if (g_str_equal (kept, get_kept_id ((DwellAlignment) i)))
      return (DwellAlignment) i;

  return DWELL_ALIGNED_AT_BEGIN;
}
