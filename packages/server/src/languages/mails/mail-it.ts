// The texts of mails in Italian.

import type { MailTexts } from './mail-en.ts';

export const it: MailTexts = {
  words: {
    sentBy: 'Inviato da {{site}}',
    yes: 'Sì',
    no: 'No',
    amount: 'Importo',
    discount: 'Sconto',
    total: 'Totale',
    refunded: 'Rimborsato',
    paid: 'Pagato',
    date: 'Data',
    description: 'Descrizione',
    reference: 'Riferimento',
    number: 'Numero di fattura',
    due: 'Scadenza',
    time: 'Ora',
    browser: 'Browser',
    address: 'Indirizzo IP',
    created: 'Creati',
    updated: 'Aggiornati',
    unchanged: 'Invariati',
    skipped: 'Saltati',
    problems: 'Conflitti',
  },
  test: {
    subject: 'Messaggio di prova da {{site}}',
    text: 'Se leggi questo messaggio, {{site}} può inviare e-mail.',
  },
  kinds: {
    notice: {
      subject: 'Nuovo invio: {{form}}',
      text: 'Qualcuno ha inviato “{{form}}”.\n\nPagato: {{amount}}\n\n{{answers}}\n\n[Apri l’invio]({{link}})\n\nSe rispondi a questo messaggio, la risposta va a {{email}}.',
    },
    digest: {
      subject: 'Nuovi invii: {{count}}',
      text: 'Nuovi invii dall’ultimo riepilogo:\n\n{{details}}\n\n[Apri la posta in arrivo]({{link}})',
    },
    savedAnswers: {
      subject: 'Continua con «{{form}}»',
      text: 'Le sue risposte sono salvate.\n\n[Continua]({{link}})\n\nIl link è valido fino al {{until}}. Non lo condivida: mostra le sue risposte.\n\nSe non ha compilato questo modulo, può ignorare questo messaggio.',
    },
    reply: {
      subject: 'Abbiamo ricevuto il suo messaggio',
      text: 'Grazie. Ecco quanto abbiamo ricevuto:\n\n{{answers}}',
    },
    receipt: {
      subject: 'Ricevuta da {{site}}: {{amount}}',
      text: 'Grazie. Abbiamo ricevuto il suo pagamento di {{amount}}.\n\n{{details}}',
    },
    refund: {
      subject: 'Rimborso da {{site}}: {{amount}}',
      text: 'Abbiamo rimborsato {{amount}} del suo pagamento di {{paid}}. L’accredito può richiedere alcuni giorni.\n\n{{details}}',
    },
    refundFailed: {
      subject: 'Il rimborso da {{site}} non è riuscito',
      text: 'Il rimborso di {{amount}} che le avevamo annunciato non è andato a buon fine: la sua banca o l’emittente della carta lo ha respinto. Le dobbiamo ancora questo importo e lo restituiremo in un altro modo.\n\n{{details}}',
    },
    refundFailedNotice: {
      subject: 'Un rimborso di {{amount}} non è riuscito',
      text: 'Un rimborso di {{amount}} non è andato a buon fine. L’importo è tornato sul suo saldo presso il fornitore di pagamenti e il cliente non lo ha ricevuto. Lo restituisca in un altro modo.\n\nMotivo: {{reason}}\n\n{{details}}\n\n[Apri il pagamento]({{link}})',
    },
    invoice: {
      subject: 'Fattura {{number}} da {{site}}',
      text: 'Ecco la sua fattura di {{amount}}.\n\n{{details}}\n\n[Vedi la fattura]({{link}})',
    },
    invoiceToPay: {
      subject: 'Fattura da {{site}}: {{amount}}',
      text: 'Ecco la sua fattura di {{amount}}.\n\n{{details}}\n\nLa preghiamo di pagarla entro il {{due}}.\n\n[Paga ora]({{link}})',
    },
    paymentFailed: {
      subject: 'Il suo pagamento a {{site}} non è riuscito',
      text: 'Il suo pagamento di {{amount}} non è andato a buon fine e non è stato addebitato nulla.\n\n{{reason}}\n\n{{details}}\n\n[Riprova]({{link}})',
    },
    paymentFailedNotice: {
      subject: 'Un pagamento di {{amount}} non è riuscito',
      text: 'Un pagamento di {{amount}} non è andato a buon fine.\n\n{{reason}}\n\n{{details}}\n\n[Apri il pagamento]({{link}})',
    },
    receiverPaused: {
      subject: 'Webhook in pausa: {{url}}',
      text: 'Il destinatario {{url}} non accetta nulla da giorni, quindi il suo webhook è in pausa. Le consegne attendono.\n\nCorreggere il destinatario, poi riattivare il webhook.\n\n[Apri i webhook]({{link}})',
    },
    receiverDisabled: {
      subject: 'Webhook disattivato: {{url}}',
      text: 'Il destinatario {{url}} ha risposto con 410: non esiste più. Il suo webhook è disattivato e non riceve altre consegne.\n\n[Apri i webhook]({{link}})',
    },
    importFinished: {
      subject: 'Importazione terminata: {{file}}',
      text: 'L’importazione di {{file}} è terminata.\n\n{{details}}\n\n[Apri il rapporto]({{link}})',
    },
    importFailed: {
      subject: 'Importazione non riuscita: {{file}}',
      text: 'L’importazione di {{file}} non è riuscita.\n\n{{reason}}\n\n[Apri l’importazione]({{link}})',
    },
    reset: {
      subject: 'Scegliere una nuova password per {{site}}',
      text: 'Salve {{name}},\n\nqualcuno ha chiesto una nuova password per il suo account su {{site}}. La scelga qui:\n\n[Scegli una nuova password]({{link}})\n\nIl link funziona una sola volta, fino a {{until}}. Se non l’ha chiesta, ignori questo messaggio: la sua password resta la stessa.',
    },
    invitation: {
      subject: 'Invito a {{site}}',
      text: 'Salve {{name}},\n\nora ha un account su {{site}}. Scelga una password per accedere:\n\n[Accetta l’invito]({{link}})\n\nIl link funziona una sola volta, fino a {{until}}.',
    },
    newDevice: {
      subject: 'Nuovo accesso a {{site}}',
      text: 'Salve {{name}},\n\nqualcuno ha effettuato l’accesso al suo account su {{site}} con un browser mai usato prima.\n\n{{details}}\n\nSe non è stato Lei, scelga una nuova password: tutti gli altri verranno disconnessi.',
    },
    passwordChanged: {
      subject: 'La sua password per {{site}} è stata cambiata',
      text: 'Salve {{name}},\n\nla password del suo account su {{site}} è stata cambiata: {{date}}.\n\nSe non è stato Lei, chieda una nuova password nella schermata di accesso e contatti un proprietario del sito.',
    },
    secondFactorOff: {
      subject: 'L’accesso in due passaggi per {{site}} è stato disattivato',
      text: 'Salve {{name}},\n\nl’accesso in due passaggi del suo account su {{site}} è stato disattivato: {{date}}. Ora per accedere basta la password.\n\nSe non è stato Lei, cambi la password, riattivi l’accesso in due passaggi e contatti un proprietario del sito.',
    },
    passkeyAdded: {
      subject: 'È stata aggiunta una passkey per {{site}}',
      text: 'Salve {{name}},\n\nal suo account su {{site}} è stata aggiunta una passkey: {{date}}. Con essa si accede senza password.\n\nSe non è stato Lei, la rimuova in «My account», cambi la password e contatti un proprietario del sito.',
    },
    passkeyRemoved: {
      subject: 'È stata rimossa una passkey per {{site}}',
      text: 'Salve {{name}},\n\ndal suo account su {{site}} è stata rimossa una passkey: {{date}}. Non permette più di accedere.\n\nSe non se lo aspettava, cambi la password e contatti un proprietario del sito.',
    },
  },
};
