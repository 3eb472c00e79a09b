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

  'reset.subject': 'Set a new password for {site}',
  'reset.text': 'Hello {name},\n\nsomeone asked for a new password for your account at {site}. Choose one here:',
  'reset.button': 'Choose new password',
  'reset.small':
    'The link works once, until {until}. If you did not ask for it, ignore this message: your password stays the same.',

  'invitation.subject': 'You are invited to {site}',
  'invitation.text': 'Hello {name},\n\nyou have an account at {site} now. Choose a password to sign in:',
  'invitation.button': 'Accept invitation',
  'invitation.small': 'The link works once, until {until}.',

  'newDevice.subject': 'New sign-in to {site}',
  'newDevice.text':
    'Hello {name},\n\nsomeone signed in to your account at {site} in a browser that you have not used there before.',
  'newDevice.time': 'Time',
  'newDevice.browser': 'Browser',
  'newDevice.address': 'IP address',
  'newDevice.small': 'If it was not you, set a new password: that signs out all others.',
} as const;
