import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { marked } from 'marked'
import type { Activity } from '../../src/changelog/activity.ts'
import { categories } from '../../src/changelog/category.ts'
import { type Changelog, writeChangelog } from '../../src/changelog/changelog.ts'
import type { Tone } from '../../src/changelog/tone.ts'
import { countWords } from '../../src/text/line.ts'
import { histories } from './histories.ts'
import { readBack } from './read-back.ts'

const tones: Tone[] = ['Conversational', 'Professional', 'Casual', 'Formal']

type Written = Extract<Changelog, { skipped: null }>

function always(check: (changelog: Changelog, activity: Activity) => void, numRuns = 200) {
  fc.assert(
    fc.property(histories, (activity) => check(writeChangelog(activity), activity)),
    { numRuns },
  )
}

function alwaysWritten(check: (changelog: Written, activity: Activity) => void, numRuns = 200) {
  always((changelog, activity) => {
    if (changelog.skipped === null) check(changelog, activity)
  }, numRuns)
}

test('every commit of the range is in exactly one entry of the ledger', () => {
  always(({ ledger }, { commits }) => {
    const told = ledger.flatMap((entry) => entry.commits)
    expect(told.toSorted()).toEqual(commits.map(({ sha }) => sha).toSorted())
    for (const entry of ledger) expect(entry.commits.length).toBeGreaterThan(0)
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length)
  })
})

test('every change is highlighted or listed with a category, or omitted with a reason', () => {
  always(({ ledger }) => {
    for (const { placement, category, reason, title } of ledger) {
      if (placement === 'omitted') expect(reason).toMatch(/^[A-Z].+\.$/s)
      else {
        expect(categories).toContain(category as (typeof categories)[number])
        expect(reason).toBeNull()
      }
      expect(title).not.toBe('')
      expect(title.length).toBeLessThanOrEqual(240)
      expect(title).not.toMatch(/[\p{Cc}\u202a-\u202e\u2028]/u)
    }
  })
})

test('there are at most five highlights', () => {
  always(({ ledger }) => {
    expect(ledger.filter(({ placement }) => placement === 'highlight').length).toBeLessThanOrEqual(5)
  })
})

test('it is skipped exactly when there is nothing to list', () => {
  always(({ skipped, ledger }) => {
    expect(skipped === null).toBe(ledger.some(({ placement }) => placement !== 'omitted'))
  })
})

test('parsed back, the document has each listed change exactly once, in the order of the ledger', () => {
  alwaysWritten(({ markdown, ledger }, { repository }) => {
    const { highlights, updates } = readBack(markdown)
    const told = [...highlights.map(({ text }) => text), ...updates.flatMap(({ bullets }) => bullets)]
    const entries = ledger.filter(({ placement }) => placement !== 'omitted')
    expect(told).toHaveLength(entries.length)
    for (const [index, { number, commits, placement }] of entries.entries()) {
      const reference = number === null ? commits[0]?.slice(0, 7) : `#${number}`
      // A sha without a link is not shown.
      if (repository) expect(told[index]).toContain(`[${reference}](`)
      else if (number !== null) expect(told[index]).toMatch(new RegExp(`(?:^| )${reference}\\b`))
      expect(index < highlights.length).toBe(placement === 'highlight')
    }
  })
})

test('categories are of the eight, in their order, each once and with the changes of the ledger', () => {
  alwaysWritten(({ markdown, ledger }) => {
    const { updates } = readBack(markdown)
    const listed = ledger.filter(({ placement }) => placement === 'listed')
    expect(updates.map(({ category }) => category)).toEqual(
      categories.filter((category) => listed.some((entry) => entry.category === category)),
    )
    for (const { category, bullets } of updates) {
      expect(bullets).toHaveLength(listed.filter((entry) => entry.category === category).length)
    }
  })
})

test('the summary has at most 180 words in every tone', () => {
  alwaysWritten((_, activity) => {
    const summaries = tones.map((tone) => {
      const changelog = writeChangelog(activity, { tone })
      return changelog.skipped === null ? readBack(changelog.markdown).summary : ''
    })
    for (const summary of summaries) {
      expect(countWords(summary)).toBeLessThanOrEqual(180)
      expect(summary).not.toMatch(/[–—]/)
    }
  }, 150)
})

test('rendered, it holds no foreign link, no image and no HTML but its own', () => {
  alwaysWritten(({ markdown }) => {
    const html = marked.parse(markdown, { async: false })
    for (const [tag] of html.matchAll(/<[^>]*>/g))
      expect(tag).toMatch(/^<\/?(?:h2|h3|p|ul|li|code|strong|a)(?: href="[^"]*")?>$/)
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) {
      expect(address).toMatch(/^https:\/\/github\.com\/(?:acme\/app\/(?:pull|commit)\/\w+|[a-z]+\/)$/)
    }
  })
})

test('it mentions only the authors that it links', () => {
  alwaysWritten(({ markdown }) => {
    expect(
      markdown.replace(/\[@[\w-]+\]\(https:\/\/github\.com\/[\w-]+\/\)/g, '').replace(/`[^`]*`/g, ''),
    ).not.toMatch(/@\w/)
  })
})

test('the same activity always gives the same changelog', () => {
  always((changelog, activity) => expect(writeChangelog(structuredClone(activity))).toEqual(changelog))
})

test('tone and audience do not change placement', () => {
  always(({ ledger }, activity) => {
    expect(writeChangelog(activity, { tone: 'Casual', audience: 'others' }).ledger).toEqual(ledger)
  })
})
