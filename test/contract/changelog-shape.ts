import { expect } from 'bun:test'
import { categories, type LedgerEntry } from './wire'

export type Sections = {
  summary: string
  highlights: string[]
  updates: Map<string, string[]>
}

// Reads a changelog's Markdown by its headings: summary, highlights, bullets by category.
export function sectionsOf(markdown: string): Sections {
  const sections: Sections = { summary: '', highlights: [], updates: new Map() }
  let part = ''
  let bullets: string[] = []
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) part = line.slice(3).trim()
    else if (line.startsWith('### ') && part === 'Highlights') sections.highlights.push(line.slice(4).trim())
    else if (line.startsWith('### ') && part === 'More Updates') {
      bullets = []
      sections.updates.set(line.slice(4).trim(), bullets)
    } else if (part === 'More Updates' && /^[-*] /.test(line)) bullets.push(line.slice(2).trim())
    else if (part === '') sections.summary += `${line}\n`
  }
  sections.summary = sections.summary.trim()
  return sections
}

// The content rules of every changelog, whether a model or the rules wrote it.
export function expectChangelog(markdown: string, ledger: LedgerEntry[]) {
  const { summary, highlights, updates } = sectionsOf(markdown)
  const placed = (placement: string) => ledger.filter((entry) => entry.placement === placement)
  const headings = markdown.split('\n').filter((line) => /^#{1,2} /.test(line))

  expect(summary).not.toBe('')
  expect(summary).not.toContain('\n\n')
  expect(summary.split(/\s+/).length).toBeLessThanOrEqual(180)
  expect(['## Highlights', '## More Updates']).toEqual(expect.arrayContaining(headings))
  expect(highlights.length).toBeLessThanOrEqual(5)
  expect(highlights).toHaveLength(placed('highlight').length)
  expect(categories).toEqual(expect.arrayContaining([...updates.keys()]))
  expect([...updates.values()].flat()).toHaveLength(placed('listed').length)
  for (const [category, bullets] of updates)
    expect(bullets).toHaveLength(placed('listed').filter((entry) => entry.category === category).length)
}

export function expectCompleteLedger(ledger: LedgerEntry[], shas: string[]) {
  const accounted = ledger.flatMap(({ commits }) => commits)
  expect([...accounted].sort()).toEqual([...shas].sort())
  for (const entry of ledger) {
    expect(Object.keys(entry).sort()).toEqual(
      [
        'area',
        'authors',
        'breaking',
        'category',
        'commits',
        'id',
        'kind',
        'number',
        'placement',
        'reason',
        'title',
        'url',
      ].sort(),
    )
    expect(['pull_request', 'commit']).toContain(entry.kind)
    expect(typeof entry.number).toBe(entry.kind === 'pull_request' ? 'number' : 'object')
    expect(['highlight', 'listed', 'omitted']).toContain(entry.placement)
    if (entry.placement === 'listed') expect(categories).toContain(entry.category ?? '')
    expect(entry.breaking).toBeBoolean()
    if (entry.area !== null) expect(entry.area).toBeString()
    if (entry.category !== null) expect(categories).toContain(entry.category)
    if (entry.placement === 'omitted') expect(entry.reason).toBeString()
    expect(entry.commits.every((sha) => /^[0-9a-f]{40}$/.test(sha))).toBe(true)
  }
  expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length)
}
