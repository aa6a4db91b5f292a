import { AppError, badRequest, tooLarge } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The largest JSON body of an ordinary route: a post of 100,000 characters fits, escaped or not. */
export const jsonBytes = 2 * 1024 * 1024

/** The body's bytes; 413 past `maxBytes`, whether or not the length was announced. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const refusal = tooLarge(`The body is larger than ${maxBytes} bytes.`)
  const announced = request.headers.get('content-length')
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw refusal
    return request.bytes()
  }
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    total += chunk.length
    if (total > maxBytes) throw refusal
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as a JSON value, undefined when there is none; 415, 413 or 400 otherwise. */
export async function readJson(request: Request, maxBytes = jsonBytes): Promise<unknown> {
  const type = request.headers.get('content-type')
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return undefined
  if (type !== null && !/^application\/(.+\+)?json\b/i.test(type)) {
    throw new AppError(415, 'The body must be JSON, sent with Content-Type: application/json.')
  }
  return parseJson(bytes)
}

export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
  let value: unknown
  let storable = true
  try {
    value = JSON.parse(text)
    // Raw JSON cannot hold what is unstorable, only its escapes can.
    if (text.includes('\\u')) storable = !holdsUnstorableText(value)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
  if (!storable) throw badRequest('The body holds a NUL character or half of a surrogate pair.')
  return value
}

function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => holdsUnstorableText(key) || holdsUnstorableText(item))
}
