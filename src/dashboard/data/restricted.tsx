import type { ReactNode } from 'react'
import { type Role, useMay } from './session.tsx'
import * as strings from './strings.ts'

const sentences = strings.restricted.needs

/** Controls that need a role: other users see them disabled, with a sentence about the role. */
export function Restricted({
  to,
  className,
  children,
}: {
  to: Exclude<Role, 'member'>
  /** The layout of the controls. */
  className?: string
  children: ReactNode
}) {
  const restriction = useRestriction(to)
  return (
    <fieldset disabled={restriction !== null} className={className}>
      {children}
      {restriction && <p className="muted small">{restriction}</p>}
    </fieldset>
  )
}

/** Who can do it, if this user cannot. */
export function useRestriction(to: Exclude<Role, 'member'>): string | null {
  return useMay(to) ? null : sentences[to]
}
