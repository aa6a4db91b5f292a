import { runInSlices, type Sliced } from '../slices.ts'

const sliceBytes = 256 * 1024
const ampersand = 0x26
const percent = 0x25
const plus = 0x2b

/** The bytes of one field of a form (application/x-www-form-urlencoded), decoded in slices; null if it is missing. */
export function readField(form: Uint8Array, name: string): Promise<Uint8Array | null> {
  return runInSlices(decodeField(form, Buffer.from(`${name}=`)))
}

/** Decodes a field; yields after each slice, even if an escape sequence crosses its end. */
export function* decodeField(form: Uint8Array, lead: Buffer): Sliced<Uint8Array | null> {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength)
  let start = bytes.subarray(0, lead.length).equals(lead) ? lead.length : -1
  if (start < 0) {
    const found = bytes.indexOf(Buffer.concat([Buffer.of(ampersand), lead]))
    if (found < 0) return null
    start = found + lead.length + 1
  }
  const end = bytes.indexOf(ampersand, start)
  const stop = end < 0 ? bytes.length : end
  const field = new Uint8Array(stop - start)
  let length = 0
  let pauseAt = start
  for (let at = start; at < stop; at++) {
    if (at >= pauseAt) {
      pauseAt = at + sliceBytes
      yield
    }
    const byte = bytes[at] as number
    const high = byte === percent && at + 2 < stop ? digitOf(bytes[at + 1]) : -1
    const low = high >= 0 ? digitOf(bytes[at + 2]) : -1
    if (low >= 0) {
      field[length++] = high * 16 + low
      at += 2
    } else field[length++] = byte === plus ? 0x20 : byte
  }
  return field.subarray(0, length)
}

/** The value of a hexadecimal digit; -1 for any other character. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}
