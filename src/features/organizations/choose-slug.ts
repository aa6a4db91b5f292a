/** Leaves space for a number. */
const maxCharacters = 59
/** Paths of the dashboard itself, which cannot be slugs. */
const reserved = ['assets', 'invitation', 'password', 'setup', 'sign-in']

/** The slug for a name, given the slugs in use. */
export function chooseSlug(name: string, taken: string[]): string {
  return freeSlug(toSlug(name), [...reserved, ...taken])
}

/** A slug made of a name: "Café Größe" gives "cafe-grosse". */
export function toSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxCharacters)
  return slug.replace(/^-+|-+$/g, '') || 'team'
}

/** The first of slug, slug-2, slug-3, ... that is not in use. */
function freeSlug(slug: string, taken: string[]): string {
  if (!taken.includes(slug)) return slug
  let number = 2
  while (taken.includes(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** False for a slug that is a path of the dashboard. */
export const isFree = (slug: string) => !reserved.includes(slug)
