/** One line of a hunk: unchanged, added or removed. */
export type DiffLine = { mark: ' ' | '+' | '-'; text: string }

/** The hunks of one commit in one file. */
export type CommitDiff = { file: string; commit: string; hunks: DiffLine[][] }

/** The same, with the text of the file at both ends of the range; null where it does not exist. */
export type FileDiff = CommitDiff & { before: string | null; after: string | null }

const maxText = 200_000

/** Whether a file is too large to be compared sentence by sentence and line by line. */
export const isLarge = ({ before, after }: FileDiff): boolean =>
  [before, after].some((text) => text !== null && text.length > maxText)

/** Reads the output of `git diff-tree --stdin -p`. */
export function parseDiffs(output: string): CommitDiff[] {
  const found: CommitDiff[] = []
  let commit = ''
  let current: CommitDiff | null = null
  let hunk: DiffLine[] | null = null
  for (const line of output.split('\n')) {
    const mark = line[0]
    if (hunk !== null && (mark === ' ' || mark === '+' || mark === '-'))
      hunk.push({ mark, text: line.slice(1) })
    else if (line.startsWith('@@ ') && current !== null) {
      hunk = []
      current.hunks.push(hunk)
    } else if (line.startsWith('+++ b/')) {
      current = { file: line.slice(6).replace(/\t$/, ''), commit, hunks: [] }
      found.push(current)
    } else if (line.startsWith('diff --git ')) {
      current = null
      hunk = null
    } else if (/^[0-9a-f]{40}$/.test(line)) {
      commit = line
      current = null
      hunk = null
    }
  }
  return found
}
