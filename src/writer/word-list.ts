/** The words of a data file by its sections: "[name]" starts one, and lines with "#" are comments. */
export function readSections(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let words: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue
    if (line.startsWith('[')) {
      words = []
      sections.set(line.slice(1, -1), words)
    } else words.push(...line.split(' ').filter(Boolean))
  }
  return sections
}

/** The lines of a data file without comments. */
export const readLines = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Words as the alternatives of a regular expression. */
export const alternatives = (words: Iterable<string>): string =>
  [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .map(RegExp.escape)
    .join('|')
