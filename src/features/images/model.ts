import { t } from 'elysia'
import { integer, link, oneOf } from '../../http/fields.ts'
import { imageUses } from '../../image/limits.ts'

/** A stored image: its path, as texts contain it, and its size in pixels. */
export const StoredImage = t.Object({ path: t.String(), width: integer, height: integer, bytes: integer })
export type StoredImage = typeof StoredImage.static

/** What an uploaded image is for. */
export const UploadQuery = t.Object({
  use: t.Optional(oneOf(imageUses, { error: 'use must be content, logo or icon' })),
})

/** An image on another site. */
export const CopyBody = t.Object({ url: link('url', 2000) })
