/** The largest file that is read. */
export const maxImageBytes = 5 * 1024 * 1024

/** The use of an image: within a text, next to a name, or in the tab of a browser. */
export const imageUses = ['content', 'logo', 'icon'] as const
export type ImageUse = (typeof imageUses)[number]

/** The size in pixels that an image is fitted into; a smaller one is not enlarged. */
export const maxSizes: Record<ImageUse, { width: number; height: number }> = {
  content: { width: 2400, height: 16_000 },
  logo: { width: 640, height: 128 },
  icon: { width: 192, height: 192 },
}

/** The size of an image after it is fitted into the largest size of its use, in pixels. */
export function fit({ width, height }: { width: number; height: number }, use: ImageUse) {
  const max = maxSizes[use]
  const scale = Math.min(1, max.width / width, max.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
