import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import { FetchError } from '../net/fetch-error.ts'
import { readPublicUrl, withScheme } from '../net/public-url.ts'

/** The URL of a public page as it is stored, with a scheme; throws 400 with the reason if it is invalid. */
export function readAddress(ctx: Context, value: string, example = 'https://acme.com'): string {
  try {
    return readPublicUrl(ctx, withScheme(value)).href
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    // A word, which is not even the name of a host.
    throw badRequest(value.includes('.') ? error.message : `Enter a URL such as ${example}`)
  }
}
