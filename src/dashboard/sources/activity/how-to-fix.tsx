import { CircleAlert } from 'lucide-react'
import { Icon } from '../../kit/icon.tsx'
import type { Fix } from './fixes.tsx'

/** The fix of an error. The server's reason is shown if it has more details than the heading. */
export function HowToFix({ fix: { title, why, steps }, reason }: { fix: Fix; reason: string | null }) {
  return (
    <div className="notice bad">
      <Icon of={CircleAlert} />
      <div className="grid min-w-0 gap-3">
        <div>
          <h3>{title}</h3>
          <p>{why}</p>
        </div>
        {reason && (
          <p>
            <code className="break-words">{reason}</code>
          </p>
        )}
        <ol className="numbered">
          {steps.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list
            <li key={place}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}
