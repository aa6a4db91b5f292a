import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeField, readField } from '../../src/http/form.ts'

const read = async (form: string, name = 'payload') => {
  const field = await readField(Buffer.from(form), name)
  return field && Buffer.from(field).toString()
}

test.each([
  ['payload=%7B%22a%22%3A+1%7D', '{"a": 1}'],
  ['other=1&payload=x%2By&payload=z', 'x+y'],
  ['payload=', ''],
  ['payload=%zz%4', '%zz%4'],
  ['payload=caf%C3%A9', 'café'],
  ['unpayload=1', null],
  ['', null],
])('%p has the payload %p', async (form, payload) => {
  expect(await read(form)).toBe(payload)
})

test('a field has the value that URLSearchParams returns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (value, other) => {
      const form = new URLSearchParams({ other, payload: value.toWellFormed() }).toString()
      expect(await read(form)).toBe(value.toWellFormed())
    }),
  )
})

test.each([0, 1, 2])('a long field is decoded in slices, with %i bytes before its first escape', (before) => {
  const field = `payload=${'a'.repeat(before)}${'%5B'.repeat(1024 * 1024)}`
  const work = decodeField(Buffer.from(field), Buffer.from('payload='))
  let steps = 0
  while (!work.next().done) steps++
  expect(steps).toBeGreaterThanOrEqual(12)
})
