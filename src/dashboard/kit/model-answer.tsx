import { lazyView } from './lazy-view.tsx'
import * as strings from './strings.ts'

// Few runs have such an answer, so pages load this view only when needed.
const TextView = lazyView(() => import('./json-view.tsx').then((m) => m.TextView))

/** The model answer whose text could not be used; nothing if there is none. */
export function ModelAnswer({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <details className="fold">
      <summary>{strings.modelAnswer.title}</summary>
      <TextView text={text} label={strings.modelAnswer.noun} wraps />
    </details>
  )
}
