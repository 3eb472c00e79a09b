// The texts of mails in Arabic.

import type { MailTexts } from './mail-en.ts';

export const ar: MailTexts = {
  words: {
    sentBy: 'مرسلة من {{site}}',
    yes: 'نعم',
    no: 'لا',
    amount: 'المبلغ',
    discount: 'الخصم',
    total: 'الإجمالي',
    refunded: 'المبلغ المسترد',
    paid: 'المبلغ المدفوع',
    date: 'التاريخ',
    description: 'الوصف',
    reference: 'المرجع',
    number: 'رقم الفاتورة',
    due: 'تاريخ الاستحقاق',
    time: 'الوقت',
    browser: 'المتصفح',
    address: 'عنوان IP',
    created: 'تم إنشاؤها',
    updated: 'تم تحديثها',
    unchanged: 'بلا تغيير',
    skipped: 'تم تخطيها',
    problems: 'تعارضات',
  },
  test: {
    subject: 'رسالة تجريبية من {{site}}',
    text: 'إذا كنت تقرأ هذه الرسالة، فإن {{site}} يستطيع إرسال البريد.',
  },
  kinds: {
    notice: {
      subject: 'رد جديد: {{form}}',
      text: 'أرسل أحدهم النموذج «{{form}}».\n\nالمبلغ المدفوع: {{amount}}\n\n{{answers}}\n\n[فتح الرد]({{link}})\n\nسيصل ردك على هذه الرسالة إلى {{email}}.',
    },
    digest: {
      subject: 'الردود الجديدة: {{count}}',
      text: 'الردود الجديدة منذ آخر ملخص:\n\n{{details}}\n\n[فتح صندوق الوارد]({{link}})',
    },
    savedAnswers: {
      subject: 'متابعة «{{form}}»',
      text: 'تم حفظ إجاباتك.\n\n[متابعة]({{link}})\n\nالرابط صالح حتى {{until}}. لا تشاركه مع أحد: فهو يعرض إجاباتك.\n\nإذا لم تملأ هذا النموذج، فيمكنك تجاهل هذه الرسالة.',
    },
    reply: {
      subject: 'لقد استلمنا رسالتك',
      text: 'شكرًا لك. هذا ما استلمناه منك:\n\n{{answers}}',
    },
    receipt: {
      subject: 'إيصال من {{site}}: {{amount}}',
      text: 'شكرًا لك. لقد استلمنا دفعتك بمبلغ {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'استرداد من {{site}}: {{amount}}',
      text: 'لقد أعدنا إليك {{amount}} من دفعتك البالغة {{paid}}. قد يستغرق وصول المبلغ إلى حسابك بضعة أيام.\n\n{{details}}',
    },
    invoice: {
      subject: 'الفاتورة {{number}} من {{site}}',
      text: 'هذه فاتورتك بمبلغ {{amount}}.\n\n{{details}}\n\n[عرض الفاتورة]({{link}})',
    },
    invoiceToPay: {
      subject: 'فاتورة من {{site}}: {{amount}}',
      text: 'هذه فاتورتك بمبلغ {{amount}}.\n\n{{details}}\n\nيُرجى الدفع قبل {{due}}.\n\n[الدفع الآن]({{link}})',
    },
    paymentFailed: {
      subject: 'تعذّر دفعك إلى {{site}}',
      text: 'لم تتم دفعتك بمبلغ {{amount}}، ولم يُخصم أي شيء.\n\n{{reason}}\n\n{{details}}\n\n[إعادة المحاولة]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'تعذّرت دفعة بمبلغ {{amount}}',
      text: 'لم تتم دفعة بمبلغ {{amount}}.\n\n{{reason}}\n\n{{details}}\n\n[فتح الدفعة]({{link}})',
    },
    receiverPaused: {
      subject: 'تم إيقاف الويب هوك مؤقتًا: {{url}}',
      text: 'لم يقبل المستقبِل {{url}} أي شيء منذ أيام، لذلك أُوقف الويب هوك مؤقتًا. عمليات التسليم في الانتظار.\n\nأصلح المستقبِل ثم استأنف الويب هوك.\n\n[فتح الويب هوك]({{link}})',
    },
    receiverDisabled: {
      subject: 'تم تعطيل الويب هوك: {{url}}',
      text: 'أجاب المستقبِل {{url}} بالرمز 410، أي أنه لم يعد موجودًا. عُطّل الويب هوك ولن يتلقى أي عمليات تسليم أخرى.\n\n[فتح الويب هوك]({{link}})',
    },
    importFinished: {
      subject: 'اكتمل الاستيراد: {{file}}',
      text: 'اكتمل استيراد {{file}}.\n\n{{details}}\n\n[فتح التقرير]({{link}})',
    },
    importFailed: {
      subject: 'فشل الاستيراد: {{file}}',
      text: 'فشل استيراد {{file}}.\n\n{{reason}}\n\n[فتح الاستيراد]({{link}})',
    },
    reset: {
      subject: 'تعيين كلمة مرور جديدة لـ {{site}}',
      text: 'مرحبًا {{name}}،\n\nطلب أحدهم كلمة مرور جديدة لحسابك في {{site}}. اخترها هنا:\n\n[اختيار كلمة مرور جديدة]({{link}})\n\nيعمل الرابط مرة واحدة حتى {{until}}. إذا لم تطلبه فتجاهل هذه الرسالة: كلمة مرورك لن تتغير.',
    },
    invitation: {
      subject: 'دعوة إلى {{site}}',
      text: 'مرحبًا {{name}}،\n\nلديك الآن حساب في {{site}}. اختر كلمة مرور لتسجيل الدخول:\n\n[قبول الدعوة]({{link}})\n\nيعمل الرابط مرة واحدة حتى {{until}}.',
    },
    newDevice: {
      subject: 'تسجيل دخول جديد إلى {{site}}',
      text: 'مرحبًا {{name}}،\n\nسجّل أحدهم الدخول إلى حسابك في {{site}} من متصفح لم تستخدمه هناك من قبل.\n\n{{details}}\n\nإذا لم تكن أنت، فعيّن كلمة مرور جديدة: سيؤدي ذلك إلى تسجيل خروج كل الآخرين.',
    },
    passwordChanged: {
      subject: 'تم تغيير كلمة مرورك في {{site}}',
      text: 'مرحبًا {{name}}،\n\nتم تغيير كلمة مرور حسابك في {{site}}: {{date}}.\n\nإذا لم تكن أنت، فاطلب كلمة مرور جديدة من شاشة تسجيل الدخول وتواصل مع أحد مالكي الموقع.',
    },
    secondFactorOff: {
      subject: 'تم إيقاف تسجيل الدخول بخطوتين في {{site}}',
      text: 'مرحبًا {{name}}،\n\nتم إيقاف تسجيل الدخول بخطوتين لحسابك في {{site}}: {{date}}. تكفي كلمة مرورك الآن لتسجيل الدخول.\n\nإذا لم تكن أنت، فغيّر كلمة مرورك وشغّل تسجيل الدخول بخطوتين من جديد وتواصل مع أحد مالكي الموقع.',
    },
  },
};
