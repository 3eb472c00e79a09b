// The texts of mails in Polish.

import type { MailTexts } from './mail-en.ts';

export const pl: MailTexts = {
  words: {
    sentBy: 'Wysłano z {{site}}',
    yes: 'Tak',
    no: 'Nie',
    amount: 'Kwota',
    discount: 'Rabat',
    total: 'Razem',
    refunded: 'Zwrócono',
    paid: 'Zapłacono',
    date: 'Data',
    description: 'Opis',
    reference: 'Numer płatności',
    number: 'Numer faktury',
    due: 'Termin płatności',
    time: 'Czas',
    browser: 'Przeglądarka',
    address: 'Adres IP',
    created: 'Utworzone',
    updated: 'Zaktualizowane',
    unchanged: 'Bez zmian',
    skipped: 'Pominięte',
    problems: 'Konflikty',
  },
  test: {
    subject: 'Wiadomość testowa z {{site}}',
    text: 'Jeśli to czytasz, {{site}} może wysyłać wiadomości e-mail.',
  },
  kinds: {
    notice: {
      subject: 'Nowe zgłoszenie: {{form}}',
      text: 'Ktoś wypełnił formularz „{{form}}”.\n\nZapłacono: {{amount}}\n\n{{answers}}\n\n[Otwórz zgłoszenie]({{link}})\n\nOdpowiedź na tę wiadomość trafi na adres {{email}}.',
    },
    digest: {
      subject: 'Nowe zgłoszenia: {{count}}',
      text: 'Nowe zgłoszenia od ostatniego podsumowania:\n\n{{details}}\n\n[Otwórz skrzynkę]({{link}})',
    },
    savedAnswers: {
      subject: 'Dokończ „{{form}}”',
      text: 'Odpowiedzi są zapisane.\n\n[Dokończ]({{link}})\n\nLink działa do {{until}}. Nie udostępniaj go: pokazuje odpowiedzi.\n\nJeśli ten formularz nie został wypełniony przez Ciebie, zignoruj tę wiadomość.',
    },
    reply: {
      subject: 'Otrzymaliśmy Twoją wiadomość',
      text: 'Dziękujemy. Oto, co od Ciebie otrzymaliśmy:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Potwierdzenie płatności z {{site}}: {{amount}}',
      text: 'Dziękujemy. Otrzymaliśmy Twoją płatność w wysokości {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Zwrot z {{site}}: {{amount}}',
      text: 'Zwróciliśmy {{amount}} z Twojej płatności w wysokości {{paid}}. Kwota może pojawić się na koncie po kilku dniach.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Zwrot z {{site}} nie powiódł się',
      text: 'Zwrot {{amount}}, o którym pisaliśmy, nie powiódł się: został odrzucony przez Twój bank lub wydawcę karty. Nadal jesteśmy Ci winni tę kwotę i zwrócimy ją w inny sposób.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Zwrot w wysokości {{amount}} nie powiódł się',
      text: 'Zwrot w wysokości {{amount}} nie powiódł się. Kwota wróciła na Twoje saldo u operatora płatności, a płacący jej nie otrzymał. Zwróć ją w inny sposób.\n\nPowód: {{reason}}\n\n{{details}}\n\n[Otwórz płatność]({{link}})',
    },
    invoice: {
      subject: 'Faktura {{number}} z {{site}}',
      text: 'Oto Twoja faktura na kwotę {{amount}}.\n\n{{details}}\n\n[Zobacz fakturę]({{link}})',
    },
    invoiceToPay: {
      subject: 'Faktura z {{site}}: {{amount}}',
      text: 'Oto Twoja faktura na kwotę {{amount}}.\n\n{{details}}\n\nProsimy o zapłatę do {{due}}.\n\n[Zapłać teraz]({{link}})',
    },
    paymentFailed: {
      subject: 'Twoja płatność dla {{site}} nie powiodła się',
      text: 'Twoja płatność w wysokości {{amount}} nie powiodła się i nic nie zostało pobrane.\n\n{{reason}}\n\n{{details}}\n\n[Spróbuj ponownie]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Płatność w wysokości {{amount}} nie powiodła się',
      text: 'Płatność w wysokości {{amount}} nie powiodła się.\n\n{{reason}}\n\n{{details}}\n\n[Otwórz płatność]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook wstrzymany: {{url}}',
      text: 'Odbiorca {{url}} od kilku dni niczego nie przyjmuje, dlatego jego webhook został wstrzymany. Przesyłki czekają.\n\nNapraw odbiorcę, a następnie wznów webhook.\n\n[Otwórz webhooki]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook wyłączony: {{url}}',
      text: 'Odbiorca {{url}} odpowiedział kodem 410, czyli już nie istnieje. Jego webhook został wyłączony i nie otrzyma więcej przesyłek.\n\n[Otwórz webhooki]({{link}})',
    },
    importFinished: {
      subject: 'Import zakończony: {{file}}',
      text: 'Import pliku {{file}} został zakończony.\n\n{{details}}\n\n[Otwórz raport]({{link}})',
    },
    importFailed: {
      subject: 'Import nie powiódł się: {{file}}',
      text: 'Import pliku {{file}} nie powiódł się.\n\n{{reason}}\n\n[Otwórz import]({{link}})',
    },
    reset: {
      subject: 'Ustaw nowe hasło do {{site}}',
      text: 'Cześć {{name}},\n\nktoś poprosił o nowe hasło do Twojego konta w {{site}}. Ustaw je tutaj:\n\n[Ustaw nowe hasło]({{link}})\n\nLink działa tylko raz, do {{until}}. Jeśli to nie Ty o nie prosisz, zignoruj tę wiadomość: Twoje hasło się nie zmieni.',
    },
    invitation: {
      subject: 'Zaproszenie do {{site}}',
      text: 'Cześć {{name}},\n\nmasz teraz konto w {{site}}. Ustaw hasło, aby się zalogować:\n\n[Przyjmij zaproszenie]({{link}})\n\nLink działa tylko raz, do {{until}}.',
    },
    newDevice: {
      subject: 'Nowe logowanie do {{site}}',
      text: 'Cześć {{name}},\n\nktoś zalogował się na Twoje konto w {{site}} w przeglądarce, której tam jeszcze nie używano.\n\n{{details}}\n\nJeśli to nie Ty, ustaw nowe hasło: spowoduje to wylogowanie wszystkich innych.',
    },
    passwordChanged: {
      subject: 'Twoje hasło do {{site}} zostało zmienione',
      text: 'Cześć {{name}},\n\nhasło do Twojego konta w {{site}} zostało zmienione: {{date}}.\n\nJeśli to nie Ty, poproś o nowe hasło na ekranie logowania i skontaktuj się z właścicielem witryny.',
    },
    secondFactorOff: {
      subject: 'Logowanie dwuetapowe do {{site}} zostało wyłączone',
      text: 'Cześć {{name}},\n\nlogowanie dwuetapowe do Twojego konta w {{site}} zostało wyłączone: {{date}}. Do zalogowania wystarczy teraz samo hasło.\n\nJeśli to nie Ty, zmień hasło, włącz ponownie logowanie dwuetapowe i skontaktuj się z właścicielem witryny.',
    },
    passkeyAdded: {
      subject: 'Dodano klucz dostępu do {{site}}',
      text: 'Cześć {{name}},\n\ndo Twojego konta w {{site}} dodano klucz dostępu: {{date}}. Pozwala on zalogować się bez hasła.\n\nJeśli to nie Ty, usuń go w „My account”, zmień hasło i skontaktuj się z właścicielem witryny.',
    },
    passkeyRemoved: {
      subject: 'Usunięto klucz dostępu do {{site}}',
      text: 'Cześć {{name}},\n\nz Twojego konta w {{site}} usunięto klucz dostępu: {{date}}. Nie można się już nim zalogować.\n\nJeśli tego nie oczekujesz, zmień hasło i skontaktuj się z właścicielem witryny.',
    },
  },
};
