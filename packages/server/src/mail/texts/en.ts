// The texts of mails in English. Each other language has a file with the same keys. `{name}` is replaced by a value.

export const en = {
  'footer.sentBy': 'Sent by {site}',
  yes: 'Yes',
  no: 'No',

  'test.subject': 'Test message from {site}',
  'test.text': 'If you can read this, {site} can send mail.',

  'notice.subject': 'New submission: {form}',
  'notice.subject.paid': 'New paid submission: {form}',
  'notice.text': 'Someone submitted “{form}”.',
  'notice.text.paid': 'Someone submitted “{form}” and paid {amount}.',
  'notice.button': 'Open submission',
  'notice.reply': 'Your reply to this message goes to {email}.',

  'reply.subject': 'We received your message',
} as const;
