/** The lines of a data file by its sections: "[name]" starts one, and lines with "#" are comments. */
export function readSectionLines(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let lines: string[] = []
  for (const line of readLines(text)) {
    if (line.startsWith('[')) {
      lines = []
      sections.set(line.slice(1, -1), lines)
    } else lines.push(line)
  }
  return sections
}

/** The words of a data file by its sections. */
export const readSections = (text: string): Map<string, string[]> =>
  new Map(
    [...readSectionLines(text)].map(([name, lines]) => [
      name,
      lines.flatMap((line) => line.split(' ').filter(Boolean)),
    ]),
  )

/** The lines of a data file without comments. */
export const readLines = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Words as the alternatives of a regular expression. */
export const alternatives = (words: Iterable<string>): string =>
  [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .map(RegExp.escape)
    .join('|')
