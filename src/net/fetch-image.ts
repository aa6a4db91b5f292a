import { maxImageBytes } from '../image/limits.ts'
import { readBody } from './body.ts'
import { FetchError } from './fetch-error.ts'
import { type FetchContext, type FetchOptions, followRedirects, withBudget } from './fetch-page.ts'
import { hostOf } from './public-url.ts'

/** The bytes of a public image of at most 5 MB. Throws a FetchError with the reason in one sentence. */
export function fetchImage(
  ctx: FetchContext,
  address: string,
  options: FetchOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const reading = {
    accept: 'image/webp, image/png, image/jpeg, image/gif',
    maxBytes: maxImageBytes,
    ...options,
  }
  return withBudget(ctx, reading, () =>
    followRedirects(ctx, address, reading, async (answer, url) => {
      const { statusCode = 0 } = answer
      if (statusCode < 200 || statusCode > 299) {
        answer.destroy()
        throw new FetchError('missing', `The host ${hostOf(url)} returned status ${statusCode}.`)
      }
      const bytes = await readBody(answer, hostOf(url), { maxBytes: reading.maxBytes, cut: false })
      return new Uint8Array(bytes)
    }),
  )
}
