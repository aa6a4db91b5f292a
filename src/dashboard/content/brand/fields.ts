import type { Brand, BrandPatch } from '../../data/brands.ts'
import { placeError } from '../../kit/field.tsx'

/** The API errors about the website or the name of a new brand. */
export function errorAt(error: Error | null, field: 'name' | 'websiteUrl'): string | null {
  if (field === 'websiteUrl' && error?.message.startsWith('Invalid website')) return error.message
  if (field === 'name' && error?.message.endsWith('name already exists')) return error.message
  return placeError(error, [field]).at(field) ?? null
}

export type Values = ReturnType<typeof valuesOf>

/** The fields of a brand as texts of a form. */
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

/** Empty texts clear a field. */
export function patchOf({ name, websiteUrl, ...optional }: Partial<Values>): BrandPatch {
  const cleared = Object.fromEntries(
    Object.entries(optional).map(([field, value]) => [field, value.trim() || null]),
  )
  return { ...(name !== undefined && { name }), ...(websiteUrl !== undefined && { websiteUrl }), ...cleared }
}
