// Written by LiteralScreenTests.

let screens20x6: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
    ≡ Account          ▾
    device.            █
                       │
    Name            Ana│
    Sign-in name       │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .account, "ar",
    """
    ≡ الحساب           ▾
    جهاز إلى جهاز.     █
                       │
    الاسم            Ana│
    اسم الدخول         │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .language, "en",
    """
    ≡ Language         ▾
                       █
    ✓ English (EN)     │
      current language │
      العربية (AR)     │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .language, "ar",
    """
    ≡ اللغة            ▾
      English (EN)     │
    ✓ العربية (AR)     █
      اللغة الحالية    │
                       │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .region, "en",
    """
    ≡ Region           ▾
                       │
    ✓ International    █
      English, العربية │
     International is  │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .region, "ar",
    """
    ≡ المنطقة          ▾
                       │
    ✓ دولية            █
      English، العربية │
     المنطقة الحالية:  │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .sync, "en",
    """
    ≡ Sync             ▾
    for each change.   █
                       │
    State        Synced│
    Last sync          │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .sync, "ar",
    """
    ≡ المزامنة         ▾
                       █
    الحالة             │
      تمت المزامنة     │
    آخر مزامنة         │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .privacy, "en",
    """
    ≡ Privacy          ▾
    [ ] Usage          █
        statistics     │
        Off            │
     Press Enter to    │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .privacy, "ar",
    """
    ≡ الخصوصية         ▾
    [ ] إحصاءات        █
        الاستخدام       │
        لا              │
     اضغط Enter للتفعيل│
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .developer, "en",
    """
    ≡ Developer        ▾
    Log                │
      /home/ana/.local/█
      state/lisan/     │
      lisan.log        │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .developer, "ar",
    """
    ≡ خيارات المطور    ▾
    السجل              │
      /home/ana/.local/█
      state/lisan/     │
      lisan.log        │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .about, "en",
    """
    ≡ About            ▾
    screen.            █
                       │
    Version       1.2.3│
    Licence  Apache-2.0│
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .about, "ar",
    """
    ≡ حول لسان         ▾
    شاشتها.            █
                       │
    الإصدار        1.2.3│
    الترخيص  Apache-2.0│
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .navigation, "en",
    """
    ≡ Language         ▴
       Account         █
     › Language        █
       Region          │
       Sync            │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .navigation, "ar",
    """
    ≡ اللغة            ▴
       الحساب          █
     › اللغة           █
       المنطقة         │
       المزامنة        │
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .signIn, "en",
    """
                       │
    Sign-in name       │
                       │
    Password           █
                       │
    Tab Next field
    """),
  LiteralScreen(
    .signIn, "ar",
    """
                       │
    اسم الدخول         │
                       │
    كلمة المرور        █
                       │
    Tab الحقل التالي
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
      ana@example.org  │
    Password           │
      •••••            │
    The sign-in name or█
    the password is    │
    Tab Next field
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
      ana@example.org  │
    كلمة المرور        │
      •••••            │
    اسم الدخول أو كلمة █
    المرور غير صحيحة.  │
    Tab الحقل التالي
    """),
  LiteralScreen(
    .editing, "en",
    """
    ≡ Account          ▾
    Language    English│
    Note               █
      Tea at five شاي 5│
     Room for #1983 in │
    Enter Keep
    """),
  LiteralScreen(
    .editing, "ar",
    """
    ≡ الحساب           ▾
    اللغة       English│
    ملاحظة              █
      Tea at five شاي 5│
     يمكن كتابة #1983  │
    Enter حفظ  Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
    Restart Lisan to lay
    out the screen from
    left to right?

    ‹ Restart now ›
    [ Later ]
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
    هل تريد إعادة تشغيل
    لسان لعرض الشاشة من
    اليمين إلى اليسار؟

    ‹إعادة التشغيل الآن›
    [لاحقا]
    """),
  LiteralScreen(
    .restartPending, "en",
    """
    ≡ Language         ▾
      current language █
      العربية (AR)     │
     Press Enter to    │
    Restart pending: r
    ↑↓ Move  r Restart
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
    ≡ اللغة            ▾
      English (EN)     █
     اضغط Enter لتغيير │
    بانتظار إعادة
    التشغيل: r
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .toasts, "en",
    """
    ≡ Language         ▾
    The choice could not
    be saved and will
    not survive this
    session.
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .toasts, "ar",
    """
    ≡ اللغة            ▾
    ✓ العربية (AR)     █
    تعذر حفظ الاختيار،
    ولن يبقى بعد هذه
    الجلسة.
    ↑↓ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .work, "en",
    """
    ≡ Sync             ▾
    for each change.   █
                       │
    State        Synced│
    Last sync          │
    Esc Cancel  ↑↓ Move
    """),
  LiteralScreen(
    .work, "ar",
    """
    ≡ المزامنة         ▾
                       █
    الحالة             │
      تمت المزامنة     │
    آخر مزامنة         │
    Esc إلغاء  ↑↓ تنقل
    """),
  LiteralScreen(
    .help, "en",
    """
    ↑↓                 █
      Go to the item   │
      above or below   │
    Enter              │
      Choose the       │
      focused item     │
    """),
  LiteralScreen(
    .help, "ar",
    """
    ↑↓                 █
      الانتقال إلى      │
      العنصر السابق أو │
      التالي           │
    Enter              │
      اختيار العنصر    │
    """),
  LiteralScreen(
    .messages, "en",
    """
    ! The choice could █
      not be saved and █
      will not survive │
      this session.    │
    ! The switch to    │
      العربية did not  │
    """),
  LiteralScreen(
    .messages, "ar",
    """
    ! تعذر حفظ الاختيار،█
      ولن يبقى بعد هذه █
      الجلسة.          │
    ! تعذر تغيير اللغة │
      إلى English؛ بقي │
      كل شيء كما هو.   │
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
    (●) Automatic (now █
        visual)        │
    ( ) As the text    │
        stands (visual)│
    ( ) For kitty:     │
        words reversed │
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
    (●) تلقائي (الآن    █
        visual)        │
    ( ) كما يظهر النص  │
        (visual)       │
    ( ) لطرفية kitty:  │
        الكلمات معكوسة │
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
    Switch to the
    profile Work? Its
    language becomes the
    language of the app.
    ‹ Switch ›
    [ Cancel ]
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
    هل تريد التبديل إلى
    الملف الشخصي Work؟
    ستصبح لغته لغة
    التطبيق.

    ‹ تبديل ›  [ إلغاء ]
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
    Sign out of the
    account on this
    device?

    ‹ Sign out ›
    [ Cancel ]
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
    هل تريد تسجيل الخروج
    من الحساب على هذا
    الجهاز؟

    ‹ تسجيل الخروج ›
    [ إلغاء ]
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
    ≡ Language         ▾
    Choose the language█
    of this app and of │
    the programs that  │
    follow it.         │
    ↑↓ Move  ? Help
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
    ≡ اللغة            ▾
    اختر لغة هذا       █
    التطبيق والبرامج   │
    التي تتبعه.        │
                       │
    ↑↓ تنقل  ? مساعدة
    """),
]
