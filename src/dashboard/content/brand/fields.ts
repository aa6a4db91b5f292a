import type { Brand, BrandPatch } from '../../data/brands.ts'
import { placeError } from '../../kit/field.tsx'

/** What was refused of a website that is to be read, or of the name for it, in the API's words. */
export function errorAt(error: Error | null, field: 'name' | 'websiteUrl'): string | null {
  if (field === 'websiteUrl' && error?.message.startsWith('Invalid website')) return error.message
  if (field === 'name' && error?.message.endsWith('name already exists')) return error.message
  return placeError(error, [field]).at(field) ?? null
}

export type Values = ReturnType<typeof valuesOf>

/** What is known of a brand as the texts of a form. */
export function valuesOf(brand: Brand) {
  return {
    name: brand.name,
    websiteUrl: brand.websiteUrl,
    companyName: brand.companyName ?? '',
    companyDescription: brand.companyDescription ?? '',
    audience: brand.audience ?? '',
    toneProfile: brand.toneProfile ?? '',
    customTone: brand.customTone ?? '',
    language: brand.language ?? '',
    customInstructions: brand.customInstructions ?? '',
  }
}

/** What is empty is cleared. */
export function patchOf({ name, websiteUrl, ...optional }: Partial<Values>): BrandPatch {
  const cleared = Object.fromEntries(
    Object.entries(optional).map(([field, value]) => [field, value.trim() || null]),
  )
  return { ...(name !== undefined && { name }), ...(websiteUrl !== undefined && { websiteUrl }), ...cleared }
}
