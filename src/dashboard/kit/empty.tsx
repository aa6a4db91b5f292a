import type { ReactNode } from 'react'
import * as strings from './strings.ts'
import { Tally } from './tally.tsx'

/** An empty state: a drawing, one sentence, and the next action. */
export function Empty({
  title,
  pending,
  draw,
  actions,
  children,
}: {
  title: string
  /** How many outlined strokes to draw, for records that do not exist yet. */
  pending?: number
  draw?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="empty">
      <div aria-hidden="true">
        {draw}
        {pending && (
          <Tally
            groups={[{ kind: 'wait', count: pending, label: strings.empty.pending }]}
            height={28}
            noun={strings.empty.items}
          />
        )}
      </div>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
