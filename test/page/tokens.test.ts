import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { contrastOf } from '../../src/page/accent.ts'

// The colors of the pages. That text can be read in both themes is proved here once for every state of every page.

const folder = `${import.meta.dir}/../../src/look`
const tokens = await Bun.file(`${folder}/tokens.css`).text()
const pair = /--color-([\w-]+): light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)/g
const colours = new Map(
  [...tokens.matchAll(pair)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
)

/** The backgrounds on which each color is used for text. */
const grounds = {
  ink: ['canvas', 'surface', 'raised', 'well', 'accent-tint', 'band', 'good-tint', 'bad-tint', 'warn-tint'],
  muted: ['canvas', 'surface', 'raised', 'well', 'accent-tint'],
  accent: ['canvas', 'surface', 'raised', 'well', 'accent-tint', 'band'],
  good: ['canvas', 'surface', 'raised', 'well', 'good-tint'],
  bad: ['canvas', 'surface', 'raised', 'well', 'bad-tint'],
  warn: ['canvas', 'surface', 'raised', 'well', 'warn-tint'],
  'on-ink': ['ink'],
}

test.each(['light', 'dark'] as const)('in the %s theme, text has the contrast of WCAG AA', (theme) => {
  const colourOf = (name: string) => colours.get(name)?.[theme] ?? ''
  const pale = Object.entries(grounds).flatMap(([text, on]) =>
    on
      .filter((ground) => !(contrastOf(colourOf(text), colourOf(ground)) >= 4.5))
      .map((ground) => `${text} on ${ground}`),
  )
  expect(pale).toEqual([])
})

test('no other stylesheet of the pages has a color of its own', async () => {
  const found: string[] = []
  for await (const name of new Glob('*.css').scan(folder)) {
    if (name === 'tokens.css') continue
    const text = (await Bun.file(`${folder}/${name}`).text()).replaceAll(/url\([^)]*\)/g, '')
    for (const [colour] of text.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)\(/gi))
      found.push(`${name}: ${colour}`)
  }
  expect(found).toEqual([])
})
