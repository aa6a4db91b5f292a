import { beforeEach, expect, test } from 'bun:test'
import { t } from 'elysia'
import type { Model } from '../../src/ai/models.ts'
import { askAgain, askForText } from '../../src/writer/ask.ts'
import { createSteps } from '../features/writer-brief.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { startModels } from '../support/models.ts'

const Draft = t.Object({ title: t.String(), text: t.String() })
const question = {
  schema: Draft,
  instructions: { brand: 'Write.', rules: '## Rules' },
  prompt: 'Data.',
  keep: (draft: typeof Draft.static) => draft,
}
/** Finds a fault in every text but a calm one, and returns whether it was the last to be judged. */
const check = async ({ title, text }: typeof Draft.static, isLast: boolean) => ({
  faults: text === 'Calm.' ? [] : ['It is loud.'],
  title,
  text,
  isLast,
})
let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const askingOf = (server: ReturnType<typeof startModels>, { step } = createSteps()) => ({
  ctx,
  model: server.models().writer as Model,
  step,
  signal: new AbortController().signal,
})

const calm = { title: 'A', text: 'Calm.' }
const loud = { title: 'A', text: 'LOUD!' }

test('a draft without faults is not asked for again', async () => {
  using server = startModels(calm)
  const { verdict, usages } = await askForText(askingOf(server), question, { check })
  expect(verdict).toEqual({ faults: [], ...calm, isLast: false })
  expect(usages).toHaveLength(1)
  expect(server.asked.map(({ instructions, prompt }) => ({ instructions, prompt }))).toEqual([
    { instructions: 'Write.\n\n## Rules', prompt: 'Data.' },
  ])
})

test('a draft with faults is asked for again with what was wrong, and the next one is judged as the last', async () => {
  using server = startModels(loud, { title: 'B', text: 'Calm.' })
  const { verdict, usages } = await askForText(askingOf(server), question, { check })
  expect(verdict).toEqual({ faults: [], title: 'B', text: 'Calm.', isLast: true })
  expect(usages).toHaveLength(2)
  expect(server.asked[1]?.prompt).toBe(askAgain('Data.', loud, ['It is loud.']))
})

test('if one part has a fault, only that part is asked for again and replaced', async () => {
  using server = startModels(loud, { text: 'Calm.' })
  const { verdict } = await askForText(askingOf(server), question, {
    check,
    repair: ({ text }, faults) => ({
      ...question,
      schema: t.Object({ text: t.String() }),
      prompt: [text, ...faults].join(' '),
      keep: ({ text }) => ({ text }),
    }),
  })
  expect(verdict).toEqual({ faults: [], ...calm, isLast: true })
  expect(server.asked[1]?.prompt).toBe('LOUD! It is loud.')
})

test('after an unusable answer the same is asked again, and both are charged', async () => {
  using server = startModels('no', calm)
  const { verdict, usages } = await askForText(askingOf(server), question, { check })
  expect(verdict).toEqual({ faults: [], ...calm, isLast: true })
  expect(usages).toHaveLength(2)
  expect(server.asked.map(({ prompt }) => prompt)).toEqual(['Data.', 'Data.'])
})

test('a second unusable answer leaves the first draft with its faults', async () => {
  using server = startModels(loud, 'no')
  const { verdict } = await askForText(askingOf(server), question, { check })
  expect(verdict).toEqual({ faults: ['It is loud.'], ...loud, isLast: true })
})

test('two unusable answers return only their cost', async () => {
  using server = startModels('no')
  const { verdict, usages } = await askForText(askingOf(server), question, { check })
  expect([verdict, usages.map(({ cents }) => cents)]).toEqual([null, [1, 1]])
})
