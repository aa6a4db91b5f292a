import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CountedTally, type Group } from '../../src/dashboard/kit/tally.tsx'

const groups = (listed: number): Group[] => [
  { kind: 'hi', count: 5, label: 'highlights' },
  { kind: 'li', count: listed, label: 'listed' },
]
const markup = (listed: number) =>
  renderToStaticMarkup(createElement(CountedTally, { groups: groups(listed), noun: 'changes' }))

test('a tally of up to 72 items draws each of them above its legend', () => {
  expect(markup(67)).toContain('aria-label="72 changes: 5 highlights, 67 listed"')
})

test('a tally of more items has the legend alone, so that each count is shown once', () => {
  expect(markup(68)).not.toContain('role="img"')
  expect(markup(68).match(/68/g)).toHaveLength(1)
})
