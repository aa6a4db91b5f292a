import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../../kit/icon.tsx'

/** Entries of one fate, which can be folded away. */
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
