import { lazy, Suspense } from 'react'

// Few runs have such an answer, so pages load this view only when needed.
const TextView = lazy(() => import('./json-view.tsx').then((m) => ({ default: m.TextView })))

/** The model answer whose text could not be used; nothing if there is none. */
export function ModelAnswer({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <details className="fold">
      <summary>Model answer</summary>
      <Suspense fallback={null}>
        <TextView text={text} label="model answer" wraps />
      </Suspense>
    </details>
  )
}
