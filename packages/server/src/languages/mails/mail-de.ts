// The texts of mails in German.

import type { MailTexts } from './mail-en.ts';

export const de: MailTexts = {
  words: {
    sentBy: 'Gesendet von {{site}}',
    yes: 'Ja',
    no: 'Nein',
    amount: 'Betrag',
    discount: 'Rabatt',
    total: 'Summe',
    refunded: 'Erstattet',
    paid: 'Bezahlt',
    date: 'Datum',
    description: 'Beschreibung',
    reference: 'Referenz',
    number: 'Rechnungsnummer',
    due: 'Fällig am',
    time: 'Zeitpunkt',
    browser: 'Browser',
    address: 'IP-Adresse',
    created: 'Angelegt',
    updated: 'Aktualisiert',
    unchanged: 'Unverändert',
    skipped: 'Übersprungen',
    problems: 'Konflikte',
  },
  test: {
    subject: 'Testnachricht von {{site}}',
    text: 'Wenn Sie das lesen, kann {{site}} E-Mails senden.',
  },
  kinds: {
    notice: {
      subject: 'Neue Einsendung: {{form}}',
      text: 'Jemand hat „{{form}}“ abgeschickt.\n\nBezahlt: {{amount}}\n\n{{answers}}\n\n[Einsendung öffnen]({{link}})\n\nIhre Antwort auf diese Nachricht geht an {{email}}.',
    },
    digest: {
      subject: 'Neue Einsendungen: {{count}}',
      text: 'Neue Einsendungen seit der letzten Übersicht:\n\n{{details}}\n\n[Posteingang öffnen]({{link}})',
    },
    savedAnswers: {
      subject: '„{{form}}“ weiter ausfüllen',
      text: 'Ihre Antworten sind gespeichert.\n\n[Weitermachen]({{link}})\n\nDer Link gilt bis {{until}}. Geben Sie ihn nicht weiter: Er zeigt Ihre Antworten.\n\nWenn Sie dieses Formular nicht ausgefüllt haben, können Sie diese Nachricht ignorieren.',
    },
    reply: {
      subject: 'Wir haben Ihre Nachricht erhalten',
      text: 'Vielen Dank. Das haben wir von Ihnen erhalten:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Zahlungsbestätigung von {{site}}: {{amount}}',
      text: 'Vielen Dank. Wir haben Ihre Zahlung über {{amount}} erhalten.\n\n{{details}}',
    },
    refund: {
      subject: 'Erstattung von {{site}}: {{amount}}',
      text: 'Wir haben {{amount}} von Ihrer Zahlung über {{paid}} erstattet. Bis der Betrag auf Ihrem Konto ist, können einige Tage vergehen.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Ihre Erstattung von {{site}} ist fehlgeschlagen',
      text: 'Die angekündigte Erstattung über {{amount}} ist fehlgeschlagen: Ihre Bank oder Ihr Kartenanbieter hat sie zurückgewiesen. Wir schulden Ihnen den Betrag weiterhin und werden ihn auf einem anderen Weg zurückzahlen.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Eine Erstattung über {{amount}} ist fehlgeschlagen',
      text: 'Eine Erstattung über {{amount}} ist fehlgeschlagen. Der Betrag ist wieder auf Ihrem Guthaben beim Zahlungsanbieter und wurde nicht ausgezahlt. Bitte zahlen Sie ihn auf einem anderen Weg zurück.\n\nGrund: {{reason}}\n\n{{details}}\n\n[Zahlung öffnen]({{link}})',
    },
    invoice: {
      subject: 'Rechnung {{number}} von {{site}}',
      text: 'Hier ist Ihre Rechnung über {{amount}}.\n\n{{details}}\n\n[Rechnung ansehen]({{link}})',
    },
    invoiceToPay: {
      subject: 'Rechnung von {{site}}: {{amount}}',
      text: 'Hier ist Ihre Rechnung über {{amount}}.\n\n{{details}}\n\nBitte bezahlen Sie sie bis {{due}}.\n\n[Jetzt bezahlen]({{link}})',
    },
    paymentFailed: {
      subject: 'Ihre Zahlung an {{site}} ist fehlgeschlagen',
      text: 'Ihre Zahlung über {{amount}} konnte nicht ausgeführt werden. Es wurde nichts abgebucht.\n\n{{reason}}\n\n{{details}}\n\n[Erneut versuchen]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Eine Zahlung über {{amount}} ist fehlgeschlagen',
      text: 'Eine Zahlung über {{amount}} konnte nicht ausgeführt werden.\n\n{{reason}}\n\n{{details}}\n\n[Zahlung öffnen]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook pausiert: {{url}}',
      text: 'Der Empfänger {{url}} hat seit Tagen nichts angenommen, daher ist sein Webhook pausiert. Zustellungen warten.\n\nBeheben Sie den Fehler beim Empfänger und setzen Sie den Webhook dann fort.\n\n[Webhooks öffnen]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook deaktiviert: {{url}}',
      text: 'Der Empfänger {{url}} hat mit 410 geantwortet: Es gibt ihn nicht mehr. Sein Webhook ist deaktiviert und bekommt keine Zustellungen mehr.\n\n[Webhooks öffnen]({{link}})',
    },
    importFinished: {
      subject: 'Import abgeschlossen: {{file}}',
      text: 'Der Import von {{file}} ist abgeschlossen.\n\n{{details}}\n\n[Bericht öffnen]({{link}})',
    },
    importFailed: {
      subject: 'Import fehlgeschlagen: {{file}}',
      text: 'Der Import von {{file}} ist fehlgeschlagen.\n\n{{reason}}\n\n[Import öffnen]({{link}})',
    },
    reset: {
      subject: 'Neues Passwort für {{site}} festlegen',
      text: 'Hallo {{name}},\n\njemand hat ein neues Passwort für Ihr Konto bei {{site}} angefordert. Hier können Sie es festlegen:\n\n[Neues Passwort wählen]({{link}})\n\nDer Link funktioniert einmal, bis {{until}}. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt unverändert.',
    },
    invitation: {
      subject: 'Sie sind zu {{site}} eingeladen',
      text: 'Hallo {{name}},\n\nSie haben jetzt ein Konto bei {{site}}. Wählen Sie ein Passwort, um sich anzumelden:\n\n[Einladung annehmen]({{link}})\n\nDer Link funktioniert einmal, bis {{until}}.',
    },
    newDevice: {
      subject: 'Neue Anmeldung bei {{site}}',
      text: 'Hallo {{name}},\n\njemand hat sich bei Ihrem Konto bei {{site}} mit einem Browser angemeldet, den Sie dort noch nicht benutzt haben.\n\n{{details}}\n\nWenn Sie das nicht waren, legen Sie ein neues Passwort fest: Damit werden alle anderen abgemeldet.',
    },
    passwordChanged: {
      subject: 'Ihr Passwort für {{site}} wurde geändert',
      text: 'Hallo {{name}},\n\ndas Passwort Ihres Kontos bei {{site}} wurde geändert: {{date}}.\n\nWenn Sie das nicht waren, fordern Sie auf der Anmeldeseite ein neues Passwort an und wenden Sie sich an eine Person, der die Website gehört.',
    },
    secondFactorOff: {
      subject: 'Die Anmeldung in zwei Schritten für {{site}} wurde ausgeschaltet',
      text: 'Hallo {{name}},\n\ndie Anmeldung in zwei Schritten wurde für Ihr Konto bei {{site}} ausgeschaltet: {{date}}. Zum Anmelden genügt jetzt Ihr Passwort.\n\nWenn Sie das nicht waren, ändern Sie Ihr Passwort, schalten Sie die Anmeldung in zwei Schritten wieder ein und wenden Sie sich an eine Person, der die Website gehört.',
    },
    passkeyAdded: {
      subject: 'Ein Passkey für {{site}} wurde hinzugefügt',
      text: 'Hallo {{name}},\n\nzu Ihrem Konto bei {{site}} wurde ein Passkey hinzugefügt: {{date}}. Mit ihm meldet man sich ohne Passwort an.\n\nWenn Sie das nicht waren, entfernen Sie ihn unter „My account“, ändern Sie Ihr Passwort und wenden Sie sich an eine Person, der die Website gehört.',
    },
    passkeyRemoved: {
      subject: 'Ein Passkey für {{site}} wurde entfernt',
      text: 'Hallo {{name}},\n\naus Ihrem Konto bei {{site}} wurde ein Passkey entfernt: {{date}}. Mit ihm kann man sich nicht mehr anmelden.\n\nWenn Sie das nicht erwartet haben, ändern Sie Ihr Passwort und wenden Sie sich an eine Person, der die Website gehört.',
    },
  },
};
