// Written by LiteralScreenTests.

let screens20x6: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
    ‹ Account   ✓ Synced
      Ana
      ana@example.org

      Profiles         ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .account, "ar",
    """
    ‹ الحساب
      Ana
      ana@example.org

      الملفات الشخصية  ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .language, "en",
    """
    ‹ Language  ✓ Synced
      ◉ English (EN) ✓
      ◦ العربية (AR)

      Options          ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .language, "ar",
    """
    ‹ اللغة
      ◦ English (EN)
      ◉ العربية (AR) ✓

      خيارات           ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .region, "en",
    """
    ‹ Region    ✓ Synced
      ◉ International
        English,
        العربية
       International is▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .region, "ar",
    """
    ‹ المنطقة
      ◉ دولية
        English،
        العربية
       المنطقة الحالية:▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .sync, "en",
    """
    ‹ Sync      ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .sync, "ar",
    """
    ‹ المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .privacy, "en",
    """
    ‹ Privacy   ✓ Synced
      [◦ ] Usage
           statistics
           Off
       Press Enter to  ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .privacy, "ar",
    """
    ‹ الخصوصية
      [◦ ] إحصاءات
           الاستخدام
           معطل
       اضغط Enter      ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .appearance, "en",
    """
    ‹ Appearance
      Theme
      ◉ Default
        Terminal
        background, one▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .appearance, "ar",
    """
    ‹ المظهر
      السمة
      ◉ الافتراضية
        خلفية الطرفية
        ولون واحد      ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .developer, "en",
    """
    ‹ Developer
      Log
        /home/
        ana/.local/
        state/lisan/   ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .developer, "ar",
    """
    ‹ خيارات المطور
      السجل
        /home/
        ana/.local/
        state/lisan/   ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .about, "en",
    """
    ‹ About     ✓ Synced
      Version
        1.2.3
      Licence
        Apache-2.0     ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .about, "ar",
    """
    ‹ حول لسان
      الإصدار
        1.2.3
      الترخيص
        Apache-2.0     ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .navigation, "en",
    """
    Lisan       ✓ Synced
       Account
       Language
       Region
       Sync            ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .navigation, "ar",
    """
    لسان  ✓ تمت المزامنة
       الحساب
       اللغة
       المنطقة
       المزامنة        ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .signIn, "en",
    """
    Lisan
                       ▴
      Sign-in name

                       ▾
    Ctrl-C Quit
    """),
  LiteralScreen(
    .signIn, "ar",
    """
    لسان
                       ▴
      اسم الدخول

                       ▾
    Ctrl-C خروج
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
    Lisan
                       ▴
      Password
      ▪▪▪▪▪
      ✗ The sign-in    ▾
    Ctrl-C Quit
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
    لسان
                       ▴
      كلمة المرور
      ▪▪▪▪▪
      ✗ اسم الدخول أو  ▾
    Ctrl-C خروج
    """),
  LiteralScreen(
    .editing, "en",
    """
    ‹ Account   ✓ Synced
        English        ▴
      Note
      Tea at five شاي 5
       Room for 1'983  ▾
    Enter Keep
    """),
  LiteralScreen(
    .editing, "ar",
    """
    ‹ الحساب
        English        ▴
      ملاحظة
      Tea at five شاي 5
       يمكن كتابة ١٩٨٣ ▾
    Enter حفظ  Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
    ‹ Language  ✓ Synced
    Restart Lisan to lay
    out the screen from
    left to right?
    [Restart now]
    [Later]
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
    ‹ اللغة
    هل تريد إعادة تشغيل
    لسان لعرض الشاشة من
    اليمين إلى اليسار؟
    [إعادة التشغيل الآن]
    [لاحقا]
    """),
  LiteralScreen(
    .restartPending, "en",
    """
    ‹ Language  ✓ Synced
      ◦ العربية (AR)   ▴
        Arabic
       Press Enter to  ▾
    ↻ Restart pending: r
    ? Help  q Quit
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
    ‹ اللغة
      ◦ English (EN)
        الإنجليزية      ▾
    ↻ بانتظار إعادة
      التشغيل: r
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .toasts, "en",
    """
    ‹ Language  ✓ Synced
    ✗ The choice could
      not be saved and
      will not survive
      this session.
    ? Help  q Quit
    """),
  LiteralScreen(
    .toasts, "ar",
    """
    ‹ اللغة
      ◉ العربية (AR) ✓ ▾
    ✗ تعذر حفظ الاختيار،
      ولن يبقى بعد هذه
      الجلسة.
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .work, "en",
    """
    ‹ Sync      ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .work, "ar",
    """
    ‹ المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar ▾
    ? مساعدة  q خروج
    """),
  LiteralScreen(
    .help, "en",
    """
    ‹ Language  ✓ Synced
      ▴▾
        Go to the item
        above or below
      1-9              ▾
    ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .help, "ar",
    """
    ‹ اللغة
      ▴▾
        الانتقال إلى
        العنصر السابق
        أو التالي      ▾
    ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .messages, "en",
    """
    ‹ Language  ✓ Synced
      ✗ The choice
        could not be
        saved and will
        not survive    ▾
    ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .messages, "ar",
    """
    ‹ اللغة
      ✗ تعذر حفظ
        الاختيار، ولن
        يبقى بعد هذه
        الجلسة.        ▾
    ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
    ‹ About     ✓ Synced
      ◉ Automatic (now
        visual)
      ◦ As on the
        screen (visual)▾
    ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
    ‹ حول لسان
      ◉ تلقائي (الآن
        visual)
      ◦ كما يظهر النص
        (visual)       ▾
    ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
    Switch to the
    profile Work? Its
    language becomes the
    language of the app.
    [Switch]
    [Cancel]
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
    ‹ الحساب
    هل تريد التبديل إلى
    الملف الشخصي «Work»؟
    ستصبح لغته لغة
    التطبيق.
    [تبديل]    [إلغاء]
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
    ‹ Account   ✓ Synced
    Sign out of the
    account on this
    device?
    [Sign out]
    [Cancel]
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
    ‹ الحساب
    هل تريد تسجيل الخروج
    من الحساب على هذا
    الجهاز؟
    [تسجيل الخروج]
    [إلغاء]
    """),
  LiteralScreen(
    .find, "en",
    """
    ‹ Language  ✓ Synced
      / Lan
      Language
      Language
      Language         ▾
    ▴▾ Move  Enter Go to
    """),
  LiteralScreen(
    .find, "ar",
    """
    ‹ اللغة
      / الل
      اللغة   اللغة
      اللغة   الحساب
      اللغات   حول لسان▾
    ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .programs, "en",
    """
    ‹ Language  ✓ Synced
      This terminal
      puts each letter
      where a program
      writes it, so    ▾
    ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .programs, "ar",
    """
    ‹ اللغة
      تضع هذه الطرفية
      كل حرف حيث يكتبه
      البرنامج، فيظهر
      النص العربي      ▾
    ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
      Language
      ✗ The list of
        languages could
        not be loaded:
        there is an    ▾
    ? Help  q Quit
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
      اللغة
      ✗ تعذر تحميل
        قائمة اللغات.
        السبب: يوجد خطأ
        في اللغة.      ▾
    ? مساعدة  q خروج
    """),
]
