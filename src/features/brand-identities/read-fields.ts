import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { readPublicUrl, withScheme } from '../../net/public-url.ts'
import type { BrandIdentityPatch } from './model.ts'

/** Normalizes the given fields of an identity; 400 names the invalid one. */
export function readFields(ctx: Context, patch: BrandIdentityPatch): BrandIdentityPatch {
  const read = { ...patch }
  if (patch.websiteUrl !== undefined) read.websiteUrl = readWebsite(ctx, patch.websiteUrl)
  for (const field of ['customTone', 'customInstructions'] as const)
    if (patch[field] === '') read[field] = null
  // A custom tone describes the profile that it was written for.
  if (patch.toneProfile !== undefined && patch.customTone === undefined) read.customTone = null
  return read
}

/** Normalizes a website: adds the scheme and requires a public host name; else 400. */
export function readWebsite(ctx: Context, value: string): string {
  if (!value.trim()) throw badRequest('websiteUrl is required')
  const written = withScheme(value)
  try {
    const { href, pathname, search } = readPublicUrl(ctx, written)
    return pathname === '/' && !search && !written.endsWith('/') ? href.slice(0, -1) : href
  } catch (error) {
    if (error instanceof FetchError) throw badRequest('Invalid website URL')
    throw error
  }
}
