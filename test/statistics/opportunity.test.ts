import { expect, test } from 'bun:test'
import { opportunityOf } from '../../src/statistics/opportunity.ts'
import { rateOf } from '../../src/statistics/rate.ts'

test.each<[string, number, number, { low: number; high: number }, boolean]>([
  ['0 of 3 may be more than half', 0, 3, { low: 2.63, high: 6 }, false],
  ['0 of 4 is surely less', 0, 4, { low: 3.06, high: 6 }, true],
  ['half is a gap and never sure', 500, 1000, { low: 2.81, high: 3.19 }, false],
  ['9 of 30', 9, 30, { low: 3.13, high: 5 }, true],
])('%s', (_, mentions, answers, interval, confident) => {
  const found = opportunityOf(rateOf([{ answers, mentions }]), 2, 3)
  expect({
    interval: {
      low: Math.round((found.opportunityInterval?.low ?? -1) * 100) / 100,
      high: Math.round((found.opportunityInterval?.high ?? -1) * 100) / 100,
    },
    confident: found.confident,
  }).toEqual({ interval, confident })
})

test('no opportunity if no competitor is named', () => {
  const found = opportunityOf(rateOf([{ answers: 10, mentions: 0 }]), 0, 3)
  expect(found).toEqual({ opportunityInterval: { low: 0, high: 0 }, confident: true })
})

test('the opportunity is unknown without answers', () => {
  expect(opportunityOf(rateOf([]), 2, 3)).toEqual({ opportunityInterval: null, confident: false })
})
