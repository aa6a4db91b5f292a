/** The types that images are stored as; others are converted. */
export const storedTypes = ['webp', 'png', 'gif'] as const
export type StoredType = (typeof storedTypes)[number]

/** The media type of a stored image. */
export const mediaType = (type: StoredType) => `image/${type}`

/** An image by what it contains: the hash of its bytes, its size in pixels, and its type. */
export type ImageName = { hash: string; width: number; height: number; type: StoredType }

/** The path of an image, as texts contain it. The file at a path never changes. */
export const imagePath = ({ hash, width, height, type }: ImageName) => `/i/${hash}-${width}x${height}.${type}`

const name = `([0-9a-f]{64})-([1-9]\\d{0,4})x([1-9]\\d{0,4})\\.(${storedTypes.join('|')})`
const wholePath = new RegExp(`^/i/${name}$`)

/** The image at a path; null if it is no path of an image. */
export function readImagePath(path: string): ImageName | null {
  const [, hash, width, height, type] = wholePath.exec(path) ?? []
  if (!hash) return null
  return { hash, width: Number(width), height: Number(height), type: type as StoredType }
}

/** The hashes of the images that a text shows. */
export function hashesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(`/i/${name}`, 'g'))].map(([, hash = '']) => hash)
}

/** The first image of this server in a post's HTML, as a tag with its size; null if there is none. */
export function firstImageOf(html: string): string | null {
  const [image] = html.match(new RegExp(`<img [^>]*?src="/i/${name}"[^>]*>`)) ?? []
  return image ?? null
}

/** HTML whose images have the address of the server before their paths, for readers elsewhere. */
export const withImageUrls = (html: string, server: string) =>
  html.replaceAll(/(<img [^>]*?src=")(?=\/i\/)/g, (_, start: string) => start + server)

/** The same for Markdown. */
export const withMarkdownImageUrls = (markdown: string, server: string) =>
  markdown.replaceAll(new RegExp(`(\\]\\(<?)(?=/i/${name})`, 'g'), (_, start: string) => start + server)
