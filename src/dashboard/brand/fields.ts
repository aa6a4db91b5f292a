import { placeError } from '../parts/field.tsx'
import type { Brand, BrandPatch } from './queries.ts'

/** The fields that can be refused. */
export const fields = [
  'name',
  'websiteUrl',
  'companyName',
  'companyDescription',
  'audience',
  'customTone',
  'customInstructions',
] as const
export type Field = (typeof fields)[number]

/** What was refused of a field, in the API's words. */
export function errorAt(error: Error | null, field: Field): string | null {
  if (field === 'websiteUrl' && error?.message.startsWith('Invalid website')) return error.message
  if (field === 'name' && error?.message.endsWith('name already exists')) return error.message
  return placeError(error, [field]).at(field) ?? null
}

type Values = ReturnType<typeof valuesOf>

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

/** What is empty is cleared. A tone takes the words for it along, which would be dropped with the old one. */
export function patchOf(changes: Partial<Values>, { customTone }: Values): BrandPatch {
  const all = changes.toneProfile === undefined ? changes : { ...changes, customTone }
  const { name, websiteUrl, ...optional } = all
  const cleared = Object.fromEntries(
    Object.entries(optional).map(([field, value]) => [field, value.trim() || null]),
  )
  return { ...(name !== undefined && { name }), ...(websiteUrl !== undefined && { websiteUrl }), ...cleared }
}
