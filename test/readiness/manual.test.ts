import { expect, test } from 'bun:test'
import { checks } from '../../src/readiness/evaluate.ts'

/** The tiers as the report names them. */
const groups = { essential: 'must do', recommended: 'should do', bonus: 'optional' }

test('the manual lists every check with its tier and points, in the order of a report', async () => {
  const page = await Bun.file('docs/agent-readiness.md').text()
  const rows = [...page.matchAll(/^\| (.+) \| (must do|should do|optional) \| (\d+) \|$/gm)]
  expect(rows.map(([, name, tier, points]) => [name, tier, Number(points)])).toEqual(
    checks.map(({ name, tier, weight }) => [name, groups[tier], weight]),
  )
})
