import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { AppError } from '../../src/errors.ts'
import { detectType } from '../../src/image/detect.ts'
import { encodeImage } from '../../src/image/encode.ts'

const text = (value: string) => new TextEncoder().encode(value)

function join(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

/** A chunk of a PNG. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = join(text(name), data)
  const whole = new Uint8Array(12 + data.length)
  const view = new DataView(whole.buffer)
  view.setUint32(0, data.length)
  whole.set(body, 4)
  view.setUint32(8 + data.length, Bun.hash.crc32(body))
  return whole
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A gray PNG; `extra` chunks are before its data. */
function png(width: number, height: number, extra: Uint8Array[] = []) {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = width * height > 10_000_000 ? new Uint8Array(10) : new Uint8Array((width + 1) * height)
  return join(
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  )
}

/** A JPEG with EXIF data: rotated by 90 degrees, with a place. */
async function photo(width: number, height: number) {
  const bytes = await new Bun.Image(png(width, height)).jpeg().bytes()
  const exif = join(
    text('Exif\0\0MM\0*'),
    [0, 0, 0, 8, 0, 1],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
    [0, 0, 0, 0],
    text('SECRET-PLACE'),
  )
  return join(bytes.subarray(0, 2), [0xff, 0xe1, 0, exif.length + 2], exif, bytes.subarray(2))
}

/** A GIF of 1 x 1 with a number of frames, a comment and a repetition. */
function gif(frames: number) {
  const frame = [
    ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
    ...[2, 2, 0x44, 1, 0],
  ]
  return join(
    text('GIF89a'),
    [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    [0x21, 0xff, 11],
    text('NETSCAPE2.0'),
    [3, 1, 0, 0, 0],
    [0x21, 0xfe, 12],
    text('SECRET-PLACE'),
    [0],
    ...Array.from({ length: frames }, () => frame),
    [0x3b],
    text('TRAILER'),
  )
}

const riffChunk = (name: string, data: Uint8Array) => {
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, data.length, true)
  return join(text(name), size, data, data.length % 2 ? [0] : [])
}

/** An animated WebP of 8 x 8 with EXIF data. */
async function animatedWebp(frames: number) {
  const still = await new Bun.Image(png(8, 8)).webp({ lossless: true }).bytes()
  const frame = riffChunk(
    'ANMF',
    join([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 100, 0, 0, 0], still.subarray(12)),
  )
  const body = join(
    text('WEBP'),
    riffChunk('VP8X', new Uint8Array([0x0a, 0, 0, 0, 7, 0, 0, 7, 0, 0])),
    riffChunk('ANIM', new Uint8Array(6)),
    ...Array.from({ length: frames }, () => frame),
    riffChunk('EXIF', text('SECRET-PLACE')),
  )
  return riffChunk('RIFF', body)
}

const includes = (bytes: Uint8Array, part: string) => Buffer.from(bytes).includes(part)

async function refusal(file: Uint8Array<ArrayBuffer>): Promise<[number, string]> {
  const error = await encodeImage(file, 'content', 'acme').catch((problem: unknown) => problem)
  if (!(error instanceof AppError)) throw new Error('The image was not refused.')
  return [error.status, error.message]
}

describe('an image is encoded again without its metadata', () => {
  test('a PNG becomes a lossless WebP of the same size', async () => {
    const file = png(40, 30, [chunk('tEXt', text('Comment\0SECRET-PLACE'))])
    const { bytes, type, width, height } = await encodeImage(file, 'content', 'acme')
    expect([type, width, height, detectType(bytes)]).toEqual(['webp', 40, 30, 'webp'])
    expect(String.fromCharCode(...bytes.subarray(12, 16))).toBe('VP8L')
    expect(includes(bytes, 'SECRET')).toBe(false)
  })

  test('a photo is turned upright, and its place is removed', async () => {
    const { bytes, type, width, height } = await encodeImage(await photo(40, 30), 'content', 'acme')
    expect([type, width, height, includes(bytes, 'SECRET')]).toEqual(['webp', 30, 40, false])
  })

  test('an image wider than 2400 pixels is made smaller', async () => {
    const { width, height } = await encodeImage(png(3000, 20), 'content', 'acme')
    expect([width, height]).toEqual([2400, 16])
  })

  test('an image with too many pixels for the lossless encoder becomes a photo', async () => {
    const { bytes } = await encodeImage(png(2000, 4001), 'content', 'acme')
    expect(String.fromCharCode(...bytes.subarray(12, 16))).not.toBe('VP8L')
  })

  test('a logo fits into its box, and an icon is a PNG', async () => {
    const logo = await encodeImage(png(1000, 500), 'logo', 'acme')
    expect([logo.type, logo.width, logo.height]).toEqual(['webp', 256, 128])
    const icon = await encodeImage(png(500, 500), 'icon', 'acme')
    expect([icon.type, icon.width, icon.height, detectType(icon.bytes)]).toEqual(['png', 192, 192, 'png'])
  })
})

describe('an animation keeps its frames, and loses everything else', () => {
  test('of a GIF', async () => {
    const { bytes, type, width, height } = await encodeImage(gif(3), 'content', 'acme')
    expect([type, width, height]).toEqual(['gif', 1, 1])
    expect(bytes.filter((byte) => byte === 0x2c)).toHaveLength(3)
    expect(includes(bytes, 'NETSCAPE2.0')).toBe(true)
    expect([includes(bytes, 'SECRET'), includes(bytes, 'TRAILER'), bytes.at(-1)]).toEqual([
      false,
      false,
      0x3b,
    ])
  })

  test('of a WebP', async () => {
    const { bytes, type, width, height } = await encodeImage(await animatedWebp(3), 'content', 'acme')
    expect([type, width, height, detectType(bytes)]).toEqual(['webp', 8, 8, 'webp'])
    expect(Buffer.from(bytes).toString('latin1').match(/ANMF/g)).toHaveLength(3)
    expect([includes(bytes, 'EXIF'), bytes[20]]).toEqual([false, 0x02])
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8)
  })

  test('but one with too many frames is refused', async () => {
    expect(await refusal(gif(501))).toEqual([400, 'An animation can have at most 500 frames.'])
  })

  test.each([
    ['extensions', [0x21, 0xf9, 0], 10_001],
    ['blocks of one byte', [1, 0], 200_001],
  ])('but a GIF with too many %s is refused', async (name, part, count) => {
    const [screen, end] = [gif(2).slice(0, 19), Uint8Array.of(0, 0x3b)]
    const frame = name === 'extensions' ? [] : [0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2]
    const file = Buffer.concat([
      screen,
      Uint8Array.from(frame),
      Buffer.alloc(part.length * count, Uint8Array.from(part)),
      end,
    ])
    expect(await refusal(new Uint8Array(file))).toEqual([
      400,
      'The animation has too many parts. Save it again with another program.',
    ])
  })

  test('but a WebP with too many chunks is refused', async () => {
    const file = Buffer.concat([await animatedWebp(2), Buffer.alloc(8 * 10_001, 'ANIM\0\0\0\0')])
    file.writeUInt32LE(file.length - 8, 4)
    expect(await refusal(new Uint8Array(file))).toEqual([
      400,
      'The animation has too many parts. Save it again with another program.',
    ])
  })

  test('but a damaged one is refused at any length', async () => {
    for (const whole of [gif(2), await animatedWebp(2)]) {
      for (let length = 30; length < whole.length - 30; length += 7) {
        const error = await encodeImage(whole.slice(0, length), 'content', 'acme').catch(
          (problem: unknown) => problem,
        )
        expect([length, error instanceof AppError]).toEqual([length, true])
      }
    }
  })
})

describe('is refused', () => {
  test.each([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415, 'SVG files can contain'],
    ['a web page', text('<!doctype html><p>PNG</p>'), 415, 'This file is not an image.'],
    ['an AVIF', text('\0\0\0 ftypavif\0\0\0\0'), 415, 'Only the dashboard converts AVIF'],
    ['an animated PNG', png(8, 8, [chunk('acTL', new Uint8Array(8))]), 415, 'Animated PNG images are not'],
    ['a bomb of 900 megapixels', png(30_000, 30_000), 413, 'The image has more than 40,000,000 pixels.'],
    ['a cut file', png(40, 30).slice(0, 50), 400, 'The image is damaged.'],
  ])('%s', async (_, file, status, start) => {
    expect(await refusal(new Uint8Array(file))).toEqual([status, expect.stringContaining(start)])
  })
})
