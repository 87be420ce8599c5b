// Written by generate.py; do not edit. swift-format-ignore-file

/// What CLDR says of languages: lines of `code/script/digits`, each group followed by a line with
/// the plural rules that its languages share.
enum LanguageTable {
  static var text: StaticString {
    #"""
    bm/Latn/latn bo/Tibt/latn dz/Tibt/tibt hnj/Hmnp/latn id/Latn/latn ig/Latn/latn
    ii/Yiii/latn in/Latn/latn ja/Jpan/latn jbo/Latn/latn jv/Latn/latn jw/Latn/latn
    kde/Latn/latn kea/Latn/latn km/Khmr/latn ko/Kore/latn lkt/Latn/latn
    lo/Laoo/latn ms/Latn/latn my/Mymr/mymr nqo/Nkoo/latn osa/Osge/latn
    sah/Cyrl/latn ses/Latn/latn sg/Latn/latn su/Latn/latn th/Thai/latn to/Latn/latn
    tpi/Latn/latn vi/Latn/latn wo/Latn/latn yo/Latn/latn yue/Hant/latn zh/Hans/latn
    = 
    am/Ethi/latn as/Beng/beng bn/Beng/beng doi/Deva/latn fa/Arab/arabext
    gu/Gujr/latn hi/Deva/latn kn/Knda/latn pcm/Latn/latn zu/Latn/latn
    = one: i = 0 or n = 1
    ff/Latn/latn hy/Armn/latn kab/Latn/latn
    = one: i = 0,1
    ast/Latn/latn ca/Latn/latn de/Latn/latn en/Latn/latn et/Latn/latn fi/Latn/latn
    fy/Latn/latn gl/Latn/latn ia/Latn/latn io/Latn/latn ji/Hebr/latn lij/Latn/latn
    nl/Latn/latn sc/Latn/latn scn/Latn/latn sv/Latn/latn sw/Latn/latn ur/Arab/latn
    yi/Hebr/latn
    = one: i = 1 and v = 0
    si/Sinh/latn
    = one: n = 0,1 or i = 0 and f = 1
    ak/Latn/latn bho/Deva/latn guw/Latn/latn ln/Latn/latn mg/Latn/latn
    nso/Latn/latn pa/Guru/latn ti/Ethi/latn wa/Latn/latn
    = one: n = 0..1
    tzm/Latn/latn
    = one: n = 0..1 or n = 11..99
    af/Latn/latn an/Latn/latn asa/Latn/latn az/Latn/latn bal/Arab/latn
    bem/Latn/latn bez/Latn/latn bg/Cyrl/latn brx/Deva/latn ce/Cyrl/latn
    cgg/Latn/latn chr/Cher/latn ckb/Arab/arab dv/Thaa/latn ee/Latn/latn
    el/Grek/latn eo/Latn/latn eu/Latn/latn fo/Latn/latn fur/Latn/latn gsw/Latn/latn
    ha/Latn/latn haw/Latn/latn hu/Latn/latn jgo/Latn/latn jmc/Latn/latn
    ka/Geor/latn kaj/Latn/latn kcg/Latn/latn kk/Cyrl/latn kkj/Latn/latn
    kl/Latn/latn ks/Arab/arabext ksb/Latn/latn ku/Latn/latn ky/Cyrl/latn
    lb/Latn/latn lg/Latn/latn mas/Latn/latn mgo/Latn/latn ml/Mlym/latn mn/Cyrl/latn
    mr/Deva/deva nah/Zzzz/latn nb/Latn/latn nd/Latn/latn ne/Deva/deva nn/Latn/latn
    nnh/Latn/latn no/Latn/latn nr/Latn/latn ny/Latn/latn nyn/Latn/latn om/Latn/latn
    or/Orya/latn os/Cyrl/latn pap/Latn/latn ps/Arab/arabext rm/Latn/latn
    rof/Latn/latn rwk/Latn/latn saq/Latn/latn sd/Arab/arab sdh/Arab/latn
    seh/Latn/latn sn/Latn/latn so/Latn/latn sq/Latn/latn ss/Latn/latn ssy/Latn/latn
    st/Latn/latn syr/Syrc/latn ta/Taml/latn te/Telu/latn teo/Latn/latn
    tig/Ethi/latn tk/Latn/latn tn/Latn/latn tr/Latn/latn ts/Latn/latn ug/Arab/latn
    uz/Latn/latn ve/Latn/latn vo/Latn/latn vun/Latn/latn wae/Latn/latn xh/Latn/latn
    xog/Latn/latn
    = one: n = 1
    da/Latn/latn
    = one: n = 1 or t != 0 and i = 0,1
    is/Latn/latn
    = one: t = 0 and i % 10 = 1 and i % 100 != 11 or t != 0
    mk/Cyrl/latn
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
    ceb/Latn/latn fil/Latn/latn tl/Latn/latn
    = one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9
    lv/Latn/latn prg/Latn/latn
    = zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1
    lag/Latn/latn
    = zero: n = 0; one: i = 0,1 and n != 0
    ksh/Latn/latn
    = zero: n = 0; one: n = 1
    iu/Cans/latn naq/Latn/latn sat/Olck/olck se/Latn/latn sma/Latn/latn
    smi/Zzzz/latn smj/Latn/latn smn/Latn/latn sms/Latn/latn
    = one: n = 1; two: n = 2
    shi/Tfng/latn
    = one: i = 0 or n = 1; few: n = 2..10
    mo/Latn/latn ro/Latn/latn
    = one: i = 1 and v = 0; few: v != 0 or n = 0 or n % 100 = 2..19
    bs/Latn/latn hr/Latn/latn sh/Zzzz/latn sr/Cyrl/latn
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14
    fr/Latn/latn
    = one: i = 0,1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    pt/Latn/latn
    = one: i = 0..1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    it/Latn/latn pt-AO/Latn/latn pt-CH/Latn/latn pt-CV/Latn/latn pt-FR/Latn/latn
    pt-GQ/Latn/latn pt-GW/Latn/latn pt-LU/Latn/latn pt-MO/Latn/latn pt-MZ/Latn/latn
    pt-PT/Latn/latn pt-ST/Latn/latn pt-TL/Latn/latn
    = one: i = 1 and v = 0; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    es/Latn/latn
    = one: n = 1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    gd/Latn/latn
    = one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19
    sl/Latn/latn
    = one: v = 0 and i % 100 = 1; two: v = 0 and i % 100 = 2; few: v = 0 and i % 100 = 3..4 or v != 0
    dsb/Latn/latn hsb/Latn/latn
    = one: v = 0 and i % 100 = 1 or f % 100 = 1; two: v = 0 and i % 100 = 2 or f % 100 = 2; few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4
    he/Hebr/latn iw/Hebr/latn
    = one: i = 1 and v = 0; two: i = 2 and v = 0; many: v = 0 and n != 0..10 and n % 10 = 0
    cs/Latn/latn sk/Latn/latn
    = one: i = 1 and v = 0; few: i = 2..4 and v = 0; many: v != 0
    pl/Latn/latn
    = one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14
    be/Cyrl/latn
    = one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14
    lt/Latn/latn
    = one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
    mt/Latn/latn
    = one: n = 1; few: n = 0 or n % 100 = 2..10; many: n % 100 = 11..19
    ru/Cyrl/latn uk/Cyrl/latn
    = one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
    br/Latn/latn
    = one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
    ga/Latn/latn
    = one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10
    gv/Latn/latn
    = one: v = 0 and i % 10 = 1; two: v = 0 and i % 10 = 2; few: v = 0 and i % 100 = 0,20,40,60,80; many: v != 0
    kw/Latn/latn
    = zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = 1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = 3,23,43,63,83; many: n != 1 and n % 100 = 1,21,41,61,81
    ar/Arab/arab ars/Arab/latn
    = zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99
    cy/Latn/latn
    = zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6
    """#
  }
}
