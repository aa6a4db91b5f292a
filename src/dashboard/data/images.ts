import type { StoredImage } from '../../features/images/model.ts'
import { fit, type ImageUse, maxImageBytes } from '../../image/limits.ts'
import { api, ask, open } from './api.ts'

/** The files that can be chosen. */
export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

/** What the server reads. */
const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** Tried one after another until the file is small enough. */
const qualities = [0.9, 0.7, 0.5]

/** Uploads an image. The browser converts what the server cannot read, and makes large photos smaller. */
export async function uploadImage(file: File, use: ImageUse): Promise<StoredImage> {
  const isReady = file.type === 'image/gif' || (readable.includes(file.type) && file.size <= maxImageBytes)
  // The server says why it refuses a file that the browser cannot convert.
  const body = (isReady ? null : await convert(file, use)) ?? file
  const { signal } = new AbortController()
  const headers = { 'Content-Type': body.type }
  return (await open(`/api/app/images?use=${use}`, { method: 'POST', headers, body, signal })).json()
}

/** The image as WebP, fitted into the largest size that is stored; null if the browser cannot read it. */
async function convert(file: File, use: ImageUse): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  const canvas = Object.assign(document.createElement('canvas'), fit(image, use))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  let blob: Blob | null = null
  for (const quality of qualities) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
    if (!blob || blob.size <= maxImageBytes) break
  }
  return blob
}

/** Stores a copy of an image on another site. */
export const copyImage = (url: string) => ask(api.api.app.images.copies.post({ url }))
