import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { chatMessages, chats } from '../../../../src/features/conversations/chats/table.ts'
import { type SignedInPerson, type Team, testApp } from '../../../support/app.ts'
import { planOf, recordStatements } from '../../../support/query-plan.ts'

// Searching chats by the words of their title and text.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  ada = await acme.person('owner', 'Ada')
})

/** Stores a chat with a question and an answer, as its reply ends. */
async function add(id: string, asked: string, said: string, organizationId = acme.id) {
  app.ctx.clock.advance(1000)
  const now = app.ctx.now()
  await app.ctx.db.insert(chats).values({
    ...{ id, organizationId, title: `Chat ${id}`, titleSource: 'model', startedBy: 'user:ada' },
    ...{ owner: 'reply', createdAt: now, updatedAt: now },
  })
  const text = (words: string) => [{ type: 'text', text: words, state: 'done' }]
  const thought = { type: 'reasoning', text: 'Secret thoughts.', state: 'done' }
  await app.ctx.db.insert(chatMessages).values([
    { chatId: id, place: 0, id: `${id}-0`, role: 'user', parts: text(asked), createdAt: now },
    {
      chatId: id,
      place: 1,
      id: `${id}-1`,
      role: 'assistant',
      parts: [thought, ...text(said)],
      createdAt: now,
    },
  ])
  await app.ctx.db.update(chats).set({ owner: null }).where(eq(chats.id, id))
}

async function search(words: string, person = ada) {
  const { status, body } = await person.call('GET', `/api/app/chats?search=${encodeURIComponent(words)}`)
  expect(status).toBe(200)
  return body.chats.map(({ chatId }: { chatId: string }) => chatId)
}

describe('a search of chats', () => {
  test('finds words of questions, answers and titles, the last used chat first', async () => {
    await add('a', 'What about exports?', 'They are faster.')
    await add('b', 'Which release?', 'The one with faster exports.')
    expect(await search('exports faster')).toEqual(['b', 'a'])
    expect(await search('chat a')).toEqual(['a'])
    expect(await search('fast')).toEqual(['b', 'a'])
    expect(await search('thoughts')).toEqual([])
  })

  test('finds text without spaces by its first letters', async () => {
    await add('a', '报告已导出', 'データを見る')
    expect([
      await search('报告'),
      await search('报'),
      await search('デ'),
      await search('报告 データ'),
    ]).toEqual([['a'], ['a'], ['a'], ['a']])
    expect(await search('ex')).toEqual([])
  })

  test('follows a new title, and finds no deleted chat', async () => {
    await add('a', 'What about exports?', 'They are faster.')
    await ada.call('PATCH', '/api/app/chats/a', { title: 'Imports' })
    expect([await search('imports'), await search('exports')]).toEqual([['a'], ['a']])
    await ada.call('DELETE', '/api/app/chats/a')
    expect(await search('imports')).toEqual([])
  })

  test('finds nothing of another organization', async () => {
    const other = await app.team('other')
    await add('a', 'What about exports?', 'They are faster.', other.id)
    expect(await search('exports')).toEqual([])
    expect(await search('exports', await other.person('member', 'max'))).toEqual(['a'])
  })

  test('lists at most 50 chats', async () => {
    for (let number = 0; number < 55; number++) await add(`c${number}`, 'Exports', 'Yes.')
    const found = await search('exports')
    expect([found.length, found[0]]).toEqual([50, 'c54'])
  })

  test.each(['"', 'exports OR', 'NEAR(', 'words:', '(*)', "'; drop"])('takes %j literally', async (words) => {
    await add('a', 'Nothing of that', 'Nothing.')
    expect(await search(words)).toEqual([])
  })

  test('reads matches from the index in the order of time', async () => {
    const sent = recordStatements(app.ctx.db)
    await search('exports')
    const statement = sent.find(({ sql }) => sql.includes('chat_search'))
    if (!statement) throw new Error('No statement reads the index.')
    const plan = await planOf(app.ctx.db, statement)
    const matching = plan.slice(plan.indexOf('CO-ROUTINE found') + 1, plan.indexOf('SCAN found'))
    expect(matching).toEqual([expect.stringContaining('SCAN chat_search VIRTUAL TABLE')])
  })
})
