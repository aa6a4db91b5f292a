import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, conflict } from '../../errors.ts'
import { imagePath } from '../../image/address.ts'
import { type Encoded, encodeImage } from '../../image/encode.ts'
import type { ImageUse } from '../../image/limits.ts'
import type { Caller } from '../keys/model.ts'
import type { StoredImage } from './model.ts'
import { imageChunks, images } from './table.ts'

type Owner = Pick<Caller, 'organization' | 'spend'>

/** The bytes of a chunk: a write takes about 20 ms. */
const chunkBytes = 256 * 1024
const megabyte = 1024 * 1024

/** Encodes an uploaded image and stores it. An image that the organization has is not stored again. */
export async function storeImage(
  ctx: Context,
  caller: Owner,
  file: Uint8Array<ArrayBuffer>,
  use: ImageUse = 'content',
): Promise<StoredImage> {
  if (file.length === 0) throw badRequest('The body is empty. Send the bytes of an image.')
  await caller.spend()
  const encoded = await encodeImage(file, use, caller.organization.id)
  const hash = Bun.CryptoHasher.hash('sha256', encoded.bytes, 'hex')
  const organizationId = caller.organization.id
  if (!(await touch(ctx, organizationId, hash))) await insert(ctx, organizationId, hash, encoded)
  const { type, width, height, bytes } = encoded
  return { path: imagePath({ hash, type, width, height }), width, height, bytes: bytes.length }
}

/** Notes that a stored image is used; false if there is none. */
async function touch(ctx: Context, organizationId: string, hash: string): Promise<boolean> {
  const own = and(
    eq(images.organizationId, organizationId),
    eq(images.hash, hash),
    isNotNull(images.storedAt),
  )
  const touched = await ctx.db
    .update(images)
    .set({ usedAt: ctx.now() })
    .where(own)
    .returning({ id: images.id })
  return touched.length > 0
}

/**
 * Reserves the space of an image, stores its chunks one by one, and then shows it. After a crash, the same upload
 * continues and the sweep removes what is incomplete.
 */
async function insert(
  ctx: Context,
  organizationId: string,
  hash: string,
  { bytes, type, width, height }: Encoded,
) {
  const now = ctx.now().getTime()
  const maxBytes = ctx.config.imageStorageMegabytes * megabyte
  try {
    await atomically(ctx.db, [
      ctx.db.run(sql`
        insert into ${images} (id, organization_id, hash, type, width, height, bytes, created_at, used_at)
        select ${Bun.randomUUIDv7()}, ${organizationId}, ${hash}, ${type}, ${width}, ${height}, ${bytes.length}, ${now}, ${now}
        where ${bytes.length} + coalesce((
          select sum(bytes) from ${images} where organization_id = ${organizationId} and hash <> ${hash}), 0) <= ${maxBytes}
        on conflict (organization_id, hash) do update set used_at = excluded.used_at`),
      ctx.db.run(guard),
      ctx.db.run(ceilingGuard('images', organizationId)),
    ])
  } catch (error) {
    if (!isGuardViolation(error)) throw error
    throw conflict(
      `The image storage of this organization is full (${ctx.config.imageStorageMegabytes} MB). Unused images are removed after 30 days.`,
    )
  }
  const own = and(eq(images.organizationId, organizationId), eq(images.hash, hash))
  const [image] = await ctx.db.select({ id: images.id }).from(images).where(own)
  if (!image) throw new Error('An image that was just inserted is gone.')
  for (let number = 0; number * chunkBytes < bytes.length; number++) {
    const data = Buffer.from(bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes))
    await ctx.db.insert(imageChunks).values({ imageId: image.id, number, data }).onConflictDoNothing()
  }
  await ctx.db.update(images).set({ storedAt: ctx.now() }).where(eq(images.id, image.id))
}
