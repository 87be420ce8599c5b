// Written by LiteralScreenTests.

let screens40x12: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
     ‹ Account                     ✓ Synced
      Ana
      ana@example.org

      Profiles
      ◉ Home   active, English
      ◦ Work   العربية

      Details
      Sign-in name                         ▾
     Home is the active profile
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .account, "ar",
    """
     ‹ الحساب                ✓ تمت المزامنة
      Ana
      ana@example.org

      الملفات الشخصية
      ◉ Home   نشط، English
      ◦ Work   العربية

      التفاصيل
      اسم الدخول                           ▾
     «Home» هو الملف الشخصي النشط
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .language, "en",
    """
     ‹ Language                    ✓ Synced
      ◉ English (EN)
        ✓ current language
      ◦ العربية (AR)
        Arabic

      Options
      [◦ ] Follow the system language   Off
      The system names no language that is
      available here.                      ▾
     English is the current language
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .language, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة
      ◦ English (EN)
        الإنجليزية
      ◉ العربية (AR)
        ✓ اللغة الحالية

      خيارات
      [◦ ] اتباع لغة النظام            معطل
      لا يحدد النظام لغة متاحة هنا.
      البرامج في هذه الطرفية               ▾
     العربية هي اللغة الحالية
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .region, "en",
    """
     ‹ Region                      ✓ Synced
      ◉ International   English, العربية
      ◦ GB in en        English
      ◦ EG in en        العربية, English
      ◦ AE in en        English, العربية

      The region decides which languages
      are offered; the first one of each is
      its default.

     International is the current region
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .region, "ar",
    """
     ‹ المنطقة               ✓ تمت المزامنة
      ◉ دولية      English، العربية
      ◦ GB in ar   English
      ◦ EG in ar   العربية، English
      ◦ AE in ar   English، العربية

      تحدد المنطقة اللغات المتاحة، وأولاها
      هي الافتراضية.


     المنطقة الحالية: دولية
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .sync, "en",
    """
     ‹ Sync                        ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en
      How long ago
        0 ago in en
      Waiting to be sent
        nothing                            ▾
     Press Enter to compare with your
     account now
     ▴▾ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .sync, "ar",
    """
     ‹ المزامنة              ✓ تمت المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar
      منذ متى
        0 ago in ar
      في انتظار الإرسال
        لا شيء
      مكان الحفظ                           ▾
     اضغط Enter للمقارنة مع حسابك الآن
     ▴▾ تنقل  Enter اختيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .privacy, "en",
    """
     ‹ Privacy                     ✓ Synced
      [◦ ] Usage statistics             Off
      Which settings are used, without your
      name.
      [◦ ] Diagnostics                  Off
      What went wrong, when something does.

      What this app may report to its
      makers.

     Press Enter to switch this on
     ▴▾ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .privacy, "ar",
    """
     ‹ الخصوصية              ✓ تمت المزامنة
      [◦ ] إحصاءات الاستخدام            معطل
      الإعدادات التي تستخدمها، دون ذكر اسمك.
      [◦ ] بيانات التشخيص              معطل
      تفاصيل الأعطال عند وقوعها.

      ما يمكن لصانعي هذا التطبيق معرفته
      عنك.


     اضغط Enter للتفعيل
     ▴▾ تنقل  Enter اختيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .appearance, "en",
    """
     ‹ Appearance                  ✓ Synced
      Theme
      ◉ Default
        Terminal background, one accent
      ◦ Light
        Dark text on white
      ◦ Dark
        Light text on black
      ◦ High contrast
        White and yellow on black, 7:1     ▾
     Default is the current theme
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .appearance, "ar",
    """
     ‹ المظهر                ✓ تمت المزامنة
      السمة
      ◉ الافتراضية
        خلفية الطرفية ولون واحد للتمييز
      ◦ فاتحة
        نص داكن على خلفية بيضاء
      ◦ داكنة
        نص فاتح على خلفية سوداء
      ◦ تباين عال
        أبيض وأصفر على أسود، ٧:١           ▾
     السمة الحالية: الافتراضية
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .developer, "en",
    """
     ‹ Developer                   ✓ Synced
      Log
        /home/ana/.local/state/lisan/
        lisan.log ›
      [◦ ] Made-up language            none

      Tools for translators and developers.


     Press Enter to read the messages of
     this screen
     ▴▾ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .developer, "ar",
    """
     ‹ خيارات المطور         ✓ تمت المزامنة
      السجل
        /home/ana/.local/state/lisan/
        lisan.log ›
      [◦ ] لغة مصطنعة                    بلا

      أدوات لمعدي النصوص ومطوري البرنامج.


     اضغط Enter لقراءة ما ظهر من رسائل على
     هذه الشاشة
     ▴▾ تنقل  Enter اختيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .about, "en",
    """
     ‹ About                       ✓ Synced
      Version
        1.2.3
      Licence
        Apache-2.0
      Languages
        2 languages
      Layout direction
        left to right                      ▾
     Press Enter to see what Lisan knows
     about the terminal, and to test it
     ▴▾ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .about, "ar",
    """
     ‹ حول لسان              ✓ تمت المزامنة
      الإصدار
        1.2.3
      الترخيص
        Apache-2.0
      اللغات
        لغتان
      اتجاه الواجهة
        من اليمين إلى اليسار               ▾
     اضغط Enter لعرض المعلومات المعروفة عن
     الطرفية واختبارها
     ▴▾ تنقل  Enter اختيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .navigation, "en",
    """
     Lisan                         ✓ Synced
       Account
       Language
       Region
       Sync
       Privacy
       Appearance
       Developer
       About
     Press Enter to go to the section
     Language
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .navigation, "ar",
    """
     لسان                    ✓ تمت المزامنة
       الحساب
       اللغة
       المنطقة
       المزامنة
       الخصوصية
       المظهر
       خيارات المطور
       حول لسان

     اضغط Enter للانتقال إلى قسم اللغة
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .signIn, "en",
    """
     Lisan
      Sign in
      The account is kept at
      https://accounts.example.org. The
      settings open when you have signed
      in.

      Sign-in name


      Password                             ▾
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
                                           ▾
     Tab الحقل التالي  Ctrl-C خروج
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
     Lisan
      in.                                  ▴

      Sign-in name
      ana@example.org

      Password
      ▪▪▪▪▪
      ✗ The sign-in name or the password is
        wrong.
                                           ▾
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

      اسم الدخول
      ana@example.org

      كلمة المرور
      ▪▪▪▪▪                                ▾
     Tab الحقل التالي  Ctrl-C خروج
    """),
  LiteralScreen(
    .editing, "en",
    """
     ‹ Account                     ✓ Synced
      Profile                              ▴
        Home
      Language
        English
      Note
      Tea at five شاي 5
      Kept at
        https://accounts.example.org
      Session kept in                      ▾
     Room for 1'983 more characters
     Enter Keep  Esc Cancel
    """),
  LiteralScreen(
    .editing, "ar",
    """
     ‹ الحساب                ✓ تمت المزامنة
      الملف الشخصي                         ▴
        Home
      اللغة
        English
      ملاحظة
      Tea at five شاي 5
      مكان الحفظ
        https://accounts.example.org
      مكان حفظ الجلسة                      ▾
     يمكن كتابة ١٩٨٣ حرفا آخر
     Enter حفظ  Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
     ‹ Language                    ✓ Synced
      ◉ English (EN)
        ✓ current language
      ◦ العربية (AR)
        Arabic

      Options

      Restart Lisan to lay out the screen
      from left to right?
      [ Restart now ]  [ Later ]
     Enter Choose  y Restart now  Esc Later
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة
      ◦ English (EN)
        الإنجليزية
      ◉ العربية (AR)
        ✓ اللغة الحالية

      خيارات

      هل تريد إعادة تشغيل لسان لعرض الشاشة
      من اليمين إلى اليسار؟
      [ إعادة التشغيل الآن ]  [ لاحقا ]
     Enter اختيار  y إعادة التشغيل الآن
    """),
  LiteralScreen(
    .restartPending, "en",
    """
     ‹ Language                    ✓ Synced
      ◉ English (EN)
        ✓ current language
      ◦ العربية (AR)
        Arabic

      Options
      [◦ ] Follow the system language   Off
      The system names no language that is ▾
     ↻ Restart pending: press r to change
       the layout direction
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة
      ◦ English (EN)
        الإنجليزية
      ◉ العربية (AR)
        ✓ اللغة الحالية

      خيارات
      [◦ ] اتباع لغة النظام            معطل
      لا يحدد النظام لغة متاحة هنا.         ▾
     ↻ بانتظار إعادة التشغيل: اضغط r لتغيير
       اتجاه الواجهة
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .toasts, "en",
    """
     ‹ Language                    ✓ Synced
      ◉ English (EN)                       ▾
     ✗ The choice could not be saved and
       will not survive this session.
     ✗ The switch to العربية did not
       complete; nothing was changed: there
       is an error in
       ar.lproj/Localizable.strings:12.
       Log:
       /home/ana/.local/state/lisan/
       lisan.log
     ▴▾ Move  1-9 Option  ? Help  q Quit
    """),
  LiteralScreen(
    .toasts, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة
      ◉ العربية (AR)                       ▴
        ✓ اللغة الحالية                    ▾
     ✗ تعذر حفظ الاختيار، ولن يبقى بعد هذه
       الجلسة.
     ✗ تعذر تغيير اللغة إلى English؛ بقي كل
       شيء كما هو. السبب: يوجد خطأ في
       ar.lproj/Localizable.strings:12.
       السجل:
       /home/ana/.local/state/lisan/
       lisan.log
     ▴▾ تنقل  1-9 خيار  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .work, "en",
    """
     ‹ Sync                        ✓ Synced
      State
        ✓ Synced
      Last sync
        day 2000 in en
      How long ago
        0 ago in en
      Waiting to be sent
        nothing                            ▾
     ↻ Comparing with your account… Press
       Esc to cancel.
     Esc Cancel  ▴▾ Move  ? Help  q Quit
    """),
  LiteralScreen(
    .work, "ar",
    """
     ‹ المزامنة              ✓ تمت المزامنة
      الحالة
        ✓ تمت المزامنة
      آخر مزامنة
        day 2000 in ar
      منذ متى
        0 ago in ar
      في انتظار الإرسال
        لا شيء                              ▾
     ↻ تجري المقارنة مع حسابك… اضغط Esc
       للإلغاء.
     Esc إلغاء  ▴▾ تنقل  ? مساعدة  q خروج
    """),
  LiteralScreen(
    .help, "en",
    """
     ‹ Language                    ✓ Synced

      Keys
      ▴▾         Go to the item above or
                 below
      1-9        Choose the option with
                 that number
      Enter      Choose the focused item
      r          Restart, when a restart is
                 pending
      u          Take back the last choice ▾
     ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .help, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة

      المفاتيح
      ▴▾         الانتقال إلى العنصر السابق
                 أو التالي
      1-9        اختيار العنصر الذي يحمل
                 هذا الرقم
      Enter      اختيار العنصر المحدد
      r          إعادة التشغيل إن كانت
                 الشاشة بانتظارها
      u          التراجع عن آخر اختيار     ▾
     ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .messages, "en",
    """
     ‹ Language                    ✓ Synced

      Messages
      ✗ The choice could not be saved and
        will not survive this session.
      ✗ The switch to العربية did not
        complete; nothing was changed:
        there is an error in
        ar.lproj/Localizable.strings:12.
        Log:
        /home/ana/.local/state/lisan/      ▾
     ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .messages, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة

      الرسائل
      ✗ تعذر حفظ الاختيار، ولن يبقى بعد هذه
        الجلسة.
      ✗ تعذر تغيير اللغة إلى English؛ بقي
        كل شيء كما هو. السبب: يوجد خطأ في
        ar.lproj/Localizable.strings:12.
        السجل:
        /home/ana/.local/state/lisan/
        lisan.log
     ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
     ‹ About                       ✓ Synced

      Terminal self-test
      ◉ Automatic (now visual)
      ◦ As on the screen (visual)
      ◦ For kitty: words reversed (kitty)
      ◦ Between direction marks (lrm)
      ◦ As a paragraph that the terminal
        reorders (paragraph)
      ◦ The same for mlterm inside of tmux
        (mlterm)                           ▾
     ▴▾ Move  Enter Choose  Esc Close
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
     ‹ حول لسان              ✓ تمت المزامنة

      اختبار الطرفية
      ◉ تلقائي (الآن visual)
      ◦ كما يظهر النص (visual)
      ◦ لطرفية kitty: الكلمات معكوسة
        (kitty)
      ◦ بين علامات الاتجاه (lrm)
      ◦ فقرة ترتبها الطرفية (paragraph)
      ◦ مثل ذلك لطرفية mlterm داخل tmux
        (mlterm)                           ▾
     ▴▾ تنقل  Enter اختيار  Esc إغلاق
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
     ‹ Account                     ✓ Synced
      Ana
      ana@example.org

      Profiles
      ◉ Home   active, English

      Switch to the profile Work? Its
      language becomes the language of the
      app.
      [ Switch ]  [ Cancel ]
     Enter Choose  y Switch  Esc Cancel
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
     ‹ الحساب                ✓ تمت المزامنة
      Ana
      ana@example.org

      الملفات الشخصية
      ◉ Home   نشط، English
      ◦ Work   العربية

      هل تريد التبديل إلى الملف الشخصي
      «Work»؟ ستصبح لغته لغة التطبيق.
      [ تبديل ]  [ إلغاء ]
     Enter اختيار  y تبديل  Esc إلغاء
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
     ‹ Account                     ✓ Synced
        Tea at five                        ▴
      Kept at
        https://accounts.example.org
      Session kept in
        a file that only you can read


      Sign out of the account on this
      device?
      [ Sign out ]  [ Cancel ]
     Enter Choose  y Sign out  Esc Cancel
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
     ‹ الحساب                ✓ تمت المزامنة
        Tea at five                        ▴
      مكان الحفظ
        https://accounts.example.org
      مكان حفظ الجلسة
        ملف لا يقرؤه غيرك


      هل تريد تسجيل الخروج من الحساب على
      هذا الجهاز؟
      [ تسجيل الخروج ]  [ إلغاء ]
     Enter اختيار  y تسجيل الخروج  Esc إلغاء
    """),
  LiteralScreen(
    .find, "en",
    """
     ‹ Language                    ✓ Synced

      Find a setting
      / Lan                       7 results
      Language   Language
      Language   Account
      Language previews   Appearance
      Languages   About
      Language files   About
      Follow the system language   Language
      Made-up language   Developer
     ▴▾ Move  Enter Go to  Esc Close
    """),
  LiteralScreen(
    .find, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة

      البحث عن إعداد
      / الل                        ١٢ نتيجة
      اللغة   اللغة
      اللغة   الحساب
      اللغات   حول لسان
      أحادية اللون   المظهر
      معاينة اللغات   المظهر
      ملفات اللغات   حول لسان
      المظهر   المظهر                      ▾
     ▴▾ تنقل  Enter انتقال  Esc إغلاق
    """),
  LiteralScreen(
    .programs, "en",
    """
     ‹ Language                    ✓ Synced

      Programs in this terminal
      This terminal puts each letter where
      a program writes it, so Arabic reads
      backwards in most programs. lisan run
      shows their text in order, and that
      of AI tools too.

      For one program
      lisan run git log                    ▾
     ▴▾ Move  Esc Close
    """),
  LiteralScreen(
    .programs, "ar",
    """
     ‹ اللغة                 ✓ تمت المزامنة

      البرامج في هذه الطرفية
      تضع هذه الطرفية كل حرف حيث يكتبه
      البرنامج، فيظهر النص العربي معكوسا في
      معظم البرامج. أما lisan run فيعرض
      نصها مرتبا، ونص أدوات الذكاء الاصطناعي
      أيضا.

      لبرنامج واحد
      lisan run git log                    ▾
     ▴▾ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
     ‹ Language
      ✗ The list of languages could not be
        loaded: there is an error in
        Language. Log:
        /home/ana/.local/state/lisan/
        lisan.log
      Leave this section and come back to
      try again.

      Choose the language of this app.     ▾
     Move with the arrow keys to read on
     ▴▾ Move  Enter Choose  ? Help  q Quit
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
     ‹ اللغة
      ✗ تعذر تحميل قائمة اللغات. السبب:
        يوجد خطأ في اللغة. السجل:
        /home/ana/.local/state/lisan/
        lisan.log
      انتقل إلى قسم آخر ثم عد إلى هذا القسم
      للمحاولة من جديد.

      اختر لغة التطبيق. يمكن لبرامج الصدفات
      الجديدة اتباعها.
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ▴▾ تنقل  Enter اختيار  ? مساعدة  q خروج
    """),
]
