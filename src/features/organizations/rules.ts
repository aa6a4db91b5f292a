/** Leaves room for a number. */
const maxCharacters = 59
/** What the dashboard has at these addresses is of no organization. */
const reserved = ['assets', 'invitation', 'password', 'setup', 'sign-in']

/** The slug that an organization of a name gets, where some are taken. */
export function chooseSlug(name: string, taken: string[]): string {
  return freeSlug(toSlug(name), [...reserved, ...taken])
}

/** A slug made of a name: "Café Größe" gives "cafe-grosse". */
export function toSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, maxCharacters)
  return slug.replace(/^-+|-+$/g, '') || 'team'
}

/** The first of a slug, slug-2, slug-3, ... that is not taken. */
function freeSlug(slug: string, taken: string[]): string {
  if (!taken.includes(slug)) return slug
  let number = 2
  while (taken.includes(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}

/** False for a slug that is an address of the dashboard itself. */
export const isFree = (slug: string) => !reserved.includes(slug)
