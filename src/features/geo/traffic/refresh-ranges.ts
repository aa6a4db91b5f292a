import type { Context } from '../../../context.ts'
import { ExplainedError } from '../../../errors.ts'
import { fetchResponse } from '../../../net/fetch-response.ts'
import type { AddressFile } from '../../../traffic/address-files.ts'
import { maxFileBytes, parseRanges } from '../../../traffic/address-ranges.ts'
import { directoryUrl, type KeyDirectory } from '../../../traffic/key-directories.ts'
import { maxDirectoryBytes, parseDirectory } from '../../../traffic/signing-keys.ts'
import { storeKeys } from './signing-keys.ts'
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

/** Fetches an agent's directory and stores its keys, in the same way. */
export async function refreshKeys(
  ctx: Context,
  directory: KeyDirectory,
  signal?: AbortSignal,
): Promise<string | null> {
  const file = { id: `keys-${directory.id}`, url: directoryUrl(directory) }
  try {
    await storeKeys(ctx, directory, parseDirectory(await fetchText(ctx, file, signal, maxDirectoryBytes)))
    return null
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    await storeKeys(ctx, directory, error)
    return error.message
  }
}

async function fetchText(
  ctx: Context,
  { id, url }: Pick<AddressFile, 'id' | 'url'>,
  signal?: AbortSignal,
  maxBytes = maxFileBytes,
): Promise<string> {
  const mirror = ctx.config.trafficRanges?.mirror ?? null
  const address = mirror === null ? url : `${mirror}/${id}.json`
  const { status, text, isCut } = await fetchResponse(ctx, address, {
    maxBytes,
    accept: 'application/json',
    signal,
  })
  if (status !== 200) throw new ExplainedError(`The server returned status ${status}.`)
  if (isCut) throw new ExplainedError('The file is too long.')
  return text
}
