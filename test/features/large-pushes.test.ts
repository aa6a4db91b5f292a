import { expect, test } from 'bun:test'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { layOutInSlices } from '../../src/changelog/layout.ts'
import { briefly, describeInSlices } from '../../src/features/generation/prompt.ts'
import { activity, line } from '../changelog/activities.ts'
import { briefOf } from './writer-brief.ts'

// Thousands of changes are described and laid out in slices, between which other requests are answered.

const pushed = activity(
  line(...Array.from({ length: 60 }, (_, index) => `fix: show table${index} in the export`)),
)
const draft = draftChangelog([pushed])
const { highlights, listed } = draft.placed
const shown = highlights.length + listed.length

function count(work: Generator): number {
  let yields = 0
  while (!work.next().done) yields++
  return yields
}

test('the changes are many', () => expect(shown).toBe(60))

test('a prompt yields after each change', () =>
  expect(
    count(describeInSlices(briefOf(pushed), draft, { brand: '', rules: '' }, briefly)),
  ).toBeGreaterThanOrEqual(shown))

test('a page yields after each bullet', () => {
  const prose = { summary: '', highlights: new Map(), titles: new Map() }
  const layout = { repository: null, audience: 'developers', isWhole: true } as const
  expect(count(layOutInSlices(draft.placed, prose, layout))).toBeGreaterThanOrEqual(shown)
})
