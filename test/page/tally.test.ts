import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawLegend, drawTally } from '../../src/page/tally.ts'
import { countListed } from '../../src/page/view.ts'

const strokesIn = (svg: string) =>
  [...svg.matchAll(/<path class="(\w+)" d="([^"]*)"/g)].map(([, kind, path = '']) => [
    kind,
    path.match(/M/g)?.length,
  ])

test('each change is one stroke of its kind, in rows that fit next to a post', () => {
  const number = fc.integer({ min: 0, max: 110 })
  fc.assert(
    fc.property(number, number, (highlights, listed) => {
      const tally = { highlights, listed }
      const count = countListed(tally)
      const svg = drawTally(tally, 14)?.source ?? ''
      const expected = [
        ['hi', highlights],
        ['li', listed],
      ].filter(([, each]) => each !== 0)
      expect(strokesIn(svg)).toEqual(expected)
      if (count === 0) return
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
      expect([Number(width), Number(height)]).toEqual([
        Math.min(count, 34) * 6,
        Math.ceil(count / 34) * 18 - 4,
      ])
    }),
  )
})

test('counts that cannot be drawn are not drawn', () => {
  expect(drawTally({ highlights: 0, listed: 0 }, 14)).toBeNull()
  expect(drawTally({ highlights: 5, listed: 335 }, 14)).not.toBeNull()
  expect(drawTally({ highlights: 5, listed: 336 }, 14)).toBeNull()
})

test('the label and the legend have the numbers of the existing kinds', () => {
  const tally = { highlights: 1, listed: 2 }
  expect(drawTally(tally, 18)?.source).toContain('aria-label="3 changes: 1 highlight, 2 smaller changes"')
  expect(drawLegend(tally).source.replace(/<svg.*?<\/svg>/g, '')).toBe(
    '<p class="legend"><span><b>1</b> highlight</span><span><b>2</b> smaller changes</span></p>',
  )
})
