// Written by LiteralScreenTests.

let screens40x12: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
     Lisan
    ≡ Account                              ▾
    Your account is kept on a server and   █
    follows you from device to device.     █
                                           █
    Name                                Ana│
    Sign-in name            ana@example.org│
    E-mail                  ana@example.org│
    Phone                   +20 2 2345 6789│
    Profile                            Home│
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .account, "ar",
    """
     لسان
    ≡ الحساب                               ▾
    حسابك محفوظ على خادم ويرافقك من جهاز   █
    إلى جهاز.                              █
                                           █
    الاسم                                Ana│
    اسم الدخول              ana@example.org│
    البريد الإلكتروني        ana@example.org│
    الهاتف                  +20 2 2345 6789│
    الملف الشخصي                       Home│
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .language, "en",
    """
     Lisan
    ≡ Language                             ▾
    Choose the language of this app and of █
    the programs that follow it.           █
                                           █
    ✓ English (EN)         current language█
      العربية (AR)                         █
                                           │
    [ ] Follow the system language      Off│
        The system names no language that  │
     English is the current language
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .language, "ar",
    """
     لسان
    ≡ اللغة                                ▾
    اختر لغة هذا التطبيق والبرامج التي     █
    تتبعه.                                 █
                                           █
      English (EN)                         █
    ✓ العربية (AR)            اللغة الحالية█
                                           █
    [ ] اتباع لغة النظام                  لا│
        لا يحدد النظام لغة متوفرة هنا.      │
     العربية هي اللغة الحالية
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .region, "en",
    """
     Lisan
    ≡ Region                               ▾
    The region decides which languages are
    offered; the first one of each is its
    default.

    ✓ International        English, العربية
      GB in en                      English
      EG in en             العربية, English
      AE in en             English, العربية
     International is the current region
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .region, "ar",
    """
     لسان
    ≡ المنطقة                              ▾
    تحدد المنطقة اللغات المتاحة، وأولاها هي
    الافتراضية.

    ✓ دولية                English، العربية
      GB in ar                      English
      EG in ar             العربية، English
      AE in ar             English، العربية

     المنطقة الحالية: دولية
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .sync, "en",
    """
     Lisan
    ≡ Sync                                 ▾
    Your choice of language is sent to your█
    account once for each change.          █
                                           █
    State                            Synced█
    Last sync                              █
      day 2000 in en (2000 ago in en)      │
    Waiting to be sent              nothing│
    Kept at    https://accounts.example.org│
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .sync, "ar",
    """
     لسان
    ≡ المزامنة                             ▾
    يرسل لسان اختيارك للغة إلى حسابك مرة   █
    عند كل تغيير.                          █
                                           █
    الحالة                     تمت المزامنة█
    آخر مزامنة                             █
      day 2000 in ar (2000 ago in ar)      │
    في انتظار الإرسال                  لا شيء│
    مكان الحفظ                             │
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .privacy, "en",
    """
     Lisan
    ≡ Privacy                              ▾
    What the makers of this app may learn  █
    from you.                              █
                                           █
    [ ] Usage statistics                Off█
        Which settings are used, without   █
        your name.                         █
    [ ] Diagnostics                     Off█
        What went wrong, when something    │
     Press Enter to switch this on
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .privacy, "ar",
    """
     لسان
    ≡ الخصوصية                             ▾
    ما يمكن لصانعي هذا التطبيق معرفته عنك.

    [ ] إحصاءات الاستخدام                  لا
        الإعدادات التي تستخدمها، دون ذكر
        اسمك.
    [ ] بيانات التشخيص                    لا
        تفاصيل الأعطال عند وقوعها.

     اضغط Enter للتفعيل
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .developer, "en",
    """
     Lisan
    ≡ Developer                            ▾
    Tools for those who make the texts and
    the program.

    Log
      /home/ana/.local/state/lisan/
      lisan.log
    Made-up language                   none
     Press Enter to read what was said on
     this screen
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .developer, "ar",
    """
     لسان
    ≡ خيارات المطور                        ▾
    أدوات لمعدي النصوص ومطوري البرنامج.

    السجل
      /home/ana/.local/state/lisan/
      lisan.log
    لغة مصطنعة                           بلا

     اضغط Enter لقراءة ما ظهر من رسائل على
     هذه الشاشة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .about, "en",
    """
     Lisan
    ≡ About                                ▾
    Lisan changes the language of a        █
    terminal and the direction of its      █
    screen.                                █
                                           │
    Version                           1.2.3│
    Licence                      Apache-2.0│
    Languages                   2 languages│
    Layout direction          left to right│
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .about, "ar",
    """
     لسان
    ≡ حول لسان                             ▾
    يغير لسان لغة الطرفية واتجاه شاشتها.   █
                                           █
    الإصدار                            1.2.3█
    الترخيص                      Apache-2.0█
    اللغات                            لغتان│
    اتجاه الواجهة      من اليمين إلى اليسار│
    آخر تغيير                              │
      day 1000 in ar (3000 ago in ar)      │
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .navigation, "en",
    """
     Lisan
    ≡ Language                             ▴
       Account
     › Language
       Region
       Sync
       Privacy
       Developer
       About
     Press Enter to go to the section
     Language
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .navigation, "ar",
    """
     لسان
    ≡ اللغة                                ▴
       الحساب
     › اللغة
       المنطقة
       المزامنة
       الخصوصية
       خيارات المطور
       حول لسان
    ────────────────────────────────────────
     اضغط Enter للانتقال إلى قسم اللغة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .signIn, "en",
    """
     Lisan
    Sign in
    The account is kept at
    https://accounts.example.org. The
    settings open when you have signed in.

    Sign-in name
    Password

    [ Sign in to the account ]

     Tab Next field  Ctrl-C Quit
    """),
  LiteralScreen(
    .signIn, "ar",
    """
     لسان
    تسجيل الدخول
    الحساب محفوظ في
    https://accounts.example.org. ستظهر
    الإعدادات بعد تسجيل الدخول.

    اسم الدخول
    كلمة المرور

    [ الدخول إلى الحساب ]

     Tab الحقل التالي  Ctrl-C خروج
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
     Lisan
    The account is kept at                 │
    https://accounts.example.org. The      █
    settings open when you have signed in. █
                                           █
    Sign-in name  ana@example.org          █
    Password  •••••                        █
    The sign-in name or the password is    █
    wrong.                                 █
                                           █
    [ Sign in to the account ]             █
     Tab Next field  Ctrl-C Quit
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
     لسان
    تسجيل الدخول
    الحساب محفوظ في
    https://accounts.example.org. ستظهر
    الإعدادات بعد تسجيل الدخول.

    اسم الدخول  ana@example.org
    كلمة المرور  •••••
    اسم الدخول أو كلمة المرور غير صحيحة.

    [ الدخول إلى الحساب ]
     Tab الحقل التالي  Ctrl-C خروج
    """),
  LiteralScreen(
    .editing, "en",
    """
     Lisan
    ≡ Account                              ▾
    Sign-in name            ana@example.org│
    E-mail                  ana@example.org█
    Phone                   +20 2 2345 6789█
    Profile                            Home█
    Language                        English│
    Note  Tea at five شاي 5                │
    Kept at    https://accounts.example.org│
    Session kept in                        │
     Room for #1983 in en more characters
     Enter Keep  Esc Cancel
    """),
  LiteralScreen(
    .editing, "ar",
    """
     لسان
    ≡ الحساب                               ▾
    اسم الدخول              ana@example.org│
    البريد الإلكتروني        ana@example.org█
    الهاتف                  +20 2 2345 6789█
    الملف الشخصي                       Home█
    اللغة                           English│
    ملاحظة  Tea at five شاي 5               │
    مكان الحفظ                             │
      https://accounts.example.org         │
     يمكن كتابة #1983 in ar حرفا آخر
     Enter حفظ  Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
     Lisan
    ≡ Language                             ▾
    Ch┌─ Layout direction ───────────────┐ █
    th│                                  │ █
      │ Restart Lisan to lay out the     │ █
    ✓ │ screen from left to right?       │e█
      │                                  │ │
      │ ‹ Restart now ›  [ Later ]       │ │
    [ │                                  │f│
     P└──────────────────────────────────┘
     العربية
     ←→ Move  Enter Choose  y Restart now
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
     لسان
    ≡ اللغة                                ▾
    اخ┌─ اتجاه الواجهة ──────────────────┐ █
    تت│                                  │ █
      │ هل تريد إعادة تشغيل لسان لعرض    │ █
      │ الشاشة من اليمين إلى اليسار؟     │ █
    ✓ │                                  │ة│
      │ ‹ إعادة التشغيل الآن ›  [ لاحقا ]  │ │
    [ │                                  │لا│
     ا└──────────────────────────────────┘
     English
     ←→ تنقل  Enter اختيار  n لاحقا  q خروج
    """),
  LiteralScreen(
    .restartPending, "en",
    """
     Lisan
    ≡ Language                             ▾
                                           │
    ✓ English (EN)         current language█
      العربية (AR)                         █
                                           │
    [ ] Follow the system language      Off│
     Restart pending: press r to change the
     layout direction
     Press Enter to switch the app to
     العربية
     ↑↓ Move  Enter Choose  r Restart
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
     لسان
    ≡ اللغة                                ▾
    تتبعه.                                 █
                                           █
      English (EN)                         │
    ✓ العربية (AR)            اللغة الحالية│
                                           │
     بانتظار إعادة التشغيل: اضغط r لتغيير
     اتجاه الواجهة
     اضغط Enter لتغيير لغة التطبيق إلى
     English
     ↑↓ تنقل  Enter اختيار  r إعادة التشغيل
    """),
  LiteralScreen(
    .toasts, "en",
    """
     Lisan
    ≡ Language                             ▾
    ✓ English (EN)         current language█
      العربية (AR)                         │
     The choice could not be saved and will
     not survive this session.
     The switch to العربية did not
     complete; nothing was changed: there
     is an error in
     ar.lproj/Localizable.strings:12. Log:
     /home/ana/.local/state/lisan/lisan.log
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .toasts, "ar",
    """
     لسان
    ≡ اللغة                                ▾
    ✓ العربية (AR)            اللغة الحالية█
                                           │
     تعذر حفظ الاختيار، ولن يبقى بعد هذه
     الجلسة.
     تعذر تغيير اللغة إلى English؛ بقي كل
     شيء كما هو. السبب: يوجد خطأ في
     ar.lproj/Localizable.strings:12.
     السجل:
     /home/ana/.local/state/lisan/lisan.log
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
  LiteralScreen(
    .work, "en",
    """
     Lisan
    ≡ Sync                                 ▾
    Your choice of language is sent to your█
    account once for each change.          █
                                           █
    State                            Synced│
    Last sync                              │
      day 2000 in en (2000 ago in en)      │
     ●·· Comparing with your account… Press
         Esc to cancel.
     Move with the arrow keys to read on
     Esc Cancel  ↑↓ Move  Enter Choose
    """),
  LiteralScreen(
    .work, "ar",
    """
     لسان
    ≡ المزامنة                             ▾
    يرسل لسان اختيارك للغة إلى حسابك مرة   █
    عند كل تغيير.                          █
                                           █
    الحالة                     تمت المزامنة│
    آخر مزامنة                             │
      day 2000 in ar (2000 ago in ar)      │
     ●·· تجري المقارنة مع حسابك… اضغط Esc
         للإلغاء.
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     Esc إلغاء  ↑↓ تنقل  Enter اختيار
    """),
  LiteralScreen(
    .help, "en",
    """
     Lisan
    ≡ ┌─ Keys ───────────────────────────┐ ▾
    Ch│ ↑↓         Go to the item above  █ █
    th│            or below              │ █
      │ Enter      Choose the focused    │ █
    ✓ │            item                  │e█
      │ r          Restart, when a       │ █
      │            restart is pending    │ │
    [ │ ?          Show this help        │f│
      │ q          Quit                  │ │
     E└──────────────────────────────────┘
     ↑↓ Move  Esc Close
    """),
  LiteralScreen(
    .help, "ar",
    """
     لسان
    ≡ ┌─ المفاتيح ───────────────────────┐ ▾
    اخ│ ↑↓         الانتقال إلى العنصر    █ █
    تت│            السابق أو التالي      │ █
      │ Enter      اختيار العنصر المحدد  │ █
      │ r          إعادة التشغيل إن كانت │ █
    ✓ │            الشاشة بانتظارها      │ة█
      │ ?          عرض هذه المساعدة      │ █
    [ │ q          خروج                  │لا│
      │ Tab        الانتقال إلى الأقسام    │ │
     ا└──────────────────────────────────┘
     ↑↓ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .messages, "en",
    """
     Lisan
    ≡ ┌─ Messages ───────────────────────┐ ▾
    ✓ │ ! The choice could not be saved  █e█
      │   and will not survive this      █ │
     T│   session.                       █l
     n│ ! The switch to العربية did not  █
     T│   complete; nothing was changed: █
     c│   there is an error in           █
     i│   ar.lproj/Localizable.strings:  │
     a│   12. Log:                       │
     /└──────────────────────────────────┘g
     ↑↓ Move  Esc Close
    """),
  LiteralScreen(
    .messages, "ar",
    """
     لسان
    ≡ ┌─ الرسائل ────────────────────────┐ ▾
    ✓ │ ! تعذر حفظ الاختيار، ولن يبقى بعد █ة█
      │   هذه الجلسة.                    █ │
     ت│ ! تعذر تغيير اللغة إلى English؛  █
     ا│   بقي كل شيء كما هو. السبب: يوجد █
     ت│   خطأ في                         █
     ش│   ar.lproj/Localizable.strings:  █
     a│   12. السجل:                     █
     ا│   /home/ana/.local/state/lisan/  │
     /└──────────────────────────────────┘g
     ↑↓ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
     Lisan
    ≡ ┌─ Terminal self-test ─────────────┐ ▾
    La│ (●) Automatic (now visual)       █s│
    La│ ( ) As the text stands (visual)  │t│
    La│ ( ) For kitty: words reversed    │ █
      │     (kitty)                      │ █
    Te│ ( ) Between direction marks      │r│
    Pr│     (lrm)                        │ │
      │ ( ) As a paragraph that the      │ │
     P│     terminal reorders            │
     t└──────────────────────────────────┘
     ↑↓ Move  Enter Choose  Esc Close
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
     لسان
    ≡ ┌─ اختبار الطرفية ─────────────────┐ ▾
    ال│ (●) تلقائي (الآن visual)          █ن│
    ات│ ( ) كما يظهر النص (visual)       █ر█
    آخ│ ( ) لطرفية kitty: الكلمات معكوسة │ █
      │     (kitty)                      │ █
    ال│ ( ) بين علامات الاتجاه (lrm)       │r│
    مل│ ( ) فقرة ترتبها الطرفية          │ │
      │     (paragraph)                  │ │
     ا│ ( ) مثل ذلك لطرفية mlterm داخل   │
     ع└──────────────────────────────────┘
     ↑↓ تنقل  Enter اختيار  Esc إغلاق
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
     Lisan
    ≡ ┌─ Profile ────────────────────────┐ ▾
      │                                  │ │
      │ Switch to the profile Work? Its  │ │
    Pr│ language becomes the language of │ │
    ✓ │ the app.                         │h│
      │                                  │ة│
      │ ‹ Switch ›  [ Cancel ]           │ █
    Si│                                  │ █
     P└──────────────────────────────────┘
     Work
     ←→ Move  Enter Choose  y Switch
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
     لسان
    ≡ الحساب                               ▾
    مك┌─ الملف الشخصي ───────────────────┐ك│
      │                                  │ │
    ال│ هل تريد التبديل إلى الملف الشخصي │ │
    ✓ │ Work؟ ستصبح لغته لغة التطبيق.    │h│
      │                                  │ة│
      │ ‹ تبديل ›  [ إلغاء ]             │ █
    تس│                                  │ █
     ا└──────────────────────────────────┘
     Work
     ←→ تنقل  Enter اختيار  y تبديل  q خروج
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
     Lisan
    ≡ Account                              ▾
    Se┌─ Account ────────────────────────┐ │
      │                                  │ │
      │ Sign out of the account on this  │ │
    Pr│ device?                          │ │
    ✓ │                                  │h│
      │ ‹ Sign out ›  [ Cancel ]         │ة█
      │                                  │ █
    Si└──────────────────────────────────┘ █
     Press Enter to sign out on this device
     ←→ Move  Enter Choose  y Sign out
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
     لسان
    ≡ الحساب                               ▾
    مك┌─ الحساب ─────────────────────────┐ك│
      │                                  │ │
    ال│ هل تريد تسجيل الخروج من الحساب   │ │
    ✓ │ على هذا الجهاز؟                  │h│
      │                                  │ة│
      │ ‹ تسجيل الخروج ›  [ إلغاء ]      │ █
    تس│                                  │ █
     ا└──────────────────────────────────┘
     الجهاز
     ←→ تنقل  Enter اختيار  y تسجيل الخروج
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
     Lisan
    ≡ Language                             ▾
    Choose the language of this app and of █
    the programs that follow it.           █
                                           █
    The list of languages could not be     █
    loaded: there is an error in Language. █
    Log:                                   │
    /home/ana/.local/state/lisan/lisan.log │
     Press Enter to go to the section
     Language
     ↑↓ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
     لسان
    ≡ اللغة                                ▾
    اختر لغة هذا التطبيق والبرامج التي
    تتبعه.

    تعذر تحميل قائمة اللغات. السبب: يوجد
    خطأ في اللغة. السجل:
    /home/ana/.local/state/lisan/lisan.log
    انتقل إلى قسم آخر ثم عد إلى هذا القسم
    للمحاولة من جديد.
     اضغط Enter للانتقال إلى قسم اللغة
     ↑↓ تنقل  Enter اختيار  ? مساعدة
    """),
]
