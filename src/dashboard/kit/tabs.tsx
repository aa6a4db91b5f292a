import type { ReactNode } from 'react'
import { Link } from 'wouter'

type Tab = { href: string; label: string; count?: ReactNode }

/** Views of one record, each with its own URL. */
export function Tabs({ label, tabs, current }: { label: string; tabs: Tab[]; current: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
          {tab.label}
          {tab.count != null && <span className="n">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** A choice of a few options, one of which is active: a filter or a view. */
export function Segments<Value extends string>({
  label,
  choices,
  value,
  disabled,
  onChange,
}: {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  disabled?: boolean
  onChange: (value: Value) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and group as a form does
    <div className="segments" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          disabled={disabled}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
