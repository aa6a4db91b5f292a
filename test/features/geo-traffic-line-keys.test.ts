import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createOrdinals } from '../../src/features/geo/traffic/line-keys.ts'
import {
  addToPack,
  type PagePack,
  packPages,
  unpackPages,
} from '../../src/features/geo/traffic/packed-pages.ts'

test('equal lines of one second have different ordinals', () => {
  const ordinalOf = createOrdinals()
  const asked = [
    ordinalOf(1, 'a'),
    ordinalOf(1, 'a'),
    ordinalOf(1, 'b'),
    ordinalOf(2, 'a'),
    ordinalOf(1, 'a'),
  ]
  expect(asked).toEqual([0, 1, 0, 0, 2])
})

test('at a limit of lines in one second, the earlier ones are forgotten', () => {
  const ordinalOf = createOrdinals(2)
  for (const key of ['a', 'b']) ordinalOf(1, key)
  expect(ordinalOf(1, 'a')).toBe(0)
})

test('only the lines of the last ten seconds are remembered', () => {
  const ordinalOf = createOrdinals()
  for (let second = 0; second < 11; second++) ordinalOf(second, 'a')
  expect([ordinalOf(10, 'a'), ordinalOf(1, 'a'), ordinalOf(0, 'a')]).toEqual([1, 1, 0])
})

test('visits added to packed pages are the sum of both', () => {
  const day = 20_000
  const entry = fc.record({
    visits: fc.integer({ min: 1, max: 2 ** 31 }),
    failed: fc.nat(2 ** 31),
    last: fc.integer({ min: day * 86_400_000, max: (day + 1) * 86_400_000 - 1 }),
  })
  const pack = fc.uniqueArray(fc.tuple(fc.nat(200), entry), { selector: ([page]) => page })
  fc.assert(
    fc.property(pack, pack, (stored, added) => {
      const sum: PagePack = new Map(stored)
      for (const [page, { visits, failed, last }] of added) {
        const known = sum.get(page) ?? { visits: 0, failed: 0, last: 0 }
        sum.set(page, {
          visits: known.visits + visits,
          failed: known.failed + failed,
          last: Math.max(known.last, last),
        })
      }
      const bytes = addToPack(packPages(new Map(stored), day), day, new Map(added))
      expect(unpackPages(bytes, day)).toEqual(new Map([...sum].sort(([a], [b]) => a - b)))
      expect(bytes).toEqual(packPages(sum, day))
    }),
  )
})
