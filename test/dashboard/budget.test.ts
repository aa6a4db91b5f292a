import { describe, expect, test } from 'bun:test'
import { bundle } from '../../src/assets/bundle.ts'
import { assetsPath } from '../../src/assets/path.ts'

// The gzipped size of the files that a browser has to load, as embedded in the binary.

const kilobyte = 1024
const { page, publicStyle, files } = await bundle()
const sizes = new Map<string, number>()
const imports = new Map<string, { now: string[]; later: string[] }>()
const scripts = new Map<string, string>()
for (const [name, file] of Object.entries(files)) {
  const gzip = await file.gzip()
  sizes.set(name, gzip.length)
  if (name.endsWith('.js')) {
    const script = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(gzip)))
    scripts.set(name, script)
    imports.set(name, importsOf(script))
  }
}

/** What a script loads with it, and what it loads when it is wanted. */
function importsOf(script: string) {
  const found = new Bun.Transpiler({ loader: 'js' }).scanImports(script)
  const named = (kind: string) =>
    found.flatMap((each) => (each.kind === kind ? [each.path.replace(/^(\.\/|\/app\/assets\/)/, '')] : []))
  return { now: named('import-statement'), later: named('dynamic-import') }
}

/** A script with all that it loads at once. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  for (const each of imports.get(name)?.now ?? []) withImports(each, known)
  return known
}

const sumOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + (sizes.get(name) ?? Number.NaN), 0)
const told = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB`

const linked = (attribute: string, ending: string) =>
  [...page.matchAll(new RegExp(`${attribute}="${assetsPath}([^"]+\\.${ending})"`, 'g'))].map(
    ([, name]) => name ?? '',
  )
const entry = linked('src', 'js')[0] ?? ''
const initial = withImports(entry)
const later = [...imports.values()].flatMap((each) => each.later)

test('the page loads one script, one stylesheet, and what the bundle holds', () => {
  expect([linked('src', 'js').length, linked('href', 'css').length]).toEqual([1, 1])
  for (const name of [...initial, ...later, ...linked('href', 'css')])
    expect([name, sizes.has(name)]).toEqual([name, true])
})

test('icons are drawn by the plain component, not by that of Lucide', () => {
  const withLucide = [...scripts].filter(([, script]) => script.includes('absoluteStrokeWidth'))
  expect(withLucide.map(([name]) => name)).toEqual([])
})

test('all of the first page is at most 110 KB of script', () => {
  console.log(`  first scripts ${told(sumOf(initial))}`)
  expect(sumOf(initial)).toBeLessThanOrEqual(110 * kilobyte)
})

test('the stylesheet is at most 15 KB, and that of the public page too', () => {
  for (const name of [...linked('href', 'css'), publicStyle.replace(assetsPath, '')]) {
    console.log(`  ${name} ${told(sumOf([name]))}`)
    expect([name, sumOf([name]) <= 15 * kilobyte]).toEqual([name, true])
  }
})

/** Whether a script is loaded wherever a later one can be wanted: its openers have it. */
function isThereBefore(name: string, script: string): boolean {
  const openers = [...imports].filter(([, { later }]) => later.includes(name))
  return openers.every(([opener]) => withImports(opener).has(script))
}

describe('chunks that load later', () => {
  const parts = [...new Set(later)].map((name) => {
    const own = [...withImports(name)].filter((each) => !initial.has(each) && !isThereBefore(name, each))
    return { name, size: sumOf(own) }
  })
  // A page is called so; the rest is what a page may open.
  const pages = parts.filter(({ name }) => name.includes('-page-'))
  const editors = parts.filter(({ name }) => name.startsWith('editor-'))
  const others = parts.filter((each) => !pages.includes(each) && !editors.includes(each))

  test.each([
    ['a page', 20, pages],
    ['the editor', 120, editors],
    ['a menu, the palette', 35, others],
  ])('is %s with at most %d KB', (_, most, found) => {
    for (const { name, size } of found) console.log(`  ${name} ${told(size)}`)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ size }) => size > most * kilobyte)).toEqual([])
  })
})
