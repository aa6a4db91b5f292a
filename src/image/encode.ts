import { AppError, badRequest, tooLarge, unavailable } from '../errors.ts'
import type { Reservation } from '../input-budget.ts'
import type { StoredType } from './address.ts'
import { type Animation, AnimationError } from './animation.ts'
import { detectType, type FileType, isAnimatedPng, isAnimatedWebp, isLosslessWebp } from './detect.ts'
import { copyGif } from './gif.ts'
import { fit, type ImageUse, maxSizes } from './limits.ts'
import { createImageTurns } from './turns.ts'
import { copyAnimatedWebp } from './webp.ts'

/** A decoder needs four bytes for each pixel, and the encoder as much again. */
const maxPixels = 40_000_000

/** An image as it is stored. */
export type Encoded = { bytes: Uint8Array; type: StoredType; width: number; height: number }

/** The lossless encoder needs about 27 bytes for each pixel; an image with more pixels is encoded as a photo. */
const maxLosslessPixels = 8_000_000
/** How many times as much memory it needs as the encoder of photos. */
const losslessWeight = 4

/** A lossless file larger than this is a photo. */
const maxLosslessBytes = 1024 * 1024
const quality = 82

// Two images of common size at once, or one of the largest.
const turns = createImageTurns(maxPixels, 4)
/** Proxies give up after 60 seconds, and the largest image takes about ten. */
const maxWaitMilliseconds = 40_000

/**
 * Encodes an image again, which leaves its metadata behind. Animations of content keep their frames, and only their
 * known blocks are copied. `owner` is the organization, whose images are encoded one after another. Throws 413 for too many pixels, 415 for other files, 400 for damaged ones.
 */
export async function encodeImage(
  bytes: Uint8Array<ArrayBuffer>,
  use: ImageUse,
  owner: string,
): Promise<Encoded> {
  const type = detectType(bytes)
  if (type === null || type === 'avif' || type === 'svg') throw unsupported(type)
  const animation = use === 'content' ? readAnimation(bytes, type) : null
  if (animation) return { ...animation, type: type === 'gif' ? 'gif' : 'webp' }
  const image = new Bun.Image(bytes, { maxPixels })
  const { width, height } = await image.metadata().catch(refuse)
  if (width * height > maxPixels) throw tooManyPixels()
  const size = fit({ width, height }, use)
  const isPhoto = type === 'jpeg' || (type === 'webp' && !isLosslessWebp(bytes))
  const isLossless = !isPhoto && size.width * size.height <= maxLosslessPixels
  const weight = isLossless ? losslessWeight * size.width * size.height : 0
  using _pixels = await waitForPixels(Math.max(width * height, weight), owner)
  const max = maxSizes[use]
  const fitted = () =>
    new Bun.Image(bytes, { maxPixels }).resize(max.width, max.height, {
      fit: 'inside',
      withoutEnlargement: true,
    })
  if (use === 'icon') return finish(fitted().png({ compressionLevel: 9 }), 'png')
  if (!isLossless) return finish(fitted().webp({ quality }), 'webp')
  const lossless = await finish(fitted().webp({ lossless: true }), 'webp')
  return lossless.bytes.length > maxLosslessBytes ? finish(fitted().webp({ quality }), 'webp') : lossless
}

async function finish(image: Bun.Image, type: StoredType): Promise<Encoded> {
  const bytes = await image.bytes().catch(refuse)
  return { bytes, type, width: image.width, height: image.height }
}

/** The animation in a file; null if it is a still image. */
function readAnimation(bytes: Uint8Array<ArrayBuffer>, type: FileType): Animation | null {
  if (type === 'png' && isAnimatedPng(bytes))
    throw new AppError(415, 'Animated PNG images are not supported. Save the animation as GIF or WebP.')
  try {
    if (type === 'webp' && isAnimatedWebp(bytes)) return copyAnimatedWebp(bytes)
    const gif = type === 'gif' ? copyGif(bytes) : null
    return gif && gif.frames > 1 ? gif : null
  } catch (error) {
    throw error instanceof AnimationError ? badRequest(error.message) : error
  }
}

async function waitForPixels(pixels: number, owner: string): Promise<Reservation> {
  const signal = AbortSignal.timeout(maxWaitMilliseconds)
  const reservation = await turns.wait(owner, pixels, signal).catch(() => null)
  if (!reservation) throw unavailable('Too many images are arriving at once. Try again in a moment.')
  return reservation
}

function unsupported(type: 'avif' | 'svg' | null): AppError {
  const advice = {
    svg: 'SVG files can contain scripts. Save the image as PNG.',
    avif: 'Only the dashboard converts AVIF images. Save the image as PNG, JPEG or WebP.',
  }
  return new AppError(
    415,
    type ? advice[type] : 'This file is not an image. Choose a PNG, JPEG, WebP or GIF file.',
  )
}

const tooManyPixels = () => tooLarge('The image has more than 40,000,000 pixels. Make it smaller.')

function refuse(error: unknown): never {
  if ((error as { code?: string }).code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw tooManyPixels()
  throw badRequest('The image is damaged. Save it again and retry.')
}
