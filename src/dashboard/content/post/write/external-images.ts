import { parser } from '@lezer/markdown'

type Destination = { url: string; from: number; to: number }

/** The URLs of the images of a Markdown text that are on other sites than `origin`, each once. */
export function externalImagesIn(markdown: string, origin = location.origin): string[] {
  const urls = destinationsIn(markdown).map(({ url }) => url)
  return [...new Set(urls)].filter((url) => /^https?:/i.test(url) && !url.startsWith(`${origin}/`))
}

/** The text with another destination for the images at a URL. Links and code with the same URL stay. */
export function replaceImage(markdown: string, url: string, path: string): string {
  let end = 0
  const parts: string[] = []
  for (const each of destinationsIn(markdown)) {
    if (each.url !== url) continue
    parts.push(markdown.slice(end, each.from), path)
    end = each.to
  }
  return parts.join('') + markdown.slice(end)
}

/** The destinations of images in a text, in order, with their positions. */
function destinationsIn(markdown: string): Destination[] {
  if (!markdown.includes('![')) return []
  const found: Destination[] = []
  parser.parse(markdown).iterate({
    enter({ name, node }) {
      const destination = name === 'Image' ? node.getChild('URL') : null
      if (!destination) return
      const { from, to } = destination
      found.push({ url: markdown.slice(from, to).replace(/^<(.*)>$/, '$1'), from, to })
    },
  })
  return found
}
