import type { Context } from '../../src/context.ts'
import { atomically } from '../../src/db/client.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import type { ContentType } from '../../src/writer/content-types.ts'
import type { Team } from './app.ts'
import type { TestContext } from './context.ts'

/** Publishes a team's page. */
export const goPublic = (ctx: Context, { id }: Pick<Team, 'id'>) => setSwitches(ctx, id, { publicPage: true })

export type Publishing = {
  title?: string
  markdown?: string
  contentType?: Exclude<ContentType, 'image' | 'investor_update'>
  isDraft?: boolean
  collectionId?: string | null
  sourceMetadata?: Record<string, unknown>
}

/** Stores a post as a run does, a minute after the one before, and returns its id. */
export async function publish(
  ctx: TestContext,
  { id: organizationId }: Pick<Team, 'id'>,
  { title = 'Acme 1.4: exports', markdown = 'Exports.', contentType = 'changelog', ...post }: Publishing = {},
): Promise<string> {
  ctx.clock.advance(60_000)
  const { id, statements } = await createPost(ctx, {
    organizationId,
    collectionId: null,
    contentType,
    title,
    markdown,
    autoPublish: !post.isDraft,
    sourceMetadata: {},
    ...post,
  })
  await atomically(ctx.db, statements)
  return id
}

type Placement = 'highlight' | 'listed' | 'omitted'

/** Entries of a ledger with the fields that a reader sees. */
export function ledgerOf(counts: Record<Placement, number>) {
  return Object.entries(counts).flatMap(([placement, count]) =>
    Array.from({ length: count }, (_, index) => ({
      placement,
      title: `${placement} ${index}`,
      url: `https://github.com/acme/app/pull/${placement.length * 100 + index}`,
    })),
  )
}
