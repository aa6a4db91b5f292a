import { memo, Suspense } from 'react'
import { lazyComponent } from '../../kit/lazy-view.tsx'

const Markdown = lazyComponent(() => import('./markdown.tsx').then((m) => m.Markdown))

/** Longer text is not parsed while it streams: each word would parse it again. */
const maxMarkdown = 100_000
/** Text is rendered in pieces of this length: earlier ones do not change while more arrives. */
const pieceLength = 20_000

/** A model's text: Markdown once the parser is loaded, plain text until then. */
export function Prose({ text }: { text: string }) {
  const letters = toPieces(text).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end
    <Letters key={place} text={piece} />
  ))
  if (text.length > maxMarkdown) return letters
  return (
    <Suspense fallback={letters}>
      <Markdown text={text} />
    </Suspense>
  )
}

const Letters = memo(function Letters({ text }: { text: string }) {
  return <p className="answer-text">{text}</p>
})

/** Splits a text at the end of a line or a word. */
function toPieces(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  while (text.length - start > pieceLength) {
    const piece = text.slice(start, start + pieceLength)
    const end = [piece.lastIndexOf('\n'), piece.lastIndexOf(' ')].find((place) => place > pieceLength / 2)
    pieces.push(piece.slice(0, end))
    start += end === undefined ? pieceLength : end + 1
  }
  return [...pieces, text.slice(start)]
}
