/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small RTL_LOGFILE logs, a rule each, and what must come of them: see ooo-dump.h for the form. */
#pragma once

#include <glib.h>

typedef struct {
  const char *name;
  const char *log;      /* "\0" within is written as "\x01" */
  const char *trace;
  const char *problems;
} OooCase;

static const OooCase ooo_cases[] = {
  /* Names and areas. */
  { "colon-behind-names",
    "000001 1 { a (b) ::c : \n000003 1 } a (b) ::c\n000004 1 { d :\n000006 1 } d : \n",
    "#0 thread 1 row 0: 1-3 self 2 function \"a (b) ::c\"\n"
    "#1 thread 1 row 0: 4-6 self 2 function \"d\"\n",
    "" },
  { "no-name",
    "000001 1 {\n000002 1 | : x\n000003 1 }\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"\"\nthread 1: 2 message \"x\"\n",
    "" },
  { "carriage-returns",
    "000001 1 { f\r\n000002 1 | f : x\r\n000003 1 } f\r\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"f\"\n"
    "thread 1: 2 message \"x\" of \"f\" in #0\n",
    "" },

  /* Rule 2: time. */
  { "wrap",
    "4294967290 1 { f\n000010 1 | f : x\n000020 1 } f\n",
    "#0 thread 1 row 0: 4294967290-4294967316 self 26 function \"f\"\n"
    "thread 1: 4294967306 message \"x\" of \"f\" in #0\n",
    "" },
  { "threads-out-of-order",
    "000010 1 { f\n000008 2 { g\n000012 1 } f\n000011 2 } g\n",
    "#0 thread 1 row 0: 10-12 self 2 function \"f\"\n"
    "#1 thread 2 row 0: 8-11 self 3 function \"g\"\n",
    "" },
  { "negative-duration",
    "000010 1 { f\n000020 1 { g\n000015 1 } g\n000030 1 } f\n",
    "#0 thread 1 row 0: 10-30 self ? function \"f\" [undefined]\n"
    "#1 thread 1 row 1: 20-20 self ? function \"g\" in #0 [clamped] [undefined]\n",
    "clock-set-back x1 line 3\nnegative-duration x1 line 3\n" },
  { "clock-set-back",
    "000100 1 { A\n000050 1 { B\n000055 1 | B : hi\n000060 1 } B\n000070 1 { B\n000120 1 } B\n"
    "000130 1 { C\n000135 1 } C\n000160 1 } A\n",
    "#0 thread 1 row 1: 50-60 self 10 function \"B\"\n"
    "#1 thread 1 row 1: 70-120 self 50 function \"B\"\n"
    "#2 thread 1 row 0: 100-160 self ? function \"A\" [undefined]\n"
    "#3 thread 1 row 1: 130-135 self 5 function \"C\" in #2\n"
    "thread 1: 55 message \"hi\" of \"B\" in #0\n",
    "clock-set-back x1 line 2\n" },
  { "clock-set-back-rows",
    "000010 1 { A\n000020 1 { B\n000040 1 } B\n000041 1 | : late\n000030 1 { C\n000035 1 } C\n"
    "000036 1 | : early\n000050 1 } A\n",
    "#0 thread 1 row 0: 10-50 self ? function \"A\" [undefined]\n"
    "#1 thread 1 row 1: 20-40 self 20 function \"B\" in #0\n"
    "#2 thread 1 row 2: 30-35 self 5 function \"C\" in #0\n"
    "thread 1: 36 message \"early\"\nthread 1: 41 message \"late\"\n",
    "clock-set-back x1 line 5\n" },
  { "clock-set-back-outlives-parent",
    "000010 1 { A\n000020 1 { B\n000040 1 } B\n000030 1 } A\n",
    "#0 thread 1 row 0: 10-30 self ? function \"A\" [undefined]\n"
    "#1 thread 1 row 1: 20-40 self 20 function \"B\"\n",
    "clock-set-back x1 line 4\n" },
  { "clock-set-back-in-another-thread",
    "000010 1 { A\n000040 2 { B\n000020 2 } B\n000050 1 } A\n",
    "#0 thread 1 row 0: 10-50 self 40 function \"A\"\n"
    "#1 thread 2 row 0: 40-40 self ? function \"B\" [clamped] [undefined]\n",
    "clock-set-back x1 line 3\nnegative-duration x1 line 3\n" },

  /* Rule 3: torn lines. */
  { "torn-after-stamp",
    "000041 1 | B (y2) ::g : 000041 2 { C (z3) ::h\nloading item 7\n\n000050 2 } C (z3) ::h\n",
    "#0 thread 2 row 0: 41-50 self 9 function \"C (z3) ::h\"\n"
    "thread 1: 41 message \"loading item 7\" of \"B (y2) ::g\"\n",
    "torn-line x1 line 1\n" },
  { "torn-before-line-end",
    "000041 1 | B ::g : loading item 7000042 2 { C\n\n000050 2 } C\nmore\n",
    "#0 thread 2 row 0: 42-50 self 8 function \"C\"\n"
    "thread 1: 41 message \"loading item 7\" of \"B ::g\"\n"
    "thread 2: 50 message \"more\" of \"C\" in #0\n",
    "torn-line x1 line 1\ncontinued-record x1 line 4\n" },
  { "torn-never-resumed",
    "000041 1 | : half000042 2 | : whole\n000043 1 | : next\n",
    "thread 2: 42 message \"whole\"\nthread 1: 41 message \"half\"\n"
    "thread 1: 43 message \"next\"\n",
    "torn-line x1 line 1\n" },
  { "torn-at-the-end",
    "000041 1 | : half 000042 2 | : whole\n",
    "thread 2: 42 message \"whole\"\nthread 1: 41 message \"half \"\n",
    "torn-line x1 line 1\n" },
  { "torn-twice",
    "000041 1 | : 000042 2 | : 000043 3 { C\none\ntwo\nthree\n000050 3 } C\n",
    "#0 thread 3 row 0: 43-50 self 7 function \"C\"\n"
    "thread 1: 41 message \"one\"\nthread 2: 42 message \"two\nthree\"\n",
    "torn-line x2 line 1\ncontinued-record x1 line 4\n" },
  { "torn-rest",
    "000041 1 | : 000042 2 { C\nitem 7000043 2 } C\n\n000044 1 | : next\n",
    "#0 thread 2 row 0: 42-43 self 1 function \"C\"\n"
    "thread 1: 41 message \"item 7\"\nthread 1: 44 message \"next\"\n",
    "torn-line x2 line 1\n" },
  { "torn-rest-of-digits",
    "000041 1 | : 000042 2 { C\n7000043 2 } C\n",
    "#0 thread 2 row 0: 42-43 self 1 function \"C\"\nthread 1: 41 message \"7\"\n",
    "torn-line x2 line 1\n" },
  { "torn-far-away",
    "000041 1 | : at 070000 2 { C\n000042 1 | : at 060040 2 { C\n000050 2 } C\n",
    "#0 thread 2 row 0: 60040-60040 self ? function \"C\" [clamped] [undefined]\n"
    "thread 1: 41 message \"at 070000 2 { C\"\nthread 1: 42 message \"at \"\n",
    "torn-line x1 line 2\nclock-set-back x1 line 3\nnegative-duration x1 line 3\n" },
  { "torn-by-itself",
    "000041 1 | : no line end000042 1 { f\nmore\n000043 1 } f\n",
    "#0 thread 1 row 0: 42-43 self 1 function \"f\"\n"
    "thread 1: 41 message \"no line end\"\nthread 1: 42 message \"more\" of \"f\" in #0\n",
    "torn-line x1 line 1\ncontinued-record x1 line 2\n" },
  { "torn-scope",
    "000041 1 { f000042 2 | : x\n000043 1 } f\n",
    "#0 thread 1 row 0: 41-43 self 2 function \"f\"\nthread 2: 42 message \"x\"\n",
    "torn-line x1 line 1\n" },
  { "torn-logical-scope",
    "000041 1 { f\n000042 1 | f : 000042 2 | : x\n{ label\n000044 1 | f : } label\n000045 1 } f\n",
    "#0 thread 1 row 0: 41-45 self 2 function \"f\"\n"
    "#1 thread 1 row 1: 42-44 self 2 scope \"label\" in #0\n"
    "thread 2: 42 message \"x\"\n",
    "torn-line x1 line 2\n" },
  { "torn-wrap",
    "4294967290 1 | : a 4294967295 2 | : b 000003 3 | : c\n",
    "thread 3: 4294967299 message \"c\"\nthread 1: 4294967290 message \"a \"\n"
    "thread 2: 4294967295 message \"b \"\n",
    "torn-line x2 line 1\n" },

  /* Rule 4: a NUL ends a record. */
  { "nul-and-line-end",
    "000001 1 | : 7\x01\n000002 1 | : y\n",
    "thread 1: 1 message \"7\"\nthread 1: 2 message \"y\"\n",
    "nul-bytes x1 line 1\n" },
  { "nul-without-line-end",
    "000001 1 | : 7\x01" "000053 1 | : y\x01\x01" "closing log file at 000060",
    "thread 1: 1 message \"7\"\nthread 1: 53 message \"y\"\n",
    "nul-bytes x3 line 1\n" },
  { "nul-in-the-middle",
    "000001 1 | : a\x01" "b\n",
    "thread 1: 1 message \"a\nb\"\n",
    "continued-record x1 line 1\nnul-bytes x1 line 1\n" },
  { "nul-cuts-a-character",
    "000001 1 | : \xc3\xa4\xe2\x82\x01\n",
    "thread 1: 1 message \"\xc3\xa4\"\n",
    "nul-bytes x1 line 1\n" },
  { "nuls-alone",
    "000001 1 { f\n\x01\x01\x01\n000002 1 } f\n",
    "#0 thread 1 row 0: 1-2 self 1 function \"f\"\n",
    "nul-bytes x3 line 2\n" },

  /* Rule 5: lines without a stamp. */
  { "continued-scope",
    "000033 1 { LogBridge () com.sun.star.lang.XComponent::dispose\n| : ( LogBridge 1,void)\n"
    "000040 1 } LogBridge () com.sun.star.lang.XComponent::dispose return : void\n",
    "#0 thread 1 row 0: 33-40 self 7 function "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\"\n"
    "thread 1: 33 message \"( LogBridge 1,void)\" of "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\" in #0\n"
    "thread 1: 40 exit \"return : void\" of "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\" in #0\n",
    "" },
  { "continued-message",
    "000001 1 | : a\nb\n\nc\n000002 1 { f\nd\ne\n000003 1 } f\ng\n",
    "#0 thread 1 row 0: 2-3 self 1 function \"f\"\n"
    "thread 1: 1 message \"a\nb\nc\"\nthread 1: 2 message \"d\ne\" of \"f\" in #0\n"
    "thread 1: 3 message \"g\" of \"f\" in #0\n",
    "continued-record x5 line 2\n" },
  { "continued-exit-and-orphan",
    "000001 1 { f\n000002 1 } f result\nmore\n000003 1 } f\nmore\n",
    "#0 thread 1 row 0: 1-2 self 1 function \"f\"\n"
    "thread 1: 2 exit \"result\nmore\" of \"f\" in #0\nthread 1: 3 orphan \"more\" of \"f\"\n",
    "continued-record x2 line 3\norphan-end x1 line 4\n" },
  { "continued-logical-scope",
    "000001 1 | : { a\nmore\n000002 1 | : } a\nstill more\n",
    "#0 thread 1 row 0: 1-2 self 1 scope \"a\"\n"
    "thread 1: 1 message \"more\" of \"a\" in #0\n"
    "thread 1: 2 message \"still more\" of \"a\" in #0\n",
    "continued-record x2 line 2\n" },
  { "bridge-while-interrupted",
    "000041 1 | : 000042 2 { C\n| : ( LogBridge 1,void)\ntext\n000043 2 } C\n",
    "#0 thread 2 row 0: 42-43 self 1 function \"C\"\n"
    "thread 2: 42 message \"( LogBridge 1,void)\" of \"C\" in #0\nthread 1: 41 message \"text\"\n",
    "torn-line x1 line 1\n" },
  { "stray",
    "hello\n\n000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n",
    "stray-line x1 line 1\n" },

  /* Rule 6: whose message it is. */
  { "name-with-colon",
    "000001 1 { f : g\n000002 1 | f : g : h : i\n000003 1 | f : x\n000004 1 } f : g\n",
    "#0 thread 1 row 0: 1-4 self 3 function \"f : g\"\n"
    "thread 1: 2 message \"h : i\" of \"f : g\" in #0\nthread 1: 3 message \"x\" of \"f\"\n",
    "" },
  { "colon-in-message",
    "000001 1 { f\n000002 1 | f : g : h\n000003 1 | : f : g\n000004 1 } f\n",
    "#0 thread 1 row 0: 1-4 self 3 function \"f\"\n"
    "thread 1: 2 message \"g : h\" of \"f\" in #0\nthread 1: 3 message \"f : g\"\n",
    "" },
  { "no-colon",
    "000001 1 | text\n000002 1 | name :\n000003 1 |\n000004 1 | :\n000005 1 | : \n",
    "thread 1: 1 message \"text\"\nthread 1: 2 message \"\" of \"name\"\n"
    "thread 1: 3 message \"\"\nthread 1: 4 message \"\"\nthread 1: 5 message \"\"\n",
    "" },
  { "authors",
    "000001 1 | desktop (cd100003) ::Desktop::Close : finished\n"
    "000002 1 | desktop (cd100003) : ::Desktop::Close : finished : now\n"
    "000003 1 | : desktop (cd100003) ::Desktop::Close\n"
    "000004 1 | : desktop (cd100003) ::Desktop::Close : finished\n"
    "000005 1 | desktop (cd100003) : ::Desktop::Close\n"
    "000006 1 | desktop (cd100003) : finished\n"
    "000007 1 | : PERFORMANCE - enter Main()\n"
    "000008 1 | : loaded (5) items\n",
    "thread 1: 1 message \"finished\" of \"desktop (cd100003) ::Desktop::Close\"\n"
    "thread 1: 2 message \"finished : now\" of \"desktop (cd100003) ::Desktop::Close\"\n"
    "thread 1: 3 message \"\" of \"desktop (cd100003) ::Desktop::Close\"\n"
    "thread 1: 4 message \"finished\" of \"desktop (cd100003) ::Desktop::Close\"\n"
    "thread 1: 5 message \"\" of \"desktop (cd100003) ::Desktop::Close\"\n"
    "thread 1: 6 message \"finished\" of \"desktop (cd100003)\"\n"
    "thread 1: 7 message \"PERFORMANCE - enter Main()\"\n"
    "thread 1: 8 message \"loaded (5) items\"\n",
    "" },
  { "author-within-its-scope",
    "000001 1 { m (a) ::f\n000002 1 | m (a) : ::f : x\n000003 1 } m (a) ::f\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"m (a) ::f\"\n"
    "thread 1: 2 message \"x\" of \"m (a) ::f\" in #0\n",
    "" },
  { "scope-of-another-thread",
    "000001 1 { f\n000002 2 | f : x\n000003 1 } f\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"f\"\nthread 2: 2 message \"x\" of \"f\"\n",
    "" },
  { "recursion",
    "000001 1 { f\n000002 1 { f\n000003 1 | f : x\n000004 1 } f\n000005 1 | f : y\n000009 1 } f\n",
    "#0 thread 1 row 0: 1-9 self 6 function \"f\"\n"
    "#1 thread 1 row 1: 2-4 self 2 function \"f\" in #0\n"
    "thread 1: 3 message \"x\" of \"f\" in #1\nthread 1: 5 message \"y\" of \"f\" in #0\n",
    "" },

  /* Rule 7: ends. */
  { "unterminated",
    "000001 1 { f\n000002 1 { g\n000003 1 { h\n000004 1 } f\n",
    "#0 thread 1 row 0: 1-4 self 1 function \"f\"\n"
    "#1 thread 1 row 1: 2-4 self 1 function \"g\" in #0 [missing]\n"
    "#2 thread 1 row 2: 3-4 self 1 function \"h\" in #1 [missing]\n",
    "unterminated-scope x2 line 4\n" },
  { "exit-message",
    "000001 1 { f\n000002 1 { f g\n000003 1 } f g h\n000004 1 } fg\n000005 1 } f :x\n",
    "#0 thread 1 row 0: 1-5 self 3 function \"f\"\n"
    "#1 thread 1 row 1: 2-3 self 1 function \"f g\" in #0\n"
    "thread 1: 3 exit \"h\" of \"f g\" in #1\nthread 1: 4 orphan \"\" of \"fg\"\n"
    "thread 1: 5 exit \":x\" of \"f\" in #0\n",
    "orphan-end x1 line 4\n" },
  { "orphan",
    "000001 1 { f\n000002 1 } g\n000003 2 } f\n000004 1 } f\n",
    "#0 thread 1 row 0: 1-4 self 3 function \"f\"\n"
    "thread 1: 2 orphan \"\" of \"g\"\nthread 2: 3 orphan \"\" of \"f\"\n",
    "orphan-end x2 line 2\n" },

  /* Rule 8: logical scopes. */
  { "label-in-scope",
    "001234 11 { desktop (cd100003) ::Desktop::OpenStartupscreen\n"
    "002345 11 | desktop (cd100003) ::Desktop::OpenStartupscreen : { lengthy calculation\n"
    "003456 11 | desktop (cd100003) ::Desktop::OpenStartupscreen : } lengthy calculation\n"
    "004567 11 } desktop (cd100003) ::Desktop::OpenStartupscreen\n",
    "#0 thread 11 row 0: 1234-4567 self 2222 function "
    "\"desktop (cd100003) ::Desktop::OpenStartupscreen\"\n"
    "#1 thread 11 row 1: 2345-3456 self 1111 scope \"lengthy calculation\" in #0\n",
    "" },
  { "label-of-owner-first",
    "000001 1 { f\n000002 1 | f : { a\n000003 1 { g\n000004 1 | g : { a\n000005 1 | f : } a\n"
    "000006 1 | g : } a\n000007 1 } g\n000008 1 } f\n",
    "#0 thread 1 row 0: 1-8 self 3 function \"f\"\n"
    "#1 thread 1 row 1: 2-5 self 3 scope \"a\"\n"
    "#2 thread 1 row 2: 3-7 self 2 function \"g\" in #0\n"
    "#3 thread 1 row 3: 4-6 self 2 scope \"a\" in #2\n",
    "" },
  { "label-of-instance",
    "000001 1 { f\n000002 1 | f : { a\n000003 1 { f\n000004 1 | f : { b\n000005 1 | f : } a\n"
    "000006 1 | f : } b\n000007 1 } f\n000008 1 } f\n",
    "#0 thread 1 row 0: 1-8 self 3 function \"f\"\n"
    "#1 thread 1 row 1: 2-5 self 3 scope \"a\"\n"
    "#2 thread 1 row 2: 3-7 self 2 function \"f\" in #0\n"
    "#3 thread 1 row 3: 4-6 self 2 scope \"b\" in #2\n",
    "" },
  { "label-of-anybody",
    "000001 1 { f\n000002 1 | : { a\n000003 1 | f : } a\n000004 1 } f\n",
    "#0 thread 1 row 0: 1-4 self 2 function \"f\"\n"
    "#1 thread 1 row 1: 2-3 self 1 scope \"a\" in #0\n",
    "" },
  { "label-nearest",
    "000001 1 | : { a\n000002 1 | : { a\n000004 1 | : } a\n000007 1 | : } a\n",
    "#0 thread 1 row 0: 1-7 self 4 scope \"a\"\n#1 thread 1 row 1: 2-4 self 2 scope \"a\" in #0\n",
    "" },
  { "label-prefix",
    "000001 1 | : { creation ConfigItem [file=standard, version=6]\n"
    "000003 1 | : } creation ConfigItem\n"
    "000004 1 | : { load\n000006 1 | : } loading [x]\n",
    "#0 thread 1 row 0: 1-3 self 2 scope \"creation ConfigItem\"\n"
    "#1 thread 1 row 0: 4-6 self 2 scope \"load\"\n",
    "" },
  { "label-detail-tells-apart",
    "000001 1 | : { load [a]\n000002 1 | : { load [b]\n000004 1 | : } load [a]\n"
    "000007 1 | : } load [b]\n",
    "#0 thread 1 row 0: 1-4 self 3 scope \"load\"\n#1 thread 1 row 1: 2-7 self 5 scope \"load\"\n",
    "" },
  { "label-first-word",
    "000016 1 | : { osl_loadModule start: libfoo\n000020 1 | : } osl_loadModule end: libfoo\n",
    "#0 thread 1 row 0: 16-20 self 4 scope \"osl_loadModule start: libfoo\"\n",
    "" },
  { "label-prefix-before-first-word",
    "000001 1 | : { a b c\n000002 1 | : { a x\n000003 1 | : } a b\n000004 1 | : } a x\n",
    "#0 thread 1 row 0: 1-3 self 2 scope \"a b c\"\n#1 thread 1 row 1: 2-4 self 2 scope \"a x\"\n",
    "" },
  { "label-only-one",
    "000001 1 { f\n000002 1 | f : { start\n000004 1 | f : } stop\n000005 1 } f\n",
    "#0 thread 1 row 0: 1-5 self 2 function \"f\"\n"
    "#1 thread 1 row 1: 2-4 self 2 scope \"start\" in #0 [missing]\n",
    "guessed-end x1 line 3\n" },
  { "label-orphan",
    "000001 1 { f\n000002 1 | f : { a\n000003 1 | f : { b\n000004 1 | f : } c\n000005 1 | : } d\n"
    "000006 1 | f : } b\n000007 1 | f : } a\n000008 1 } f\n",
    "#0 thread 1 row 0: 1-8 self 2 function \"f\"\n"
    "#1 thread 1 row 1: 2-7 self 2 scope \"a\" in #0\n"
    "#2 thread 1 row 2: 3-6 self 3 scope \"b\" in #1\n"
    "thread 1: 4 orphan \"\" of \"c\" in #0\nthread 1: 5 orphan \"\" of \"d\"\n",
    "orphan-end x2 line 4\n" },
  { "early-return",
    "000001 1 { f\n000002 1 | f : { a\n000003 1 { g\n000004 1 | g : { b\n000005 1 } f\n",
    "#0 thread 1 row 0: 1-5 self 1 function \"f\"\n"
    "#1 thread 1 row 1: 2-5 self 1 scope \"a\" in #0 [missing]\n"
    "#2 thread 1 row 2: 3-5 self 1 function \"g\" in #1 [missing]\n"
    "#3 thread 1 row 3: 4-5 self 1 scope \"b\" in #2 [missing]\n",
    "early-return x2 line 5\nunterminated-scope x1 line 5\n" },
  { "ownerless-stays-open",
    "000001 1 { f\n000002 1 { g\n000003 1 | : { a\n000005 1 } f\n000007 1 | : } a\n",
    "#0 thread 1 row 0: 1-5 self 1 function \"f\"\n"
    "#1 thread 1 row 1: 2-5 self 3 function \"g\" in #0 [missing]\n"
    "#2 thread 1 row 2: 3-7 self 4 scope \"a\"\n",
    "unterminated-scope x1 line 4\n" },
  { "straddles-inner",
    "000000 1 { A\n000010 1 | : { L\n000020 1 { B\n000022 1 { C\n000023 1 } C\n000030 1 | : } L\n"
    "000032 1 { D\n000033 1 } D\n000040 1 } B\n000100 1 } A\n",
    "#0 thread 1 row 0: 0-100 self 80 function \"A\"\n"
    "#1 thread 1 row 1: 10-30 self 20 scope \"L\"\n"
    "#2 thread 1 row 2: 20-40 self 18 function \"B\" in #0\n"
    "#3 thread 1 row 3: 22-23 self 1 function \"C\" in #2\n"
    "#4 thread 1 row 3: 32-33 self 1 function \"D\" in #2\n",
    "" },
  { "straddles-outer",
    "000000 1 { A\n000005 1 { B\n000010 1 | : { L\n000012 1 { C\n000013 1 } C\n000030 1 } B\n"
    "000032 1 { D\n000035 1 | : } L\n000036 1 } D\n000100 1 } A\n",
    "#0 thread 1 row 0: 0-100 self 71 function \"A\"\n"
    "#1 thread 1 row 1: 5-30 self 24 function \"B\" in #0\n"
    "#2 thread 1 row 2: 10-35 self 25 scope \"L\"\n"
    "#3 thread 1 row 3: 12-13 self 1 function \"C\" in #1\n"
    "#4 thread 1 row 1: 32-36 self 4 function \"D\" in #0\n",
    "" },
  { "meets-but-does-not-straddle",
    "000000 1 { A\n000010 1 | : { L\n000020 1 { B\n000020 1 | : } L\n000040 1 } B\n000100 1 } A\n",
    "#0 thread 1 row 0: 0-100 self 70 function \"A\"\n"
    "#1 thread 1 row 1: 10-20 self 10 scope \"L\" in #0\n"
    "#2 thread 1 row 2: 20-40 self 20 function \"B\" in #0\n",
    "" },
  { "label-of-a-function-that-is-not-open",
    "000001 1 | m (a) : ::f : { x\n000002 1 { g\n000003 1 | m (a) : ::f : } y\n000004 1 } g\n",
    "#0 thread 1 row 0: 1-3 self 2 scope \"x\" [missing]\n"
    "#1 thread 1 row 1: 2-4 self 2 function \"g\"\n",
    "guessed-end x1 line 3\n" },
  { "label-per-thread",
    "000001 1 | : { a\n000002 2 | : } a\n000003 1 | : } a\n",
    "#0 thread 1 row 0: 1-3 self 2 scope \"a\"\nthread 2: 2 orphan \"\" of \"a\"\n",
    "orphan-end x1 line 2\n" },
  { "label-without-blank",
    "000001 1 | : {a\n000002 1 | : }a\n000003 1 | : {\n000004 1 | : }\n",
    "#0 thread 1 row 0: 1-2 self 1 scope \"a\"\n#1 thread 1 row 0: 3-4 self 1 scope \"\"\n",
    "" },

  /* Rule 9: the end. */
  { "open-at-end",
    "000001 1 { f\n000002 1 { g\n000003 2 { h\n000005 2 | h : x\n000004 1 | g : y\n",
    "#0 thread 1 row 0: 1-4 self 1 function \"f\" [missing]\n"
    "#1 thread 1 row 1: 2-4 self 2 function \"g\" in #0 [missing]\n"
    "#2 thread 2 row 0: 3-5 self 2 function \"h\" [missing]\n"
    "thread 2: 5 message \"x\" of \"h\" in #2\nthread 1: 4 message \"y\" of \"g\" in #1\n",
    "open-at-end x3 line 5\n" },
  { "open-at-clean-exit",
    "000001 1 { f\n000002 2 { g\nclosing log file at 000009",
    "#0 thread 1 row 0: 1-9 self 8 function \"f\" [missing]\n"
    "#1 thread 2 row 0: 2-9 self 7 function \"g\" [missing]\n",
    "open-at-end x2 line 3\n" },
  { "cut-message",
    "000001 1 { f\n000002 1 | f : cut of",
    "#0 thread 1 row 0: 1-2 self 1 function \"f\" [missing]\n"
    "thread 1: 2 message \"cut of\" of \"f\" in #0\n",
    "cut-line x1 line 2\nopen-at-end x1 line 2\n" },
  { "cut-stamp",
    "000001 1 | : x\n000002 1",
    "thread 1: 1 message \"x\"\n",
    "cut-line x1 line 2\n" },
  { "cut-closing",
    "000001 1 | : x\nclosing log fi",
    "thread 1: 1 message \"x\"\n",
    "cut-line x1 line 2\n" },
  { "cut-character",
    "000001 1 | : \xc3\xa4\xc3",
    "thread 1: 1 message \"\xc3\xa4\"\n",
    "cut-line x1 line 1\n" },
  { "closed-within-a-line",
    "000001 1 | : half closing log file at 000009",
    "thread 1: 1 message \"half \"\n",
    "cut-line x1 line 1\n" },
  { "late-record",
    "000001 1 | : x\nclosing log file at 000009\n000010 1 | : y\n",
    "thread 1: 1 message \"x\"\nthread 1: 10 message \"y\"\n",
    "late-record x1 line 3\n" },
  { "late-scope",
    "000001 1 { f\n000002 2 { h\nclosing log file at 000009\n000010 1 { g\n",
    "#0 thread 1 row 0: 1-10 self 9 function \"f\" [missing]\n"
    "#1 thread 2 row 0: 2-9 self 7 function \"h\" [missing]\n"
    "#2 thread 1 row 1: 10-10 self 0 function \"g\" in #0 [missing]\n",
    "late-record x1 line 4\nopen-at-end x3 line 4\n" },
  { "closed-after-the-clock-was-set-back",
    "000010 1 { f\n000030 1 { g\nclosing log file at 000020",
    "#0 thread 1 row 0: 10-20 self ? function \"f\" [missing] [undefined]\n"
    "#1 thread 1 row 1: 30-30 self ? function \"g\" [missing] [undefined]\n",
    "clock-set-back x1 line 3\nopen-at-end x2 line 3\n" },

  /* Rule 10: text. */
  { "windows-1252",
    "000001 1 { \xe4\x80\n000002 1 | \xe4\x80 : \xc3\xa4 \xe4\n000003 1 } \xe4\x80\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"\xc3\xa4\xe2\x82\xac\"\n"
    "thread 1: 2 message \"\xc3\x83\xc2\xa4 \xc3\xa4\" of \"\xc3\xa4\xe2\x82\xac\" in #0\n",
    "" },
  { "utf-8",
    "000001 1 { \xc3\xa4 : \xe2\x82\xac\n000002 1 | \xc3\xa4 : \xe2\x82\xac : \xe4\n"
    "000003 1 } \xc3\xa4 : \xe2\x82\xac\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"\xc3\xa4 : \xe2\x82\xac\"\n"
    "thread 1: 2 message \"\xc3\xa4\" of \"\xc3\xa4 : \xe2\x82\xac\" in #0\n",
    "" },
  { "windows-1252-with-colon",
    "000001 1 { \xe4 : \x80\n000002 1 | \xe4 : \x80 : x\n000003 1 } \xe4 : \x80\n",
    "#0 thread 1 row 0: 1-3 self 2 function \"\xc3\xa4 : \xe2\x82\xac\"\n"
    "thread 1: 2 message \"x\" of \"\xc3\xa4 : \xe2\x82\xac\" in #0\n",
    "" },
};
