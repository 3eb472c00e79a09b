// The texts that visitors and recipients of mails see, in English. Its shape is the type of every other language.
//
// To add a text, write it here and in every other file of this folder: without it they do not compile, nor pass
// language.test.ts. `{name}` stands for a value, which `fillIn` puts there; each language needs it. A text that depends on a
// number has plural forms (`one`, `few`, `other` …) and goes through `fillInCount`. Write whole sentences, because other
// languages have another order of words. Texts are never HTML.
//
// Texts of mails are in `mails`, with their values as `{{name}}`.

export const en = {
  /** The page of a form. */
  page: {
    required: '(required)',
    choose: 'Choose…',
    send: 'Send',
    continueToPayment: 'Continue to payment',
    /** The title of the page when something is wrong. */
    errorTitle: 'Error: {form}',
    backTo: 'Back to {site}',
    /** For the field that only programs fill in. */
    leaveEmpty: 'Leave this empty',
    part: 'Part {number} of {total}',
    next: 'Next',
    previous: 'Back',
    /** The last part has been left, and the answers say that no other follows. */
    allAnswered: 'There is nothing more to answer. Send your answers now.',
    checkAnswers: 'Please check your answers',
    sendAgain: 'Please send the form again',
    /** Between the label of a field and what is wrong with its answer. */
    labelAndFault: '{label}: {fault}',
    payNext: 'You pay on the next page.',
    drawSignature: 'Draw your signature here with a mouse, a finger or a pen, or type your name below.',
    signatureArea: 'Area to draw your signature',
    clearSignature: 'Clear',
    typeName: 'Type your name to sign.',
    /** A row of a repeated group. */
    rowTitle: 'Entry {number}',
    addRow: 'Add an entry',
    removeRow: 'Remove entry {number}',
    rowRemoved: 'Entry {number} was removed.',
    stars: '{value} of {total} stars',
    timeInUtc: 'Time in UTC.',
    onlyIfAnswered: 'Only if “{field}” is answered.',
    onlyIfIs: 'Only if “{field}” is “{value}”.',
    onlyIfIsNot: 'Only if “{field}” is not “{value}”.',
    onlyIfChecked: 'Only if “{field}” is checked.',
    onlyIfNotChecked: 'Only if “{field}” is not checked.',
    quoted: '“{text}”',
  },

  /** Saving the answers of a form, to go on later. */
  later: {
    save: 'Save and go on later',
    about: 'We will send you a link that leads back to your answers. It works until {time}.',
    address: 'Your email address',
    send: 'Send link',
    back: 'Back to the form',
    sent: 'Your answers are saved. We are sending a link to {email}; it works until {time}.',
    goOn: 'Here are the answers that you saved.',
    tooMany: 'Too many links were sent to this address. Try again in an hour',
    over: 'This link does not work any more. The answers were submitted already, or deleted when their time was over.',
    startAgain: 'Fill in the form again',
  },

  /** The parts of answers: of ranges of days, and of addresses. */
  parts: {
    from: 'From',
    to: 'To',
    name: 'Company or full name',
    vatId: 'VAT ID, if there is one',
    street: 'Street and number',
    postalCode: 'Postal code',
    city: 'City',
    region: 'State or region',
    country: 'Country',
  },

  /** What file fields accept. */
  files: {
    oneUpTo: 'Up to {size}.',
    oneOfTypes: '{types}, up to {size}.',
    several: { one: 'At most {count} file, up to {size}.', other: 'At most {count} files, up to {size} each.' },
    severalOfTypes: {
      one: 'At most {count} file: {types}, up to {size}.',
      other: 'At most {count} files: {types}, up to {size} each.',
    },
    /** A file that was sent on an earlier page. */
    attached: '“{name}” is attached.',
    removeFile: 'Remove',
    chooseAgain: 'Choose {names} again: browsers do not keep chosen files.',
    images: 'images',
    audio: 'audio',
    video: 'video',
    text: 'text',
    documents: 'documents',
    plainText: 'plain text',
    openDocumentText: 'OpenDocument text',
    openDocumentSpreadsheet: 'OpenDocument spreadsheet',
  },

  /** What is wrong with an answer. It follows the label of the field and a colon. */
  faults: {
    missing: 'fill in this field',
    notChosen: 'choose an answer',
    notChecked: 'check this box to continue',
    noFile: 'choose a file',
    notAnOption: 'choose one of the options',
    /** What kinds of fields expect. */
    number: 'enter a number such as {example}',
    wholeNumber: 'enter a whole number',
    tooManyDigits: 'enter a number of at most 15 digits',
    date: 'enter a date such as 2027-02-19',
    dateAndTime: 'enter a date and a time such as 2027-02-19T09:30',
    time: 'enter a time such as 14:30',
    webAddress: 'enter a web address such as https://example.com',
    email: 'enter an email address such as name@example.com',
    phone: 'enter a phone number such as +49 30 123456',
    requestedFormat: 'use the requested format',
    minLength: { one: 'use at least {count} character', other: 'use at least {count} characters' },
    maxLength: { one: 'use at most {count} character', other: 'use at most {count} characters' },
    minimum: 'enter {limit} or more',
    maximum: 'enter {limit} or less',
    earliest: 'enter {limit} or later',
    beforeStart: 'enter the day of the start or a later one',
    latest: 'enter {limit} or earlier',
    fileEmpty: 'this file is empty, choose another one',
    fileTooLarge: 'choose a file of up to {size}',
    fileType: 'choose a file of another type: {types}',
    tooManyFiles: { one: 'choose at most {count} file', other: 'choose at most {count} files' },
    tooManyChosen: { one: 'choose at most {count} option', other: 'choose at most {count} options' },
    notUnique: 'this answer was already submitted',
    vatId: 'enter a VAT ID such as DE136695976, or leave it empty',
    vatIdNotInUse: 'this VAT ID is not in use, says the EU, correct it, or leave it empty',
    vatIdUnchecked: 'this VAT ID could not be checked with the EU just now, try again in a moment, or leave it empty',
    /** Any other fault. */
    invalid: 'check this answer',
    /** Not about a field of the form. */
    unknownField: '“{field}” is not a field of this form.',
    unknownFile: '“{field}” does not accept files.',
    tooManyUnknown: 'The form was sent with too many other values.',
  },

  /** Why the form was not submitted, or not yet. */
  notices: {
    oldPage: 'This page was open for a long time. Please check your answers.',
    notSubmitted: 'Your answers have not been submitted yet.',
    paymentUnavailable:
      'Your answers have been saved, but the payment page is unavailable. Please try again in a moment.',
    paymentNext: 'Your answers have been saved. The payment is next.',
    soldOut: 'What you chose is sold out. Please choose something else.',
    closed: 'This form is closed.',
    noQuestions: 'This form has no questions yet.',
    notYetOpen: 'This form opens on {time}.',
    ended: 'This form was open until {time}.',
    full: 'This form has reached its submission limit.',
    challengeMissing:
      'Your browser did not do the check against spam. Allow JavaScript for this page, and send the form again.',
    challengeExpired: 'The check against spam has expired. Please send the form again.',
    challengeFailed: 'The check against spam failed. Please send the form again.',
  },

  /** The proof of work against spam (ALTCHA). */
  altcha: {
    label: 'Check that I am not a robot',
    verifying: 'Checking…',
    verified: 'Checked: you are not a robot',
    error: 'The check failed. Try again, or just send the form.',
    expired: 'The check has expired. Try again.',
    wait: 'Checking… please wait.',
    needsScript: 'Allow JavaScript for this page: the form needs it for a check against spam.',
  },

  /** What a form sells. */
  order: {
    quantity: 'Quantity',
    nothing: 'None',
    soldOut: 'Sold out',
    left: { one: '{count} left', other: '{count} left' },
    /** An amount that the visitor enters. */
    between: 'From {minimum} to {maximum}.',
    atLeast: '{minimum} or more.',
    atMost: 'Up to {maximum}.',
    discountCode: 'Discount code',
    applyCode: 'Apply',
    discount: 'Discount ({code})',
    total: 'Total',
    totalBeforeDiscount: 'Total before the discount',
    tax: 'Tax ({percent})',
    includedTax: 'Includes tax ({percent})',
    plusTax: 'Tax is added to these prices.',
    totalBeforeTax: 'Total before tax',
  },

  /** What is wrong with an order. It follows the label of the field and a colon. */
  orderFaults: {
    notOffered: '“{label}” is not offered, please choose again',
    chosenTwice: '“{label}” is chosen twice',
    notWhole: 'enter a whole number for “{label}”',
    tooFew: 'choose at least {count} of “{label}”',
    tooMany: 'choose at most {count} of “{label}”',
    noAmount: 'enter an amount for “{label}”, such as {example}',
    amountTooSmall: 'enter {amount} or more for “{label}”',
    amountTooLarge: 'enter {amount} or less for “{label}”',
    notPayable: 'the amount for “{label}” must be a multiple of {amount}',
    notChosen: 'choose an option for “{label}”',
    totalTooSmall: 'the total must be {amount} or more',
    totalTooLarge: 'the total must be {amount} or less',
    otherPrice: 'the price is {amount} now, please check it',
    soldOut: '“{label}” is sold out',
    fewLeft: { one: 'only {count} of “{label}” is left', other: 'only {count} of “{label}” are left' },
    noPlaces: 'all places are taken',
    fewPlaces: { one: 'only {count} place is left', other: 'only {count} places are left' },
    unknownCode: 'this discount code is not valid',
    codeNotYet: 'this discount code is not valid yet',
    codeExpired: 'this discount code has expired',
    codeUsedUp: 'this discount code has been used up',
    tooManyCodes: 'too many discount codes were not valid, please try again later',
    codeNotForThis: 'this discount code is not for what you have chosen',
  },

  /** The page after a submission. */
  thanks: {
    title: 'Thank you',
    received: 'We have received your answers.',
    payLater: 'We have received your answers. We will check them and send you a link to pay.',
    receivedAndClose: 'We have received your answers. You can close this page.',
    answers: 'Your answers',
    receipt: 'View the receipt',
    receiptSent: 'We are sending a receipt to {email}.',
    confirming: 'Your payment is being confirmed. This page updates by itself.',
    continue: 'Continue',
  },

  /** The pages after a payment. */
  paid: {
    title: 'Thank you',
    canceledTitle: 'Payment canceled',
    canceled: 'The payment was canceled and nothing was charged. You can close this page, or go back and try again.',
    processing: 'Your payment to {site} is being processed by your bank, which can take a few days.',
    processingFor: 'Your payment to {site} for “{form}” is being processed by your bank, which can take a few days.',
    confirming: 'Your payment to {site} is being confirmed. This page updates by itself.',
    confirmingFor: 'Your payment to {site} for “{form}” is being confirmed. This page updates by itself.',
    nothingToDo: 'You do not need to do anything else.',
    underpaid: '{received} of {amount} was received for your payment to {site}.',
    underpaidFor: '{received} of {amount} was received for your payment to {site} for “{form}”.',
    contactAboutRest: 'Please contact {site} about the rest.',
    received: 'Your payment to {site} of {amount} has been received.',
    receivedFor: 'Your payment to {site} for “{form}” of {amount} has been received.',
    closePage: 'You can close this page.',
  },

  /** The page of the link that stops mails. */
  invoicePage: {
    title: 'Invoice {number}',
    untitled: 'Invoice',
    from: 'From',
    to: 'Bill to',
    issued: 'Invoice date',
    delivery: 'Date of supply',
    yourReference: 'Your reference',
    vatId: 'VAT ID',
    taxNumber: 'Tax number',
    lines: 'Items',
    price: 'Price',
    tax: 'Tax',
    net: 'Subtotal',
    taxOn: '{percent} tax on {amount}',
    pricesIncludeTax: 'Prices include tax.',
    credited: 'Credited',
    open: 'Left to pay',
    pay: 'Pay {amount}',
    payments: 'Payments',
    online: 'Online',
    creditNotes: 'Credit notes',
    bankTransfer: 'Pay by bank transfer',
    accountHolder: 'Account holder',
    bank: 'Bank',
    documents: 'Documents',
    eInvoice: 'E-invoice',
    stillOpen: 'Nothing was charged. You can still pay here.',
    statuses: {
      open: 'Open',
      overdue: 'Overdue',
      partlyPaid: 'Partly paid',
      paid: 'Paid',
      credited: 'Credited',
      void: 'Withdrawn',
      closed: 'Closed',
    },
    methods: {
      transfer: 'Bank transfer',
      cash: 'Cash',
      card: 'Card',
      another: 'Other',
    },
  },

  unsubscribe: {
    title: 'Unsubscribe',
    question: 'Do you want to stop these messages from {site}?',
    stop: 'Unsubscribe',
    done: 'You will not get these messages any more.',
    undo: 'Undo',
    undone: 'You will get these messages again.',
  },

  /** URLs without a page. */
  missing: {
    pageTitle: 'Page not found',
    pageText: 'This address does not exist. Check that it is complete, or go back to where you came from.',
  },

  /** Problems as pages. Others than these are `somethingWrong` or, if they are temporary, `tryLater`. */
  problems: {
    title: 'Sorry',
    form_not_found: 'Form not found.',
    not_found: 'Not found.',
    origin_not_allowed: 'The form is not for pages of this site.',
    rate_limited: 'Too many requests. Please try again in a few minutes.',
    request_timeout: 'The request took too long to arrive. Please send it again.',
    request_in_progress: 'Your answers are still being submitted. Please wait a moment.',
    idempotency_key_reused: 'This page was sent before with other answers. Please open the form again.',
    body_too_large: 'The request body is too large.',
    file_too_large: 'A file is too large.',
    malformed_body: 'The request body could not be read.',
    not_utf8: 'The page sent its text in an encoding other than UTF-8, so nothing was submitted.',
    unsupported_media_type: 'The media type is not supported.',
    tryLater: 'The service is unavailable. Please try again in a few minutes.',
    somethingWrong: 'Something went wrong.',
    goBack: 'Go back in your browser to correct the form: it keeps what you have entered. Or start again at {site}.',
  },
  /** The documents of invoices and credit notes. */
  invoicePaper: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    draft: 'Draft',
    billTo: 'Bill to',
    issued: 'Date of issue',
    delivered: 'Date of delivery',
    period: 'Period of delivery',
    due: 'Due date',
    reference: 'Your reference',
    vatId: 'VAT ID',
    taxNumber: 'Tax number',
    corrects: 'For invoice {number} of {day}',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    discount: 'Discount',
    tax: 'Tax',
    amount: 'Amount',
    net: 'Total without tax',
    taxOn: 'Tax {percent} on {base}',
    total: 'Total',
    paid: 'Paid',
    open: 'Amount due',
    pricesIncludeTax: 'Prices include tax.',
    reverseCharge: 'Reverse charge: the recipient owes the tax.',
    intraCommunity: 'Tax-exempt intra-Community supply.',
    export: 'Tax-exempt export.',
    exempt: 'Tax-exempt.',
    payment: 'Payment',
    accountHolder: 'Account holder',
    bank: 'Bank',
    paymentReference: 'Payment reference',
    scan: 'Scan to pay with your banking app',
    page: 'Page {page} of {pages}',
  },
  mails: {
    words: {
      sentBy: 'Sent by {{site}}',
      yes: 'Yes',
      no: 'No',
      amount: 'Amount',
      discount: 'Discount',
      total: 'Total',
      refunded: 'Refunded',
      paid: 'Paid',
      date: 'Date',
      description: 'Description',
      reference: 'Reference',
      number: 'Invoice number',
      due: 'Due',
      time: 'Time',
      browser: 'Browser',
      address: 'IP address',
      created: 'Created',
      updated: 'Updated',
      unchanged: 'Unchanged',
      skipped: 'Skipped',
      problems: 'Conflicts',
    },
    test: {
      subject: 'Test message from {{site}}',
      text: 'If you can read this, {{site}} can send mail.',
    },
    kinds: {
      notice: {
        subject: 'New submission: {{form}}',
        text: 'Someone submitted “{{form}}”.\n\nPaid: {{amount}}\n\n{{answers}}\n\n[Open submission]({{link}})\n\nYour reply to this message goes to {{email}}.',
      },
      digest: {
        subject: 'New submissions: {{count}}',
        text: 'New submissions since the last digest:\n\n{{details}}\n\n[Open inbox]({{link}})',
      },
      savedAnswers: {
        subject: 'Go on with “{{form}}”',
        text: 'Your answers are saved.\n\n[Go on]({{link}})\n\nThe link works until {{until}}. Do not share it: it shows your answers.\n\nIf you did not fill in this form, you can ignore this message.',
      },
      reply: {
        subject: 'We received your message',
        text: 'Thank you. We received this from you:\n\n{{answers}}',
      },
      receipt: {
        subject: 'Receipt from {{site}}: {{amount}}',
        text: 'Thank you. We received your payment of {{amount}}.\n\n{{details}}',
      },
      refund: {
        subject: 'Refund from {{site}}: {{amount}}',
        text: 'We refunded {{amount}} of your payment of {{paid}}. The amount should be in your account within a few days.\n\n{{details}}',
      },
      refundFailed: {
        subject: 'Your refund from {{site}} did not go through',
        text: 'The refund of {{amount}} that we wrote to you about did not go through: your bank or card issuer returned it. We still owe you this amount and will find another way to pay it back.\n\n{{details}}',
      },
      refundFailedNotice: {
        subject: 'A refund of {{amount}} failed',
        text: 'A refund of {{amount}} did not go through. The amount is back in your balance at the payment processor, and the payer has not received it. Pay it back in another way.\n\nReason: {{reason}}\n\n{{details}}\n\n[Open payment]({{link}})',
      },
      invoice: {
        subject: 'Invoice {{number}} from {{site}}',
        text: 'Here is your invoice of {{amount}}.\n\n{{details}}\n\n[View invoice]({{link}})',
      },
      invoiceToPay: {
        subject: 'Invoice from {{site}}: {{amount}}',
        text: 'Here is your invoice of {{amount}}.\n\n{{details}}\n\nPlease pay it by {{due}}.\n\n[View and pay]({{link}})',
      },
      invoiceReminder: {
        subject: 'Reminder from {{site}}: {{amount}}',
        text: 'This is a reminder of your invoice: {{amount}} is left to pay.\n\n{{details}}\n\nPlease pay it by {{due}}.\n\n[View and pay]({{link}})\n\nIf you have just paid, you can ignore this message.',
      },
      invoiceOverdue: {
        subject: 'Overdue: {{amount}} to {{site}}',
        text: 'Your invoice is overdue: {{amount}} is still left to pay.\n\n{{details}}\n\nIt was due on {{due}}.\n\n[View and pay]({{link}})\n\nIf you have just paid, you can ignore this message.',
      },
      invoicePaid: {
        subject: 'Paid invoice from {{site}}: {{amount}}',
        text: 'Here is a copy of your invoice of {{amount}}. It is paid: there is nothing left to do.\n\n{{details}}\n\n[View invoice]({{link}})',
      },
      creditNote: {
        subject: 'Credit note from {{site}}: {{amount}}',
        text: 'Here is a credit note of {{amount}} for your invoice {{number}}.\n\n{{details}}\n\n[View invoice]({{link}})',
      },
      paymentFailed: {
        subject: 'Your payment to {{site}} failed',
        text: 'Your payment of {{amount}} did not go through, and nothing was charged.\n\n{{reason}}\n\n{{details}}\n\n[Try again]({{link}})',
      },
      paymentFailedNotice: {
        subject: 'A payment of {{amount}} failed',
        text: 'A payment of {{amount}} did not go through.\n\n{{reason}}\n\n{{details}}\n\n[Open payment]({{link}})',
      },
      receiverPaused: {
        subject: 'Webhook paused: {{url}}',
        text: 'The receiver {{url}} has not accepted anything for days, so its webhook is paused. Deliveries wait.\n\nCorrect the receiver, then resume the webhook.\n\n[Open webhooks]({{link}})',
      },
      receiverDisabled: {
        subject: 'Webhook disabled: {{url}}',
        text: 'The receiver {{url}} responded with 410, which means that it is gone. Its webhook is disabled, and gets no more deliveries.\n\n[Open webhooks]({{link}})',
      },
      importFinished: {
        subject: 'Import finished: {{file}}',
        text: 'The import of {{file}} has finished.\n\n{{details}}\n\n[Open report]({{link}})',
      },
      importFailed: {
        subject: 'Import failed: {{file}}',
        text: 'The import of {{file}} has failed.\n\n{{reason}}\n\n[Open import]({{link}})',
      },
      reset: {
        subject: 'Set a new password for {{site}}',
        text: 'Hello {{name}},\n\nsomeone asked for a new password for your account at {{site}}. Choose one here:\n\n[Choose new password]({{link}})\n\nThe link works once, until {{until}}. If you did not ask for it, ignore this message: your password stays the same.',
      },
      invitation: {
        subject: 'You are invited to {{site}}',
        text: 'Hello {{name}},\n\nyou have an account at {{site}} now. Choose a password to sign in:\n\n[Accept invitation]({{link}})\n\nThe link works once, until {{until}}.',
      },
      newDevice: {
        subject: 'New sign-in to {{site}}',
        text: 'Hello {{name}},\n\nsomeone signed in to your account at {{site}} in a browser that you have not used there before.\n\n{{details}}\n\nIf it was not you, set a new password: that signs out all others.',
      },
      passwordChanged: {
        subject: 'Your password for {{site}} was changed',
        text: 'Hello {{name}},\n\nthe password of your account at {{site}} was changed on {{date}}.\n\nIf it was not you, ask for a new password on the sign-in screen, and contact an owner of the site.',
      },
      secondFactorOff: {
        subject: 'Two-step sign-in for {{site}} was switched off',
        text: 'Hello {{name}},\n\ntwo-step sign-in was switched off for your account at {{site}} on {{date}}. Your password alone is enough to sign in now.\n\nIf it was not you, change your password, switch two-step sign-in on again, and contact an owner of the site.',
      },
      passkeyAdded: {
        subject: 'A passkey was added for {{site}}',
        text: 'Hello {{name}},\n\na passkey was added to your account at {{site}} on {{date}}. It signs in without your password.\n\nIf it was not you, remove it under My account, change your password, and contact an owner of the site.',
      },
      passkeyRemoved: {
        subject: 'A passkey for {{site}} was removed',
        text: 'Hello {{name}},\n\na passkey was removed from your account at {{site}} on {{date}}. It no longer signs in.\n\nIf you did not expect this, change your password, and contact an owner of the site.',
      },
    },
  },
} as const;
