import { AppError, badRequest, tooLarge } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The largest JSON body of an ordinary route: a post of 100,000 characters fits, escaped or not. */
export const jsonBytes = 2 * 1024 * 1024

const deepest = 64

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
  const value = parseJson(bytes)
  checkStorable(value)
  return value
}

/** The JSON value that bytes spell; 400 when they are not UTF-8 or not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON.')
  }
}

/** Refuses what no field can hold: texts that cannot be stored, and nesting that would exhaust the stack. */
function checkStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return
    throw badRequest('The body holds a NUL character or half of a surrogate pair.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === deepest) throw badRequest(`The body is nested more than ${deepest} levels deep.`)
  for (const [key, item] of Object.entries(value)) {
    checkStorable(key)
    checkStorable(item, depth + 1)
  }
}
