import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { fetchImage } from '../../net/fetch-image.ts'
import type { Caller } from '../keys/model.ts'
import { storeImage } from './store-image.ts'

/** Stores a copy of an image on another site. 400 with the reason if it cannot be read. */
export async function copyImage(ctx: Context, caller: Pick<Caller, 'organization' | 'spend'>, url: string) {
  await caller.spend()
  const file = await fetchImage(ctx, url).catch((error: unknown) => {
    throw error instanceof FetchError ? badRequest(error.message) : error
  })
  return storeImage(ctx, caller, file)
}
