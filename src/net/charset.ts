import { nextTurn } from '../slices.ts'

const sliceBytes = 512 * 1024
const declaredInMarkup = /<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i

/** The text of a page in the charset that its header, its byte order mark or its markup names, else UTF-8. */
export async function decodeText(bytes: Buffer, contentType: string): Promise<string> {
  const [, named] = /charset\s*=\s*["']?\s*([\w-]+)/i.exec(contentType) ?? []
  const label = markOf(bytes) ?? named ?? declaredInMarkup.exec(bytes.toString('latin1', 0, 1024))?.[1]
  const decoder = decoderFor(label ?? 'utf-8')
  let text = ''
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at > 0) await nextTurn()
    text += decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })
  }
  return text + decoder.decode()
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label as Bun.Encoding)
  } catch {
    return new TextDecoder()
  }
}
