import { expect, test } from 'bun:test'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { explainCommit } from '../../src/changelog/explain.ts'
import { activity, line, sha } from './activities.ts'

const { placed } = draftChangelog([
  activity(line('feat!: page with cursors', 'chore: tidy', 'fix: prevent XSS in previews')),
])

test.each([
  ['c1', 'highlight', ['Its type is feature.', 'Its author marks it with an exclamation mark.']],
  ['c2', 'omitted', ['Its type is internal.', 'It is an internal change.']],
  ['c3', 'highlight', ['Its type is fix.', 'Its title describes a vulnerability.']],
] as const)('each rule that applied to %s is listed', (name, placement, because) => {
  const found = explainCommit(placed, sha(name).slice(0, 8))
  expect(found).toMatchObject({ placement, because: [...because] })
})

test('a commit outside of the range has no explanation', () => {
  expect(explainCommit(placed, sha('elsewhere'))).toBeNull()
})
