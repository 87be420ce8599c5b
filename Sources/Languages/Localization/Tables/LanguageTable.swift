// Written by generate.py; do not edit. swift-format-ignore-file

/// What CLDR says of languages: lines of `code/script/digits`, each group followed by a line with
/// the plural rules that its languages share. Digits that are left out are `latn`, and a script
/// that is left out is `Latn`.
enum LanguageTable {
  static var text: StaticString {
    #"""
    af an asa az bal/Arab bem bez bg/Cyrl brx/Deva ce/Cyrl cgg chr/Cher ckb/Arab/arab dv/Thaa ee
    el/Grek eo eu fo fur gsw ha haw hu jgo jmc ka/Geor kaj kcg kk/Cyrl kkj kl ks/Arab/arabext ksb
    ku ky/Cyrl lb lg mas mgo ml/Mlym mn/Cyrl mr/Deva/deva nah/Zzzz nb nd ne/Deva/deva nn nnh no nr
    ny nyn om or/Orya os/Cyrl pap ps/Arab/arabext rm rof rwk saq sd/Arab/arab sdh/Arab seh sn so sq
    ss ssy st syr/Syrc ta/Taml te/Telu teo tig/Ethi tk tn tr ts ug/Arab uz ve vo vun wae xh xog
    = one: n = 1
    ak bho/Deva csw/Cans guw ln mg nso pa/Guru ti/Ethi wa
    = one: n = 0..1
    am/Ethi as/Beng/beng bn/Beng/beng doi/Deva fa/Arab/arabext gu/Gujr hi/Deva kn/Knda kok/Deva pcm
    tg/Cyrl zu
    = one: i = 0 or n = 1
    ar/Arab/arab ars/Arab
    = zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99
    ast de en et fi fy ia ie io lij nl sc sv sw ur/Arab yi/Hebr
    = one: i = 1 and v = 0
    be/Cyrl
    = one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14
    blo cv/Cyrl ksh
    = zero: n = 0; one: n = 1
    bm bo/Tibt dz/Tibt/tibt hnj/Hmnp id ig ii/Yiii ja/Jpan jbo jv kde kea km/Khmr ko/Kore lkt
    lo/Laoo ms my/Mymr/mymr nqo/Nkoo osa/Osge sah/Cyrl ses sg su th/Thai to tpi vi wo yo yue/Hant
    zh/Hans
    = 
    br
    = one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
    bs hr sr/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14
    ca gl it lld pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL scn vec
    = one: i = 1 and v = 0; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    ceb fil
    = one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9
    cs sk
    = one: i = 1 and v = 0; few: i = 2..4 and v = 0; many: v != 0
    cy
    = zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6
    da
    = one: n = 1 or t != 0 and i = 0,1
    dsb hsb
    = one: v = 0 and i % 100 = 1 or f % 100 = 1; two: v = 0 and i % 100 = 2 or f % 100 = 2; few: v = 0 and i % 100 = 3..4 or f % 100 = 3..4
    es
    = one: n = 1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    ff hy/Armn kab
    = one: i = 0,1
    fr pt
    = one: i = 0..1; many: e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5
    ga
    = one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10
    gd
    = one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19
    gv
    = one: v = 0 and i % 10 = 1; two: v = 0 and i % 10 = 2; few: v = 0 and i % 100 = 0,20,40,60,80; many: v != 0
    he/Hebr
    = one: i = 1 and v = 0 or i = 0 and v != 0; two: i = 2 and v = 0
    is
    = one: t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11
    iu/Cans naq sat/Olck/olck se sma smi/Zzzz smj smn sms
    = one: n = 1; two: n = 2
    kw
    = zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = 1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = 3,23,43,63,83; many: n != 1 and n % 100 = 1,21,41,61,81
    lag
    = zero: n = 0; one: i = 0,1 and n != 0
    lt
    = one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
    lv prg
    = zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1
    mk/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
    mt
    = one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19
    pl
    = one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14
    ro
    = one: i = 1 and v = 0; few: v != 0 or n = 0 or n != 1 and n % 100 = 1..19
    ru/Cyrl uk/Cyrl
    = one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
    sgs
    = one: n % 10 = 1 and n % 100 != 11; two: n = 2; few: n != 2 and n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
    shi/Tfng
    = one: i = 0 or n = 1; few: n = 2..10
    si/Sinh
    = one: n = 0,1 or i = 0 and f = 1
    sl
    = one: v = 0 and i % 100 = 1; two: v = 0 and i % 100 = 2; few: v = 0 and i % 100 = 3..4 or v != 0
    tzm
    = one: n = 0..1 or n = 11..99
    """#
  }

  /// Codes that mean another code, each as ` OLD:NEW `.
  static var codes: StaticString {
    """
    abq-TR:abq-Latn-TR arb:ar az-IQ:az-Arab-IQ az-IR:az-Arab-IR az-RU:az-Cyrl-RU bh:bho cmn:zh \
    cnr:sr-ME drw:fa-AF ha-CM:ha-Arab-CM ha-SD:ha-Arab-SD hak-TW:hak-Hant-TW hbs:sr-Latn in:id iw:he \
    ji:yi jw:jv kk-AF:kk-Arab-AF kk-CN:kk-Arab-CN kk-IR:kk-Arab-IR kk-MN:kk-Arab-MN ku-AM:ku-Cyrl-AM \
    ku-AZ:ku-Cyrl-AZ ku-GE:ku-Cyrl-GE ku-IQ:ku-Arab-IQ ku-IR:ku-Arab-IR ku-LB:ku-Arab-LB \
    ku-TM:ku-Cyrl-TM ky-CN:ky-Arab-CN ky-TR:ky-Latn-TR lzz-GE:lzz-Geor-GE mey-SN:mey-Latn-SN \
    mn-CN:mn-Mong-CN mo:ro ms-CC:ms-Arab-CC nan-MO:nan-Hant-MO nan-TW:nan-Hant-TW no:nb nob:nb \
    pa-PK:pa-Arab-PK pes:fa pi-IN:pi-Deva-IN pi-LK:pi-Sinh-LK pi-MM:pi-Mymr-MM pi-TH:pi-Thai-TH \
    pnt-RU:pnt-Cyrl-RU pnt-TR:pnt-Latn-TR prs:fa-AF sd-IN:sd-Deva-IN sh:sr-Latn sr-ME:sr-Latn-ME \
    sr-RO:sr-Latn-RO sr-TR:sr-Latn-TR stu-CN:stu-Tale-CN swc:sw-CD swh:sw tg-PK:tg-Arab-PK tgl:fil \
    tl:fil tnf:fa-AF tw:ak ug-KZ:ug-Cyrl-KZ ug-MN:ug-Cyrl-MN unr-NP:unr-Deva-NP uz-AF:uz-Arab-AF \
    uz-CN:uz-Cyrl-CN yue-CN:yue-Hans-CN zh-AU:zh-Hant-AU zh-BN:zh-Hant-BN zh-GB:zh-Hant-GB \
    zh-GF:zh-Hant-GF zh-HK:zh-Hant-HK zh-ID:zh-Hant-ID zh-MO:zh-Hant-MO zh-PA:zh-Hant-PA \
    zh-PF:zh-Hant-PF zh-PH:zh-Hant-PH zh-SR:zh-Hant-SR zh-TH:zh-Hant-TH zh-TW:zh-Hant-TW \
    zh-US:zh-Hant-US zh-VN:zh-Hant-VN zsm:ms \
     
    """
  }

  /// The parents that are not the code without its last subtag.
  static var parents: StaticString {
    """
    en-150:en-001 en-AG:en-001 en-AI:en-001 en-AT:en-150 en-AU:en-001 en-BB:en-001 en-BE:en-150 \
    en-BM:en-001 en-BS:en-001 en-BW:en-001 en-BZ:en-001 en-CC:en-001 en-CH:en-150 en-CK:en-001 \
    en-CM:en-001 en-CX:en-001 en-CY:en-001 en-CZ:en-150 en-DE:en-150 en-DG:en-001 en-DK:en-150 \
    en-DM:en-001 en-EE:en-150 en-ER:en-001 en-ES:en-150 en-FI:en-150 en-FJ:en-001 en-FK:en-001 \
    en-FM:en-001 en-FR:en-150 en-GB:en-001 en-GD:en-001 en-GE:en-150 en-GG:en-001 en-GH:en-001 \
    en-GI:en-001 en-GM:en-001 en-GS:en-001 en-GY:en-001 en-HK:en-001 en-HU:en-150 en-ID:en-001 \
    en-IE:en-001 en-IL:en-001 en-IM:en-001 en-IN:en-001 en-IO:en-001 en-IT:en-150 en-JE:en-001 \
    en-JM:en-001 en-KE:en-001 en-KI:en-001 en-KN:en-001 en-KY:en-001 en-LC:en-001 en-LR:en-001 \
    en-LS:en-001 en-LT:en-150 en-LV:en-150 en-MG:en-001 en-MO:en-001 en-MS:en-001 en-MT:en-001 \
    en-MU:en-001 en-MV:en-001 en-MW:en-001 en-MY:en-001 en-NA:en-001 en-NF:en-001 en-NG:en-001 \
    en-NL:en-150 en-NO:en-150 en-NR:en-001 en-NU:en-001 en-NZ:en-001 en-PG:en-001 en-PK:en-001 \
    en-PL:en-150 en-PN:en-001 en-PT:en-150 en-PW:en-001 en-RO:en-150 en-RW:en-001 en-SB:en-001 \
    en-SC:en-001 en-SD:en-001 en-SE:en-150 en-SG:en-001 en-SH:en-001 en-SI:en-150 en-SK:en-150 \
    en-SL:en-001 en-SS:en-001 en-SX:en-001 en-SZ:en-001 en-TC:en-001 en-TK:en-001 en-TO:en-001 \
    en-TT:en-001 en-TV:en-001 en-TZ:en-001 en-UA:en-150 en-UG:en-001 en-VC:en-001 en-VG:en-001 \
    en-VU:en-001 en-WS:en-001 en-ZA:en-001 en-ZM:en-001 en-ZW:en-001 es-AR:es-419 es-BO:es-419 \
    es-BR:es-419 es-BZ:es-419 es-CL:es-419 es-CO:es-419 es-CR:es-419 es-CU:es-419 es-DO:es-419 \
    es-EC:es-419 es-GT:es-419 es-HN:es-419 es-JP:es-419 es-MX:es-419 es-NI:es-419 es-PA:es-419 \
    es-PE:es-419 es-PR:es-419 es-PY:es-419 es-SV:es-419 es-US:es-419 es-UY:es-419 es-VE:es-419 \
    hi-Latn:en-IN nn:nb pt-AO:pt-PT pt-CH:pt-PT pt-CV:pt-PT pt-FR:pt-PT pt-GQ:pt-PT pt-GW:pt-PT \
    pt-LU:pt-PT pt-MO:pt-PT pt-MZ:pt-PT pt-ST:pt-PT pt-TL:pt-PT zh-Hant-MO:zh-Hant-HK \
     
    """
  }

  /// The codes by which locales name a language in a script.
  static var homes: StaticString {
    """
    abq-Latn:abq-TR az-Arab:az-IR hak-Hant:hak-TW kk-Arab:kk-CN ku-Arab:ku-IQ ku-Cyrl:ku-AM \
    ky-Arab:ky-CN ky-Latn:ky-TR lzz-Geor:lzz-GE mey-Latn:mey-SN mn-Mong:mn-CN nan-Hant:nan-TW \
    pa-Arab:pa-PK pi-Deva:pi-IN pi-Mymr:pi-MM pi-Sinh:pi-LK pi-Thai:pi-TH pnt-Cyrl:pnt-RU \
    pnt-Latn:pnt-TR sd-Deva:sd-IN stu-Tale:stu-CN tg-Arab:tg-PK ug-Cyrl:ug-KZ unr-Deva:unr-NP \
    uz-Arab:uz-AF yue-Hans:yue-CN zh-Hant:zh-TW zh:zh-CN \
     
    """
  }
}
