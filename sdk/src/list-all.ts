/** The part of a query that selects a page: empty for the first one. */
export type PageQuery = { page?: number; cursor?: string }

type List = { pagination?: { nextPage: number | null }; nextCursor?: string | null }
type ItemOf<T> = { [K in keyof T]: T[K] extends (infer Item)[] ? Item : never }[keyof T]

/**
 * Yields the items of all pages of a list, one request for each page:
 * `listAll((page) => herald.listPosts({ query: { status: ['draft'], ...page } }))`.
 */
export async function* listAll<T extends List>(
  read: (query: PageQuery) => Promise<T>,
): AsyncGenerator<NonNullable<ItemOf<T>>, void> {
  for (let query: PageQuery | null = {}; query !== null; ) {
    const list: T = await read(query)
    yield* (Object.values(list).find(Array.isArray) ?? []) as NonNullable<ItemOf<T>>[]
    query = nextOf(list)
  }
}

function nextOf({ pagination, nextCursor }: List): PageQuery | null {
  if (pagination?.nextPage) return { page: pagination.nextPage }
  return nextCursor ? { cursor: nextCursor } : null
}
