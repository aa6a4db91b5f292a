/** Leaves room for a number. */
const mostCharacters = 59

/** A slug made of a name: "Café Größe" gives "cafe-grosse". */
export function toSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, mostCharacters)
  return slug.replace(/^-+|-+$/g, '') || 'team'
}

/** The first of a slug, slug-2, slug-3, ... that is not taken. */
export function freeSlug(slug: string, taken: string[]): string {
  if (!taken.includes(slug)) return slug
  let number = 2
  while (taken.includes(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
