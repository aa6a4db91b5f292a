import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./markdown.tsx').then((m) => ({ default: m.Markdown })))

/** More than this is shown as it stands: it would be read as Markdown again with each word. */
const mostMarkdown = 100_000

/** What a model said: Markdown once its reader is there, the letters until then. */
export function Prose({ text }: { text: string }) {
  const letters = <p className="answer-text">{text}</p>
  if (text.length > mostMarkdown) return letters
  return (
    <Suspense fallback={letters}>
      <Markdown text={text} />
    </Suspense>
  )
}
