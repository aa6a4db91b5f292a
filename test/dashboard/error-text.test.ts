import { expect, test } from 'bun:test'
import { errorText } from '../../src/dashboard/kit/error-text.ts'

test.each([
  [
    'domain must be a host such as acme.com, or null',
    'Website',
    'Website must be a host such as acme.com, or empty',
  ],
  [
    'password is one of the most common passwords',
    'New password',
    'New password is one of the most common passwords',
  ],
  ['token must have 0 to 255 characters', 'Token (optional)', 'Token must have 0 to 255 characters'],
  ['timeZone must be a time zone', undefined, 'Time zone must be a time zone'],
  ['url must be the URL of a mail server', undefined, 'URL must be the URL of a mail server'],
])('"%s" of the field %s is shown as "%s"', (message, label, shown) => {
  expect(errorText(message, label)).toBe(shown)
})

test.each([
  'Repository already connected',
  'acme/app is not connected',
  'The branch next was not found in acme/app',
])('the sentence "%s" is shown unchanged', (sentence) =>
  expect(errorText(sentence, 'Repository')).toBe(sentence),
)
