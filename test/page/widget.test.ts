import { expect, test } from 'bun:test'
import { join } from 'node:path'

const read = (path: string) => Bun.file(join(import.meta.dir, '../../src', path)).text()

test('the widget has only colors of the design', async () => {
  const style = await read('assets/widget.css')
  const tokens = (await read('look/tokens.css'))
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
  const colours = style.match(/light-dark\([^)]*\)/g) ?? []
  expect(colours).toHaveLength(6)
  for (const colour of colours) expect([colour, tokens.includes(colour)]).toEqual([colour, true])
})
