import type { LucideIcon } from 'lucide-react'

/** A decorative icon next to a label, hidden from screen readers. */
export function Icon({ of: Drawing, className = '' }: { of: LucideIcon; className?: string }) {
  return <Drawing className={`icon ${className}`} aria-hidden="true" />
}

/** Herald's logo: two ticks and a span. */
export function Mark() {
  return (
    <svg className="hmark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 1h2v14H1zM13 1h2v14h-2zM3 7h2v2H3zM11 7h2v2h-2z" />
      <circle cx="8" cy="8" r="3" />
    </svg>
  )
}
