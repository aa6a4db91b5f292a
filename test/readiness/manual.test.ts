import { expect, test } from 'bun:test'
import { checks } from '../../src/readiness/evaluate.ts'

test('the manual lists every check with its tier and points, in the order of a report', async () => {
  const page = await Bun.file('docs/agent-readiness.md').text()
  const rows = [...page.matchAll(/^\| (.+) \| (essential|recommended|bonus) \| (\d+) \|$/gm)]
  expect(rows.map(([, name, tier, points]) => [name, tier, Number(points)])).toEqual(
    checks.map(({ name, tier, weight }) => [name, tier, weight]),
  )
})
