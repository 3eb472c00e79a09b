// The texts of mails in English. Its shape is the type of every other language. Variables are in `{{…}}`; what each kind may
// have is in mail/mail-kinds.ts. `[Label]({{link}})` alone in a paragraph becomes a button.

export const en = {
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
      text: 'Here is your invoice of {{amount}}.\n\n{{details}}\n\nPlease pay it by {{due}}.\n\n[Pay now]({{link}})',
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
};

export type MailTexts = typeof en;
