/** An animation without its metadata. */
export type Animation = { bytes: Uint8Array<ArrayBuffer>; width: number; height: number; frames: number }

/** Limits for what a browser has to draw. */
const maxFrames = 500
const maxDrawn = 100_000_000
/** Limits for what is read before the next request. A frame has a few parts, and its data a block for each 255 bytes. */
const maxParts = 10_000
const maxBlocks = 200_000

/** Why an animation is refused, in one sentence. */
export class AnimationError extends Error {}

const damaged = () => new AnimationError('The animation is damaged.')
const tooManyParts = () =>
  new AnimationError('The animation has too many parts. Save it again with another program.')

/** Refuses an animation that is too much for a browser. */
export function checkAnimation({ width, height, frames }: Omit<Animation, 'bytes'>) {
  if (frames > maxFrames) throw new AnimationError(`An animation can have at most ${maxFrames} frames.`)
  if (frames * width * height > maxDrawn)
    throw new AnimationError('The frames of an animation can have at most 100,000,000 pixels in total.')
}

/** Parts of a file that are copied one after another. */
export function createCopier(bytes: Uint8Array) {
  const parts: Uint8Array[] = []
  let read = 0
  let blocks = 0
  return {
    /** Counts a part that is read, copied or not. */
    countPart() {
      read += 1
      if (read > maxParts) throw tooManyParts()
    },
    /** Counts a block of the data of a part. */
    countBlock() {
      blocks += 1
      if (blocks > maxBlocks) throw tooManyParts()
    },
    /** The byte at a position. */
    at(position: number): number {
      const byte = bytes[position]
      if (byte === undefined) throw damaged()
      return byte
    },
    copy(from: number, to: number) {
      if (from > to || to > bytes.length) throw damaged()
      parts.push(bytes.subarray(from, to))
    },
    add: (part: Uint8Array) => parts.push(part),
    bytes(): Uint8Array<ArrayBuffer> {
      const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
      let end = 0
      for (const part of parts) {
        joined.set(part, end)
        end += part.length
      }
      return joined
    },
    refuse(): never {
      throw damaged()
    },
  }
}
