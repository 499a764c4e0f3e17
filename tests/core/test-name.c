/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short names of functions: a table of cases of the languages and formats, and texts that are no
 * names; long and broken ones. */
#include "config.h"

#include <string.h>

#include "core/dwell-builder.h"
#include "core/dwell-name.h"
#include "core/dwell-trace.h"

static void
check (const char *full,
       const char *expected,
       const char *expected_scope)
{
  char *scope = (char *) "untouched";
  g_autofree char *name = dwell_name_split (full, &scope);
  g_autofree char *name_alone = dwell_name_split (full, NULL);

  g_assert_cmpstr (name, ==, expected);
  g_assert_cmpstr (name_alone, ==, expected);
  g_assert_cmpstr (scope, ==, expected_scope);
  g_free (scope);
}

static void
test_split (void)
{
  static const struct {
    const char *full;
    const char *name; /* NULL: as it is */
    const char *scope;
  } cases[] = {
    /* C */
    { "main", NULL, NULL },
    { "main_loop.part.0", NULL, NULL },
    { "read_config.cold", NULL, NULL },
    { "memcpy@@GLIBC_2.2.5", NULL, NULL },
    { "main()", "main", NULL },
    /* C++ */
    { "v8::internal::Parser::ParseStatement(v8::internal::ZoneList<int>*, bool*)",
      "Parser::ParseStatement", "v8::internal" },
    { "Parser::parse", NULL, NULL },
    { "::Parser::parse", "Parser::parse", NULL },
    { "std::vector<std::pair<int, char>, std::allocator<std::pair<int, char> > >::push_back(int&&)",
      "vector::push_back", "std" },
    { "void std::sort<int*, bool (*)(int, int)>(int*, int*, bool (*)(int, int))", "std::sort",
      NULL },
    { "std::map<int, int>::operator[](int const&)", "map::operator[]", "std" },
    { "a::Less::operator()(int, int) const", "Less::operator()", "a" },
    { "a::B::operator<(a::B const&) const", "B::operator<", "a" },
    { "a::B::operator<=>(a::B const&) const", "B::operator<=>", "a" },
    { "a::B::operator->() const", "B::operator->", "a" },
    { "std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
      "std::operator<<", NULL },
    { "Foo::operator bool() const", "Foo::operator bool", NULL },
    { "a::Foo::operator std::vector<int>() const", "Foo::operator std::vector", "a" },
    { "Foo::operator unsigned long", NULL, NULL },
    { "operator new(unsigned long)", "operator new", NULL },
    { "Pool::operator delete[](void*)", "Pool::operator delete[]", NULL },
    { "operator\"\" _km(long double)", "operator\"\" _km", NULL },
    { "operators::run(int)", "operators::run", NULL },
    { "a::b::Foo::~Foo()", "Foo::~Foo", "a::b" },
    { "Foo::get(int) const &", "Foo::get", NULL },
    { "Foo::get() &&", "Foo::get", NULL },
    { "Foo::get() volatile const", "Foo::get", NULL },
    { "a::Foo::run(int)::{lambda(int)#1}::operator()(int) const", "run::{lambda#1}", "a::Foo" },
    { "a::Foo::run(int) const::{lambda((auto:1)...)#2}::operator()<int>(int) const",
      "run::{lambda#2}", "a::Foo" },
    { "auto run<int>(int)::{lambda(auto:1)#1}::operator()<char>(char) const", "run::{lambda#1}",
      NULL },
    { "run(int)::$_0::operator()(int) const", "$_0::operator()", "run" },
    { "run()::'lambda'(int)::operator()(int) const", "run::'lambda'", NULL },
    { "(anonymous namespace)::helper(int)", "helper", "(anonymous namespace)" },
    { "v8::(anonymous namespace)::Helper::run()", "Helper::run", "v8::(anonymous namespace)" },
    { "void (anonymous namespace)::helper<int>(int)", "helper", "(anonymous namespace)" },
    { "void (*choose(int))(char)", "choose", NULL },
    { "void (*a::Foo::choose<int>(int) const)(char (*)(int))", "Foo::choose", "a" },
    { "decltype (a+b) add<int, int>(int, int)", "add", NULL },
    { "decltype(auto) a::add<int>(int)", "a::add", NULL },
    { "Foo::name[abi:cxx11](int)", "Foo::name", NULL },
    { "std::__cxx11::basic_string<char>::str[abi:cxx11]() const", "basic_string::str",
      "std::__cxx11" },
    { "a::Foo::run(int) [clone .constprop.0]", "Foo::run", "a" },
    { "a::Foo::run(int) const [clone .isra.0] [clone .cold]", "Foo::run", "a" },
    { "non-virtual thunk to Foo::run()", NULL, NULL },
    { "unsigned long const* Foo::data<int>()", "Foo::data", NULL },
    { "Foo<(a>b), &(X::operator->)>::run()", "Foo::run", NULL },
    /* Rust */
    { "<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop", "Vec::drop", "alloc::vec" },
    { "<T as Trait>::f", "T::f", NULL },
    { "<&mut a::T as b::Trait<u8>>::f::{{closure}}", "f::{{closure}}", "a::T" },
    { "<<A as B>::C as D>::f", "C::f", "A" },
    { "<[T] as Trait>::f", "f", NULL },
    { "core::ptr::<impl *const T>::offset", "ptr::offset", "core" },
    { "alloc::vec::Vec::<T>::push", "Vec::push", "alloc::vec" },
    { "core::fmt::write::h0123456789abcdef", "fmt::write", "core" },
    { "app::run::{{closure}}", "run::{{closure}}", "app" },
    /* Java, Python */
    { "com.example.app.Main.run", "Main.run", "com.example.app" },
    { "com.example.Foo$Inner.run(int, java.lang.String)", "Foo$Inner.run", "com.example" },
    { "com.example.Foo.<init>(int)", "Foo.<init>", "com.example" },
    { "Main.run", NULL, NULL },
    { "com.sun.star.lang.XComponent::dispose", "XComponent::dispose", "com.sun.star.lang" },
    /* Text1, OpenOffice */
    { "\"main.c\"#main_loop", "main_loop", "main.c" },
    { "\"src/a b.cpp\"#v8::internal::Parser::parse(int)", "Parser::parse", "src/a b.cpp" },
    { "\"main.c\"#", NULL, NULL },
    { "\"main.c", NULL, NULL },
    { "desktop (cd100003) ::Desktop::Main", "Desktop::Main", "desktop" },
    { "configmgr (jb99999) ::configmgr::BackendAccess::readCalc", "BackendAccess::readCalc",
      "configmgr" },
    /* No names of functions */
    { "", NULL, NULL },
    { " ", NULL, NULL },
    { "::", NULL, NULL },
    { "()", NULL, NULL },
    { "(anonymous namespace)::", NULL, NULL },
    { "loading the document (phase 1)", NULL, NULL },
    { "GOSUB from 00510:03", NULL, NULL },
    { "a - b", NULL, NULL },
    { "<unknown>", NULL, NULL },
    { "<module>", NULL, NULL },
    { "Foo<int::run(int)", NULL, NULL },
    { "Foo>int::run(int)", NULL, NULL },
    { "Foo::run(int", NULL, NULL },
    { "Foo::run)int", NULL, NULL },
    { "Foo::run(int) {", NULL, NULL },
    { "Foo::{lambda(int", NULL, NULL },
    { "<T as Trait", NULL, NULL },
    { "operator", NULL, NULL },
    { "a*b", NULL, NULL },
    { "naïve::größe()", "naïve::größe", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (cases[i].full, cases[i].name != NULL ? cases[i].name : cases[i].full, cases[i].scope);
}

/* All pieces of names in every order of three: nothing is read beyond the end, and what comes out
 * is no longer than what went in. */
static void
test_pieces (void)
{
  static const char * const pieces[] = {
    "a", "::", ".", " ", "<", ">", "(", ")", "(*", "[", "]", "{", "}", "operator", "()", " as ",
    "(anonymous namespace)", "const", "&", "\"", "\"#", "~", "->", "{lambda(int)#1}",
    "h0123456789abcdef", "\xc3\xa9",
  };
  const guint n = G_N_ELEMENTS (pieces);

  for (guint i = 0; i < n * n * n * n; i++)
    {
      g_autofree char *full = g_strconcat (pieces[i % n], pieces[i / n % n], pieces[i / n / n % n],
                                           pieces[i / n / n / n], NULL);
      g_autofree char *scope = NULL;
      g_autofree char *name = dwell_name_split (full, &scope);

      g_assert_cmpuint (strlen (name), <=, strlen (full));
      g_assert_true (*name != '\0');
      g_assert_true (g_utf8_validate (name, -1, NULL));
      g_assert_true (scope == NULL || *scope != '\0');
      g_assert_true (scope == NULL || strstr (full, scope) != NULL ||
                     strpbrk (full, "<([ ") != NULL);
    }
}

/* A megabyte of one piece after the other comes to an end, without a deep stack. */
static void
test_long (void)
{
  static const char * const pieces[] = {
    "a", "a::", "<", "(", "[", "{", "a<b>::", "a(b)::", "a ", "(*", "<a as ", "operator", ">", "a.",
    "{lambda(int)#1}::", "operator<", "a() const ", "(anonymous namespace)::",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr(GString) full = g_string_new (NULL);
      g_autofree char *name = NULL;

      while (full->len < 1 << 20)
        g_string_append (full, pieces[i]);

      g_string_append (full, "run(int)");
      name = dwell_name_split (full->str, NULL);
      g_assert_true (g_str_has_prefix (full->str, name) || strstr (name, "run") != NULL);
    }
}

static guint32
add_area (DwellBuilder  *builder,
          DwellAreaKind  kind,
          const char    *name,
          const char    *function,
          const char    *module,
          guint32        parent)
{
  DwellArea area = { .kind = kind, .parent = parent };

  area.name = dwell_strings_intern (builder->strings, name, -1);
  area.function = dwell_strings_intern (builder->strings, function, -1);
  area.module = dwell_strings_intern (builder->strings, module, -1);
  return dwell_builder_add_area (builder, &area);
}

static void
check_area (const DwellTrace *trace,
            guint32           area,
            const char       *label,
            const char       *scope)
{
  g_autofree char *shown = dwell_trace_dup_area_label (trace, area);
  g_autofree char *shown_scope = dwell_trace_dup_area_scope (trace, area);

  g_assert_cmpstr (shown, ==, label);
  g_assert_cmpstr (shown_scope, ==, scope);
}

static void
test_areas (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  guint32 function = add_area (builder, DWELL_AREA_FUNCTION, "SW (JP93722) SwDocShell::Load",
                               "SwDocShell::Load", "SW", DWELL_NONE);
  guint32 file = add_area (builder, DWELL_AREA_FUNCTION, "\"main.c\"#main_loop", "", "",
                           DWELL_NONE);
  guint32 process = add_area (builder, DWELL_AREA_PROCESS, "default.lane.filter", "", "",
                              DWELL_NONE);
  guint32 line = add_area (builder, DWELL_AREA_LINE, "a::b::c (int)", "", "", function);
  guint32 variable = add_area (builder, DWELL_AREA_VARIABLE, "\"main.c\"#eMode", "", "",
                               DWELL_NONE);
  guint32 state = add_area (builder, DWELL_AREA_STATE, "RUN", "", "", variable);
  guint32 scope = add_area (builder, DWELL_AREA_SCOPE, "a::b::load()", "", "SW", function);
  g_autoptr(DwellTrace) trace = dwell_builder_finish (builder);

  check_area (trace, function, "SwDocShell::Load", "SW");
  check_area (trace, file, "main_loop", "main.c");
  check_area (trace, process, "default.lane.filter", NULL);
  check_area (trace, line, "a::b::c (int)", NULL);
  check_area (trace, variable, "eMode", "main.c");
  check_area (trace, state, "eMode = RUN", NULL);
  check_area (trace, scope, "a::b::load()", "SW");

  dwell_name_set_full (TRUE);
  g_assert_true (dwell_name_is_full ());
  check_area (trace, function, "SW (JP93722) SwDocShell::Load", NULL);
  check_area (trace, state, "\"main.c\"#eMode = RUN", NULL);
  dwell_name_set_full (FALSE);
}

/* What is cut says so, and no character is halved. */
static void
test_cut (void)
{
  static const struct { const char *text; const char *cut; } cases[] = {
    { "", "" }, { "ab", "ab" }, { "abc", "abc" }, { "abcd", "abc…" }, { "äöü", "äöü" },
    { "äöüß", "äöü…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *cut = dwell_name_cut (cases[i].text, 3);

      g_assert_cmpstr (cut, ==, cases[i].cut);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name/split", test_split);
  g_test_add_func ("/name/pieces", test_pieces);
  g_test_add_func ("/name/long", test_long);
  g_test_add_func ("/name/areas", test_areas);
  g_test_add_func ("/name/cut", test_cut);
  return g_test_run ();
}
