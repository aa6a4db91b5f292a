import { expect, test } from 'bun:test'
import { describeChange } from '../../src/dashboard/visibility/overview/change-words.ts'

test('one answer that names a competitor is not called a displacement', () => {
  const word = (mentioned: boolean) => describeChange({ type: 'competitor_displaced', mentioned }).word
  expect([word(false), word(true)]).toEqual(['No longer named', 'Lower down'])
})
