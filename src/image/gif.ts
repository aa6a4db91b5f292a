import { type Animation, checkAnimation, createCopier } from './animation.ts'

/** Applications whose blocks say how often an animation repeats. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/** A GIF with its screen, palettes, frames, timing and repetition, and nothing else. Throws an AnimationError. */
export function copyGif(bytes: Uint8Array): Animation {
  const file = createCopier(bytes)
  const short = (at: number) => file.at(at) + 256 * file.at(at + 1)
  const width = short(6)
  const height = short(8)
  const afterScreen = 13 + paletteBytes(file.at(10))
  file.copy(0, afterScreen)
  let frames = 0
  let at = afterScreen
  for (;;) {
    file.countPart()
    const kind = file.at(at)
    if (kind === 0x3b) break
    if (kind === 0x2c) {
      // Descriptor, palette, code size, then the data.
      const data = at + 10 + paletteBytes(file.at(at + 9)) + 1
      const end = endOfData(data)
      file.copy(at, end)
      frames += 1
      checkAnimation({ width, height, frames })
      at = end
    } else if (kind === 0x21) {
      const end = endOfData(at + 2)
      if (isNeeded(at)) file.copy(at, end)
      at = end
    } else file.refuse()
  }
  if (frames === 0 || width === 0 || height === 0) file.refuse()
  file.add(Uint8Array.of(0x3b))
  return { bytes: file.bytes(), width, height, frames }

  /** The position after the blocks of data that begin at a position. */
  function endOfData(begin: number): number {
    let end = begin
    for (let length = file.at(end); length !== 0; length = file.at(end)) {
      file.countBlock()
      end += 1 + length
    }
    return end + 1
  }

  function isNeeded(extension: number): boolean {
    const label = file.at(extension + 1)
    if (label === 0xf9) return true
    const application = String.fromCharCode(...bytes.subarray(extension + 3, extension + 14))
    return label === 0xff && loops.includes(application)
  }
}

/** The bytes of a palette that a descriptor announces. */
const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
