import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createKey } from '../../src/features/keys/service.ts'
import { builtInSkills } from '../../src/features/skills/built-in-skills.ts'
import { readSkills } from '../../src/features/skills/service.ts'
import { skills } from '../../src/features/skills/table.ts'
import { caller, type Team, testApp } from '../support/app.ts'

const builtInNames = ['blog-post', 'changelog', 'humanizer', 'linkedin', 'twitter']
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let app: Awaited<ReturnType<typeof testApp>>
let team: Team
beforeEach(async () => {
  app = await testApp()
  team = await app.team('acme')
})

const houseStyle = { name: 'house-style', description: 'How we write.', content: '# House style\n' }
const create = (changes: Record<string, unknown> = {}) =>
  team.call('POST', '/v1/skills', { ...houseStyle, ...changes })
const patch = (name: string, body: unknown) => team.call('PATCH', `/v1/skills/${name}`, body)
const read = async (name: string) => (await team.call('GET', `/v1/skills/${name}`)).body.skill
const list = async () => (await team.call('GET', '/v1/skills')).body.skills
const names = async () => (await list()).map((skill: any) => skill.name)

async function withScopes(...scopes: string[]) {
  const { key } = await createKey(app.ctx, team.id, { name: 'narrow', scopes })
  return caller(app.api, key)
}

describe('built-in skills', () => {
  test('exist from the first day, with the age of the organization', async () => {
    const born = app.ctx.now().toISOString()
    app.ctx.clock.advance(1000)
    expect(await names()).toEqual(builtInNames)
    for (const name of builtInNames) {
      const skill = await read(name)
      expect(skill).toMatchObject({ name, isSystem: true, createdAt: born, updatedAt: born })
      expect(skill.content.length).toBeGreaterThan(1000)
    }
    expect(await app.ctx.db.$count(skills)).toBe(0)
  })

  test('keep their ids, which no two organizations share, when they are edited', async () => {
    const before = await read('twitter')
    const other = await app.team('other')
    expect((await other.call('GET', '/v1/skills/twitter')).body.skill.id).not.toBe(before.id)
    await patch('twitter', { content: 'Be brief.' })
    expect((await read('twitter')).id).toBe(before.id)
    expect((await list()).find((skill: any) => skill.name === 'twitter').id).toBe(before.id)
  })

  test('can be edited; omitted fields stay, and other organizations keep the original', async () => {
    const before = await read('changelog')
    app.ctx.clock.advance(1000)
    const { status, body } = await patch('changelog', { description: '  Ours.  ' })
    expect(status).toBe(200)
    expect(body.skill).toEqual({ ...before, description: 'Ours.', updatedAt: app.ctx.now().toISOString() })
    await patch('changelog', { content: 'Short.' })
    expect(await read('changelog')).toMatchObject({ description: 'Ours.', content: 'Short.', isSystem: true })
    expect(await names()).toEqual(builtInNames)
    const other = await app.team('other')
    expect((await other.call('GET', '/v1/skills/changelog')).body.skill.content).toBe(before.content)
  })

  test('edited concurrently, both edits are stored', async () => {
    await Promise.all([patch('linkedin', { description: 'New.' }), patch('linkedin', { content: 'Newer.' })])
    expect(await read('linkedin')).toMatchObject({ description: 'New.', content: 'Newer.' })
  })

  test.each(['before', 'after'])('cannot be renamed %s an edit, nor deleted', async (when) => {
    if (when === 'after') await patch('humanizer', { content: 'Ours.' })
    const renamed = await patch('humanizer', { name: 'unslop' })
    expect([renamed.status, renamed.body]).toEqual([403, { error: 'System skills cannot be renamed' }])
    const deleted = await team.call('DELETE', '/v1/skills/humanizer')
    expect([deleted.status, deleted.body]).toEqual([403, { error: 'System skills cannot be deleted' }])
    expect(await names()).toEqual(builtInNames)
  })

  test('can be changed with their own name', async () => {
    const { status, body } = await patch('changelog', { name: 'changelog', content: 'Ours.' })
    expect([status, body.skill.content]).toEqual([200, 'Ours.'])
  })

  test('follow their own rules and those of every skill', () => {
    expect(builtInSkills.map((skill) => skill.name).sort()).toEqual(builtInNames)
    for (const { description, content } of builtInSkills) {
      expect(content + description).not.toMatch(/[\u2013\u2014\u201c\u201d\u2018\u2019]/)
      expect(description.length).toBeLessThanOrEqual(1000)
      expect(content).toStartWith('# ')
    }
  })
})

describe('the list', () => {
  test('is sorted by name and leaves out content and createdAt', async () => {
    await create({ name: 'a-first' })
    await create({ name: 'zz-last' })
    expect(await names()).toEqual(['a-first', ...builtInNames, 'zz-last'])
    const { body } = await team.call('GET', '/v1/skills')
    expect(Object.keys(body)).toEqual(['skills'])
    for (const skill of body.skills) {
      expect(Object.keys(skill).sort()).toEqual(['description', 'id', 'isSystem', 'name', 'updatedAt'])
    }
  })
})

describe('creating', () => {
  test('answers 201 with the skill and no envelope', async () => {
    const { status, body } = await create({ name: '  house-style ', description: ' How we write. ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      skill: {
        ...houseStyle,
        id: expect.any(String),
        isSystem: false,
        createdAt: expect.stringMatching(isoTime),
        updatedAt: expect.stringMatching(isoTime),
      },
    })
    expect(await read('house-style')).toEqual(body.skill)
  })

  test.each(['house-style', 'changelog'])('a second %s is 409', async (name) => {
    await create()
    const answer = await create({ name })
    expect([answer.status, answer.body]).toEqual([409, { error: `A skill named "${name}" already exists` }])
  })

  test('twice at once creates one', async () => {
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test.each([
    ['a name of one character', { name: 'a' }],
    ['a name of 64 characters', { name: 'a'.repeat(64) }],
    ['a name of digits', { name: '7' }],
    ['hyphens in a row', { name: 'a--b' }],
    ['a description of 1000 characters', { description: 'd'.repeat(1000) }],
    ['content of one character', { content: ' ' }],
    ['content of 200000 characters', { content: 'é'.repeat(200_000) }],
  ])('accepts %s', async (_, changes) => {
    expect((await create(changes)).status).toBe(201)
  })

  const nameRule =
    'name must contain lowercase letters, numbers, and hyphens only, with no hyphen at either end'
  test.each<[string, unknown, string]>([
    ['no name', { ...houseStyle, name: undefined }, 'name is required'],
    ['a name that is a number', { ...houseStyle, name: 7 }, 'name must be a string'],
    ['a blank name', { ...houseStyle, name: '  ' }, 'name must have 1 to 64 characters'],
    ['a name of 65 characters', { ...houseStyle, name: 'a'.repeat(65) }, 'name must have 1 to 64 characters'],
    ['capitals in the name', { ...houseStyle, name: 'House' }, nameRule],
    ['a space in the name', { ...houseStyle, name: 'house style' }, nameRule],
    ['an underscore in the name', { ...houseStyle, name: 'house_style' }, nameRule],
    ['a slash in the name', { ...houseStyle, name: 'house/style' }, nameRule],
    ['a hyphen at the start', { ...houseStyle, name: '-house' }, nameRule],
    ['a hyphen at the end', { ...houseStyle, name: 'house-' }, nameRule],
    ['a line break in the name', { ...houseStyle, name: 'a\nb' }, nameRule],
    ['no description', { ...houseStyle, description: undefined }, 'description is required'],
    [
      'a blank description',
      { ...houseStyle, description: ' ' },
      'description must have 1 to 1000 characters',
    ],
    [
      'a description of 1001 characters',
      { ...houseStyle, description: 'd'.repeat(1001) },
      'description must have 1 to 1000 characters',
    ],
    ['no content', { ...houseStyle, content: undefined }, 'content is required'],
    ['empty content', { ...houseStyle, content: '' }, 'content must have 1 to 200000 characters'],
    [
      'content of 200001 characters',
      { ...houseStyle, content: 'c'.repeat(200_001) },
      'content must have 1 to 200000 characters',
    ],
    ['broken JSON', '{"name":', 'The body is not valid JSON.'],
  ])('refuses %s', async (_, body, error) => {
    const answer = await team.call('POST', '/v1/skills', body)
    expect([answer.status, answer.body]).toEqual([400, { error }])
    expect(await app.ctx.db.$count(skills)).toBe(0)
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['text', '"skill"'],
  ])('refuses %s', async (_, body) => {
    const answer = await team.call('POST', '/v1/skills', body === null ? 'null' : body)
    expect([answer.status, typeof answer.body.error]).toEqual([400, 'string'])
  })
})

describe('changing', () => {
  beforeEach(() => create())

  test('any one field leaves the others', async () => {
    const before = await read('house-style')
    app.ctx.clock.advance(1000)
    const { status, body } = await patch('house-style', { content: 'New.' })
    expect(status).toBe(200)
    expect(body).toEqual({
      skill: { ...before, content: 'New.', updatedAt: app.ctx.now().toISOString() },
    })
  })

  test('the name moves the skill to its new path', async () => {
    const before = await read('house-style')
    expect((await patch('house-style', { name: 'our-style' })).body.skill).toEqual({
      ...before,
      name: 'our-style',
      // Each change has a distinct time, also within one millisecond.
      updatedAt: new Date(Date.parse(before.updatedAt) + 1).toISOString(),
    })
    expect((await team.call('GET', '/v1/skills/house-style')).status).toBe(404)
    expect(await read('our-style')).toMatchObject({ id: before.id })
  })

  test('to its own name is allowed', async () => {
    expect((await patch('house-style', { name: 'house-style' })).status).toBe(200)
  })

  test.each(['taken', 'changelog'])('to the name %s of another is 409', async (name) => {
    await create({ name: 'taken' })
    const answer = await patch('house-style', { name })
    expect([answer.status, answer.body]).toEqual([409, { error: `A skill named "${name}" already exists` }])
    expect(await read('house-style')).toMatchObject(houseStyle)
  })

  test.each<[string, unknown, string]>([
    ['nothing', {}, 'At least one field is required'],
    [
      'unknown fields only',
      { title: 'x' },
      'title: unknown field; known fields are name, description, content',
    ],
    ['a blank description', { description: '' }, 'description must have 1 to 1000 characters'],
    ['a name that is null', { name: null }, 'name must be a string'],
    ['content that is a number', { content: 1 }, 'content must be a string'],
  ])('with %s is 400', async (_, body, error) => {
    const answer = await patch('house-style', body)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('cannot make a skill a system skill', async () => {
    await patch('house-style', { content: 'New.', isSystem: true })
    expect((await read('house-style')).isSystem).toBe(false)
  })
})

test('deleting answers success, and the skill is gone', async () => {
  await create()
  const answer = await team.call('DELETE', '/v1/skills/house-style')
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
  expect((await team.call('DELETE', '/v1/skills/house-style')).status).toBe(404)
  expect(await names()).toEqual(builtInNames)
})

test.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown skill is 404', async (method) => {
  const answer = await team.call(
    method,
    '/v1/skills/nobody',
    method === 'PATCH' ? { content: 'x' } : undefined,
  )
  expect([answer.status, answer.body]).toEqual([404, { error: 'Skill not found' }])
})

test('a name that no path can contain is 400', async () => {
  const answer = await team.call('GET', '/v1/skills/a%20b')
  expect([answer.status, answer.body]).toEqual([400, { error: 'name has an invalid format' }])
})

test('the skills of another organization are invisible and unchangeable', async () => {
  await create()
  const stranger = await app.team('stranger')
  expect((await stranger.call('GET', '/v1/skills')).text).not.toContain('house-style')
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { content: 'x' } : undefined
    expect((await stranger.call(method, '/v1/skills/house-style', body)).status).toBe(404)
  }
  expect((await stranger.call('POST', '/v1/skills', houseStyle)).status).toBe(201)
  expect(await read('house-style')).toMatchObject(houseStyle)
})

test('reading needs skills.read and writing skills.write, neither implies the other', async () => {
  const reader = await withScopes('skills.read')
  const writer = await withScopes('skills.write')
  expect((await reader('GET', '/v1/skills')).status).toBe(200)
  expect((await reader('GET', '/v1/skills/changelog')).status).toBe(200)
  expect((await reader('POST', '/v1/skills', houseStyle)).status).toBe(403)
  expect((await reader('PATCH', '/v1/skills/changelog', { content: 'x' })).status).toBe(403)
  expect((await reader('DELETE', '/v1/skills/changelog')).body.error).toBe('Forbidden')
  expect((await writer('GET', '/v1/skills')).status).toBe(403)
  expect((await writer('POST', '/v1/skills', houseStyle)).status).toBe(201)
  expect((await app.anonymous('GET', '/v1/skills')).status).toBe(401)
})

describe('the writer reads', () => {
  test("the organization's own version, else the built-in one", async () => {
    const original = (await readSkills(app.ctx, team.id, 'changelog'))[0]
    expect(original?.content).toStartWith('# Writing a changelog')
    await patch('changelog', { content: 'Ours.' })
    expect((await readSkills(app.ctx, team.id, 'changelog'))[0]).toEqual({
      name: 'changelog',
      description: original?.description ?? '',
      content: 'Ours.',
    })
  })

  test('custom skills, and null for an unknown one', async () => {
    await create()
    expect((await readSkills(app.ctx, team.id, 'house-style'))[0]).toEqual(houseStyle)
    expect(await readSkills(app.ctx, team.id, 'nobody')).toEqual([null])
    await app.ctx.db.delete(skills).where(eq(skills.name, 'house-style'))
    expect((await readSkills(app.ctx, team.id, 'house-style'))[0]).toBeNull()
  })
})

describe('in the dashboard', () => {
  test('a built-in skill shows whether it was edited, and can be restored', async () => {
    const member = await team.person('member')
    const edits = async () =>
      (await member.call('GET', '/api/app/skills')).body.skills
        .filter((skill: any) => skill.isEdited)
        .map((skill: any) => skill.name)
    await create()
    const before = await read('changelog')
    expect(await edits()).toEqual([])
    await patch('changelog', { content: 'Short.' })
    expect(await edits()).toEqual(['changelog'])
    const { status, body } = await member.call('DELETE', '/api/app/skills/changelog/edits')
    expect([status, body.skill]).toEqual([200, before])
    expect(await read('changelog')).toEqual(before)
    expect(await edits()).toEqual([])
  })

  test('an unedited skill stays unchanged, and a custom skill has no original text', async () => {
    const member = await team.person('member')
    const before = await read('changelog')
    const again = await member.call('DELETE', '/api/app/skills/changelog/edits')
    expect([again.status, again.body.skill]).toEqual([200, before])
    await create()
    const own = await member.call('DELETE', '/api/app/skills/house-style/edits')
    expect([own.status, own.body]).toEqual([404, { error: 'There is no built-in skill of this name' }])
    expect((await read('house-style')).content).toBe('# House style\n')
  })
})
