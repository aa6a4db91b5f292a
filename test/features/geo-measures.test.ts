import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { testApp } from '../support/app.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const path = '/v1/projects/project/geo/visibility/measures'
const day = 86_400_000

test('compared rates list what moved first: the brand, engines, competitors, tags and prompts', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  const project = await addProject(ctx, acme)
  await addCompetitor(ctx, project, 'c-one', 'One')
  const ids = Array.from({ length: 8 }, (_, number) => String(number))
  for (const id of ids) {
    await addPrompt(ctx, project, id)
    await ctx.db
      .update(prompts)
      .set({ tags: Number(id) < 4 ? ['low'] : ['high'] })
      .where(eq(prompts.id, id))
  }
  const asked = ids.map((id) => `custom-${id}`)
  for (let at = 0; at < 12; at++) {
    const answers = asked.flatMap((promptId, number) =>
      ['alpha', 'beta'].map((engine) => ({
        ...{ engine, promptId },
        // Only alpha changes, from one to nine of ten answers.
        mentioned: (number * 7 + at * 3) % 10 < (engine === 'alpha' && at >= 6 ? 9 : 1),
        competitorIds: (number + at) % 2 === 0 ? ['c-one'] : [],
      })),
    )
    const time = new Date(Date.parse('2026-02-01T12:00:00.000Z') + at * day).toISOString()
    await addScan(ctx, project, time, answers, { plan: planAsking(asked, ['alpha', 'beta']) })
  }
  const { body } = await acme.call('GET', `${path}?from=2026-02-07&to=2026-02-12`)
  const found = body.measures.map(({ kind, id, comparison }: any) => [kind, id, comparison.verdict])
  expect(found.slice(0, 2)).toEqual([
    ['engine', 'alpha', 'moved'],
    ['brand', '', 'moved'],
  ])
  const others = [...Array(2).fill('tag'), ...Array(8).fill('prompt')]
  expect(found.slice(2).map(([kind]: string[]) => kind)).toEqual(['engine', 'competitor', ...others])
  expect(found.slice(2, 4).map(([, , verdict]: string[]) => verdict)).toEqual(Array(2).fill('within_noise'))
  expect(body.measures.at(-1)).toMatchObject({ kind: 'prompt', name: expect.stringMatching(/^what about /) })
})

test('a project without settings has no compared rates', async () => {
  const { ctx, team } = await testApp()
  const acme = await team('acme')
  await addProject(ctx, acme, 'project', false)
  const { body } = await acme.call('GET', path)
  expect(body).toMatchObject({ configured: false, measures: [] })
})
