import { describe, expect, test } from 'bun:test'
import { compose } from '../../src/messages/compose.ts'
import { describePost, type PostMessage } from '../../src/messages/post-message.ts'
import { readAnswer } from '../../src/messages/read-answer.ts'
import {
  type Address,
  checkAddress,
  describeAddress,
  detectService,
  services,
} from '../../src/messages/service.ts'

const news: PostMessage = {
  id: 'post-1',
  title: 'Acme 1.4',
  url: 'https://herald.test/c/acme/acme-1-4',
  publishedAt: '2026-03-04T12:00:00.000Z',
  summary: 'Exports are faster.',
  highlights: ['Exports', 'Saved views'],
  markdown: '# Acme 1.4\n\nExports are faster.',
  organization: 'Acme',
}

const addresses: Record<(typeof services)[number], Address> = {
  slack: { url: 'https://hooks.slack.com/services/T/B/key' },
  discord: { url: 'https://discord.com/api/webhooks/1/key' },
  teams: { url: 'https://prod.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=key' },
  mattermost: { url: 'https://chat.acme.test/hooks/key' },
  telegram: { url: 'https://api.telegram.org/bot1:key', chat: '@acme' },
  ntfy: { url: 'https://ntfy.sh/acme-news', token: 'tk_1' },
  gotify: { url: 'https://push.acme.test', token: 'A1' },
  'google-chat': { url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k' },
  json: { url: 'https://acme.test/hook' },
}

describe.each([...services])('a message to %s', (service) => {
  const send = (changes: Partial<PostMessage> = {}) =>
    compose(service, addresses[service], describePost({ ...news, ...changes }), 'delivery-1')

  test('has the title, the summary and the link', () => {
    const { body, preview } = send()
    for (const part of ['Acme 1.4', 'Exports are faster.', 'https://herald.test/c/acme/acme-1-4']) {
      expect(JSON.stringify(body)).toContain(part)
      expect(preview).toContain(part)
    }
  })

  test('of a post with hostile or long texts notifies nobody, and stays within the limits', () => {
    const hostile = '@everyone <!channel> @here <users/all> <at>all</at> '
    const { body } = send({ title: hostile, summary: hostile.repeat(200), highlights: [hostile], url: null })
    const text = JSON.stringify(body)
    if (service === 'discord') expect(body).toMatchObject({ allowed_mentions: { parse: [] } })
    if (service === 'mattermost' || service === 'telegram')
      expect(text).not.toMatch(/@everyone|@here|!channel/)
    if (service === 'slack' || service === 'telegram') expect(text).not.toMatch(/<!channel>|<users/)
    if (service === 'google-chat') expect(text).not.toMatch(/[<>]/)
    if (service !== 'json') expect(text.length).toBeLessThan(4000)
  })
})

test('each service has its own address and headers', () => {
  const sent = services.map((service) =>
    compose(service, addresses[service], describePost(news), 'delivery-1'),
  )
  expect(sent.map(({ url, headers }) => [url, headers])).toEqual([
    ['https://hooks.slack.com/services/T/B/key', {}],
    ['https://discord.com/api/webhooks/1/key?wait=true', {}],
    [addresses.teams.url, {}],
    ['https://chat.acme.test/hooks/key', {}],
    ['https://api.telegram.org/bot1:key/sendMessage', {}],
    ['https://ntfy.sh/', { Authorization: 'Bearer tk_1' }],
    ['https://push.acme.test/message', { 'X-Gotify-Key': 'A1' }],
    [addresses['google-chat'].url, {}],
    ['https://acme.test/hook', {}],
  ])
})

test.each([
  ['telegram', 'https://api.telegram.org/bot1:key/?a=1', 'https://api.telegram.org/bot1:key/sendMessage'],
  ['gotify', 'https://push.acme.test/message?token=A', 'https://push.acme.test/message'],
  ['gotify', 'https://acme.test/push/', 'https://acme.test/push/message'],
] as const)('the path of %s is added before the query of its address', (service, url, sent) => {
  expect(compose(service, { url, token: 'A', chat: '@acme' }, describePost(news), 'delivery-1').url).toBe(
    sent,
  )
})

test.each(['slack', 'discord'] as const)(
  'a long message to %s is never cut within an escaped sign',
  (service) => {
    for (const shift of [0, 1, 2, 3]) {
      const highlights = Array.from({ length: 9 }, () => 'x'.repeat(shift) + '<*'.repeat(400))
      const { body } = compose(
        service,
        addresses[service],
        describePost({ ...news, highlights }),
        'delivery-1',
      )
      expect(JSON.stringify(body)).toMatch(/[^\\&lgt]…/)
      expect(JSON.stringify(body)).not.toMatch(/&(?:l|lt)?…|\\…/)
    }
  },
)

test('the service is detected from the host, unless it has its own', () => {
  const told = services.filter((service) => detectService(addresses[service].url) === service)
  expect(told).toEqual(['slack', 'discord', 'teams', 'telegram', 'ntfy', 'google-chat'])
  for (const service of services)
    expect([service, checkAddress(service, addresses[service])]).toEqual([service, null])
})

test.each([
  ['https://hooks.slack.com/workflows/T/1', 'Slack workflows take their own variables.'],
  ['https://acme.webhook.office.com/webhookb2/1', 'Teams no longer accepts messages at this URL.'],
])('the address %s is refused', (url, start) => {
  expect(detectService(url)).toEqual({ refused: expect.stringContaining(start) })
})

test('an incomplete address is refused', () => {
  expect(checkAddress('telegram', { url: 'https://api.telegram.org/bot1:key' })).toBe(
    'chat is required for Telegram',
  )
  expect(checkAddress('ntfy', { url: 'https://ntfy.sh' })).toBe('url must end with the topic')
  expect(checkAddress('gotify', { url: 'https://push.acme.test' })).toBe('token is required for Gotify')
})

test('an address is shown without its secret', () => {
  expect(describeAddress({ url: 'https://hooks.slack.com/services/T/B/secret1234' })).toBe(
    'hooks.slack.com …1234',
  )
})

describe('an answer', () => {
  const read = (
    service: (typeof services)[number],
    status: number,
    text: string,
    retryAfter: string | null = null,
  ) => readAnswer(service, { status, retryAfter, text })

  test.each([
    ['slack', 'ok', null],
    ['discord', '{"id":"9"}', '9'],
    ['telegram', '{"ok":true,"result":{"message_id":7}}', '7'],
  ] as const)('of %s means that it was sent', (service, text, remoteId) => {
    expect(read(service, 200, text)).toEqual({ kind: 'sent', remoteId })
  })

  test('of a refusal has its reason, on one line', () => {
    expect(read('slack', 404, 'no_service\n')).toEqual({
      kind: 'refused',
      reason: 'Slack returned status 404: no_service',
    })
    expect(read('json', 403, '<html>Forbidden</html>')).toEqual({
      kind: 'refused',
      reason: 'The server returned status 403',
    })
    expect(read('google-chat', 400, '{"error":{"code":400,"message":"No such space."}}')).toEqual({
      kind: 'refused',
      reason: 'Google Chat returned status 400: No such space.',
    })
  })

  test('that asks to wait says how long', () => {
    expect(read('discord', 429, '{"retry_after":1.2,"message":"slow down"}')).toMatchObject({
      kind: 'wait',
      seconds: 2,
    })
    expect(read('telegram', 429, '{"ok":false,"parameters":{"retry_after":30}}')).toMatchObject({
      seconds: 30,
    })
    expect(read('json', 503, '', '60')).toMatchObject({ kind: 'wait', seconds: 60 })
    expect(read('json', 503, '')).toMatchObject({ kind: 'wait', seconds: null })
  })

  test.each([500, 502, 504])('with status %i means that it may have been sent', (status) => {
    expect(read('json', status, '{"error":"Try later."}')).toEqual({
      kind: 'unknown',
      reason: `The server returned status ${status}: Try later. The message may have been sent.`,
    })
  })
})
