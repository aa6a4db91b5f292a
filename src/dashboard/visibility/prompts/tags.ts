/** The tags in a text, which are parted by commas. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase())
  return [...new Set(tags)].filter((tag) => tag !== '')
}
