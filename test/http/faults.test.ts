import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { findFaults } from '../../src/http/faults.ts'
import { integer, oneOf, optional, text } from '../../src/http/fields.ts'
import { testApp } from '../support/app.ts'
import { addProject } from '../support/tracking.ts'

const schema = t.Object({
  name: text('name', 1, 10),
  rows: optional(t.Array(t.Object({ prompt: text('prompt', 3, 20) }), { minItems: 1, maxItems: 100 })),
  cron: t.Optional(
    t.Object({ hour: t.Number({ multipleOf: 1, minimum: 0, maximum: 23 }), tags: t.Array(t.String()) }),
  ),
  kind: t.Optional(oneOf(['a', 'b'])),
  aliases: t.Optional(t.Array(text('each of aliases', 1, 5))),
  target: t.Optional(
    t.Union([
      t.Object({ type: t.Literal('page'), url: t.String() }),
      t.Object({ type: t.Literal('file'), path: t.String() }),
    ]),
  ),
  lookbackWindow: t.Optional(t.String()),
  count: t.Optional(integer),
  code: t.Optional(t.String({ minLength: 1, maxLength: 1 })),
  tags: t.Optional(t.Array(t.String(), { uniqueItems: true })),
})
const messages = (value: unknown, options = {}) =>
  findFaults(schema, value, options).map(({ message }) => message)

test.each([
  [
    { name: 'x', rows: [{ prompt: 'good' }, { prompt: 'good' }, { prompt: '' }] },
    'rows[2].prompt must have 3 to 20 characters',
  ],
  [{ name: 'x', cron: { hour: '9', tags: [] } }, 'cron.hour must be an integer from 0 to 23, not a string'],
  [{ name: 'x', cron: { hour: 9, tags: ['a', 5] } }, 'cron.tags[1] must be a string, not a number'],
  [{ name: 'x', cron: { hour: 24, tags: [] } }, 'cron.hour must be an integer from 0 to 23, not 24'],
  [{ name: 'x', cron: {} }, 'cron.hour is required'],
  [{ name: 'x', rows: [] }, 'rows must have 1 to 100 items'],
  [{ name: 'x', rows: 'a' }, 'rows must be a list, not a string'],
  [{ name: 'x', kind: 'c' }, 'kind must be one of a, b, not "c"'],
  [{ name: 'x', kind: null }, 'kind must be one of a, b, not null'],
  [{ name: 'x', aliases: ['a', 'too long'] }, 'aliases[1] must have 1 to 5 characters'],
  [{ name: 'x', target: { type: 'file' } }, 'target.path is required'],
  [{ name: 'x', target: { type: 'x' } }, 'target.type must be one of page, file, not "x"'],
  [{ name: 'x', target: { path: 'x' } }, 'target.type must be one of page, file, not missing'],
  [{ name: 'x', target: 5 }, 'target must be an object, not a number'],
  [{ name: 'x', code: 'ab' }, 'code must have exactly 1 character'],
  [{ name: 'x', tags: ['a', 'a'] }, 'tags must not contain an item twice'],
  [{ name: 'x', count: 1.5 }, 'count must be an integer, not 1.5'],
  [{ name: 7 }, 'name must have 1 to 10 characters'],
  [[], 'The body must be an object, not a list'],
  [undefined, 'The body is required'],
])('a fault names the field with its indexes, what is allowed and the type: %j', (value, message) => {
  expect(messages(value)[0]).toBe(message)
})

test('a field that is unknown is refused with the nearest known name', () => {
  expect(messages({ name: 'x', lookbackwindow: 'x' })).toEqual([
    'lookbackwindow: unknown field; did you mean lookbackWindow?',
  ])
  expect(messages({ name: 'x', rows: [{ prompt: 'good', color: 1 }] })).toEqual([
    'rows[0].color: unknown field; known fields are prompt',
  ])
})

test('20 faults are listed, and a text of a query may stand for a number', () => {
  const rows = Array.from({ length: 30 }, () => ({ prompt: '' }))
  expect(messages({ name: 'x', rows })).toHaveLength(20)
  expect(messages({ name: 'x', count: '5' }, { isText: true })).toEqual([])
})

const json = { 'content-type': 'application/json' }

test('a response lists the faults of path, query and body, and keeps the sentence of the first', async () => {
  const acme = await (await testApp()).team('acme')
  const { status, body } = await acme.call('POST', '/v1/schedules', {
    name: 'Weekly',
    sourceType: 'cron',
    sourceConfig: { cron: { frequency: 'daily', hour: '9', minute: 61 } },
    targets: { repositoryIds: [5] },
    outputType: 'changelog',
    enabled: true,
    lookbackwindow: 'yesterday',
  })
  expect(status).toBe(400)
  expect(body.error).toBe('sourceConfig.cron.hour must be an integer from 0 to 23')
  expect(body.issues).toEqual([
    { path: 'sourceConfig.cron.hour', message: body.error, received: 'string' },
    {
      path: 'sourceConfig.cron.minute',
      message: 'sourceConfig.cron.minute must be an integer from 0 to 59',
      received: 'number',
    },
    {
      path: 'targets.repositoryIds[0]',
      message: 'targets.repositoryIds[0] must be a string, not a number',
      received: 'number',
    },
    {
      path: 'lookbackwindow',
      message: 'lookbackwindow: unknown field; did you mean lookbackWindow?',
      received: 'string',
    },
  ])
})

test('a record that was read may be sent back whole', async () => {
  const app = await testApp()
  const acme = await app.team('acme')
  const created = await acme.call('POST', '/v1/skills', {
    name: 'tone',
    description: 'How we write',
    content: 'Short.',
  })
  const { skill } = created.body
  const again = await acme.call('PATCH', `/v1/skills/${skill.name}`, { ...skill, content: 'Shorter.' })
  expect([again.status, again.body.skill?.content]).toEqual([200, 'Shorter.'])
  const unknown = await acme.call('PATCH', `/v1/skills/${skill.name}`, { contents: 'Shorter.' })
  expect([unknown.status, unknown.body.error]).toEqual([
    400,
    'contents: unknown field; did you mean content?',
  ])
})

test('a competitor that was read may be sent back whole', async () => {
  const app = await testApp()
  const acme = await app.team('acme')
  const project = await addProject(app.ctx, acme, 'p')
  const path = `/v1/projects/${project.id}/geo/competitors`
  const put = (body: object) => acme.call('PUT', path, body)
  const { body } = await put({ name: 'Beta', domain: 'beta.example' })
  const [beta] = body.competitors
  expect((await put({ ...beta, color: 'red' })).status).toBe(200)
  const unknown = await put({ ...beta, colour: 'red' })
  expect([unknown.status, unknown.body.error]).toEqual([400, 'colour: unknown field; did you mean color?'])
})

test('public feedback lists its faults too, and null means that a field is left out', async () => {
  const app = await testApp()
  await app.team('acme')
  const send = (body: unknown) => app.anonymous('POST', '/v1/feedback/acme', body, json)
  const refused = await send({ message: '', kind: 'bugs', titel: 'x' })
  expect(refused.body.issues.map(({ message }: { message: string }) => message)).toEqual([
    'message must have 1 to 4000 characters',
    'kind must be one of bug, feature, praise, question, other',
    'titel: unknown field; did you mean title?',
  ])
  const stored = await send({ message: 'It works.', kind: null, source: null, title: null })
  expect([stored.status, stored.body.feedback.source]).toEqual([202, 'api'])
})
