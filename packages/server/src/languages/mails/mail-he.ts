// The texts of mails in Hebrew.

import type { MailTexts } from './mail-en.ts';

export const he: MailTexts = {
  words: {
    sentBy: 'נשלח על ידי {{site}}',
    yes: 'כן',
    no: 'לא',
    amount: 'סכום',
    discount: 'הנחה',
    total: 'סך הכול',
    refunded: 'הוחזר',
    paid: 'שולם',
    date: 'תאריך',
    description: 'תיאור',
    reference: 'אסמכתה',
    number: 'מספר חשבונית',
    due: 'לתשלום עד',
    time: 'שעה',
    browser: 'דפדפן',
    address: 'כתובת IP',
    created: 'נוצרו',
    updated: 'עודכנו',
    unchanged: 'ללא שינוי',
    skipped: 'דולגו',
    problems: 'התנגשויות',
  },
  test: {
    subject: 'הודעת בדיקה מאת {{site}}',
    text: 'אם ההודעה הזו הגיעה, {{site}} יכול לשלוח דואר.',
  },
  kinds: {
    notice: {
      subject: 'טופס חדש התקבל: {{form}}',
      text: 'התקבלה תשובה לטופס ״{{form}}״.\n\nשולם: {{amount}}\n\n{{answers}}\n\n[פתיחת התשובה]({{link}})\n\nתגובה להודעה זו תישלח אל {{email}}.',
    },
    digest: {
      subject: 'תשובות חדשות: {{count}}',
      text: 'תשובות חדשות מאז הסיכום הקודם:\n\n{{details}}\n\n[פתיחת תיבת הדואר]({{link}})',
    },
    savedAnswers: {
      subject: 'המשך מילוי ‏„{{form}}”',
      text: 'התשובות שלך נשמרו.\n\n[המשך]({{link}})\n\nהקישור תקף עד {{until}}. אין לשתף אותו: הוא מציג את התשובות שלך.\n\nאם לא מילאת את הטופס הזה, אפשר להתעלם מההודעה.',
    },
    reply: {
      subject: 'קיבלנו את ההודעה שלך',
      text: 'תודה. זה מה שקיבלנו ממך:\n\n{{answers}}',
    },
    receipt: {
      subject: 'קבלה מאת {{site}}: {{amount}}',
      text: 'תודה. קיבלנו את התשלום שלך בסך {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'החזר מאת {{site}}: {{amount}}',
      text: 'החזרנו {{amount}} מתוך התשלום שלך בסך {{paid}}. ייתכן שיעברו כמה ימים עד שהסכום יופיע בחשבונך.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'ההחזר מאת {{site}} נכשל',
      text: 'ההחזר בסך {{amount}} שהודענו לך עליו לא בוצע: הבנק שלך או חברת האשראי דחו אותו. הסכום עדיין מגיע לך, ונחזיר אותו בדרך אחרת.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'החזר בסך {{amount}} נכשל',
      text: 'החזר בסך {{amount}} לא בוצע. הסכום חזר ליתרה שלך אצל ספק התשלומים, והמשלם לא קיבל אותו. יש להחזיר אותו בדרך אחרת.\n\nסיבה: {{reason}}\n\n{{details}}\n\n[פתיחת התשלום]({{link}})',
    },
    invoice: {
      subject: 'חשבונית {{number}} מאת {{site}}',
      text: 'זו החשבונית שלך על סך {{amount}}.\n\n{{details}}\n\n[הצגת החשבונית]({{link}})',
    },
    invoiceToPay: {
      subject: 'חשבונית מאת {{site}}: {{amount}}',
      text: 'זו החשבונית שלך על סך {{amount}}.\n\n{{details}}\n\nנא לשלם עד {{due}}.\n\n[לתשלום]({{link}})',
    },
    paymentFailed: {
      subject: 'התשלום שלך אל {{site}} נכשל',
      text: 'התשלום שלך בסך {{amount}} לא בוצע, ולא חויבת.\n\n{{reason}}\n\n{{details}}\n\n[ניסיון נוסף]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'תשלום בסך {{amount}} נכשל',
      text: 'תשלום בסך {{amount}} לא בוצע.\n\n{{reason}}\n\n{{details}}\n\n[פתיחת התשלום]({{link}})',
    },
    receiverPaused: {
      subject: 'ה־webhook הושהה: {{url}}',
      text: 'היעד {{url}} לא קיבל דבר כבר כמה ימים, ולכן ה־webhook שלו הושהה. המשלוחים ממתינים.\n\nיש לתקן את היעד ואז לחדש את ה־webhook.\n\n[פתיחת ה־webhooks]({{link}})',
    },
    receiverDisabled: {
      subject: 'ה־webhook הושבת: {{url}}',
      text: 'היעד {{url}} השיב 410, כלומר הוא אינו קיים עוד. ה־webhook שלו הושבת ולא יקבל עוד משלוחים.\n\n[פתיחת ה־webhooks]({{link}})',
    },
    importFinished: {
      subject: 'הייבוא הסתיים: {{file}}',
      text: 'הייבוא של {{file}} הסתיים.\n\n{{details}}\n\n[פתיחת הדוח]({{link}})',
    },
    importFailed: {
      subject: 'הייבוא נכשל: {{file}}',
      text: 'הייבוא של {{file}} נכשל.\n\n{{reason}}\n\n[פתיחת הייבוא]({{link}})',
    },
    reset: {
      subject: 'בחירת סיסמה חדשה אל {{site}}',
      text: 'שלום {{name}},\n\nהתקבלה בקשה לסיסמה חדשה לחשבון שלך אצל {{site}}. אפשר לבחור אותה כאן:\n\n[בחירת סיסמה חדשה]({{link}})\n\nהקישור פועל פעם אחת, עד {{until}}. אם לא ביקשת אותו, אפשר להתעלם מהודעה זו: הסיסמה שלך לא תשתנה.',
    },
    invitation: {
      subject: 'הזמנה אל {{site}}',
      text: 'שלום {{name}},\n\nנפתח עבורך חשבון אצל {{site}}. יש לבחור סיסמה כדי להיכנס:\n\n[קבלת ההזמנה]({{link}})\n\nהקישור פועל פעם אחת, עד {{until}}.',
    },
    newDevice: {
      subject: 'כניסה חדשה אל {{site}}',
      text: 'שלום {{name}},\n\nבוצעה כניסה לחשבון שלך אצל {{site}} מדפדפן שלא שימש אותך שם קודם.\n\n{{details}}\n\nאם זה לא היית את או אתה, יש לבחור סיסמה חדשה: כך ינותקו כל האחרים.',
    },
    passwordChanged: {
      subject: 'הסיסמה שלך אל {{site}} שונתה',
      text: 'שלום {{name}},\n\nהסיסמה של החשבון שלך אצל {{site}} שונתה: {{date}}.\n\nאם השינוי לא נעשה על ידך, יש לבקש סיסמה חדשה במסך הכניסה ולפנות לבעלי האתר.',
    },
    secondFactorOff: {
      subject: 'הכניסה הדו־שלבית אל {{site}} כובתה',
      text: 'שלום {{name}},\n\nהכניסה הדו־שלבית לחשבון שלך אצל {{site}} כובתה: {{date}}. כעת הסיסמה לבדה מספיקה לכניסה.\n\nאם זה לא נעשה על ידך, יש לשנות את הסיסמה, להפעיל שוב את הכניסה הדו־שלבית ולפנות לבעלי האתר.',
    },
    passkeyAdded: {
      subject: 'מפתח גישה אל {{site}} נוסף',
      text: 'שלום {{name}},\n\nמפתח גישה נוסף לחשבון שלך אצל {{site}}: {{date}}. אפשר להיכנס איתו בלי סיסמה.\n\nאם זה לא נעשה על ידך, יש להסיר אותו תחת „My account”, לשנות את הסיסמה ולפנות לבעלי האתר.',
    },
    passkeyRemoved: {
      subject: 'מפתח גישה אל {{site}} הוסר',
      text: 'שלום {{name}},\n\nמפתח גישה הוסר מהחשבון שלך אצל {{site}}: {{date}}. אי אפשר עוד להיכנס איתו.\n\nאם זה לא צפוי, יש לשנות את הסיסמה ולפנות לבעלי האתר.',
    },
  },
};
