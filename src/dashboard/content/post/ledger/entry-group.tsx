import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../kit/icon.tsx'

/** Entries with the same placement, which can be folded. */
export function EntryGroup({
  title,
  note,
  isClosed,
  children,
}: {
  title: string
  note: string
  isClosed?: boolean
  children: ReactNode
}) {
  return (
    <details open={!isClosed}>
      <summary>
        <Icon of={ChevronRight} />
        {title}
        <span className="n">{note}</span>
      </summary>
      {children}
    </details>
  )
}
