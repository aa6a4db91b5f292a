import { type Animation, checkAnimation, createCopier } from './animation.ts'

/** Chunks of the file, and of a frame. */
const fileChunks = ['VP8X', 'ICCP', 'ANIM', 'ANMF']
const frameChunks = ['ALPH', 'VP8 ', 'VP8L']
/** The header of a frame before its chunks. */
const frameHead = 16
/** Flags of the file that announce metadata: EXIF and XMP. */
const metadataFlags = 0x0c

type Chunk = { name: string; at: number; data: number; end: number }

/** An animated WebP with its colors, frames and timing, and nothing else. Throws an AnimationError. */
export function copyAnimatedWebp(bytes: Uint8Array): Animation {
  const file = createCopier(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sized = (at: number) => 1 + file.at(at) + 256 * file.at(at + 1) + 65536 * file.at(at + 2)
  const width = sized(24)
  const height = sized(27)
  const fileEnd = 8 + view.getUint32(4, true)
  if (fileEnd > bytes.length) file.refuse()
  let frames = 0
  for (const chunk of chunksOf(12, fileEnd)) {
    if (!fileChunks.includes(chunk.name)) continue
    if (chunk.name === 'ANMF') {
      frames += 1
      checkAnimation({ width, height, frames })
      copyFrame(chunk)
    } else if (chunk.name === 'VP8X') {
      const copy = bytes.slice(chunk.at, chunk.end)
      copy[8] = file.at(chunk.data) & ~metadataFlags
      file.add(copy)
    } else file.copy(chunk.at, chunk.end)
  }
  if (frames === 0 || width > 99_999 || height > 99_999) file.refuse()
  const body = file.bytes()
  return { bytes: inRiff(body), width, height, frames }

  /** The chunks between two positions; each has an even number of bytes. */
  function* chunksOf(from: number, to: number): Generator<Chunk> {
    for (let at = from; at + 8 <= to; ) {
      file.countPart()
      const name = String.fromCharCode(...bytes.subarray(at, at + 4))
      const size = view.getUint32(at + 4, true)
      const end = at + 8 + size + (size % 2)
      if (end > to) file.refuse()
      yield { name, at, data: at + 8, end }
      at = end
    }
  }

  function copyFrame({ data, end }: Chunk) {
    if (data + frameHead > end) file.refuse()
    const kept = [...chunksOf(data + frameHead, end)].filter(({ name }) => frameChunks.includes(name))
    const size = kept.reduce((sum, chunk) => sum + chunk.end - chunk.at, frameHead)
    file.add(chunkHead('ANMF', size))
    file.copy(data, data + frameHead)
    for (const chunk of kept) file.copy(chunk.at, chunk.end)
  }
}

function chunkHead(name: string, size: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(8)
  head.set(new TextEncoder().encode(name))
  new DataView(head.buffer).setUint32(4, size, true)
  return head
}

function inRiff(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(12 + body.length)
  whole.set(chunkHead('RIFF', 4 + body.length))
  whole.set(new TextEncoder().encode('WEBP'), 8)
  whole.set(body, 12)
  return whole
}
