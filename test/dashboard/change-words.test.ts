import { expect, test } from 'bun:test'
import { countCitations, describeChange } from '../../src/dashboard/visibility/overview/change-words.ts'
import { changesView } from '../../src/dashboard/visibility/overview/strings.ts'

test('one answer that names a competitor is not called a displacement', () => {
  const word = (mentioned: boolean) => describeChange({ type: 'competitor_displaced', mentioned }).word
  expect([word(false), word(true)]).toEqual(['No longer named', 'Lower down'])
})

test('the counts of changed citations of your site and of competitors add up to all of them', () => {
  const types = [
    ...['citation_added', 'citation_added', 'citation_removed', 'competitor_cited'],
    ...['lost_mention', 'new_engine'],
  ] as const
  const counted = countCitations(types.map((type) => ({ type }) as { type: 'citation_added' }))
  expect(counted).toEqual({ own: 3, competitors: 1 })
  expect(changesView.citations(counted)).toBe(
    '3 changed citations of your site, 1 new citation of competitors',
  )
  expect(changesView.citations({ own: 0, competitors: 2 })).toBe('2 new citations of competitors')
})
