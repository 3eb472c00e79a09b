// The texts of mails in Swedish.

import type { MailTexts } from './mail-en.ts';

export const sv: MailTexts = {
  words: {
    sentBy: 'Skickat av {{site}}',
    yes: 'Ja',
    no: 'Nej',
    amount: 'Belopp',
    discount: 'Rabatt',
    total: 'Summa',
    refunded: 'Återbetalat',
    paid: 'Betalt',
    date: 'Datum',
    description: 'Beskrivning',
    reference: 'Referens',
    number: 'Fakturanummer',
    due: 'Förfallodag',
    time: 'Tid',
    browser: 'Webbläsare',
    address: 'IP-adress',
    created: 'Skapade',
    updated: 'Uppdaterade',
    unchanged: 'Oförändrade',
    skipped: 'Överhoppade',
    problems: 'Konflikter',
  },
  test: {
    subject: 'Testmeddelande från {{site}}',
    text: 'Om du kan läsa detta kan {{site}} skicka e-post.',
  },
  kinds: {
    notice: {
      subject: 'Nytt svar: {{form}}',
      text: 'Någon har fyllt i ”{{form}}”.\n\nBetalt: {{amount}}\n\n{{answers}}\n\n[Öppna svaret]({{link}})\n\nOm du svarar på det här meddelandet går svaret till {{email}}.',
    },
    digest: {
      subject: 'Nya svar: {{count}}',
      text: 'Nya svar sedan förra sammanfattningen:\n\n{{details}}\n\n[Öppna inkorgen]({{link}})',
    },
    savedAnswers: {
      subject: 'Fortsätt med ”{{form}}”',
      text: 'Dina svar är sparade.\n\n[Fortsätt]({{link}})\n\nLänken fungerar till {{until}}. Dela den inte: den visar dina svar.\n\nOm du inte har fyllt i formuläret kan du bortse från det här meddelandet.',
    },
    reply: {
      subject: 'Vi har tagit emot ditt meddelande',
      text: 'Tack. Det här har vi fått från dig:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Kvitto från {{site}}: {{amount}}',
      text: 'Tack. Vi har tagit emot din betalning på {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Återbetalning från {{site}}: {{amount}}',
      text: 'Vi har återbetalat {{amount}} av din betalning på {{paid}}. Det kan ta några dagar innan beloppet finns på ditt konto.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Din återbetalning från {{site}} misslyckades',
      text: 'Återbetalningen på {{amount}} som vi skrev till dig om gick inte igenom: din bank eller kortutgivare avvisade den. Vi är fortfarande skyldiga dig beloppet och betalar tillbaka det på annat sätt.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'En återbetalning på {{amount}} misslyckades',
      text: 'En återbetalning på {{amount}} gick inte igenom. Beloppet är tillbaka på ditt saldo hos betalningsleverantören och betalaren har inte fått det. Betala tillbaka det på annat sätt.\n\nOrsak: {{reason}}\n\n{{details}}\n\n[Öppna betalningen]({{link}})',
    },
    invoice: {
      subject: 'Faktura {{number}} från {{site}}',
      text: 'Här är din faktura på {{amount}}.\n\n{{details}}\n\n[Visa fakturan]({{link}})',
    },
    invoiceToPay: {
      subject: 'Faktura från {{site}}: {{amount}}',
      text: 'Här är din faktura på {{amount}}.\n\n{{details}}\n\nBetala den senast {{due}}.\n\n[Betala nu]({{link}})',
    },
    paymentFailed: {
      subject: 'Din betalning till {{site}} misslyckades',
      text: 'Din betalning på {{amount}} gick inte igenom och inget har debiterats.\n\n{{reason}}\n\n{{details}}\n\n[Försök igen]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'En betalning på {{amount}} misslyckades',
      text: 'En betalning på {{amount}} gick inte igenom.\n\n{{reason}}\n\n{{details}}\n\n[Öppna betalningen]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook pausad: {{url}}',
      text: 'Mottagaren {{url}} har inte tagit emot något på flera dagar, så dess webhook är pausad. Leveranserna väntar.\n\nÅtgärda mottagaren och återuppta sedan webhooken.\n\n[Öppna webhookar]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook inaktiverad: {{url}}',
      text: 'Mottagaren {{url}} svarade med 410, vilket betyder att den inte finns längre. Dess webhook är inaktiverad och får inga fler leveranser.\n\n[Öppna webhookar]({{link}})',
    },
    importFinished: {
      subject: 'Importen är klar: {{file}}',
      text: 'Importen av {{file}} är klar.\n\n{{details}}\n\n[Öppna rapporten]({{link}})',
    },
    importFailed: {
      subject: 'Importen misslyckades: {{file}}',
      text: 'Importen av {{file}} misslyckades.\n\n{{reason}}\n\n[Öppna importen]({{link}})',
    },
    reset: {
      subject: 'Välj ett nytt lösenord för {{site}}',
      text: 'Hej {{name}},\n\nnågon har bett om ett nytt lösenord för ditt konto på {{site}}. Välj det här:\n\n[Välj nytt lösenord]({{link}})\n\nLänken fungerar en gång, till {{until}}. Om du inte har bett om den kan du bortse från meddelandet: ditt lösenord ändras inte.',
    },
    invitation: {
      subject: 'Du är inbjuden till {{site}}',
      text: 'Hej {{name}},\n\ndu har nu ett konto på {{site}}. Välj ett lösenord för att logga in:\n\n[Acceptera inbjudan]({{link}})\n\nLänken fungerar en gång, till {{until}}.',
    },
    newDevice: {
      subject: 'Ny inloggning på {{site}}',
      text: 'Hej {{name}},\n\nnågon har loggat in på ditt konto på {{site}} i en webbläsare som du inte har använt där förut.\n\n{{details}}\n\nOm det inte var du, välj ett nytt lösenord: då loggas alla andra ut.',
    },
    passwordChanged: {
      subject: 'Ditt lösenord för {{site}} har ändrats',
      text: 'Hej {{name}},\n\nlösenordet för ditt konto på {{site}} har ändrats: {{date}}.\n\nOm det inte var du, be om ett nytt lösenord på inloggningssidan och kontakta en ägare av webbplatsen.',
    },
    secondFactorOff: {
      subject: 'Inloggning i två steg för {{site}} har stängts av',
      text: 'Hej {{name}},\n\ninloggning i två steg har stängts av för ditt konto på {{site}}: {{date}}. Nu räcker ditt lösenord för att logga in.\n\nOm det inte var du, ändra ditt lösenord, slå på inloggning i två steg igen och kontakta en ägare av webbplatsen.',
    },
    passkeyAdded: {
      subject: 'En lösennyckel för {{site}} har lagts till',
      text: 'Hej {{name}},\n\nen lösennyckel har lagts till för ditt konto på {{site}}: {{date}}. Den loggar in utan lösenord.\n\nOm det inte var du, ta bort den under ”My account”, ändra ditt lösenord och kontakta en ägare av webbplatsen.',
    },
    passkeyRemoved: {
      subject: 'En lösennyckel för {{site}} har tagits bort',
      text: 'Hej {{name}},\n\nen lösennyckel har tagits bort från ditt konto på {{site}}: {{date}}. Den kan inte längre logga in.\n\nOm du inte väntade dig detta, ändra ditt lösenord och kontakta en ägare av webbplatsen.',
    },
  },
};
