import { lazy, memo, Suspense } from 'react'

const Markdown = lazy(() => import('./markdown.tsx').then((m) => ({ default: m.Markdown })))

/** More than this is shown as it stands: it would be read as Markdown again with each word. */
const maxMarkdown = 100_000
/** So much is laid out at once: what came before stays as it is while more comes. */
const pieceLength = 20_000

/** What a model said: Markdown once its reader is there, the letters until then. */
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

/** A text in pieces, which end where a line or a word does. */
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
