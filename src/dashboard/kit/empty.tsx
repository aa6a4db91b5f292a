import type { ReactNode } from 'react'

/** Nothing here yet: the drawing that explains it, one sentence, and the action that leads on. */
export function Empty({
  title,
  draw,
  actions,
  children,
}: {
  title: string
  draw?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="empty">
      <div aria-hidden="true">{draw}</div>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
