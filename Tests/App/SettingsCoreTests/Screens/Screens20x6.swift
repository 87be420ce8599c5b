// Written by LiteralScreenTests.

let screens20x6: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
    ‹ Account   ✓ Synced
      Ana
      ana@example.org

      Profiles         ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .account, "ar",
    """
    ‹ الحساب
      Ana
      ana@example.org

      الملفات الشخصية  ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .language, "en",
    """
    ‹ Language  ✓ Synced
      ◉ English (EN) ✓
      ◦ العربية (AR)

      Options          ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .language, "ar",
    """
    ‹ اللغة
      ◦ English (EN)
      ◉ العربية (AR) ✓

      خيارات           ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .region, "en",
    """
    ‹ Region    ✓ Synced
      ◉ International
        English,
        العربية
       International is▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .region, "ar",
    """
    ‹ المنطقة
      ◉ دولية
        English،
        العربية
       المنطقة الحالية:▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .sync, "en",
    """
    ‹ Sync      ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .sync, "ar",
    """
    ‹ المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .privacy, "en",
    """
    ‹ Privacy   ✓ Synced
      [◦ ] Usage
           statistics
           Off
       Press Enter to  ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .privacy, "ar",
    """
    ‹ الخصوصية
      [◦ ] إحصاءات
           الاستخدام
           لا
       اضغط Enter      ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .appearance, "en",
    """
    ‹ Appearance
      Theme
      ◉ Default
        Terminal
        background, one▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .appearance, "ar",
    """
    ‹ المظهر
      السمة
      ◉ الافتراضية
        خلفية الطرفية
        ولون واحد      ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .developer, "en",
    """
    ‹ Developer
      Log
        /home/
        ana/.local/
        state/lisan/   ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .developer, "ar",
    """
    ‹ خيارات المطور
      السجل
        /home/
        ana/.local/
        state/lisan/   ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .about, "en",
    """
    ‹ About     ✓ Synced
      Version
        1.2.3
      Licence
        Apache-2.0     ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .about, "ar",
    """
    ‹ حول لسان
      الإصدار
        1.2.3
      الترخيص
        Apache-2.0     ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .navigation, "en",
    """
    Lisan       ✓ Synced
       Account
       Language
       Region
       Sync            ▾
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .navigation, "ar",
    """
    لسان  ✓ تمت المزامنة
       الحساب
       اللغة
       المنطقة
       المزامنة        ▾
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .signIn, "en",
    """
    Lisan
                       ▴
      Sign-in name

                       ▾
    Tab Next field
    """),
  LiteralScreen(
    .signIn, "ar",
    """
    لسان
                       ▴
      اسم الدخول

                       ▾
    Tab الحقل التالي
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
    Lisan
                       ▴
      Password
      ▪▪▪▪▪
      ✗ The sign-in    ▾
    Tab Next field
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
    لسان
                       ▴
      كلمة المرور
      ▪▪▪▪▪
      ✗ اسم الدخول أو  ▾
    Tab الحقل التالي
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
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
    ‹ اللغة
      ◦ English (EN)
        الإنجليزية      ▾
    ↻ بانتظار إعادة
      التشغيل: r
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .toasts, "en",
    """
    ‹ Language  ✓ Synced
    ✗ The choice could
      not be saved and
      will not survive
      this session.
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .toasts, "ar",
    """
    ‹ اللغة
      ◉ العربية (AR) ✓ ▾
    ✗ تعذر حفظ الاختيار،
      ولن يبقى بعد هذه
      الجلسة.
    ▴▾ تنقل  ? مساعدة
    """),
  LiteralScreen(
    .work, "en",
    """
    ‹ Sync      ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en ▾
    Esc Cancel  ? Help
    """),
  LiteralScreen(
    .work, "ar",
    """
    ‹ المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar ▾
    Esc إلغاء  ? مساعدة
    """),
  LiteralScreen(
    .help, "en",
    """
    ‹ Language  ✓ Synced
      ▴▾
        Go to the item
        above or below
      Enter            ▾
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
      ◦ As the text
        stands (visual)▾
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
    الملف الشخصي Work؟
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
      Account
      Language         ▾
    ▴▾ Move  Enter Go to
    """),
  LiteralScreen(
    .find, "ar",
    """
    ‹ اللغة
      / الل
      اللغة   الحساب
      اللغة   اللغة
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
    ▴▾ Move  ? Help
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
      اللغة
      ✗ تعذر تحميل
        قائمة اللغات.
        السبب: يوجد خطأ
        في اللغة.      ▾
    ▴▾ تنقل  ? مساعدة
    """),
]
