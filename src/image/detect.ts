/** The types that are recognized; only the first four can be decoded. */
export type FileType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'svg'

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

/** The type of a file by its first bytes; null if it is no image that is known. */
export function detectType(bytes: Uint8Array): FileType | null {
  const head = ascii(bytes, 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP$/.test(head)) return 'webp'
  if (/ftypavi[fs]$/.test(head)) return 'avif'
  return /<svg[\s>]/i.test(ascii(bytes, 0, 1000)) ? 'svg' : null
}

/** True for a WebP whose pixels are stored without loss. */
export const isLosslessWebp = (bytes: Uint8Array) => ascii(bytes, 12, 16) === 'VP8L'

/** True for a WebP that says that it is animated. */
export const isAnimatedWebp = (bytes: Uint8Array) =>
  ascii(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0

/** More chunks before the first data have no use. */
const maxChunks = 1000

/** True for a PNG with an animation: its control chunk comes before the first data. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  for (let chunks = 0; chunks < maxChunks && at + 8 <= bytes.length; chunks++) {
    const chunk = ascii(bytes, at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}
