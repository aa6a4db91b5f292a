import { wholeSentences } from '../benefit.ts'
import { likeness, stemsOf } from '../likeness.ts'
import { type FileDiff, isLarge } from './file-diff.ts'

/** Two sentences with this likeness are versions of each other. */
const alike = 0.6
/** Each wanted sentence is compared with each removed one, so a commit that rewrites whole pages gives no quote. */
const maxSentences = 300

/**
 * The wanted sentences of a documentation that a change added: each is a whole sentence of the file at the end of the
 * range, all of its words are in added lines, and neither the removed lines nor the file at the start say something
 * alike.
 */
export function addedSentences(diff: FileDiff, isWanted: (sentence: string) => boolean): string[] {
  const { hunks, before, after } = diff
  if (after === null || isLarge(diff)) return []
  const lines = hunks.flat()
  const removed = wholeSentences(
    lines.flatMap(({ mark, text }) => (mark === '-' ? withoutMarker(text) : [])).join(' '),
  )
  const wanted = paragraphsOf(after).flatMap(wholeSentences).filter(isWanted)
  if (removed.length > maxSentences || wanted.length > maxSentences) return []
  const removedStems = removed.map((sentence) => stemsOf(sentence))
  const old = oneSpace(before ?? '')
  const runs = runsOf(hunks)
  return wanted.filter((sentence) => {
    if (!runs.some((run) => run.includes(sentence)) || old.includes(sentence)) return false
    const stems = stemsOf(sentence)
    return !removedStems.some((other) => likeness(stems, other) >= alike)
  })
}

const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim()
const withoutMarker = (line: string) => oneSpace(line).replace(/^(?:[-*+]|\d{1,2}\.) /, '')

/** The added lines that follow each other, each run as one line. */
function runsOf(hunks: FileDiff['hunks']): string[] {
  return hunks.flatMap((hunk) => {
    const runs: string[][] = []
    let isOpen = false
    for (const { mark, text } of hunk) {
      if (mark === '-') continue
      if (mark === '+' && !isOpen) runs.push([])
      isOpen = mark === '+'
      if (isOpen) runs.at(-1)?.push(withoutMarker(text))
    }
    return runs.map((run) => oneSpace(run.join(' ')))
  })
}

/** The paragraphs and list items of a Markdown text, without headings, tables, code and HTML. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let open: string[] = []
  let fence: string | null = null
  const close = () => {
    if (open.length > 0) paragraphs.push(oneSpace(open.join(' ')))
    open = []
  }
  for (const line of text.replace(/^---\n[\s\S]*?\n---\n/, '').split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    const isProse =
      fence === null && mark === undefined && !/^\s*$|^\s*(?:[#|<>!:]|import |export )|^ {4}/.test(line)
    if (!isProse || /^\s*(?:[-*+]|\d{1,2}\.) /.test(line)) close()
    if (isProse) open.push(withoutMarker(line))
  }
  close()
  return paragraphs
}
