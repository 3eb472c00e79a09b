// The texts of mails in Dutch.

import type { MailTexts } from './mail-en.ts';

export const nl: MailTexts = {
  words: {
    sentBy: 'Verzonden door {{site}}',
    yes: 'Ja',
    no: 'Nee',
    amount: 'Bedrag',
    discount: 'Korting',
    total: 'Totaal',
    refunded: 'Terugbetaald',
    paid: 'Betaald',
    date: 'Datum',
    description: 'Omschrijving',
    reference: 'Referentie',
    number: 'Factuurnummer',
    due: 'Vervaldatum',
    time: 'Tijdstip',
    browser: 'Browser',
    address: 'IP-adres',
    created: 'Aangemaakt',
    updated: 'Bijgewerkt',
    unchanged: 'Ongewijzigd',
    skipped: 'Overgeslagen',
    problems: 'Conflicten',
  },
  test: {
    subject: 'Testbericht van {{site}}',
    text: 'Als u dit kunt lezen, kan {{site}} e-mail versturen.',
  },
  kinds: {
    notice: {
      subject: 'Nieuwe inzending: {{form}}',
      text: 'Iemand heeft ‘{{form}}’ ingevuld.\n\nBetaald: {{amount}}\n\n{{answers}}\n\n[Inzending openen]({{link}})\n\nAls u dit bericht beantwoordt, gaat uw antwoord naar {{email}}.',
    },
    digest: {
      subject: 'Nieuwe inzendingen: {{count}}',
      text: 'Nieuwe inzendingen sinds het vorige overzicht:\n\n{{details}}\n\n[Postvak openen]({{link}})',
    },
    savedAnswers: {
      subject: 'Verdergaan met “{{form}}”',
      text: 'Uw antwoorden zijn opgeslagen.\n\n[Verdergaan]({{link}})\n\nDe link werkt tot {{until}}. Deel hem niet: hij toont uw antwoorden.\n\nHebt u dit formulier niet ingevuld, dan kunt u dit bericht negeren.',
    },
    reply: {
      subject: 'We hebben uw bericht ontvangen',
      text: 'Bedankt. Dit hebben we van u ontvangen:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Betaalbewijs van {{site}}: {{amount}}',
      text: 'Bedankt. We hebben uw betaling van {{amount}} ontvangen.\n\n{{details}}',
    },
    refund: {
      subject: 'Terugbetaling van {{site}}: {{amount}}',
      text: 'We hebben {{amount}} van uw betaling van {{paid}} terugbetaald. Het kan enkele dagen duren voordat het bedrag op uw rekening staat.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Uw terugbetaling van {{site}} is mislukt',
      text: 'De terugbetaling van {{amount}} waarover we u hadden geschreven, is mislukt: uw bank of kaartuitgever heeft deze geweigerd. U heeft dit bedrag nog van ons tegoed; we betalen het op een andere manier terug.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Een terugbetaling van {{amount}} is mislukt',
      text: 'Een terugbetaling van {{amount}} is niet gelukt. Het bedrag staat weer op uw saldo bij de betaalprovider en de betaler heeft het niet ontvangen. Betaal het op een andere manier terug.\n\nReden: {{reason}}\n\n{{details}}\n\n[Betaling openen]({{link}})',
    },
    invoice: {
      subject: 'Factuur {{number}} van {{site}}',
      text: 'Hier is uw factuur van {{amount}}.\n\n{{details}}\n\n[Factuur bekijken]({{link}})',
    },
    invoiceToPay: {
      subject: 'Factuur van {{site}}: {{amount}}',
      text: 'Hier is uw factuur van {{amount}}.\n\n{{details}}\n\nBetaal deze uiterlijk op {{due}}.\n\n[Nu betalen]({{link}})',
    },
    paymentFailed: {
      subject: 'Uw betaling aan {{site}} is mislukt',
      text: 'Uw betaling van {{amount}} is niet gelukt en er is niets afgeschreven.\n\n{{reason}}\n\n{{details}}\n\n[Opnieuw proberen]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Een betaling van {{amount}} is mislukt',
      text: 'Een betaling van {{amount}} is niet gelukt.\n\n{{reason}}\n\n{{details}}\n\n[Betaling openen]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook gepauzeerd: {{url}}',
      text: 'De ontvanger {{url}} accepteert al dagen niets, daarom is de webhook gepauzeerd. Afleveringen wachten.\n\nHerstel de ontvanger en hervat daarna de webhook.\n\n[Webhooks openen]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook uitgeschakeld: {{url}}',
      text: 'De ontvanger {{url}} antwoordde met 410: hij bestaat niet meer. De webhook is uitgeschakeld en krijgt geen afleveringen meer.\n\n[Webhooks openen]({{link}})',
    },
    importFinished: {
      subject: 'Import voltooid: {{file}}',
      text: 'De import van {{file}} is voltooid.\n\n{{details}}\n\n[Verslag openen]({{link}})',
    },
    importFailed: {
      subject: 'Import mislukt: {{file}}',
      text: 'De import van {{file}} is mislukt.\n\n{{reason}}\n\n[Import openen]({{link}})',
    },
    reset: {
      subject: 'Kies een nieuw wachtwoord voor {{site}}',
      text: 'Hallo {{name}},\n\niemand heeft een nieuw wachtwoord aangevraagd voor uw account bij {{site}}. Kies het hier:\n\n[Nieuw wachtwoord kiezen]({{link}})\n\nDe link werkt één keer, tot {{until}}. Hebt u dit niet aangevraagd, negeer dit bericht dan: uw wachtwoord blijft hetzelfde.',
    },
    invitation: {
      subject: 'U bent uitgenodigd voor {{site}}',
      text: 'Hallo {{name}},\n\nu hebt nu een account bij {{site}}. Kies een wachtwoord om in te loggen:\n\n[Uitnodiging accepteren]({{link}})\n\nDe link werkt één keer, tot {{until}}.',
    },
    newDevice: {
      subject: 'Nieuwe aanmelding bij {{site}}',
      text: 'Hallo {{name}},\n\niemand heeft zich bij uw account op {{site}} aangemeld met een browser die u daar nog niet hebt gebruikt.\n\n{{details}}\n\nWas u dit niet, kies dan een nieuw wachtwoord: daarmee worden alle anderen afgemeld.',
    },
    passwordChanged: {
      subject: 'Uw wachtwoord voor {{site}} is gewijzigd',
      text: 'Hallo {{name}},\n\nhet wachtwoord van uw account bij {{site}} is gewijzigd: {{date}}.\n\nWas u dit niet, vraag dan op het inlogscherm een nieuw wachtwoord aan en neem contact op met een eigenaar van de site.',
    },
    secondFactorOff: {
      subject: 'Inloggen in twee stappen voor {{site}} is uitgeschakeld',
      text: 'Hallo {{name}},\n\ninloggen in twee stappen is voor uw account bij {{site}} uitgeschakeld: {{date}}. Uw wachtwoord is nu genoeg om in te loggen.\n\nWas u dit niet, wijzig dan uw wachtwoord, schakel inloggen in twee stappen weer in en neem contact op met een eigenaar van de site.',
    },
    passkeyAdded: {
      subject: 'Er is een passkey voor {{site}} toegevoegd',
      text: 'Hallo {{name}},\n\naan uw account bij {{site}} is een passkey toegevoegd: {{date}}. Daarmee logt men in zonder wachtwoord.\n\nWas u dit niet, verwijder hem dan onder ‘My account’, wijzig uw wachtwoord en neem contact op met een eigenaar van de site.',
    },
    passkeyRemoved: {
      subject: 'Er is een passkey voor {{site}} verwijderd',
      text: 'Hallo {{name}},\n\nvan uw account bij {{site}} is een passkey verwijderd: {{date}}. Inloggen daarmee kan niet meer.\n\nHad u dit niet verwacht, wijzig dan uw wachtwoord en neem contact op met een eigenaar van de site.',
    },
  },
};
