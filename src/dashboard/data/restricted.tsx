import type { ReactNode } from 'react'
import { type Role, useMay } from './session.tsx'

const sentences = {
  admin: 'Only an owner or admin can do this.',
  owner: 'Only an owner can do this.',
}

/** Controls that take a role: whoever does not have it sees them disabled, with the sentence who can. */
export function Restricted({
  to,
  className,
  children,
}: {
  to: Exclude<Role, 'member'>
  /** How the controls are laid out. */
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

/** Who can do it, if this person cannot. */
export function useRestriction(to: Exclude<Role, 'member'>): string | null {
  return useMay(to) ? null : sentences[to]
}
