import type { ReactNode } from 'react'

/** An empty state: a drawing, one sentence, and the next action. */
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
