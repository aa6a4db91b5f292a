import type { StoredImage } from '../../features/images/model.ts'
import { Problem } from '../kit/problem.ts'
import { api, ask, upload } from './api.ts'
import * as strings from './strings.ts'

/** The files that can be chosen. */
export const imageTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

const maxBytes = 5 * 1024 * 1024
const maxPixels = 2400

/** Uploads an image. The browser converts what the server cannot read, and makes large photos smaller. */
export async function uploadImage(file: File, use: 'content' | 'logo' | 'icon'): Promise<StoredImage> {
  const isReadable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'].includes(file.type)
  const isTooLarge = file.size > maxBytes
  if (isTooLarge && file.type === 'image/gif') throw new Problem(413, strings.images.tooLarge)
  const sent = isReadable && !isTooLarge ? file : await convert(file)
  if (sent.size > maxBytes) throw new Problem(413, strings.images.tooLarge)
  return upload(`/api/app/images?use=${use}`, sent)
}

/** The image as WebP, fitted into the largest size that is stored. */
async function convert(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) throw new Problem(415, strings.images.notReadable)
  const scale = Math.min(1, maxPixels / image.width, maxPixels / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/webp', 0.9)
  const converted = await promise
  if (!converted) throw new Problem(415, strings.images.notReadable)
  return converted
}

/** Stores a copy of an image on another site. */
export const copyImage = (url: string) => ask(api.api.app.images.copies.post({ url }))
