import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { notFound } from '../../errors.ts'
import { type ImageName, readImagePath } from '../../image/address.ts'
import type { Caller } from '../keys/model.ts'
import { imageChunks, images } from './table.ts'

const findStored = once((db) => {
  const { id, hash, type, width, height, storedAt } = images
  const value = (name: string) => sql.placeholder(name)
  const query = db
    .select({ id })
    .from(images)
    .where(
      and(
        eq(hash, value('hash')),
        eq(type, value('type')),
        eq(width, value('width')),
        eq(height, value('height')),
        isNotNull(storedAt),
      ),
    )
    .limit(1)
  return prepareSelect(db, query)
})

const findChunk = once((db) => {
  const query = db
    .select({ data: imageChunks.data })
    .from(imageChunks)
    .where(
      and(
        eq(imageChunks.imageId, sql.placeholder('imageId')),
        eq(imageChunks.number, sql.placeholder('number')),
      ),
    )
  return prepareSelect(db, query)
})

/** The id and the name of the image at a path; 404 if there is none. Anyone may read it. */
export async function findImage(ctx: Context, path: string): Promise<ImageName & { id: string }> {
  const name = readImagePath(path)
  const found = name && (await findStored(ctx).get(name))
  if (!found) throw notFound('Not found')
  return { ...name, ...found }
}

/** The bytes of an image, of which one chunk at a time is in memory. */
export function streamImage(ctx: Context, imageId: string): ReadableStream<Uint8Array> {
  let number = 0
  return new ReadableStream(
    {
      async pull(stream) {
        const chunk = await findChunk(ctx).get({ imageId, number })
        number += 1
        if (chunk) stream.enqueue(new Uint8Array(chunk.data))
        else stream.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Whether the organization has the image at a path. */
export async function hasImage(
  ctx: Context,
  { organization }: Pick<Caller, 'organization'>,
  path: string,
): Promise<boolean> {
  const name = readImagePath(path)
  if (!name) return false
  const { organizationId, hash, type, width, height, storedAt } = images
  const own = and(
    eq(organizationId, organization.id),
    eq(hash, name.hash),
    eq(type, name.type),
    eq(width, name.width),
    eq(height, name.height),
    isNotNull(storedAt),
  )
  return (await ctx.db.$count(images, own)) > 0
}
