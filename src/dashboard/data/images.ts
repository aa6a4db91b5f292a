import type { StoredImage } from '../../features/images/model.ts'
import { api, ask, open } from './api.ts'

/** The files that can be chosen. */
export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** What the server reads. */
const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const maxBytes = 5 * 1024 * 1024
const maxPixels = 2400

/** Uploads an image. The browser converts what the server cannot read, and makes large photos smaller. */
export async function uploadImage(file: File, use: 'content' | 'logo' | 'icon'): Promise<StoredImage> {
  const isReady = file.type === 'image/gif' || (readable.includes(file.type) && file.size <= maxBytes)
  // The server says why it refuses a file that the browser cannot convert.
  const body = (isReady ? null : await convert(file)) ?? file
  const { signal } = new AbortController()
  const headers = { 'Content-Type': body.type }
  return (await open(`/api/app/images?use=${use}`, { method: 'POST', headers, body, signal })).json()
}

/** The image as WebP, fitted into the largest size that is stored; null if the browser cannot read it. */
async function convert(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const scale = Math.min(1, maxPixels / image.width, maxPixels / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/webp', 0.9)
  return promise
}

/** Stores a copy of an image on another site. */
export const copyImage = (url: string) => ask(api.api.app.images.copies.post({ url }))
