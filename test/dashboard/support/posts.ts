import type { Statement } from '../../../src/db/client.ts'
import { atomically } from '../../../src/db/client.ts'
import { newCollection, openCollection } from '../../../src/features/collections/record.ts'
import { createPost } from '../../../src/features/posts/create-post.ts'
import type { OutputType } from '../../../src/writer/content-types.ts'
import type { Scene } from './scene.ts'

type Sample = {
  title: string
  contentType?: OutputType
  published?: boolean
  brand?: { id: string; name: string }
  /** How many changes are highlighted, listed and left out. */
  ledger?: [number, number, number]
  collectionId?: string
}

const ledgerOf = ([highlights, listed, omitted]: [number, number, number]) => [
  ...Array.from({ length: highlights }, () => ({ placement: 'highlight' })),
  ...Array.from({ length: listed }, () => ({ placement: 'listed' })),
  ...Array.from({ length: omitted }, () => ({ placement: 'omitted' })),
]

/** Stores posts, each a second after the one before it; gives their ids in that order. */
export async function addPosts({ herald, team }: Scene, samples: Sample[]): Promise<string[]> {
  const { ctx } = herald
  const ids: string[] = []
  for (const {
    title,
    contentType = 'changelog',
    published = false,
    brand,
    ledger,
    collectionId,
  } of samples) {
    const { id, statements } = await createPost(ctx, {
      organizationId: team.id,
      collectionId: collectionId ?? null,
      contentType,
      title,
      markdown: `## Highlights\n\n### ${title}\n\nIt is faster.`,
      autoPublish: published,
      brandIdentityId: brand?.id,
      sourceMetadata: {
        ...(brand ? { brandVoiceId: brand.id, brandVoiceName: brand.name } : {}),
        ...(ledger ? { ledger: ledgerOf(ledger) } : {}),
      },
    })
    await atomically(ctx.db, statements)
    ids.push(id)
    ctx.clock.advance(1000)
  }
  return ids
}

/** Stores a collection that was asked for by hand; gives its id. */
export async function addCollection({ herald, team }: Scene, contentTypes: OutputType[]): Promise<string> {
  const { ctx } = herald
  const row = newCollection(ctx, {
    id: Bun.randomUUIDv7(),
    organizationId: team.id,
    source: 'manual',
    sourceId: 'none',
    contentTypes,
    sourceMetadata: null,
  })
  const statements: Statement[] = [openCollection(ctx, row, 'none')]
  await atomically(ctx.db, statements)
  return row.id
}
