import { APICallError } from 'ai'
import { ModelError } from './error.ts'
import { readRetryAfter } from './retry-after.ts'
import { isWebPage } from './web-page.ts'

/**
 * Converts an error of an endpoint or of the SDK to a ModelError. Their own messages are dropped, because they may
 * quote the prompt or the key.
 */
export function toModelError(error: unknown, model: string, now: Date): ModelError {
  if (error instanceof ModelError) return error
  if (!APICallError.isInstance(error)) {
    const name = (error as Error)?.name
    if (name === 'TimeoutError' || name === 'AbortError') {
      return new ModelError('timed_out', `The model ${model} did not answer in time.`)
    }
    return new ModelError('unusable', `The model ${model} returned an invalid response.`)
  }
  if (error.cause instanceof ModelError) return error.cause
  const { statusCode: status } = error
  if (status === undefined)
    return new ModelError(
      'unavailable',
      `The endpoint of the model ${model} cannot be reached: check OPENAI_BASE_URL.`,
    )
  if (status === 401 || status === 403) {
    return new ModelError(
      'unauthorized',
      `The endpoint of the model ${model} refuses the key: check OPENAI_API_KEY.`,
    )
  }
  if (status === 402)
    return new ModelError(
      'unavailable',
      `The provider of "${model}" requires payment: check your account there.`,
    )
  if (status === 404) {
    return new ModelError(
      'not_found',
      `The endpoint does not know the model ${model}: check its name and OPENAI_BASE_URL.`,
    )
  }
  if (status === 429) {
    return new ModelError(
      'rate_limited',
      `The provider of "${model}" is limiting requests.`,
      readRetryAfter(error.responseHeaders?.['retry-after'], now),
    )
  }
  if (status < 400 && isWebPage(error.responseBody ?? ''))
    return new ModelError(
      'unusable',
      `The endpoint of the model ${model} answered with a web page instead of JSON: check OPENAI_BASE_URL, or a proxy in front of it.`,
    )
  if (status < 400)
    return new ModelError('unusable', `The model ${model} returned a response that cannot be parsed.`)
  return new ModelError('unavailable', `The endpoint of the model ${model} returned status ${status}.`)
}
