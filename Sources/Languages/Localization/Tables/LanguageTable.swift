// Written by generate.py; do not edit. swift-format-ignore-file

/// What CLDR says of languages: lines of `code/script/digits`, each group followed by a line with
/// the plural rules that its languages share. Digits that are left out are `latn`, and a script
/// that is left out is `Latn`.
enum LanguageTable {
  static var text: StaticString {
    #"""
    bm bo/Tibt dz/Tibt/tibt hnj/Hmnp id ig ii/Yiii in ja/Jpan jbo jv jw kde kea km/Khmr ko/Kore lkt
    lo/Laoo ms my/Mymr/mymr nqo/Nkoo osa/Osge sah/Cyrl ses sg su th/Thai to tpi vi wo yo yue/Hant
    zh/Hans
    = 
    am/Ethi as/Beng/beng bn/Beng/beng doi/Deva fa/Arab/arabext gu/Gujr hi/Deva kn/Knda pcm zu
    = one: i = 0 or n = 1
    ff hy/Armn kab
    = one: i = 0,1
    ast ca de en et fi fy gl ia io ji/Hebr lij nl sc scn sv sw ur/Arab yi/Hebr
    = one: i = 1 and v = 0
    si/Sinh
    = one: n = 0,1 or i = 0 and f = 1
    ak bho/Deva guw ln mg nso pa/Guru ti/Ethi wa
    = one: n = 0..1
    tzm
    = one: n = 0..1 or n = 11..99
    af an asa az bal/Arab bem bez bg/Cyrl brx/Deva ce/Cyrl cgg chr/Cher ckb/Arab/arab dv/Thaa ee
    el/Grek eo eu fo fur gsw ha haw hu jgo jmc ka/Geor kaj kcg kk/Cyrl kkj kl ks/Arab/arabext ksb
    ku ky/Cyrl lb lg mas mgo ml/Mlym mn/Cyrl mr/Deva/deva nah/Zzzz nb nd ne/Deva/deva nn nnh no nr
    ny nyn om or/Orya os/Cyrl pap ps/Arab/arabext rm rof rwk saq sd/Arab/arab sdh/Arab seh sn so sq
    ss ssy st syr/Syrc ta/Taml te/Telu teo tig/Ethi tk tn tr ts ug/Arab uz ve vo vun wae xh xog
    = one: n = 1
    da
    = one: n = 1 or t != 0 and i = 0,1
    is
    = one: t = 0 and i % 10 = 1 and i % 100 != 11 or t != 0
    mk/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
    ceb fil tl
    = one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9
    lv prg
    = zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1
    lag
    = zero: n = 0; one: i = 0,1 and n != 0
    ksh
    = zero: n = 0; one: n = 1
    iu/Cans naq sat/Olck/olck se sma smi/Zzzz smj smn sms
    = one: n = 1; two: n = 2
    shi/Tfng
    = one: i = 0 or n = 1; few: n = 2..10
    mo ro
    = one: i = 1 and v = 0; few: v != 0 or n = 0 or n % 100 = 2..19
    bs hr sh/Zzzz sr/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14
    fr
    = one: i = 0,1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    pt
    = one: i = 0..1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    it pt-AO pt-CH pt-CV pt-FR pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL
    = one: i = 1 and v = 0; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    es
    = one: n = 1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    gd
    = one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19
    sl
    = one: v = 0 and i % 100 = 1; two: v = 0 and i % 100 = 2; few: v = 0 and i % 100 = 3..4 or v != 0
    dsb hsb
    = one: v = 0 and i % 100 = 1 or f % 100 = 1; two: v = 0 and i % 100 = 2 or f % 100 = 2; few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4
    he/Hebr iw/Hebr
    = one: i = 1 and v = 0; two: i = 2 and v = 0; many: v = 0 and n != 0..10 and n % 10 = 0
    cs sk
    = one: i = 1 and v = 0; few: i = 2..4 and v = 0; many: v != 0
    pl
    = one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14
    be/Cyrl
    = one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14
    lt
    = one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
    mt
    = one: n = 1; few: n = 0 or n % 100 = 2..10; many: n % 100 = 11..19
    ru/Cyrl uk/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
    br
    = one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
    ga
    = one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10
    gv
    = one: v = 0 and i % 10 = 1; two: v = 0 and i % 10 = 2; few: v = 0 and i % 100 = 0,20,40,60,80; many: v != 0
    kw
    = zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = 1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = 3,23,43,63,83; many: n != 1 and n % 100 = 1,21,41,61,81
    ar/Arab/arab ars/Arab
    = zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99
    cy
    = zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6
    """#
  }
}
