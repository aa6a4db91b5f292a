import { expect, test } from 'bun:test'
import { contrastOf, readableAccent } from '../../src/page/accent.ts'

test('two colors have the contrast of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(['#000000', '#ffffff', '#ffcc00', '#0b5c74', '#7cc6da', '#ff0000', '#00ff00', '#0000ff'])(
  'a brand color is readable in both themes: %s',
  (color) => {
    const { light, dark } = readableAccent(color)
    expect(contrastOf(light, '#fdfcfa')).toBeGreaterThanOrEqual(5)
    expect(contrastOf(dark, '#161a1b')).toBeGreaterThanOrEqual(5)
  },
)

test('a color that is readable stays as it is', () => {
  expect(readableAccent('#0b5c74').light).toBe('#0b5c74')
  expect(readableAccent('#7cc6da').dark).toBe('#7cc6da')
})
