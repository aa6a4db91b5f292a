import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import * as strings from './strings.ts'

export type StepState = 'done' | 'now' | 'later'

/** One of the numbered steps in a section: done, current, or later. */
export function NumberedStep({
  place,
  state,
  title,
  aside,
  children,
}: {
  place: number
  state: StepState
  title: string
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={state}>
      <span className="no">
        {state === 'done' ? (
          <>
            <Icon of={Check} />
            <span className="sr">{strings.numberedStep.done}</span>
          </>
        ) : (
          place
        )}
      </span>
      <h3 className="leading-7">{title}</h3>
      {aside ?? <span className="aside" />}
      {children}
    </li>
  )
}
