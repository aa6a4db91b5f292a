/** The cursor of a page. Clients return it without reading it. */
export const toCursor = (page: number) => Buffer.from(`page ${page}`).toString('base64url')

/** The page of a cursor, 1 without one; null for a text that is no cursor. */
export function readCursor(cursor: unknown): number | null {
  if (cursor === undefined || cursor === null) return 1
  if (typeof cursor !== 'string') return null
  const [, page] = /^page ([1-9]\d{0,8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return page === undefined ? null : Number(page)
}

/** A page of a list that is in memory, with the cursor of the next one. */
export function cutPage<T>(items: T[], page: number, size: number): { items: T[]; nextCursor?: string } {
  const end = page * size
  return {
    items: items.slice(end - size, end),
    ...(end < items.length && { nextCursor: toCursor(page + 1) }),
  }
}
