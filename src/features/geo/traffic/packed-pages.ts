/** Visits of one page; `last` is the time of the last one in milliseconds since 1970. */
type PageVisits = { visits: number; failed: number; last: number }

/** Visits by the number of the page, of one day. */
export type PagePack = Map<number, PageVisits>

const dayMilliseconds = 86_400_000

/** Packs pages in the order of their numbers, each as four varints: steps of the number, and time within the day. */
export function packPages(pages: PagePack, day: number): Uint8Array {
  const bytes: number[] = []
  let before = 0
  for (const page of [...pages.keys()].sort((a, b) => a - b)) {
    const { visits, failed, last } = pages.get(page) as PageVisits
    for (const value of [page - before, visits, failed, last - day * dayMilliseconds])
      pushNumber(bytes, value)
    before = page
  }
  return Uint8Array.from(bytes)
}

/** Calls `visit` for each page of a pack. */
export function eachPage(
  pack: Uint8Array,
  day: number,
  visit: (page: number, visits: number, failed: number, last: number) => void,
): void {
  const read = createReader(pack)
  let page = 0
  while (!read.isAtEnd()) {
    page += read.next()
    visit(page, read.next(), read.next(), read.next() + day * dayMilliseconds)
  }
}

export function unpackPages(pack: Uint8Array, day: number): PagePack {
  const pages: PagePack = new Map()
  eachPage(pack, day, (page, visits, failed, last) => pages.set(page, { visits, failed, last }))
  return pages
}

/** Adds visits to a pack: merging in the order of numbers is ten times as fast as unpacking and packing all pages. */
export function addToPack(pack: Uint8Array, day: number, added: PagePack): Uint8Array {
  const start = day * dayMilliseconds
  const write = createWriter(pack.length + added.size * maxEntryBytes)
  const numbers = [...added.keys()].sort((a, b) => a - b)
  let next = 0
  let before = 0
  const put = (page: number, visits: number, failed: number, last: number) => {
    write.number(page - before)
    write.number(visits)
    write.number(failed)
    write.number(last - start)
    before = page
  }
  const putAdded = (page: number) => {
    const { visits, failed, last } = added.get(page) as PageVisits
    put(page, visits, failed, last)
    next++
  }
  eachPage(pack, day, (page, visits, failed, last) => {
    for (let number = numbers[next]; number !== undefined && number < page; number = numbers[next])
      putAdded(number)
    if (numbers[next] !== page) return put(page, visits, failed, last)
    const more = added.get(page) as PageVisits
    put(page, visits + more.visits, failed + more.failed, Math.max(last, more.last))
    next++
  })
  for (const number of numbers.slice(next)) putAdded(number)
  return write.bytes()
}

/** Packs different numbers in ascending order. */
export function packNumbers(numbers: Iterable<number>): Uint8Array {
  const bytes: number[] = []
  let before = 0
  for (const number of [...numbers].sort((a, b) => a - b)) {
    pushNumber(bytes, number - before)
    before = number
  }
  return Uint8Array.from(bytes)
}

export function unpackNumbers(pack: Uint8Array): number[] {
  const read = createReader(pack)
  const numbers: number[] = []
  let number = 0
  while (!read.isAtEnd()) {
    number += read.next()
    numbers.push(number)
  }
  return numbers
}

/** Packs of several visitors in one text of bytes. */
export function joinPacks(packs: Map<number, Uint8Array>): Uint8Array {
  const parts = [...packs].flatMap(([visitor, pack]) => {
    const head: number[] = []
    pushNumber(head, visitor)
    pushNumber(head, pack.length)
    return [Uint8Array.from(head), pack]
  })
  return Buffer.concat(parts)
}

export function splitPacks(joined: Uint8Array): Map<number, Uint8Array> {
  const packs = new Map<number, Uint8Array>()
  const read = createReader(joined)
  while (!read.isAtEnd()) {
    const visitor = read.next()
    packs.set(visitor, read.bytes(read.next()))
  }
  return packs
}

/** Adds numbers to a bitmap; returns a larger one if needed. */
export function addBits(bitmap: Uint8Array, numbers: Iterable<number>): Uint8Array {
  const listed = [...numbers]
  const length = listed.reduce((most, number) => Math.max(most, (number >> 3) + 1), bitmap.length)
  const wide = new Uint8Array(length)
  wide.set(bitmap)
  for (const number of listed) wide[number >> 3] = (wide[number >> 3] ?? 0) | (1 << (number & 7))
  return wide
}

/** Adds all bits of `more` to a bitmap; returns the larger of both. */
export function mergeBits(bitmap: Uint8Array, more: Uint8Array): Uint8Array {
  const [long, short] = bitmap.length >= more.length ? [bitmap, more] : [Uint8Array.from(more), bitmap]
  for (let at = 0; at < short.length; at++) long[at] = (long[at] ?? 0) | (short[at] ?? 0)
  return long
}

const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

export function countBits(bitmap: Uint8Array): number {
  let total = 0
  for (const byte of bitmap) total += bitsOfByte[byte] ?? 0
  return total
}

function pushNumber(bytes: number[], number: number) {
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Bytes of four numbers at most: two of 32 bits, and two of a day's visits or milliseconds. */
const maxEntryBytes = 4 * 8

function createWriter(size: number) {
  const bytes = new Uint8Array(size)
  let at = 0
  return {
    number(value: number) {
      let rest = value
      while (rest >= 128) {
        bytes[at++] = (rest % 128) + 128
        rest = Math.floor(rest / 128)
      }
      bytes[at++] = rest
    },
    bytes: () => bytes.subarray(0, at),
  }
}

function createReader(bytes: Uint8Array) {
  let at = 0
  return {
    isAtEnd: () => at >= bytes.length,
    next() {
      let value = 0
      let factor = 1
      for (;;) {
        const byte = bytes[at++] ?? 0
        if (byte < 128) return value + byte * factor
        value += (byte - 128) * factor
        factor *= 128
      }
    },
    bytes(length: number) {
      at += length
      return bytes.subarray(at - length, at)
    },
  }
}
