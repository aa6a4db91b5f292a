import {
  ArrowUpRight,
  Check,
  CircleDashed,
  Globe,
  LoaderCircle,
  type LucideIcon,
  Minus,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const drawings = {
  good: Check,
  bad: X,
  warn: TriangleAlert,
  busy: LoaderCircle,
  off: Minus,
  draft: CircleDashed,
  live: Globe,
  now: ArrowUpRight,
} satisfies Record<string, LucideIcon>

export type State = keyof typeof drawings

/** A status: a shape and a word; color alone never distinguishes two. */
export function Status({ state, icon, children }: { state: State; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={`status ${state}`}>
      <Icon of={icon ?? drawings[state]} />
      {children}
    </span>
  )
}
