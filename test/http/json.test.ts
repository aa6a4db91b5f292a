import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseJson } from '../../src/http/json.ts'
import { readString } from '../../src/http/json-text.ts'

const parse = (text: string, options = {}) => parseJson(Buffer.from(text), options)
const filler = 'x'.repeat(300_000)

test('a body has the value that JSON.parse returns', async () => {
  const value = {
    ref: 'main',
    commits: [{ message: 'fix: [it] {now} "so" \\ \u00e9', n: 1.5e3 }],
    a: null,
    b: true,
  }
  for (const text of [
    JSON.stringify(value),
    JSON.stringify(value, null, 2),
    ` \n${JSON.stringify(value)}\r\n`,
  ])
    expect(await parse(text)).toEqual({ value: JSON.parse(text) })
  for (const text of ['1', '"a"', 'null', '[]', '{}', ' [ ] '])
    expect(await parse(text)).toEqual({ value: JSON.parse(text) })
})

test('a large body has the value that JSON.parse returns', async () => {
  const long = Array.from({ length: 3000 }, (_, index) => ({ index, text: 'word ['.repeat(20) }))
  for (const value of [
    long,
    { before: 1, long, after: [2], again: { long, filler } },
    [[long], [], {}, filler, [filler, 1], { filler }],
    { filler, '': filler, 'a"b': [filler] },
    { padded: { filler }, nested: [[[[filler]]]] },
  ])
    for (const indent of [0, 1]) {
      const text = JSON.stringify(value, null, indent)
      expect(await parse(text)).toEqual({ value: JSON.parse(text) })
    }
  for (const text of ['\\n', '\\u00e4', '\\ud83d\\ude00', '\\"', '\\\\', 'ä', '€', '😀', 'a\\\\ä'].map(
    (part) =>
      JSON.stringify([0, 1, 2, 3].map((before) => 'x'.repeat(before))).replaceAll(
        /(?<=")x*(?=")/g,
        (before) => before + part.repeat(150_000),
      ),
  ))
    expect(await parse(text)).toEqual({ value: JSON.parse(text) })
  expect(await parse(`"${filler}"`)).toEqual({ value: filler })
  expect(await parse(`[${' '.repeat(300_000)}]`)).toEqual({ value: [] })
  expect(await parse(`{${'\n'.repeat(300_000)}}`)).toEqual({ value: {} })
})

test('the last of two members with one name counts, and none of them sets a prototype', async () => {
  const text = `{"a":1,"__proto__":["${filler}"],"a":["${filler}"]}`
  const { value } = (await parse(text)) as { value: Record<string, unknown> }
  expect(value).toEqual(JSON.parse(text))
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.hasOwn(value, '__proto__')).toBe(true)
})

test.each([
  ['', 'nothing'],
  ['[', 'an open list'],
  [']', 'a closed list'],
  ['"', 'an open string'],
  ['{"a":}', 'no value'],
  ['[1,]', 'a comma at the end'],
  ['nul', 'half a word'],
  [`[${filler}]`, 'a large list of no value'],
  [`["${filler}",]`, 'a comma at the end of a large list'],
  [`[,"${filler}"]`, 'a comma at its start'],
  [`["${filler}",,1]`, 'two commas'],
  [`[["${filler}"],]`, 'a comma after a large list'],
  [`[,["${filler}"]]`, 'a comma before a large list'],
  [`[1 ["${filler}"]]`, 'no comma before a large list'],
  [`[["${filler}"] 1]`, 'no comma after a large list'],
  [`[["${filler}"]["${filler}"]]`, 'no comma between large lists'],
  [`["${filler}"}`, 'a list that an object ends'],
  [`{"a":1,"b":["${filler}"],}`, 'a comma at the end of a large object'],
  [`{["${filler}"]}`, 'no key'],
  [`{"a" ["${filler}"]}`, 'no colon'],
  [`{"a":1 "b":["${filler}"]}`, 'no comma between members'],
  [`{"a","b":["${filler}"]}`, 'a key alone'],
  [`{"a":["${filler}"],"b"}`, 'a key alone at the end'],
  [`["${filler}"] 1`, 'more after a large list'],
])('%p is not JSON: %s', async (text) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(await parse(text)).toEqual({ fault: 'The body is not valid JSON.' })
})

test('any text is parsed as by JSON.parse, or refused if JSON.parse refuses it', async () => {
  const big = fc.constantFrom(`["${'y'.repeat(270_000)}"]`, `"${'z'.repeat(270_000)}"`)
  const token = fc.constantFrom('[', ']', '{', '}', ',', ':', '"a"', '"\\""', '1', 'null', ' ')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: token, weight: 12 }, { arbitrary: big, weight: 2 }), { maxLength: 12 }),
      async (tokens) => {
        const text = tokens.join('')
        let expected: unknown
        try {
          expected = { value: JSON.parse(text) }
        } catch {
          expected = { fault: 'The body is not valid JSON.' }
        }
        const parsed = await parse(text)
        // Names of that size are refused.
        if (parsed.fault?.includes('a name of more')) expect(text).toMatch(/[{,] *"z+"/)
        else expect(parsed).toEqual(expected as never)
      },
    ),
    { numRuns: 300 },
  )
})

describe('refused bodies', () => {
  test('have more than 64 levels of nesting, and are not parsed', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(await parse(nested(64))).toHaveProperty('value')
    const fault = 'The body is nested more than 64 levels deep.'
    expect(await parse(nested(65))).toEqual({ fault })
    expect(await parse('['.repeat(10_000_000))).toEqual({ fault })
    expect(await parse('{"a":'.repeat(2_000_000))).toEqual({ fault })
  })

  test('have more lists, objects or values than any real request', async () => {
    expect(await parse(`[${'[],'.repeat(250_000)}0]`)).toEqual({
      fault: 'The body holds more than 250000 lists and objects.',
    })
    expect(await parse(`[${'1,'.repeat(2_000_001)}0]`)).toEqual({
      fault: 'The body holds more than 2000000 values.',
    })
  })

  test('have an object with more names than any real request, or a huge name', async () => {
    const object = `{${Array.from({ length: 100_001 }, (_, n) => `"name${n}":${n}`).join(',')}}`
    expect(await parse(object)).toEqual({ fault: 'The body holds an object with more than 100000 names.' })
    expect(await parse(`{"a":1,"${filler}":1}`)).toEqual({
      fault: 'The body holds a name of more than 131072 bytes.',
    })
  })

  test('have bytes that are not UTF-8', async () => {
    const wrong = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from(`${filler}"]`)])
    expect(await parseJson(wrong)).toEqual({ fault: 'The body is not valid UTF-8.' })
  })

  test('have texts that no field can store, where they are requested', async () => {
    const fault = 'The body holds a NUL character or half of a surrogate pair.'
    for (const text of ['["a\\u0000b"]', '{"a":{"b":"\\ud800"}}', '{"\\uDC00":1}']) {
      expect(await parse(text, { storable: true })).toEqual({ fault })
      expect(await parse(text)).toHaveProperty('value')
    }
    expect(await parse('["\\ud83d\\ude00"]', { storable: true })).toEqual({ value: ['😀'] })
  })
})

test('a byte order mark before a body is skipped', async () => {
  expect(await parse('\ufeff[1]')).toEqual({ value: [1] })
})

test('a long text is decoded in slices of 128 KB', () => {
  const text = JSON.stringify('€ "\\n" '.repeat(200_000))
  const bytes = Buffer.from(text)
  const work = readString(bytes, 0, bytes.length)
  let steps = 0
  let step = work.next()
  for (; !step.done; step = work.next()) steps++
  expect(step.value).toBe(JSON.parse(text))
  expect(steps).toBe(Math.ceil(bytes.length / (128 * 1024)))
})
