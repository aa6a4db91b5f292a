import { expect, test } from 'bun:test'
import { renderDocument } from '../../src/changelog/layout.ts'
import { line, written } from './activities.ts'

const areas = ['billing', 'search', 'reports']
const additions = ['filters', 'a calendar', 'saved views', 'totals', 'notes', 'a preview', 'an archive']
const features = areas.flatMap((area) =>
  additions.map((what) => `feat(${area}): add ${what} for the ${area} page`),
)
const fixes = Array.from({ length: 70 }, (_, at) => `fix(${areas[at % 3]}): show row ${at} of the table`)
const messages = [...features, ...fixes, 'fix: refuse empty names']
const range = { from: 'v1.0.0', to: 'v1.1.0' }
const comparison = 'https://github.com/acme/app/compare/v1.0.0...v1.1.0'

test('above 80 changes without pull requests a page lists the first changes of each area and counts the rest', () => {
  const { markdown, ledger } = written(line(...messages), range)
  expect(markdown).toMatch(/^- \*\*billing:\*\* Add .+; add .+; and \[\w+ more change\]/m)
  expect(markdown).toContain(`more change](${comparison})`)
  expect(markdown).toMatch(/^- \*\*search:\*\* Show row .+; show row .+; and \[\d+ more fixes\]/m)
  expect(ledger.filter(({ placement }) => placement === 'listed').length).toBe(messages.length - 3)
})

test('such a page has at most 40 lines, with its title and blank lines', () => {
  const changelog = written(line(...messages), range, { maxLines: 40 })
  expect(renderDocument(changelog).trimEnd().split('\n').length).toBeLessThanOrEqual(40)
})

test('such a page counts the changes of the categories that it leaves out', () => {
  const guides = ['a self-hosting guide', 'an upgrade guide'].map((guide) => `docs: add ${guide}`)
  const { markdown } = written(line(...messages, ...guides), range, { maxLines: 32 })
  expect(markdown).toContain(`\nAnd [two more changes](${comparison}) in Documentation.\n`)
})

test('a page with few lines leaves out categories without breaking changes first', () => {
  const breaking = ['hosts', 'zones', 'disks'].map((name) => `perf(deploy)!: read ${name} of version 2`)
  const { markdown } = written(line(...messages, ...breaking), range, { maxLines: 26 })
  expect(markdown).toContain('### Performance Improvements\n- **deploy (breaking):** Read')
  expect(markdown).toMatch(/\nAnd \[\d+ more changes\]\(.+\) in Features & Enhancements and Bug Fixes\.\n/)
})

test('such a page highlights the areas with the most features, each once', () => {
  const headings = written(line('feat: add a clock', ...messages)).markdown.match(/^### \w+: /gm)
  expect(headings?.toSorted()).toEqual(['### billing: ', '### reports: ', '### search: '])
})

test('a highlight of such a page without a sentence names other features of its area, which are not repeated', () => {
  const plain = written(line(...messages), {}, { audience: 'others' }).markdown
  const [, named = ''] = /^Also: (add [^;]+);/m.exec(plain) ?? []
  expect(named).not.toBe('')
  expect(plain.toLowerCase().split(named.toLowerCase()).length).toBe(2)
})

test('every change is listed on its own when all are asked for, and in a history of pull requests', () => {
  const whole = written(line(...messages), range, { isWhole: true })
  expect(whole.hidden).toBe(0)
  expect(whole.markdown.match(/^- /gm)?.length).toBe(messages.length - 3)
  const numbered = line(...messages.map((message, at) => `${message} (#${at + 1})`))
  expect(written(numbered, range).markdown).not.toMatch(/; and \[/)
})

test('such a page names no areas of hidden changes if most of them have none', () => {
  const plain = Array.from({ length: 60 }, (_, at) => `fix: show row ${at} of the table`)
  const { markdown } = written(line(...plain, ...messages.slice(0, 40)), range, { maxLines: 40 })
  expect(markdown).toMatch(/^- And \[\d+ more\]\([^)]+\)\.$/m)
})

test('later clauses of a line begin in lower case, also after "Fixed" and "Re-add"', () => {
  const { markdown } = written(
    line(
      ...messages,
      'fix(zoom): re-add the ruler',
      'fix(zoom): level not kept in print',
      'fix(zoom): keep it',
    ),
    range,
  )
  expect(markdown).toMatch(/\*\*zoom:\*\* .*(?:; re-add the ruler|; fixed: Level not kept)/)
  expect(markdown).not.toMatch(/; (?:Re-add|Fixed:)/)
})
