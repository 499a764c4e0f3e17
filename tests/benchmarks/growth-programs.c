/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs. Each has its input in cells from 0 on; what lies behind is its own, and is written
 * before it is read. */
#include "config.h"

#include "growth-programs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/costs/dwell-growth.h"
#include "generator.h"

#define N_CELLS ((guint) 1 << 18)

/* A cell counts as read when this activation has not touched it before. */
typedef struct {
  gint64   value[N_CELLS];
  guint32  touched[N_CELLS]; /* activation */
  guint32  activation;
  guint64  size;
  guint64  cost;
  guint64  random;
} Memory;

static gint64
get (Memory *m,
     guint   cell)
{
  m->cost++;
  if (m->touched[cell] != m->activation)
    {
      m->touched[cell] = m->activation;
      m->size++;
    }
  return m->value[cell];
}

static void
put (Memory *m,
     guint   cell,
     gint64  value)
{
  m->cost++;
  m->touched[cell] = m->activation;
  m->value[cell] = value;
}

static guint
draw (Memory *m,
      guint   below)
{
  return (guint) ((generate_draw (&m->random) >> 33) % below);
}

static void
swap (Memory *m,
      guint   a,
      guint   b)
{
  gint64 value = get (m, a);

  put (m, a, get (m, b));
  put (m, b, value);
}

/* --- Sorting --- */

static void
insertion_sort (Memory *m,
                guint   n)
{
  for (guint i = 1; i < n; i++)
    {
      gint64 value = get (m, i);
      guint j = i;

      for (; j > 0 && get (m, j - 1) > value; j--)
        put (m, j, get (m, j - 1));
      put (m, j, value);
    }
}

/* All but a few are where they belong. */
static void
insertion_sort_sorted (Memory *m,
                       guint   n)
{
  for (guint i = 0; i < n; i++)
    m->value[i] = i;
  for (guint i = 0; i < 3 && n > 1; i++)
    {
      guint at = draw (m, n - 1);

      m->value[at] = m->value[at + 1];
    }
  insertion_sort (m, n);
}

static void
bubble_sort (Memory *m,
             guint   n)
{
  gboolean is_sorted = FALSE;

  for (guint end = n; end > 1 && !is_sorted; end--)
    {
      is_sorted = TRUE;
      for (guint i = 1; i < end; i++)
        if (get (m, i - 1) > get (m, i))
          {
            swap (m, i - 1, i);
            is_sorted = FALSE;
          }
    }
}

static void
quick_sort_from (Memory *m,
                 guint   first,
                 guint   end)
{
  while (end - first > 1)
    {
      gint64 pivot = get (m, first);
      guint middle = first;

      for (guint i = first + 1; i < end; i++)
        if (get (m, i) < pivot)
          swap (m, ++middle, i);
      swap (m, first, middle);

      if (middle - first < end - middle - 1)
        {
          quick_sort_from (m, first, middle);
          first = middle + 1;
        }
      else
        {
          quick_sort_from (m, middle + 1, end);
          end = middle;
        }
    }
}

static void
quick_sort (Memory *m,
            guint   n)
{
  quick_sort_from (m, 0, n);
}

/* The classic trap: input that is sorted already. */
static void
quick_sort_sorted (Memory *m,
                   guint   n)
{
  for (guint i = 0; i < n; i++)
    m->value[i] = i;
  quick_sort_from (m, 0, n);
}

static void
merge_sort_from (Memory *m,
                 guint   first,
                 guint   end,
                 guint   spare)
{
  guint middle = first + (end - first) / 2;
  guint a = first;
  guint b = middle;

  if (end - first < 2)
    return;

  merge_sort_from (m, first, middle, spare);
  merge_sort_from (m, middle, end, spare);
  for (guint i = first; i < end; i++)
    put (m, spare + i, a < middle && (b >= end || get (m, a) <= get (m, b)) ? get (m, a++)
                                                                           : get (m, b++));
  for (guint i = first; i < end; i++)
    put (m, i, get (m, spare + i));
}

static void
merge_sort (Memory *m,
            guint   n)
{
  merge_sort_from (m, 0, n, n);
}

static void
sift_down (Memory *m,
           guint   i,
           guint   n)
{
  for (guint child = 2 * i + 1; child < n; i = child, child = 2 * i + 1)
    {
      child += child + 1 < n && get (m, child + 1) > get (m, child);
      if (get (m, i) >= get (m, child))
        return;
      swap (m, i, child);
    }
}

static void
heap_sort (Memory *m,
           guint   n)
{
  for (guint i = n / 2; i-- > 0;)
    sift_down (m, i, n);
  for (guint end = n; end-- > 1;)
    {
      swap (m, 0, end);
      sift_down (m, 0, end);
    }
}

static void
radix_sort (Memory *m,
            guint   n)
{
  guint counts = 2 * n;

  for (guint shift = 0; shift < 32; shift += 8)
    {
      for (guint i = 0; i < 256; i++)
        put (m, counts + i, 0);
      for (guint i = 0; i < n; i++)
        {
          guint digit = (guint) (get (m, i) >> shift & 255);

          put (m, counts + digit, get (m, counts + digit) + 1);
        }
      for (guint i = 1; i < 256; i++)
        put (m, counts + i, get (m, counts + i) + get (m, counts + i - 1));
      for (guint i = n; i-- > 0;)
        {
          gint64 value = get (m, i);
          guint digit = (guint) (value >> shift & 255);
          gint64 place = get (m, counts + digit) - 1;

          put (m, counts + digit, place);
          put (m, n + (guint) place, value);
        }
      for (guint i = 0; i < n; i++)
        put (m, i, get (m, n + i));
    }
}

/* --- Searching --- */

/* It reads as many cells as it takes steps. */
static void
binary_search (Memory *m,
               guint   n)
{
  guint low = 0;
  guint high = n;
  gint64 wanted = draw (m, n);

  for (guint i = 0; i < n; i++)
    m->value[i] = i;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get (m, middle) < wanted)
        low = middle + 1;
      else
        high = middle;
    }
}

static void
linear_search (Memory *m,
               guint   n)
{
  gint64 wanted = m->value[draw (m, n)];

  for (guint i = 0; i < n && get (m, i) != wanted; i++)
    ;
}

static void
quick_select (Memory *m,
              guint   n)
{
  guint first = 0;
  guint end = n;

  while (end - first > 1)
    {
      gint64 pivot = get (m, first + draw (m, end - first));
      guint low = first;
      guint high = end - 1;

      while (low <= high && high < end)
        {
          while (get (m, low) < pivot)
            low++;
          while (get (m, high) > pivot)
            high--;
          if (low <= high)
            swap (m, low++, high--);
        }
      if (n / 2 < low)
        end = low > end - 1 ? end - 1 : low;
      else
        first = low;
    }
}

static void
find_text (Memory *m,
           guint   n)
{
  for (guint i = 0; i + 4 < n; i++)
    for (guint k = 0; k < 4 && (get (m, i + k) & 3) == k; k++)
      ;
}

/* A cache in front of a scan: nearly all calls hit, at every size. */
static void
cached_scan (Memory *m,
             guint   n)
{
  guint length = draw (m, 4) != 0 ? 1 : n;

  for (guint i = 0; i < n; i++)
    get (m, i);
  for (guint i = 0; i < length; i++)
    for (guint k = 0; k < 20; k++)
      get (m, i);
}

/* --- Structures --- */

/* Doubles its table when that is three quarters full, which makes steps. */
static void
fill_hash_table (Memory *m,
                 guint   n)
{
  guint table = n;
  guint capacity = 8;

  for (guint i = 0; i < capacity; i++)
    put (m, table + i, -1);
  for (guint used = 0; used < n; used++)
    {
      gint64 key = get (m, used);
      guint at;

      if (4 * used > 3 * capacity)
        {
          capacity *= 2;
          for (guint i = 0; i < capacity; i++)
            put (m, table + i, -1);
          for (guint i = 0; i < used; i++)
            {
              for (at = (guint) get (m, i) * 2654435761u % capacity;
                   get (m, table + at) >= 0; at = (at + 1) % capacity)
                ;
              put (m, table + at, get (m, i));
            }
        }
      for (at = (guint) key * 2654435761u % capacity; get (m, table + at) >= 0;
           at = (at + 1) % capacity)
        ;
      put (m, table + at, key);
    }
}

/* A binary tree without balance: key, left and right from @tree on. */
static void
fill_tree (Memory *m,
           guint   n)
{
  guint tree = n;

  for (guint i = 0; i < n; i++)
    {
      gint64 key = get (m, i);
      guint node = 0;

      put (m, tree + 3 * i, key);
      put (m, tree + 3 * i + 1, 0);
      put (m, tree + 3 * i + 2, 0);
      while (i > 0)
        {
          guint side = tree + 3 * node + (key < get (m, tree + 3 * node) ? 1 : 2);

          if (get (m, side) == 0)
            {
              put (m, side, i);
              break;
            }
          node = (guint) get (m, side);
        }
    }
}

static void
fill_tree_sorted (Memory *m,
                  guint   n)
{
  for (guint i = 0; i < n; i++)
    m->value[i] = i;
  fill_tree (m, n);
}

static void
walk_list (Memory *m,
           guint   n)
{
  for (guint i = 0; i < n; i++)
    m->value[i] = i * 7 % n;
  for (guint i = 0, at = 0; i < n; i++, at = (guint) get (m, at) % n)
    if ((get (m, (at * 13 + i) % n) & 1) != 0)
      m->cost += 3;
}

/* Copies all that it has whenever a piece of eight is added. */
static void
concatenate (Memory *m,
             guint   n)
{
  guint text = n;

  for (guint length = 0; length < n; length += 8)
    {
      guint other = text == n ? 2 * n + 8 : n;

      for (guint i = 0; i < length; i++)
        put (m, other + i, get (m, text + i));
      for (guint i = length; i < MIN (length + 8, n); i++)
        put (m, other + i, get (m, i));
      text = other;
    }
}

static void
count_words (Memory *m,
             guint   n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 letter = get (m, i) & 31;

      if (letter == 0)
        m->cost += 5;
      else if (letter < 8)
        m->cost += 1;
    }
}

/* A routine that reads a fixed header, however large the rest is. */
static void
read_header (Memory *m,
             guint   n)
{
  for (guint i = 0; i < 64; i++)
    for (guint k = 0; k < 10; k++)
      get (m, i);
  for (guint i = 64; i < MAX (n, 64); i += 16)
    m->touched[i] = m->activation, m->size++;
}

/* A great preparation, then little for each. */
static void
prepare_then_scan (Memory *m,
                   guint   n)
{
  m->cost += 5000;
  for (guint i = 0; i < n; i++)
    get (m, i);
}

/* --- Numbers and graphs --- */

static void
multiply (Memory *m,
          guint   n)
{
  guint side = (guint) sqrt (n / 2.0);
  guint b = side * side;
  guint product = 2 * b;

  for (guint i = 0; i < side; i++)
    for (guint j = 0; j < side; j++)
      {
        gint64 sum = 0;

        for (guint k = 0; k < side; k++)
          sum += get (m, i * side + k) * get (m, b + k * side + j);
        put (m, product + i * side + j, sum);
      }
}

static void
transpose (Memory *m,
           guint   n)
{
  guint side = (guint) sqrt (n);

  for (guint i = 0; i < side; i++)
    for (guint j = 0; j < i; j++)
      swap (m, i * side + j, j * side + i);
}

static void
shortest_paths (Memory *m,
                guint   n)
{
  guint side = (guint) sqrt (n);

  for (guint k = 0; k < side; k++)
    for (guint i = 0; i < side; i++)
      for (guint j = 0; j < side; j++)
        {
          gint64 over = get (m, i * side + k) + get (m, k * side + j);

          if (over < get (m, i * side + j))
            put (m, i * side + j, over);
        }
}

static void
compare_texts (Memory *m,
               guint   n)
{
  guint length = n / 2;
  guint row = n;

  for (guint j = 0; j <= length; j++)
    put (m, row + j, 0);
  for (guint i = 0; i < length; i++)
    {
      gint64 before = 0;

      for (guint j = 0; j < length; j++)
        {
          gint64 above = get (m, row + j + 1);

          if ((get (m, i) & 3) == (get (m, length + j) & 3))
            put (m, row + j + 1, before + 1);
          else if (get (m, row + j) > above)
            put (m, row + j + 1, get (m, row + j));
          before = above;
        }
    }
}

static void
three_sum (Memory *m,
           guint   n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint k = j + 1; k < n; k++)
        if (get (m, i) + get (m, j) == get (m, k))
          m->cost++;
}

static void
try_subsets_from (Memory *m,
                  guint   i,
                  guint   n,
                  gint64  left)
{
  if (i == n)
    return;

  try_subsets_from (m, i + 1, n, left - get (m, i));
  try_subsets_from (m, i + 1, n, left);
}

static void
try_subsets (Memory *m,
             guint   n)
{
  try_subsets_from (m, 0, n, 1000);
}

/* Nodes, each with three edges: read once each. */
static void
search_breadth_first (Memory *m,
                      guint   n)
{
  guint n_nodes = MAX (n / 3, 1);
  guint seen = n + 3;
  guint queue = seen + n_nodes;
  guint head = 0;
  guint tail = 1;

  for (guint i = 0; i < n_nodes; i++)
    put (m, seen + i, 0);
  put (m, queue, 0);
  put (m, seen, 1);
  for (; head < tail; head++)
    {
      guint node = (guint) get (m, queue + head);

      for (guint edge = 0; edge < 3; edge++)
        {
          guint next = (guint) get (m, 3 * node + edge) % n_nodes;

          if (get (m, seen + next) != 0)
            continue;
          put (m, seen + next, 1);
          put (m, queue + tail++, next);
        }
    }
}

#define IS(class) (1u << DWELL_GROWTH_ ## class)

static void (* const functions[]) (Memory *, guint) = {
  insertion_sort, insertion_sort_sorted, bubble_sort, quick_sort, quick_sort_sorted, merge_sort,
  heap_sort, radix_sort, binary_search, linear_search, quick_select, find_text, cached_scan,
  fill_hash_table, fill_tree, fill_tree_sorted, walk_list, concatenate, count_words, read_header,
  prepare_then_scan, multiply, transpose, shortest_paths, compare_texts, three_sum, try_subsets,
  search_breadth_first,
};

static const GrowthProgram programs[] = {
  { "insertion sort", IS (SQUARE), 600, 0 },
  { "insertion sort, nearly sorted", IS (LINEAR), 20000, 1 },
  { "bubble sort", IS (SQUARE), 400, 2 },
  { "quick sort", IS (LINEAR_LOG), 20000, 3 },
  { "quick sort of what is sorted", IS (SQUARE), 1000, 4 },
  { "merge sort", IS (LINEAR_LOG), 20000, 5 },
  { "heap sort", IS (LINEAR_LOG), 20000, 6 },
  { "radix sort", IS (LINEAR), 20000, 7 },
  { "binary search", IS (LINEAR), 100000, 8 },
  { "linear search", IS (LINEAR), 5000, 9 },
  { "quick select", IS (LINEAR), 20000, 10 },
  { "finding a text", IS (LINEAR), 20000, 11 },
  { "scan behind a cache", IS (LINEAR), 5000, 12 },
  { "filling a hash table", IS (LINEAR), 20000, 13 },
  { "filling a tree", IS (LINEAR_LOG), 20000, 14 },
  { "filling a tree, sorted", IS (SQUARE), 800, 15 },
  { "walking a list", IS (LINEAR), 20000, 16 },
  { "concatenating texts", IS (SQUARE), 3000, 17 },
  { "counting words", IS (LINEAR), 20000, 18 },
  { "reading a header", IS (CONSTANT), 50000, 19 },
  { "preparing, then scanning", IS (LINEAR), 50000, 20 },
  { "matrix product", IS (POWER_1_5), 8000, 21 },
  { "transposing", IS (LINEAR), 20000, 22 },
  { "shortest paths", IS (POWER_1_5), 5000, 23 },
  { "comparing texts", IS (SQUARE), 1200, 24 },
  { "sums of three", IS (CUBE), 150, 25 },
  { "trying subsets", IS (EXPONENTIAL), 16, 26 },
  { "breadth-first search", IS (LINEAR), 20000, 27 },
};

G_STATIC_ASSERT (G_N_ELEMENTS (programs) == G_N_ELEMENTS (functions));

const GrowthProgram *
growth_programs_get_all (guint *n_programs)
{
  *n_programs = G_N_ELEMENTS (programs);
  return programs;
}

static int
compare_runs (gconstpointer a,
              gconstpointer b)
{
  const GrowthRun *left = a;
  const GrowthRun *right = b;

  if (left->size != right->size)
    return left->size < right->size ? -1 : 1;
  return (left->cost < right->cost) - (left->cost > right->cost);
}

GArray *
growth_program_measure (const GrowthProgram *self,
                        guint                n_runs,
                        guint                max_n,
                        guint64              seed)
{
  static Memory memory;
  g_autoptr(GArray) runs = g_array_new (FALSE, FALSE, sizeof (GrowthRun));
  GArray *worst = g_array_new (FALSE, FALSE, sizeof (GrowthRun));

  memory.random = seed;
  for (guint i = 0; i < n_runs; i++)
    {
      /* Small inputs are more frequent than large ones. */
      double part = draw (&memory, 1 << 20) / (double) (1 << 20);
      guint n = (guint) (2 * pow (max_n / 2.0, part));
      GrowthRun run;

      for (guint k = 0; k < n; k++)
        memory.value[k] = draw (&memory, 1 << 20);
      memory.activation++;
      memory.size = 0;
      memory.cost = 3; /* entry and exit */
      functions[self->index] (&memory, n);
      run = (GrowthRun) { (double) memory.size, (double) memory.cost };
      g_array_append_val (runs, run);
    }

  g_array_sort (runs, compare_runs);
  for (guint i = 0; i < runs->len; i++)
    if (i == 0 || g_array_index (runs, GrowthRun, i).size !=
                  g_array_index (runs, GrowthRun, i - 1).size)
      g_array_append_val (worst, g_array_index (runs, GrowthRun, i));

  return worst;
}
