import type { Context } from '../../../context.ts'
import { ExplainedError } from '../../../errors.ts'
import { fetchResponse } from '../../../net/fetch-response.ts'
import type { AddressFile } from '../../../traffic/address-files.ts'
import { maxFileBytes, parseRanges } from '../../../traffic/address-ranges.ts'
import { storeFault, storeRanges } from './vendor-ranges.ts'

/**
 * Fetches a vendor's file and stores its ranges. Of a file that cannot be used as a whole only the reason is stored, and
 * the ranges of the last good one stay. Returns the reason, or null.
 */
export async function refreshFile(
  ctx: Context,
  file: AddressFile,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    await storeRanges(ctx, file, parseRanges(await fetchText(ctx, file, signal)))
    return null
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    await storeFault(ctx, file, error.message)
    return error.message
  }
}

async function fetchText(ctx: Context, { id, url }: AddressFile, signal?: AbortSignal): Promise<string> {
  const mirror = ctx.config.trafficRanges?.mirror ?? null
  const address = mirror === null ? url : `${mirror}/${id}.json`
  const { status, text, isCut } = await fetchResponse(ctx, address, {
    maxBytes: maxFileBytes,
    accept: 'application/json',
    signal,
  })
  if (status !== 200) throw new ExplainedError(`The request was answered with status ${status}.`)
  if (isCut) throw new ExplainedError('The file is too long.')
  return text
}
