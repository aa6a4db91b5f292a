import { expect, test } from 'bun:test'
import { plainText } from '../../src/markdown/rebuild.ts'
import { createClaimCheck } from '../../src/writer/claims-about-others.ts'
import { type Evidence, faultsOf } from '../../src/writer/evidence.ts'
import * as shiftPlans from './held-out-shift-plans.ts'
import * as statusPages from './held-out-status-pages.ts'
import * as changelogs from './held-out-texts.ts'

const named = (name: string) => ({ key: name.toLowerCase(), name, terms: [name], hosts: [] })

type Setting = {
  brand?: string
  competitors: string[]
  sources: string[]
  /** What the brand says of itself, where it is apart from the sources. */
  facts?: string[]
  topic: string
}

function faults(
  [language, text]: changelogs.Text,
  { brand = 'Acme', competitors, sources, facts = [], topic }: Setting,
) {
  const claims = createClaimCheck({
    ...{ own: named(brand), others: competitors.map(named), sources, ownSources: facts, topic, language },
  })
  const evidence: Evidence = {
    brand: '',
    rules: '',
    data: [...sources, ...facts].join('\n'),
    known: '2026',
    claims,
  }
  return faultsOf(plainText(text), evidence, text)
}

test.each([
  ['changelogs', changelogs],
  ['status pages', statusPages],
  ['shift plans', shiftPlans],
])('honest texts about %s pass and unsupported ones are refused: precision and recall', (matter, set) => {
  const missed = set.unsupported.filter((each) => faults(each, set).length === 0)
  const refused = set.honest.filter((each) => faults(each, set).length > 0)
  const hits = set.unsupported.length - missed.length
  const precision = hits / (hits + refused.length)
  const recall = hits / set.unsupported.length
  console.log(
    `Held-out texts about ${matter}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, refused ${refused.length} of ${set.honest.length}`,
    {
      missed: missed.map(([, text]) => text),
      refused: refused.map((each) => [each[1], ...faults(each, set)]),
    },
  )
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})
