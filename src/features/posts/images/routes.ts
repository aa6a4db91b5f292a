import { Elysia } from 'elysia'
import type { Context } from '../../../context.ts'
import { getImage } from './service.ts'

/** Pictures of posts and the pages behind them, for anyone who knows their address. */
export function imageRoutes(ctx: Context) {
  return new Elysia({ prefix: '/images' }).get(
    '/:file',
    async ({ params, set }) => {
      const image = await getImage(ctx, params.file)
      // What an address stands for never changes, so that it may be kept by everyone for a year.
      set.headers['Cache-Control'] = 'public, max-age=31536000, immutable'
      if ('png' in image) {
        set.headers['Content-Type'] = 'image/png'
        return new Uint8Array(image.png)
      }
      set.headers['Content-Type'] = 'text/html; charset=utf-8'
      set.headers['Content-Security-Policy'] =
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
      return image.html
    },
    { detail: { hide: true } },
  )
}
