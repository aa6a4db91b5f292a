/** The tags in a comma-separated text. */
export function readTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase())
  return [...new Set(tags)].filter((tag) => tag !== '')
}
