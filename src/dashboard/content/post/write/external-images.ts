const image = /!\[[^\]]*\]\(\s*<?(https?:\/\/[^\s)>]+)/g

/** The URLs of the images of a Markdown text that are on other sites, each once. */
export function externalImagesIn(markdown: string): string[] {
  const urls = [...markdown.matchAll(image)].map(([, url = '']) => url)
  return [...new Set(urls)].filter((url) => !url.startsWith(`${location.origin}/`))
}
