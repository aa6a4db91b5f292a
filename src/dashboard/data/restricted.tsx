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
  const may = useMay(to)
  return (
    <fieldset disabled={!may} className={className}>
      {children}
      {!may && <p className="muted small">{sentences[to]}</p>}
    </fieldset>
  )
}
