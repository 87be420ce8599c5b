// Written by LiteralScreenTests.

let screens80x24: [LiteralScreen] = [
  LiteralScreen(
    .account, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │ › Account    │ Account                                                       │
    │   Language   │ Your account is kept on a server and follows you from device  │
    │   Region     │ to device.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ Name                                                      Ana │
    │   Developer  │ Sign-in name                                  ana@example.org │
    │   About      │ E-mail                                        ana@example.org │
    │              │ Phone                                         +20 2 2345 6789 │
    │              │ Profile                                                  Home │
    │              │ Language                                              English │
    │              │ Note                                              Tea at five │
    │              │ Kept at                          https://accounts.example.org │
    │              │ Session kept in                 a file that only you can read │
    │              │                                                               │
    │              │ Profiles                                                      │
    │              │ ✓ Home                                        active, English │
    │              │   Work                                                العربية │
    │              │                                                               │
    │              │ Sign out                                                      │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .account, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │ › الحساب        │ الحساب                                                     │
    │   اللغة         │ حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.             │
    │   المنطقة       │                                                            │
    │   المزامنة      │ الاسم                                                   Ana │
    │   الخصوصية      │ اسم الدخول                                 ana@example.org │
    │   خيارات المطور │ البريد الإلكتروني                           ana@example.org │
    │   حول لسان      │ الهاتف                                     +20 2 2345 6789 │
    │                 │ الملف الشخصي                                          Home │
    │                 │ اللغة                                              English │
    │                 │ ملاحظة                                          Tea at five │
    │                 │ مكان الحفظ                    https://accounts.example.org │
    │                 │ مكان حفظ الجلسة                           ملف لا يقرؤه غيرك │
    │                 │                                                            │
    │                 │ الملفات الشخصية                                            │
    │                 │ ✓ Home                                        نشط، English │
    │                 │   Work                                             العربية │
    │                 │                                                            │
    │                 │ تسجيل الخروج                                               │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .language, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   About      │                                                               │
    │              │ [ ] Follow the system language                            Off │
    │              │     The system names no language that is available here.      │
    │              │ ⇄ Apply layout direction                      After a restart │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     English is the current language
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .language, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لسان      │ [ ] اتباع لغة النظام                                     لا │
    │                 │     لا يحدد النظام لغة متوفرة هنا.                          │
    │                 │ ⇄ متى يتغير اتجاه الواجهة                بعد إعادة التشغيل │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     العربية هي اللغة الحالية
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .region, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Region                                                        │
    │   Language   │ The region decides which languages are offered; the first one │
    │ › Region     │ of each is its default.                                       │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ International                              English, العربية │
    │   Developer  │   GB in en                                            English │
    │   About      │   EG in en                                   العربية, English │
    │              │   AE in en                                   English, العربية │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     International is the current region
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .region, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ المنطقة                                                    │
    │   اللغة         │ تحدد المنطقة اللغات المتاحة، وأولاها هي الافتراضية.          │
    │ › المنطقة       │                                                            │
    │   المزامنة      │ ✓ دولية                                   English، العربية │
    │   الخصوصية      │   GB in ar                                         English │
    │   خيارات المطور │   EG in ar                                العربية، English │
    │   حول لسان      │   AE in ar                                English، العربية │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     المنطقة الحالية: دولية
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .sync, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Sync                                                          │
    │   Language   │ Your choice of language is sent to your account once for each │
    │   Region     │ change.                                                       │
    │ › Sync       │                                                               │
    │   Privacy    │ State                                                  Synced │
    │   Developer  │ Last sync                     day 2000 in en (2000 ago in en) │
    │   About      │ Waiting to be sent                                    nothing │
    │              │ Kept at                          https://accounts.example.org │
    │              │ Session kept in                 a file that only you can read │
    │              │                                                               │
    │              │ Sync now                                                      │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .sync, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ المزامنة                                                   │
    │   اللغة         │ يرسل لسان اختيارك للغة إلى حسابك مرة عند كل تغيير.         │
    │   المنطقة       │                                                            │
    │ › المزامنة      │ الحالة                                        تمت المزامنة │
    │   الخصوصية      │ آخر مزامنة                 day 2000 in ar (2000 ago in ar) │
    │   خيارات المطور │ في انتظار الإرسال                                     لا شيء │
    │   حول لسان      │ مكان الحفظ                    https://accounts.example.org │
    │                 │ مكان حفظ الجلسة                           ملف لا يقرؤه غيرك │
    │                 │                                                            │
    │                 │ المزامنة الآن                                               │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .privacy, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Privacy                                                       │
    │   Language   │ What the makers of this app may learn from you.               │
    │   Region     │                                                               │
    │   Sync       │ [ ] Usage statistics                                      Off │
    │ › Privacy    │     Which settings are used, without your name.               │
    │   Developer  │ [ ] Diagnostics                                           Off │
    │   About      │     What went wrong, when something does.                     │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to switch this on
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .privacy, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ الخصوصية                                                   │
    │   اللغة         │ ما يمكن لصانعي هذا التطبيق معرفته عنك.                     │
    │   المنطقة       │                                                            │
    │   المزامنة      │ [ ] إحصاءات الاستخدام                                     لا │
    │ › الخصوصية      │     الإعدادات التي تستخدمها، دون ذكر اسمك.                  │
    │   خيارات المطور │ [ ] بيانات التشخيص                                       لا │
    │   حول لسان      │     تفاصيل الأعطال عند وقوعها.                              │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter للتفعيل
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .developer, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Developer                                                     │
    │   Language   │ Tools for those who make the texts and the program.           │
    │   Region     │                                                               │
    │   Sync       │ Log                    /home/ana/.local/state/lisan/lisan.log │
    │   Privacy    │ Made-up language                                         none │
    │ › Developer  │                                                               │
    │   About      │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to read what was said on this screen
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .developer, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ خيارات المطور                                              │
    │   اللغة         │ أدوات لمعدي النصوص ومطوري البرنامج.                        │
    │   المنطقة       │                                                            │
    │   المزامنة      │ السجل               /home/ana/.local/state/lisan/lisan.log │
    │   الخصوصية      │ لغة مصطنعة                                              بلا │
    │ › خيارات المطور │                                                            │
    │   حول لسان      │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter لقراءة ما ظهر من رسائل على هذه الشاشة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .about, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ About                                                         │
    │   Language   │ Lisan changes the language of a terminal and the direction of │
    │   Region     │ its screen.                                                   │
    │   Sync       │                                                               │
    │   Privacy    │ Version                                                 1.2.3 │
    │   Developer  │ Licence                                            Apache-2.0 │
    │ › About      │ Languages                                         2 languages │
    │              │ Layout direction                                left to right │
    │              │ Last change                   day 1000 in en (3000 ago in en) │
    │              │ Terminal                                       xterm-256color │
    │              │ Preference file           /home/ana/.config/lisan/preferences │
    │              │ Language files                               /usr/share/lisan │
    │              │ Log file               /home/ana/.local/state/lisan/lisan.log │
    │              │ Theme                                                 Default │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Move with the arrow keys to read on
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .about, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ حول لسان                                                   │
    │   اللغة         │ يغير لسان لغة الطرفية واتجاه شاشتها.                       │
    │   المنطقة       │                                                            │
    │   المزامنة      │ الإصدار                                               1.2.3 │
    │   الخصوصية      │ الترخيص                                         Apache-2.0 │
    │   خيارات المطور │ اللغات                                               لغتان │
    │ › حول لسان      │ اتجاه الواجهة                         من اليمين إلى اليسار │
    │                 │ آخر تغيير                  day 1000 in ar (3000 ago in ar) │
    │                 │ الطرفية                                     xterm-256color │
    │                 │ ملف التفضيلات           /home/ana/.config/lisan/preferences │
    │                 │ ملفات اللغات                              /usr/share/lisan │
    │                 │ ملف السجل           /home/ana/.local/state/lisan/lisan.log │
    │                 │ المظهر                                            الافتراضي │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .navigation, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   About      │                                                               │
    │              │ [ ] Follow the system language                            Off │
    │              │     The system names no language that is available here.      │
    │              │ ⇄ Apply layout direction                      After a restart │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to go to the section Language
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .navigation, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لسان      │ [ ] اتباع لغة النظام                                     لا │
    │                 │     لا يحدد النظام لغة متوفرة هنا.                          │
    │                 │ ⇄ متى يتغير اتجاه الواجهة                بعد إعادة التشغيل │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter للانتقال إلى قسم اللغة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .signIn, "en",
    """
     Lisan
    ┌──────────────────────────────────────────────────────────────────────────────┐
    │ Sign in                                                                      │
    │ The account is kept at https://accounts.example.org. The                     │
    │ settings open when you have signed in.                                       │
    │                                                                              │
    │ Sign-in name                                                                 │
    │ Password                                                                     │
    │                                                                              │
    │ [ Sign in to the account ]                                                   │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
     Tab Next field  Enter Sign in to the account  Ctrl-C Quit
    """),
  LiteralScreen(
    .signIn, "ar",
    """
     لسان
    ┌──────────────────────────────────────────────────────────────────────────────┐
    │ تسجيل الدخول                                                                 │
    │ الحساب محفوظ في https://accounts.example.org. ستظهر الإعدادات بعد             │
    │ تسجيل الدخول.                                                                │
    │                                                                              │
    │ اسم الدخول                                                                   │
    │ كلمة المرور                                                                  │
    │                                                                              │
    │ [ الدخول إلى الحساب ]                                                        │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
     Tab الحقل التالي  Enter الدخول إلى الحساب  Ctrl-C خروج
    """),
  LiteralScreen(
    .signInFailed, "en",
    """
     Lisan
    ┌──────────────────────────────────────────────────────────────────────────────┐
    │ Sign in                                                                      │
    │ The account is kept at https://accounts.example.org. The                     │
    │ settings open when you have signed in.                                       │
    │                                                                              │
    │ Sign-in name  ana@example.org                                                │
    │ Password  •••••                                                              │
    │ The sign-in name or the password is wrong.                                   │
    │                                                                              │
    │ [ Sign in to the account ]                                                   │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
     Tab Next field  Enter Sign in to the account  Ctrl-C Quit
    """),
  LiteralScreen(
    .signInFailed, "ar",
    """
     لسان
    ┌──────────────────────────────────────────────────────────────────────────────┐
    │ تسجيل الدخول                                                                 │
    │ الحساب محفوظ في https://accounts.example.org. ستظهر الإعدادات بعد             │
    │ تسجيل الدخول.                                                                │
    │                                                                              │
    │ اسم الدخول  ana@example.org                                                  │
    │ كلمة المرور  •••••                                                           │
    │ اسم الدخول أو كلمة المرور غير صحيحة.                                         │
    │                                                                              │
    │ [ الدخول إلى الحساب ]                                                        │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    └──────────────────────────────────────────────────────────────────────────────┘
     Tab الحقل التالي  Enter الدخول إلى الحساب  Ctrl-C خروج
    """),
  LiteralScreen(
    .editing, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │ › Account    │ Account                                                       │
    │   Language   │ Your account is kept on a server and follows you from device  │
    │   Region     │ to device.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ Name                                                      Ana │
    │   Developer  │ Sign-in name                                  ana@example.org │
    │   About      │ E-mail                                        ana@example.org │
    │              │ Phone                                         +20 2 2345 6789 │
    │              │ Profile                                                  Home │
    │              │ Language                                              English │
    │              │ Note  Tea at five شاي 5                                       │
    │              │ Kept at                          https://accounts.example.org │
    │              │ Session kept in                 a file that only you can read │
    │              │                                                               │
    │              │ Profiles                                                      │
    │              │ ✓ Home                                        active, English │
    │              │   Work                                                العربية │
    │              │                                                               │
    │              │ Sign out                                                      │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Room for #1983 in en more characters
     Enter Keep  Esc Cancel
    """),
  LiteralScreen(
    .editing, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │ › الحساب        │ الحساب                                                     │
    │   اللغة         │ حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.             │
    │   المنطقة       │                                                            │
    │   المزامنة      │ الاسم                                                   Ana │
    │   الخصوصية      │ اسم الدخول                                 ana@example.org │
    │   خيارات المطور │ البريد الإلكتروني                           ana@example.org │
    │   حول لسان      │ الهاتف                                     +20 2 2345 6789 │
    │                 │ الملف الشخصي                                          Home │
    │                 │ اللغة                                              English │
    │                 │ ملاحظة  Tea at five شاي 5                                   │
    │                 │ مكان الحفظ                    https://accounts.example.org │
    │                 │ مكان حفظ الجلسة                           ملف لا يقرؤه غيرك │
    │                 │                                                            │
    │                 │ الملفات الشخصية                                            │
    │                 │ ✓ Home                                        نشط، English │
    │                 │   Work                                             العربية │
    │                 │                                                            │
    │                 │ تسجيل الخروج                                               │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     يمكن كتابة #1983 in ar حرفا آخر
     Enter حفظ  Esc إلغاء
    """),
  LiteralScreen(
    .restartPrompt, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   About ┌─ Layout direction ───────────────────────────────────────┐         │
    │         │                                                          │     Off │
    │         │ Restart Lisan to lay out the screen from left to right?  │re.      │
    │         │                                                          │ restart │
    │         │ ‹ Restart now ›  [ Later ]                               │         │
    │         │                                                          │         │
    │         └──────────────────────────────────────────────────────────┘         │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to switch the app to العربية
     ←→ Move  Enter Choose  y Restart now  n Later  q Quit
    """),
  LiteralScreen(
    .restartPrompt, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لس┌─ اتجاه الواجهة ──────────────────────────────────────────┐       لا │
    │         │                                                          │         │
    │         │ هل تريد إعادة تشغيل لسان لعرض الشاشة من اليمين إلى       │ التشغيل │
    │         │ اليسار؟                                                  │         │
    │         │                                                          │         │
    │         │ ‹ إعادة التشغيل الآن ›  [ لاحقا ]                          │         │
    │         │                                                          │         │
    │         └──────────────────────────────────────────────────────────┘         │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter لتغيير لغة التطبيق إلى English
     ←→ تنقل  Enter اختيار  y إعادة التشغيل الآن  n لاحقا  q خروج
    """),
  LiteralScreen(
    .restartPending, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   About      │                                                               │
    │              │ [ ] Follow the system language                            Off │
    │              │     The system names no language that is available here.      │
    │              │ ⇄ Apply layout direction                      After a restart │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Restart pending: press r to change the layout direction
     Press Enter to switch the app to العربية
     ↑↓ Move  Enter Choose  r Restart  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .restartPending, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لسان      │ [ ] اتباع لغة النظام                                     لا │
    │                 │     لا يحدد النظام لغة متوفرة هنا.                          │
    │                 │ ⇄ متى يتغير اتجاه الواجهة                بعد إعادة التشغيل │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     بانتظار إعادة التشغيل: اضغط r لتغيير اتجاه الواجهة
     اضغط Enter لتغيير لغة التطبيق إلى English
     ↑↓ تنقل  Enter اختيار  r إعادة التشغيل  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .toasts, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   About      │                                                               │
    │              │ [ ] Follow the system language                            Off │
    │              │     The system names no language that is available here.      │
    │              │ ⇄ Apply layout direction                      After a restart │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     The choice could not be saved and will not survive this session.
     The switch to العربية did not complete; nothing was changed: there is an error
     in ar.lproj/Localizable.strings:12. Log:
     /home/ana/.local/state/lisan/lisan.log
     English is the current language
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .toasts, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لسان      │ [ ] اتباع لغة النظام                                     لا │
    │                 │     لا يحدد النظام لغة متوفرة هنا.                          │
    │                 │ ⇄ متى يتغير اتجاه الواجهة                بعد إعادة التشغيل │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     تعذر حفظ الاختيار، ولن يبقى بعد هذه الجلسة.
     تعذر تغيير اللغة إلى English؛ بقي كل شيء كما هو. السبب: يوجد خطأ في
     ar.lproj/Localizable.strings:12. السجل: /home/ana/.local/state/lisan/lisan.log
     العربية هي اللغة الحالية
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .work, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Sync                                                          │
    │   Language   │ Your choice of language is sent to your account once for each │
    │   Region     │ change.                                                       │
    │ › Sync       │                                                               │
    │   Privacy    │ State                                                  Synced │
    │   Developer  │ Last sync                     day 2000 in en (2000 ago in en) │
    │   About      │ Waiting to be sent                                    nothing │
    │              │ Kept at                          https://accounts.example.org │
    │              │ Session kept in                 a file that only you can read │
    │              │                                                               │
    │              │ Sync now                                                      │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     ●·· Comparing with your account… Press Esc to cancel.
     Move with the arrow keys to read on
     Esc Cancel  ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .work, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ المزامنة                                                   │
    │   اللغة         │ يرسل لسان اختيارك للغة إلى حسابك مرة عند كل تغيير.         │
    │   المنطقة       │                                                            │
    │ › المزامنة      │ الحالة                                        تمت المزامنة │
    │   الخصوصية      │ آخر مزامنة                 day 2000 in ar (2000 ago in ar) │
    │   خيارات المطور │ في انتظار الإرسال                                     لا شيء │
    │   حول لسان      │ مكان الحفظ                    https://accounts.example.org │
    │                 │ مكان حفظ الجلسة                           ملف لا يقرؤه غيرك │
    │                 │                                                            │
    │                 │ المزامنة الآن                                               │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     ●·· تجري المقارنة مع حسابك… اضغط Esc للإلغاء.
     تنقل بمفاتيح الأسهم لمتابعة القراءة
     Esc إلغاء  ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
  LiteralScreen(
    .help, "en",
    """
     Lisan
    ┌─────┌─ Keys ───────────────────────────────────────────────────────────┐─────┐
    │   Ac│ ↑↓         Go to the item above or below                         █     │
    │ › La│ Enter      Choose the focused item                               █     │
    │   Re│ r          Restart, when a restart is pending                    █     │
    │   Sy│ ?          Show this help                                        █     │
    │   Pr│ q          Quit                                                  █uage │
    │   De│ Tab        Go to the sections and back                           █     │
    │   Ab│ ←→         Go between the sections and their content             █     │
    │     │ Home/End   Go to the first or the last item                      █ Off │
    │     │ m          Read the messages again                               █     │
    │     │ Ctrl-L     Draw the screen again                                 █tart │
    │     │ Ctrl-Z     Go back to the shell for a while                      █     │
    │     │ 1–9        Choose the language with that number                  █     │
    │     │                                                                  █     │
    │     │ In a text field:                                                 █     │
    │     │ Enter      Keep the text                                         │     │
    │     │ Esc        Take back what was typed                              │     │
    │     │ ←→         Move by one character                                 │     │
    │     │ Ctrl-←→    Move by one word                                      │     │
    │     │ Home/End   Go to the start or the end of the text                │     │
    └─────│ Shift-←→   Select                                                │─────┘
     Engli└──────────────────────────────────────────────────────────────────┘
     ↑↓ Move  Esc Close
    """),
  LiteralScreen(
    .help, "ar",
    """
     لسان
    ┌─────┌─ المفاتيح ───────────────────────────────────────────────────────┐─────┐
    │   ال│ ↑↓         الانتقال إلى العنصر السابق أو التالي                   █     │
    │ › ال│ Enter      اختيار العنصر المحدد                                  █     │
    │   ال│ r          إعادة التشغيل إن كانت الشاشة بانتظارها                █     │
    │   ال│ ?          عرض هذه المساعدة                                      █     │
    │   ال│ q          خروج                                                  █الية │
    │   خي│ Tab        الانتقال إلى الأقسام والعودة منها                       █     │
    │   حو│ ←→         التنقل بين الأقسام ومحتواها                            █   لا │
    │     │ Home/End   الانتقال إلى العنصر الأول أو الأخير                      █     │
    │     │ m          قراءة الرسائل من جديد                                 █شغيل │
    │     │ Ctrl-L     إعادة رسم الشاشة                                      █     │
    │     │ Ctrl-Z     العودة إلى الصدفة مؤقتا                               █     │
    │     │ 1–9        اختيار اللغة ذات هذا الرقم                            █     │
    │     │                                                                  █     │
    │     │ في حقل نصي:                                                      █     │
    │     │ Enter      حفظ النص                                              │     │
    │     │ Esc        التراجع عن كل ما كتبته                                │     │
    │     │ ←→         التحرك حرفا واحدا                                     │     │
    │     │ Ctrl-←→    التحرك كلمة واحدة                                     │     │
    │     │ Home/End   الانتقال إلى بداية النص أو نهايته                      │     │
    └─────│ Shift-←→   تحديد                                                 │─────┘
     العرب└──────────────────────────────────────────────────────────────────┘
     ↑↓ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .messages, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Region     │ follow it.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ ✓ English (EN)                               current language │
    │   Developer  │   العربية (AR)                                                │
    │   Ab┌─ Messages ───────────────────────────────────────────────────────┐     │
    │     │ ! The choice could not be saved and will not survive this        │ Off │
    │     │   session.                                                       │     │
    │     │ ! The switch to العربية did not complete; nothing was changed:   │tart │
    │     │   there is an error in ar.lproj/Localizable.strings:12. Log:     │     │
    │     │   /home/ana/.local/state/lisan/lisan.log                         │     │
    │     └──────────────────────────────────────────────────────────────────┘     │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     The choice could not be saved and will not survive this session.
     The switch to العربية did not complete; nothing was changed: there is an error
     in ar.lproj/Localizable.strings:12. Log:
     /home/ana/.local/state/lisan/lisan.log
     English is the current language
     ↑↓ Move  Esc Close
    """),
  LiteralScreen(
    .messages, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   الحساب        │ اللغة                                                      │
    │ › اللغة         │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                  │
    │   المنطقة       │                                                            │
    │   المزامنة      │   English (EN)                                             │
    │   الخصوصية      │ ✓ العربية (AR)                               اللغة الحالية │
    │   خيارات المطور │                                                            │
    │   حول لسان      │ [ ] اتباع لغة النظام                                     لا │
    │     ┌─ الرسائل ────────────────────────────────────────────────────────┐     │
    │     │ ! تعذر حفظ الاختيار، ولن يبقى بعد هذه الجلسة.                     │شغيل │
    │     │ ! تعذر تغيير اللغة إلى English؛ بقي كل شيء كما هو. السبب: يوجد   │     │
    │     │   خطأ في ar.lproj/Localizable.strings:12. السجل:                 │     │
    │     │   /home/ana/.local/state/lisan/lisan.log                         │     │
    │     └──────────────────────────────────────────────────────────────────┘     │
    │                 │                                                            │
    │                 │                                                            │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     تعذر حفظ الاختيار، ولن يبقى بعد هذه الجلسة.
     تعذر تغيير اللغة إلى English؛ بقي كل شيء كما هو. السبب: يوجد خطأ في
     ar.lproj/Localizable.strings:12. السجل: /home/ana/.local/state/lisan/lisan.log
     العربية هي اللغة الحالية
     ↑↓ تنقل  Esc إغلاق
    """),
  LiteralScreen(
    .terminalTest, "en",
    """
     Lisan
    ┌───┌─ Terminal self-test ─────────────────────────────────────────────────┐───┐
    │   │ (●) Automatic (now visual)                                           │   │
    │   │ ( ) As the text stands (visual)                                      │of │
    │   │ ( ) For kitty: words reversed (kitty)                                │   │
    │   │ ( ) Between direction marks (lrm)                                    │   │
    │   │ ( ) As a paragraph that the terminal reorders (paragraph)            │.3 │
    │   │ ( ) The same for mlterm inside of tmux (mlterm)                      │.0 │
    │ › │ ( ) For QTerminal: piece by piece (qterminal)                        │es │
    │   │ ( ) As the text is spelt, without joining (logical)                  │ht │
    │   │                                                                      │n) │
    │   │ How the samples should look                                          │or │
    │   │ العربية (AR)                                                         │es │
    │   │   The letters join and begin at the right; (AR) stands to the left   │an │
    │   │   of them.                                                           │og │
    │   │ لا ١٢٣                                                                │lt │
    │   │   The first two letters are one sign; 1 is the leftmost of the       │   │
    │   │   digits.                                                            │   │
    │   │ خادم 192.168.1.10                                                    │   │
    │   │   The address stands to the left of the word: 192 first, 10 last.    │   │
    │   │ لسان v1.2-beta                                                       │   │
    └───│   The version stands to the left of the word and begins with v1.     │───┘
     Pre└──────────────────────────────────────────────────────────────────────┘
     ↑↓ Move  Enter Choose  Esc Close
    """),
  LiteralScreen(
    .terminalTest, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │   ┌─ اختبار الطرفية ─────────────────────────────────────────────────────┐   │
    │   │ (●) تلقائي (الآن visual)                                              │   │
    │   │ ( ) كما يظهر النص (visual)                                           │   │
    │   │ ( ) لطرفية kitty: الكلمات معكوسة (kitty)                             │.3 │
    │   │ ( ) بين علامات الاتجاه (lrm)                                           │.0 │
    │   │ ( ) فقرة ترتبها الطرفية (paragraph)                                  │ان │
    │ › │ ( ) مثل ذلك لطرفية mlterm داخل tmux (mlterm)                         │ار │
    │   │ ( ) لطرفية QTerminal: جزءا جزءا (qterminal)                          │r) │
    │   │ ( ) بترتيب كتابة النص، دون وصل الحروف (logical)                      │or │
    │   │                                                                      │es │
    │   │ كيف ينبغي أن تبدو العينات                                            │an │
    │   │ العربية (AR)                                                         │og │
    │   │   الحروف متصلة وتبدأ من اليمين، وإلى يسارها (AR).                    │ضي │
    │   │ لا ١٢٣                                                                │   │
    │   │   أول حرفين شكل واحد، والرقم ١ في أقصى يسار الأرقام.                  │   │
    │   │ خادم 192.168.1.10                                                    │   │
    │   │   العنوان إلى يسار الكلمة، وقراءته من اليسار إلى اليمين.             │   │
    │   │ لسان v1.2-beta                                                       │   │
    │   │   الإصدار إلى يسار الكلمة، ويبدأ من اليسار بالحرف v.                  │   │
    └───└──────────────────────────────────────────────────────────────────────┘───┘
     اضغط Enter لمعرفة المعلومات المتوفرة عن الطرفية واختبارها
     ↑↓ تنقل  Enter اختيار  Esc إغلاق
    """),
  LiteralScreen(
    .profileQuestion, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │ › Account    │ Account                                                       │
    │   Language   │ Your account is kept on a server and follows you from device  │
    │   Region     │ to device.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ Name                                                      Ana │
    │   Developer  │ Sign-in name                                  ana@example.org │
    │   About ┌─ Profile ────────────────────────────────────────────────┐mple.org │
    │         │                                                          │345 6789 │
    │         │ Switch to the profile Work? Its language becomes the     │    Home │
    │         │ language of the app.                                     │ English │
    │         │                                                          │ at five │
    │         │ ‹ Switch ›  [ Cancel ]                                   │mple.org │
    │         │                                                          │can read │
    │         └──────────────────────────────────────────────────────────┘         │
    │              │ Profiles                                                      │
    │              │ ✓ Home                                        active, English │
    │              │   Work                                                العربية │
    │              │                                                               │
    │              │ Sign out                                                      │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to switch to the profile Work
     ←→ Move  Enter Choose  y Switch  n Cancel  q Quit
    """),
  LiteralScreen(
    .profileQuestion, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │ › الحساب        │ الحساب                                                     │
    │   اللغة         │ حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.             │
    │   المنطقة       │                                                            │
    │   المزامنة      │ الاسم                                                   Ana │
    │   الخصوصية      │ اسم الدخول                                 ana@example.org │
    │   خيارات المطور │ البريد الإلكتروني                           ana@example.org │
    │   حول لس┌─ الملف الشخصي ───────────────────────────────────────────┐345 6789 │
    │         │                                                          │    Home │
    │         │ هل تريد التبديل إلى الملف الشخصي Work؟ ستصبح لغته لغة    │ English │
    │         │ التطبيق.                                                 │ at five │
    │         │                                                          │mple.org │
    │         │ ‹ تبديل ›  [ إلغاء ]                                     │رؤه غيرك │
    │         │                                                          │         │
    │         └──────────────────────────────────────────────────────────┘         │
    │                 │ ✓ Home                                        نشط، English │
    │                 │   Work                                             العربية │
    │                 │                                                            │
    │                 │ تسجيل الخروج                                               │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter للتبديل إلى الملف الشخصي Work
     ←→ تنقل  Enter اختيار  y تبديل  n إلغاء  q خروج
    """),
  LiteralScreen(
    .signOutQuestion, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │ › Account    │ Account                                                       │
    │   Language   │ Your account is kept on a server and follows you from device  │
    │   Region     │ to device.                                                    │
    │   Sync       │                                                               │
    │   Privacy    │ Name                                                      Ana │
    │   Developer  │ Sign-in name                                  ana@example.org │
    │   About ┌─ Account ────────────────────────────────────────────────┐mple.org │
    │         │                                                          │345 6789 │
    │         │ Sign out of the account on this device?                  │    Home │
    │         │                                                          │ English │
    │         │ ‹ Sign out ›  [ Cancel ]                                 │ at five │
    │         │                                                          │mple.org │
    │         └──────────────────────────────────────────────────────────┘can read │
    │              │                                                               │
    │              │ Profiles                                                      │
    │              │ ✓ Home                                        active, English │
    │              │   Work                                                العربية │
    │              │                                                               │
    │              │ Sign out                                                      │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to sign out on this device
     ←→ Move  Enter Choose  y Sign out  n Cancel  q Quit
    """),
  LiteralScreen(
    .signOutQuestion, "ar",
    """
     لسان
    ┌─────────────────┬────────────────────────────────────────────────────────────┐
    │ › الحساب        │ الحساب                                                     │
    │   اللغة         │ حسابك محفوظ على خادم ويرافقك من جهاز إلى جهاز.             │
    │   المنطقة       │                                                            │
    │   المزامنة      │ الاسم                                                   Ana │
    │   الخصوصية      │ اسم الدخول                                 ana@example.org │
    │   خيارات المطور │ البريد الإلكتروني                           ana@example.org │
    │   حول لس┌─ الحساب ─────────────────────────────────────────────────┐345 6789 │
    │         │                                                          │    Home │
    │         │ هل تريد تسجيل الخروج من الحساب على هذا الجهاز؟           │ English │
    │         │                                                          │ at five │
    │         │ ‹ تسجيل الخروج ›  [ إلغاء ]                              │mple.org │
    │         │                                                          │رؤه غيرك │
    │         └──────────────────────────────────────────────────────────┘         │
    │                 │ الملفات الشخصية                                            │
    │                 │ ✓ Home                                        نشط، English │
    │                 │   Work                                             العربية │
    │                 │                                                            │
    │                 │ تسجيل الخروج                                               │
    │                 │                                                            │
    └─────────────────┴────────────────────────────────────────────────────────────┘
     اضغط Enter لتسجيل الخروج على هذا الجهاز
     ←→ تنقل  Enter اختيار  y تسجيل الخروج  n إلغاء  q خروج
    """),
  LiteralScreen(
    .noLanguages, "en",
    """
     Lisan
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   Account    │ Language                                                      │
    │ › Language   │ Choose the language of this app and of the programs that      │
    │   Sync       │ follow it.                                                    │
    │   About      │                                                               │
    │              │ The list of languages could not be loaded: there is an error  │
    │              │ in Language. Log: /home/ana/.local/state/lisan/lisan.log      │
    │              │ Leave this section and come back to try again.                │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     Press Enter to go to the section Language
     ↑↓ Move  Enter Choose  ? Help  q Quit  Tab Sections
    """),
  LiteralScreen(
    .noLanguages, "ar",
    """
     لسان
    ┌──────────────┬───────────────────────────────────────────────────────────────┐
    │   الحساب     │ اللغة                                                         │
    │ › اللغة      │ اختر لغة هذا التطبيق والبرامج التي تتبعه.                     │
    │   المزامنة   │                                                               │
    │   حول لسان   │ تعذر تحميل قائمة اللغات. السبب: يوجد خطأ في اللغة. السجل:     │
    │              │ /home/ana/.local/state/lisan/lisan.log                        │
    │              │ انتقل إلى قسم آخر ثم عد إلى هذا القسم للمحاولة من جديد.       │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    │              │                                                               │
    └──────────────┴───────────────────────────────────────────────────────────────┘
     اضغط Enter للانتقال إلى قسم اللغة
     ↑↓ تنقل  Enter اختيار  ? مساعدة  q خروج  Tab الأقسام
    """),
]
