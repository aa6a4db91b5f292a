import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import * as strings from './strings.ts'

/** One of the numbered steps: done, current, or later. */
export function FirstStep({
  number,
  title,
  state,
  aside,
  children,
}: {
  number: number
  title: string
  state: 'done' | 'now' | 'later'
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={state}>
      <span className="no">
        {state === 'done' ? (
          <Check className="icon" role="img" aria-label={strings.firstStep.done} aria-hidden="false" />
        ) : (
          number
        )}
      </span>
      <h2>{title}</h2>
      {aside && <div className="aside">{aside}</div>}
      {children && <div className="in">{children}</div>}
    </li>
  )
}
