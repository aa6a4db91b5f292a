import { promisify } from 'node:util'
import { builtIn } from '../built-in.ts'
import { AppError, badRequest, tooLarge } from '../errors.ts'

/** Whether the body of a request is gzipped; 415 for any other encoding. */
export function isGzipped(request: Request): boolean {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'gzip' && encoding !== 'identity')
    throw new AppError(415, 'Content-Encoding must be gzip or absent')
  return encoding === 'gzip'
}

/** The inflated bytes; 413 with `sentence` if there are more than `maxBytes`, 400 if they are no gzip. */
export async function inflate(
  bytes: Uint8Array,
  maxBytes: number,
  sentence = `The inflated body is larger than ${maxBytes} bytes.`,
): Promise<Uint8Array> {
  try {
    return await promisify(builtIn.zlib.gunzip)(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(sentence)
    throw badRequest('Invalid gzip body')
  }
}
