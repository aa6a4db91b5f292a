import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { AppError, badRequest, tooLarge } from '../../errors.ts'
import { readBody } from '../../http/body.ts'
import { buckets } from '../../http/buckets.ts'
import { internal } from '../../http/operation.ts'
import { hasCopy } from '../../http/public-answer.ts'
import { mediaType } from '../../image/address.ts'
import { maxImageBytes } from '../../image/limits.ts'
import { guarded } from '../keys/guard.ts'
import { CopyBody, StoredImage, UploadQuery } from './model.ts'
import { findImage, streamImage } from './read-image.ts'

/** Routes of the editor and of the public page for images. */
export function imageAppRoutes(ctx: Context) {
  return new Elysia().use(uploadRoutes(ctx)).use(copyRoutes(ctx))
}

function uploadRoutes(ctx: Context) {
  const readFile = async (request: Request, maxBytes: number) => {
    const body = await readBody(request, maxBytes).catch((error: unknown) => {
      const isTooLarge = error instanceof AppError && error.status === 413
      throw isTooLarge ? tooLarge('An image can have at most 5 MB. Make it smaller.') : error
    })
    return body.bytes
  }
  return guarded(ctx, '/api/app/images', 'Content', undefined, readFile).post(
    '',
    async ({ caller, body, query }) => {
      if (!(body instanceof Uint8Array)) throw badRequest('The body must be an image.')
      const { storeImage } = await import('./store-image.ts')
      return storeImage(ctx, caller, new Uint8Array(body), query.use)
    },
    {
      query: UploadQuery,
      response: StoredImage,
      detail: internal('uploadImage', 'member', 'Upload an image, as the bytes of the body.', {
        bodyBytes: maxImageBytes,
        limits: [buckets.uploadImage],
        refusals: { 413: 'The image is too large', 415: 'The file is not an image' },
      }),
    },
  )
}

function copyRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/images/copies', 'Content').post(
    '',
    async ({ caller, body }) => {
      const { copyImage } = await import('./copy-image.ts')
      return copyImage(ctx, caller, body.url)
    },
    {
      body: CopyBody,
      response: StoredImage,
      detail: internal('copyImage', 'member', 'Store a copy of an image on another site.', {
        limits: [buckets.uploadImage],
        refusals: { 413: 'The image is too large', 415: 'The file is not an image' },
      }),
    },
  )
}

/** Images for anyone who has the address. No cookie is read or set. */
export function imageFileRoutes(ctx: Context) {
  return new Elysia({ prefix: '/i' }).get(
    '/:file',
    async ({ params, request, set }) => {
      const { id, hash, type } = await findImage(ctx, `/i/${params.file}`)
      const etag = `"${hash.slice(0, 32)}"`
      Object.assign(set.headers, {
        // The file at an address never changes.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Type': mediaType(type),
        ETag: etag,
      })
      delete set.headers.Vary
      if (hasCopy(request, etag)) return new Response(null, { status: 304 })
      return new Response(request.method === 'HEAD' ? null : streamImage(ctx, id))
    },
    { detail: { hide: true } },
  )
}
