export const serverPage = {
  title: 'Server',
  subtitle: 'Settings of this server. Changes apply without a restart.',
  fixed: 'Set by environment variable',
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved.',
}

export const addressSection = {
  title: 'Address and time',
  address: 'Public address',
  addressHint: 'Links in emails, feeds and webhooks start with it.',
  addressNoun: 'the public address',
  use: (address: string) => `Use ${address}`,
  using: 'Saving',
  timeZoneHint: 'The default for new schedules of this organization, also under General.',
  useHint: 'Users who sign in at another address may have to sign in again.',
}

export const modelForm = {
  title: 'Model',
  baseUrl: 'Provider URL',
  baseUrlHint: 'An OpenAI-compatible API. If you change it, enter the key again.',
  baseUrlExample: 'https://api.openai.com/v1',
  key: 'API key',
  keyHint: 'Stored encrypted and never shown again.',
  keyStored: 'A key is stored. Leave empty to keep it.',
  noKey: 'No key is stored.',
  hasKey: 'A key is stored.',
  writer: 'Writing model',
  writerHint: 'Writes posts and articles.',
  small: 'Small model',
  smallHint: 'A cheaper model for short tasks, such as sorting feedback. Default: the writing model.',
  test: 'Test model',
  testing: 'Testing',
  works: (model: string) => `${model} works.`,
}

export const mailForm = {
  title: 'Email',
  none: 'Email is not set up.',
  server: 'Mail server',
  url: 'SMTP URL',
  urlExample: 'smtp://USER:PASSWORD@HOST:587',
  urlHint: 'Encode special characters in the password, such as %40 for @. Stored encrypted.',
  urlStored: (server: string) => `Now ${server}. Leave empty to keep it.`,
  from: 'Sender',
  fromExample: 'Acme <news@acme.dev>',
  fromHint: 'Your mail provider must allow this address.',
  test: 'Send test email',
  testing: 'Sending',
  works: (email: string) => `Sent to ${email}.`,
  remove: 'Remove mail server',
  removing: 'Removing',
}
