import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readError } from '../../src/mail/outcome.ts'
import { type Mail, sendMail } from '../../src/mail/send-mail.ts'
import { isSmtpUrl, readSender } from '../../src/mail/settings.ts'
import { readMail, startSmtp } from '../support/smtp.ts'

let smtp: ReturnType<typeof startSmtp>
beforeEach(() => {
  smtp = startSmtp()
})
afterEach(() => smtp.stop())

const from = { name: 'Acme', address: 'news@acme.test' }
const mail: Mail = {
  to: 'ada@reader.test',
  subject: 'Exports',
  text: 'Exports are fast.',
  html: '<p>Exports are fast.</p>',
  messageId: 'post-1',
  headers: { 'List-Unsubscribe': '<https://acme.test/u>' },
}
const send = (changes: Partial<Mail> = {}) => sendMail({ url: smtp.url, from }, { ...mail, ...changes })

describe('a mail', () => {
  test('has one recipient, its headers, and a plain and an HTML part', async () => {
    expect(await send()).toEqual({ kind: 'sent', reply: '250 2.0.0 Ok: queued as A1' })
    const [received] = smtp.received
    expect(received).toMatchObject({ from: 'news@acme.test', to: ['ada@reader.test'] })
    const { headers, body } = readMail(received as never)
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'Acme <news@acme.test>',
      to: 'ada@reader.test',
      subject: 'Exports',
      'message-id': '<post-1@acme.test>',
      'list-unsubscribe': '<https://acme.test/u>',
    })
    expect(body).toContain('<p>Exports are fast.</p>')
  })

  test('takes no header from its subject or the name of its sender', async () => {
    await send({ subject: 'Hi\r\nBcc: evil@x.test', senderName: 'Acme\r\nBcc: evil@x.test' })
    const { headers } = readMail(smtp.received[0] as never)
    expect([headers.has('bcc'), smtp.received[0]?.to]).toEqual([false, ['ada@reader.test']])
  })

  test.each([
    ['RCPT', '550 5.1.1 No such user', { kind: 'refused', isGone: true }],
    ['RCPT', '552 5.2.2 Mailbox full', { kind: 'refused', isGone: false }],
    ['RCPT', '451 4.7.1 Greylisted', { kind: 'later', isServerDown: false }],
    ['RCPT', '550 5.7.1 Refused by the reader', { kind: 'refused', isGone: false }],
    ['MAIL', '451 4.7.1 Try later', { kind: 'later' }],
    ['RCPT', '450 4.2.0 Try later', { kind: 'later' }],
    ['MAIL', '550 5.7.26 Unauthenticated mail', { kind: 'broken' }],
    ['GREETING', '554 5.7.1 Blocked', { kind: 'broken' }],
    ['GREETING', '421 4.3.2 Too many connections', { kind: 'later', isServerDown: true }],
    ['GREETING', 'close', { kind: 'later', isServerDown: true }],
    ['MAIL', 'close', { kind: 'later' }],
    ['RCPT', 'close', { kind: 'later' }],
    ['DATA', 'close', { kind: 'unknown' }],
    ['END', 'close', { kind: 'unknown' }],
    ['END', '554 5.6.0 Rejected', { kind: 'refused', isGone: false }],
  ])('whose %s is answered with "%s" ends so', async (command, reply, outcome) => {
    smtp.reply(command, reply)
    expect(await send()).toMatchObject(outcome)
    expect(smtp.received).toEqual([])
  })

  test('that the server accepted before it dropped the connection without a reply may have been sent', async () => {
    smtp.reply('END', 'accept and close')
    expect(await send()).toEqual({
      kind: 'unknown',
      reason: expect.stringContaining('The email may have been sent, so it is not repeated.'),
    })
    expect(smtp.received).toHaveLength(1)
  })

  test('that the server accepted before it dropped the connection with its reply is sent', async () => {
    smtp.reply('END', 'reply and close')
    expect(await send()).toEqual({ kind: 'sent', reply: '250 2.0.0 Ok: queued as A1' })
    expect(smtp.received).toHaveLength(1)
  })

  test('to a server that is down may be sent later', async () => {
    smtp.stop()
    expect(await send()).toEqual({
      kind: 'later',
      reason: 'The mail server cannot be reached. Check the host and port of SMTP_URL.',
      isServerDown: true,
    })
  })

  test.each([
    ['RCPT', '550 5.1.1 No such user.', 'The mail server refuses the recipient: 550 5.1.1 No such user.'],
    ['RCPT', '451 4.7.1 Wait', 'The mail server asks to try again later: 451 4.7.1 Wait.'],
    ['MAIL', '550 5.7.1 No', 'The mail server refuses the sender: 550 5.7.1 No. Check MAIL_FROM.'],
    ['END', '554 5.6.0 Spam', 'The mail server refuses the email: 554 5.6.0 Spam.'],
    [
      'END',
      'close',
      'The connection to the mail server was lost. The email may have been sent, so it is not repeated.',
    ],
    [
      'GREETING',
      '554 No',
      'The mail server refuses connections of this server: 554 No. Contact its operator.',
    ],
  ])('whose %s is answered with "%s" says what was refused', async (command, reply, reason) => {
    smtp.reply(command, reply)
    expect(await send()).toMatchObject({ reason })
  })

  test.each([
    [
      'GREETING_TIMEOUT',
      'The mail server accepted the connection but sent no greeting. Port 465 needs smtps: in SMTP_URL; other ports usually need smtp:.',
    ],
    ['CONNECT_TIMEOUT', 'The mail server cannot be reached. Check the host and port of SMTP_URL.'],
    ['SOCKET_TIMEOUT', 'The mail server did not answer in time.'],
  ])('that ends with %s says what was waited for', (timeoutType, reason) => {
    const error = Object.assign(new Error('timeout'), { code: 'ETIMEDOUT', command: 'CONN', timeoutType })
    expect(readError(error, false)).toEqual({ kind: 'later', reason, isServerDown: true })
  })

  test('to a port without TLS says which scheme to use', async () => {
    const url = smtp.url.replace('smtp:', 'smtps:')
    expect(await sendMail({ url, from }, mail)).toMatchObject({
      reason: 'The mail server does not speak TLS on this port. Write smtp: instead of smtps: in SMTP_URL.',
    })
  })

  test('to a server that cannot check a password right now may be sent later', async () => {
    smtp.reply('EHLO', '250-mail.test\r\n250 AUTH PLAIN')
    smtp.reply('AUTH', '454 4.7.0 Temporary authentication failure')
    const url = smtp.url.replace('//', '//user:password@')
    expect(await sendMail({ url, from }, mail)).toEqual({
      kind: 'later',
      reason: 'The mail server asks to try again later: 454 4.7.0 Temporary authentication failure.',
      isServerDown: true,
    })
  })

  test('with a wrong password says that the login was refused', async () => {
    smtp.reply('EHLO', '250-mail.test\r\n250 AUTH PLAIN')
    smtp.reply('AUTH', '535 5.7.8 No')
    const url = smtp.url.replace('//', '//user:wrong@')
    expect(await sendMail({ url, from }, mail)).toEqual({
      kind: 'broken',
      reason: 'The mail server refuses the user name or password of SMTP_URL (535 5.7.8 No).',
    })
  })

  test('that a signal stops during a stall may be sent later', async () => {
    smtp.reply('EHLO', 'stall')
    const stop = new AbortController()
    const outcome = sendMail({ url: smtp.url, from }, mail, stop.signal)
    stop.abort()
    expect((await outcome).kind).toBe('later')
  })
})

test.each([
  ['Acme <news@acme.dev>', { name: 'Acme', address: 'news@acme.dev' }],
  ['news@acme.dev', { name: '', address: 'news@acme.dev' }],
  ['Acme <news>', null],
  ['a@b.test\r\nRCPT TO:<evil@x.test>', null],
])('the sender %j is read as %j', (text, sender) => {
  expect(readSender(text)).toEqual(sender)
})

test('only smtp and smtps are URLs of mail servers', () => {
  expect(['smtp://a:587', 'smtps://u:p@a', 'http://a', 'a:587'].map(isSmtpUrl)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
