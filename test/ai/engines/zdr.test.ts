import { expect, test } from 'bun:test'
import { builtIn } from '../../../src/ai/engines/built-in.ts'
import type { Engine, Zdr } from '../../../src/ai/engines/engine.ts'
import { decideZdr } from '../../../src/ai/engines/zdr.ts'

const engine = (zdr: Zdr, searchZdr: Zdr): Engine => ({
  ...(builtIn[0] as Engine),
  id: 'one',
  zdr,
  searchZdr,
})

// Contract 5: ZDR decision per engine.
test.each([
  ['not enforced', 'none', false, [], 'prefer'],
  ['enforced, kept by nobody', 'all', true, [], 'require'],
  ['enforced, by agreement', 'some', true, [], 'require'],
  ['enforced, kept, approved', 'none', true, ['one'], 'prefer'],
  ['enforced, kept', 'none', true, ['other'], 'skip'],
] as const)('%s (%s): the request matches the decision', (_, zdr, enforceZdr, approved, decision) => {
  const policy = { enforceZdr, nonZdrApprovedEngines: [...approved] }
  expect(decideZdr(engine(zdr, zdr), policy, true)).toBe(decision)
  expect(decideZdr(engine(zdr, zdr), policy, false)).toBe(decision)
})

test('retention by the search provider counts only when a search is made', () => {
  const policy = { enforceZdr: true, nonZdrApprovedEngines: [] }
  const searching = [true, false].map((isSearching) => decideZdr(engine('some', 'none'), policy, isSearching))
  expect(searching).toEqual(['skip', 'require'])
})
