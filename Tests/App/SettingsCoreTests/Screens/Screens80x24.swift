// Written by LiteralScreenTests.

let screens80x24: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
      Lisan                                                               ✓ Synced

      › Account           Account
        Language          Your account is kept on a server and follows you from
        Region            device to device.
        Sync
        Privacy           Ana
        Appearance        ana@example.org
        Developer
        About             Profiles
                          ◉ Home            active, English
                          ◦ Work            العربية

                          Details
                          Sign-in name      ana@example.org
                          Phone             +20 2 2345 6789
                          Profile           Home
                          Language          English
                          Note              Tea at five
                          Kept at           https://accounts.example.org
                          Session kept in   a file that only you can read         ▾

      Home is the active profile
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .account, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

      › الحساب             الحساب
        اللغة              حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.
        المنطقة
        المزامنة           Ana
        الخصوصية           ana@example.org
        المظهر
        خيارات المطور      الملفات الشخصية
        حول لسان           ◉ Home            نشط، English
                           ◦ Work            العربية

                           التفاصيل
                           اسم الدخول        ana@example.org
                           الهاتف            +20 2 2345 6789
                           الملف الشخصي      Home
                           اللغة             English
                           ملاحظة             Tea at five
                           مكان الحفظ        https://accounts.example.org
                           مكان حفظ الجلسة   ملف لا يقرؤه غيرك
                                                                                  ▾

      «Home» هو الملف الشخصي النشط
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .language, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان
                            Arabic                         الحساب   اللغة
                                                         › اللغة    ◉ العربية
                                                           المنطقة  ◦ English

                          Options
                          Follow the system language   [◦ ] Off
                          The system names no language that is available here.
                          Programs in this terminal    Need lisan run ›
                          Apply layout direction       [◦ ] After a restart

      English is the current language
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .language, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›
                           متى يتغير اتجاه الواجهة   [◦ ] بعد إعادة التشغيل







      العربية هي اللغة الحالية
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .region, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Region
        Language          The region decides which languages are offered; the
      › Region            first one of each is its default.
        Sync
        Privacy           ◉ International   English, العربية
        Appearance        ◦ GB in en        English
        Developer         ◦ EG in en        العربية, English
        About             ◦ AE in en        English, العربية












      International is the current region
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .region, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             المنطقة
        اللغة              تحدد المنطقة اللغات المتاحة، وأولاها هي الافتراضية.
      › المنطقة
        المزامنة           ◉ دولية         English، العربية
        الخصوصية           ◦ GB in ar      English
        المظهر             ◦ EG in ar      العربية، English
        خيارات المطور      ◦ AE in ar      English، العربية
        حول لسان












      المنطقة الحالية: دولية
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .sync, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Sync
        Language          Your choice of language is sent to your account once for
        Region            each change.
      › Sync
        Privacy           State                ✓ Synced
        Appearance        Last sync            day 2000 in en
        Developer         How long ago         0 ago in en
        About             Waiting to be sent   nothing
                          Kept at              https://accounts.example.org
                          Session kept in      a file that only you can read

                          [ Sync now ]








      Press Enter to compare with your account now
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .sync, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             المزامنة
        اللغة              يرسل لسان اختيارك للغة إلى حسابك مرة واحدة عند كل
        المنطقة            تغيير.
      › المزامنة
        الخصوصية           الحالة             ✓ تمت المزامنة
        المظهر             آخر مزامنة         day 2000 in ar
        خيارات المطور      منذ متى            0 ago in ar
        حول لسان           في انتظار الإرسال   لا شيء
                           مكان الحفظ         https://accounts.example.org
                           مكان حفظ الجلسة    ملف لا يقرؤه غيرك

                           [ المزامنة الآن ]








      اضغط Enter للمقارنة مع حسابك الآن
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .privacy, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Privacy
        Language          What this app may report to its makers.
        Region
        Sync              Usage statistics   [◦ ] Off
      › Privacy           Which settings are used, without your name.
        Appearance        Diagnostics        [◦ ] Off
        Developer         What went wrong, when something does.
        About












      Press Enter to switch this on
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .privacy, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             الخصوصية
        اللغة              ما يمكن لصانعي هذا التطبيق معرفته عنك.
        المنطقة
        المزامنة           إحصاءات الاستخدام   [◦ ] معطل
      › الخصوصية           الإعدادات التي تستخدمها، دون ذكر اسمك.
        المظهر             بيانات التشخيص     [◦ ] معطل
        خيارات المطور      تفاصيل الأعطال عند وقوعها.
        حول لسان












      اضغط Enter للتفعيل
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .appearance, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Appearance
        Language          How this screen looks. Nothing here changes the
        Region            language.
        Sync
        Privacy           Theme
      › Appearance        ◉ Default            Terminal background, one accent
        Developer         ◦ Light              Dark text on white
        About             ◦ Dark               Light text on black
                          ◦ High contrast      White and yellow on black, 7:1
                          ◦ Monochrome         Bold, underline and reverse only
                          ◦ Terminal palette   The 16 colours of the terminal

                          Screen
                          Language previews    [ ◉] On
                          A small picture of the screen in each language.
                          Plain mode           [◦ ] Off
                          Questions instead of the screen, from the next start.
                          Terminal             Automatic ›


      Default is the current theme
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .appearance, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             المظهر
        اللغة              شكل هذه الشاشة. لا شيء هنا يغير اللغة.
        المنطقة
        المزامنة           السمة
        الخصوصية           ◉ الافتراضية       خلفية الطرفية ولون واحد للتمييز
      › المظهر             ◦ فاتحة           نص داكن على خلفية بيضاء
        خيارات المطور      ◦ داكنة           نص فاتح على خلفية سوداء
        حول لسان           ◦ تباين عال       أبيض وأصفر على أسود، ٧:١
                           ◦ أحادية اللون    خط غامق وتسطير وعكس فقط
                           ◦ ألوان الطرفية   ألوان الطرفية الستة عشر

                           الشاشة
                           معاينة اللغات     [ ◉] مفعل
                           صورة صغيرة للشاشة بكل لغة.
                           الوضع البسيط      [◦ ] معطل
                           أسئلة بدلا من الشاشة، من التشغيل القادم.
                           الطرفية           تلقائي ›



      السمة الحالية: الافتراضية
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .developer, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Developer
        Language          Tools for translators and developers.
        Region
        Sync              Log                /home/ana/.local/state/lisan/
        Privacy                              lisan.log ›
        Appearance        Made-up language   [◦ ] none
      › Developer
        About












      Press Enter to read the messages of this screen
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .developer, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             خيارات المطور
        اللغة              أدوات لمعدي النصوص ومطوري البرنامج.
        المنطقة
        المزامنة           السجل           /home/ana/.local/state/lisan/
        الخصوصية                           lisan.log ›
        المظهر             لغة مصطنعة      [◦ ] بلا
      › خيارات المطور
        حول لسان












      اضغط Enter لقراءة ما ظهر من رسائل على هذه الشاشة
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .about, "en",
    """
      Lisan                                                               ✓ Synced

        Account           About
        Language          Lisan changes the language of a terminal and the
        Region            direction of its screen.
        Sync
        Privacy           Version            1.2.3
        Appearance        Licence            Apache-2.0
        Developer         Languages          2 languages
      › About             Layout direction   left to right
                          Last change        day 1000 in en
                          How long ago       0 ago in en
                          Terminal           xterm-256color

                          Files
                          Preference file    /home/ana/.config/lisan/preferences
                          Language files     /usr/share/lisan
                          Log file           /home/ana/.local/state/lisan/
                                             lisan.log

                          Terminal self-test ›

      Press Enter to see what Lisan knows about the terminal, and to test it
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .about, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             حول لسان
        اللغة              يغير لسان لغة الطرفية واتجاه شاشتها.
        المنطقة
        المزامنة           الإصدار          1.2.3
        الخصوصية           الترخيص         Apache-2.0
        المظهر             اللغات          لغتان
        خيارات المطور      اتجاه الواجهة   من اليمين إلى اليسار
      › حول لسان           آخر تغيير       day 1000 in ar
                           منذ متى         0 ago in ar
                           الطرفية         xterm-256color

                           الملفات
                           ملف التفضيلات    /home/ana/.config/lisan/preferences
                           ملفات اللغات    /usr/share/lisan
                           ملف السجل       /home/ana/.local/state/lisan/lisan.log

                           اختبار الطرفية ›



      اضغط Enter لعرض المعلومات المعروفة عن الطرفية واختبارها
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .navigation, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
        Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان
                            Arabic                         الحساب   اللغة
                                                         › اللغة    ◉ العربية
                                                           المنطقة  ◦ English

                          Options
                          Follow the system language   [◦ ] Off
                          The system names no language that is available here.
                          Programs in this terminal    Need lisan run ›
                          Apply layout direction       [◦ ] After a restart

      Press Enter to go to the section Language
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .navigation, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
        اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›
                           متى يتغير اتجاه الواجهة   [◦ ] بعد إعادة التشغيل







      اضغط Enter للانتقال إلى قسم اللغة
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .signIn, "en",
    """
      Lisan

                          Sign in
                          The account is kept at https://accounts.example.org. The
                          settings open when you have signed in.

                          Sign-in name


                          Password


                          [ Sign in to the account ]

                          Sign in with a browser ›








      Tab Next field   Enter Sign in to the account   Ctrl-C Quit
    """),
  LiteralScreen(
    .signIn, "ar",
    """
      لسان

                          تسجيل الدخول
                          الحساب محفوظ في https://accounts.example.org. ستظهر
                          الإعدادات بعد تسجيل الدخول.

                          اسم الدخول


                          كلمة المرور


                          [ الدخول إلى الحساب ]

                          تسجيل الدخول بالمتصفح ›








      Tab الحقل التالي   Enter الدخول إلى الحساب   Ctrl-C خروج
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
      Lisan

                          Sign in
                          The account is kept at https://accounts.example.org. The
                          settings open when you have signed in.

                          Sign-in name
                          ana@example.org

                          Password
                          ▪▪▪▪▪
                          ✗ The sign-in name or the password is wrong.

                          [ Sign in to the account ]

                          Sign in with a browser ›







      Tab Next field   Enter Sign in to the account   Ctrl-C Quit
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
      لسان

                          تسجيل الدخول
                          الحساب محفوظ في https://accounts.example.org. ستظهر
                          الإعدادات بعد تسجيل الدخول.

                          اسم الدخول
                          ana@example.org

                          كلمة المرور
                          ▪▪▪▪▪
                          ✗ اسم الدخول أو كلمة المرور غير صحيحة.

                          [ الدخول إلى الحساب ]

                          تسجيل الدخول بالمتصفح ›







      Tab الحقل التالي   Enter الدخول إلى الحساب   Ctrl-C خروج
    """),
  LiteralScreen(
    .editing, "en",
    """
      Lisan                                                               ✓ Synced

      › Account                                                                   ▴
        Language          Ana
        Region            ana@example.org
        Sync
        Privacy           Profiles
        Appearance        ◉ Home            active, English
        Developer         ◦ Work            العربية
        About
                          Details
                          Sign-in name      ana@example.org
                          Phone             +20 2 2345 6789
                          Profile           Home
                          Language          English
                          Note
                          Tea at five شاي 5
                          Kept at           https://accounts.example.org
                          Session kept in   a file that only you can read

                          [ Sign out ]

      Room for 1'983 more characters
      Enter Keep   Esc Cancel
    """),
  LiteralScreen(
    .editing, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

      › الحساب                                                                    ▴
        اللغة              Ana
        المنطقة            ana@example.org
        المزامنة
        الخصوصية           الملفات الشخصية
        المظهر             ◉ Home            نشط، English
        خيارات المطور      ◦ Work            العربية
        حول لسان
                           التفاصيل
                           اسم الدخول        ana@example.org
                           الهاتف            +20 2 2345 6789
                           الملف الشخصي      Home
                           اللغة             English
                           ملاحظة
                           Tea at five شاي 5
                           مكان الحفظ        https://accounts.example.org
                           مكان حفظ الجلسة   ملف لا يقرؤه غيرك

                           [ تسجيل الخروج ]

      يمكن كتابة ١٩٨٣ حرفا آخر
      Enter حفظ   Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان
                            Arabic                         الحساب   اللغة
                                                         › اللغة    ◉ العربية
                                                           المنطقة  ◦ English


                          Layout direction
                          Restart Lisan to lay out the screen from left to right?

                          [ Restart now ]  [ Later ]


      Enter Choose   y Restart now   Esc Later
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›


                           اتجاه الواجهة
                           هل تريد إعادة تشغيل لسان لعرض الشاشة من اليمين إلى
                           اليسار؟

                           [ إعادة التشغيل الآن ]  [ لاحقا ]


      Enter اختيار   y إعادة التشغيل الآن   Esc لاحقا
    """),
  LiteralScreen(
    .restartPending, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان
                            Arabic                         الحساب   اللغة
                                                         › اللغة    ◉ العربية
                                                           المنطقة  ◦ English

                          Options
                          Follow the system language   [◦ ] Off
                          The system names no language that is available here.
                          Programs in this terminal    Need lisan run ›
                          Apply layout direction       [◦ ] After a restart
      ↻ Restart pending: press r to change the layout direction
      Press Enter to switch the app to العربية
      ▴▾ Move   Enter Choose   r Restart   u Undo   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›
                           متى يتغير اتجاه الواجهة   [◦ ] بعد إعادة التشغيل






      ↻ بانتظار إعادة التشغيل: اضغط r لتغيير اتجاه الواجهة
      اضغط Enter لتغيير لغة التطبيق إلى English
      ▴▾ تنقل   Enter اختيار   r إعادة التشغيل   u تراجع   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .toasts, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان
                            Arabic                         الحساب   اللغة
                                                         › اللغة    ◉ العربية
                                                           المنطقة  ◦ English

                          Options
                          Follow the system language   [◦ ] Off                   ▾
      ✗ The choice could not be saved and will not survive this session.
      ✗ The switch to العربية did not complete; nothing was changed: there is an
        error in ar.lproj/Localizable.strings:12. Log:
        /home/ana/.local/state/lisan/lisan.log
      English is the current language
      ▴▾ Move   Enter Choose   u Undo   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .toasts, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›
                           متى يتغير اتجاه الواجهة   [◦ ] بعد إعادة التشغيل



      ✗ تعذر حفظ الاختيار، ولن يبقى بعد هذه الجلسة.
      ✗ تعذر تغيير اللغة إلى English؛ بقي كل شيء كما هو. السبب: يوجد خطأ في
        ar.lproj/Localizable.strings:12. السجل:
        /home/ana/.local/state/lisan/lisan.log
      العربية هي اللغة الحالية
      ▴▾ تنقل   Enter اختيار   u تراجع   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .work, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Sync
        Language          Your choice of language is sent to your account once for
        Region            each change.
      › Sync
        Privacy           State                ✓ Synced
        Appearance        Last sync            day 2000 in en
        Developer         How long ago         0 ago in en
        About             Waiting to be sent   nothing
                          Kept at              https://accounts.example.org
                          Session kept in      a file that only you can read

                          [ Sync now ]







      ↻ Comparing with your account… Press Esc to cancel.
      Press Enter to compare with your account now
      Esc Cancel   ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .work, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             المزامنة
        اللغة              يرسل لسان اختيارك للغة إلى حسابك مرة واحدة عند كل
        المنطقة            تغيير.
      › المزامنة
        الخصوصية           الحالة             ✓ تمت المزامنة
        المظهر             آخر مزامنة         day 2000 in ar
        خيارات المطور      منذ متى            0 ago in ar
        حول لسان           في انتظار الإرسال   لا شيء
                           مكان الحفظ         https://accounts.example.org
                           مكان حفظ الجلسة    ملف لا يقرؤه غيرك

                           [ المزامنة الآن ]







      ↻ تجري المقارنة مع حسابك… اضغط Esc للإلغاء.
      اضغط Enter للمقارنة مع حسابك الآن
      Esc إلغاء   ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
  LiteralScreen(
    .help, "en",
    """
      Lisan                                                               ✓ Synced


                          Keys
                          ▴▾         Go to the item above or below
                          1-9        Choose the option with that number
                          Enter      Choose the focused item
                          r          Restart, when a restart is pending
                          u          Take back the last choice
                          /          Find a setting by its name
                          ?          Show this help
                          q          Quit
                          Tab        Go to the sections and back
                          ◂▸         Go between the sections and their content
                          Home/End   Go to the first or the last item
                          m          Read the messages again
                          s          The language in new shells
                          Ctrl-L     Draw the screen again
                          Ctrl-Z     Go back to the shell for a while

                          In a text field:                                        ▾


      ▴▾ Move   Esc Close
    """),
  LiteralScreen(
    .help, "ar",
    """
      لسان                                                          ✓ تمت المزامنة


                           المفاتيح
                           ▴▾         الانتقال إلى العنصر السابق أو التالي
                           1-9        اختيار العنصر الذي يحمل هذا الرقم
                           Enter      اختيار العنصر المحدد
                           r          إعادة التشغيل إن كانت الشاشة بانتظارها
                           u          التراجع عن آخر اختيار
                           /          البحث عن إعداد باسمه
                           ?          عرض هذه المساعدة
                           q          خروج
                           Tab        الانتقال إلى الأقسام والعودة منها
                           ◂▸         التنقل بين الأقسام ومحتواها
                           Home/End   الانتقال إلى العنصر الأول أو الأخير
                           m          قراءة الرسائل من جديد
                           s          اللغة في الصدفات الجديدة
                           Ctrl-L     إعادة رسم الشاشة
                           Ctrl-Z     العودة إلى الصدفة مؤقتا

                           في حقل نصي:                                            ▾


      ▴▾ تنقل   Esc إغلاق
    """),
  LiteralScreen(
    .messages, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English
        About                                              Region    ◦ العربية

                          ◦ العربية (AR)                 لسان


                          Messages
                          ✗ The choice could not be saved and will not survive
                            this session.
                          ✗ The switch to العربية did not complete; nothing was
                            changed: there is an error in
                            ar.lproj/Localizable.strings:12. Log:
                            /home/ana/.local/state/lisan/lisan.log


      ▴▾ Move   Esc Close
    """),
  LiteralScreen(
    .messages, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية
        حول لسان
                           خيارات
                           اتباع لغة النظام          [◦ ] معطل
                           لا يحدد النظام لغة متاحة هنا.
                           البرامج في هذه الطرفية    تحتاج إلى lisan run ›


                           الرسائل
                           ✗ تعذر حفظ الاختيار، ولن يبقى بعد هذه الجلسة.
                           ✗ تعذر تغيير اللغة إلى English؛ بقي كل شيء كما هو.
                             السبب: يوجد خطأ في ar.lproj/Localizable.strings:12.
                             السجل: /home/ana/.local/state/lisan/lisan.log


      ▴▾ تنقل   Esc إغلاق
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
      Lisan                                                               ✓ Synced


                          Terminal self-test
                          ◉ Automatic (now visual)
                          ◦ As on the screen (visual)
                          ◦ For kitty: words reversed (kitty)
                          ◦ Between direction marks (lrm)
                          ◦ As a paragraph that the terminal reorders (paragraph)
                          ◦ The same for mlterm inside of tmux (mlterm)
                          ◦ For QTerminal: piece by piece (qterminal)
                          ◦ For xterm.js: a mark after each letter (marks)
                          ◦ As the text is spelt, without joining (logical)

                          How the samples should look
                          العربية (AR)
                            The letters join and begin at the right; (AR) is to
                            the left of them.
                          لا ١٢٣
                            The first two letters are one sign; 1 is the leftmost
                            of the digits.                                        ▾


      ▴▾ Move   Enter Choose   Esc Close
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
      لسان                                                          ✓ تمت المزامنة


                           اختبار الطرفية
                           ◉ تلقائي (الآن visual)
                           ◦ كما يظهر النص (visual)
                           ◦ لطرفية kitty: الكلمات معكوسة (kitty)
                           ◦ بين علامات الاتجاه (lrm)
                           ◦ فقرة ترتبها الطرفية (paragraph)
                           ◦ مثل ذلك لطرفية mlterm داخل tmux (mlterm)
                           ◦ لطرفية QTerminal: جزءا جزءا (qterminal)
                           ◦ لطرفية xterm.js: علامة بعد كل حرف (marks)
                           ◦ بترتيب كتابة النص، دون وصل الحروف (logical)

                           كيف ينبغي أن تبدو العينات
                           العربية (AR)
                             الحروف متصلة وتبدأ من اليمين، وإلى يسارها (AR).
                           لا ١٢٣
                             أول حرفين شكل واحد، والرقم ١ في أقصى يسار الأرقام.
                           خادم 192.168.1.10
                             العنوان إلى يسار الكلمة، وقراءته من اليسار إلى       ▾


      ▴▾ تنقل   Enter اختيار   Esc إغلاق
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
      Lisan                                                               ✓ Synced

      › Account           Account
        Language          Your account is kept on a server and follows you from
        Region            device to device.
        Sync
        Privacy           Ana
        Appearance        ana@example.org
        Developer
        About             Profiles
                          ◉ Home            active, English
                          ◦ Work            العربية

                          Details


                          Profile
                          Switch to the profile Work? Its language becomes the
                          language of the app.

                          [ Switch ]  [ Cancel ]


      Enter Choose   y Switch   Esc Cancel
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

      › الحساب             الحساب
        اللغة              حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.
        المنطقة
        المزامنة           Ana
        الخصوصية           ana@example.org
        المظهر
        خيارات المطور      الملفات الشخصية
        حول لسان           ◉ Home            نشط، English
                           ◦ Work            العربية

                           التفاصيل
                           اسم الدخول        ana@example.org


                           الملف الشخصي
                           هل تريد التبديل إلى الملف الشخصي «Work»؟ ستصبح لغته لغة
                           التطبيق.

                           [ تبديل ]  [ إلغاء ]


      Enter اختيار   y تبديل   Esc إلغاء
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
      Lisan                                                               ✓ Synced

      › Account           Your account is kept on a server and follows you from   ▴
        Language          device to device.
        Region
        Sync              Ana
        Privacy           ana@example.org
        Appearance
        Developer         Profiles
        About             ◉ Home            active, English
                          ◦ Work            العربية

                          Details
                          Sign-in name      ana@example.org
                          Phone             +20 2 2345 6789


                          Account
                          Sign out of the account on this device?

                          [ Sign out ]  [ Cancel ]


      Enter Choose   y Sign out   Esc Cancel
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

      › الحساب             الحساب
        اللغة              حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.
        المنطقة
        المزامنة           Ana
        الخصوصية           ana@example.org
        المظهر
        خيارات المطور      الملفات الشخصية
        حول لسان           ◉ Home            نشط، English
                           ◦ Work            العربية

                           التفاصيل
                           اسم الدخول        ana@example.org
                           الهاتف            +20 2 2345 6789


                           الحساب
                           هل تريد تسجيل الخروج من الحساب على هذا الجهاز؟

                           [ تسجيل الخروج ]  [ إلغاء ]


      Enter اختيار   y تسجيل الخروج   Esc إلغاء
    """),
  LiteralScreen(
    .find, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language
        Developer                                        › Language  ◉ English


                          Find a setting
                          / Lan                                   7 results
                          Language                    Language
                          Language                    Account
                          Language previews           Appearance
                          Languages                   About
                          Language files              About
                          Follow the system language  Language
                          Made-up language            Developer



      ▴▾ Move   Enter Go to   Esc Close
    """),
  LiteralScreen(
    .find, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية


                           البحث عن إعداد
                           / الل                                   ١٢ نتيجة
                           اللغة           اللغة
                           اللغة           الحساب
                           اللغات          حول لسان
                           أحادية اللون    المظهر
                           معاينة اللغات   المظهر
                           ملفات اللغات    حول لسان
                           المظهر          المظهر
                           الافتراضية       المظهر                                 ▾


      ▴▾ تنقل   Enter انتقال   Esc إغلاق
    """),
  LiteralScreen(
    .programs, "en",
    """
      Lisan                                                               ✓ Synced

        Account           Language
      › Language          Choose the language of this app. Programs in new shells
        Region            can use it.
        Sync
        Privacy           ◉ English (EN)                 Lisan
        Appearance          ✓ current language             Account   Language


                          Programs in this terminal
                          This terminal puts each letter where a program writes
                          it, so Arabic reads backwards in most programs. lisan
                          run shows their text in order, and that of AI tools too.

                          For one program
                          lisan run git log

                          For all programs of a shell
                          Switch on “New shells in lisan run” in the section
                          Language.


      ▴▾ Move   Esc Close
    """),
  LiteralScreen(
    .programs, "ar",
    """
      لسان                                                          ✓ تمت المزامنة

        الحساب             اللغة
      › اللغة              اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المنطقة
        المزامنة           ◦ English (EN)
        الخصوصية             الإنجليزية
        المظهر             ◉ العربية (AR)
        خيارات المطور        ✓ اللغة الحالية


                           البرامج في هذه الطرفية
                           تضع هذه الطرفية كل حرف حيث يكتبه البرنامج، فيظهر النص
                           العربي معكوسا في معظم البرامج. أما lisan run فيعرض نصها
                           مرتبا، ونص أدوات الذكاء الاصطناعي أيضا.

                           لبرنامج واحد
                           lisan run git log

                           لكل برامج الصدفة
                           شغل «فتح الصدفات في lisan run» في قسم اللغة.


      ▴▾ تنقل   Esc إغلاق
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
      Lisan

        Account           Language
        Language          Choose the language of this app. Programs in new shells
        Sync              can use it.
        Appearance
        About             ✗ The list of languages could not be loaded: there is an
                            error in Language. Log:
                            /home/ana/.local/state/lisan/lisan.log
                          Leave this section and come back to try again.












      Move with the arrow keys to read on
      ▴▾ Move   Enter Choose   / Find   ? Help   q Quit
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
      لسان

        الحساب            اللغة
        اللغة             اختر لغة التطبيق. يمكن لبرامج الصدفات الجديدة اتباعها.
        المزامنة
        المظهر            ✗ تعذر تحميل قائمة اللغات. السبب: يوجد خطأ في اللغة.
        حول لسان            السجل: /home/ana/.local/state/lisan/lisan.log
                          انتقل إلى قسم آخر ثم عد إلى هذا القسم للمحاولة من جديد.














      تنقل بمفاتيح الأسهم لمتابعة القراءة
      ▴▾ تنقل   Enter اختيار   / بحث   ? مساعدة   q خروج
    """),
]
