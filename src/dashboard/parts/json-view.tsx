import { Copy } from './copy.tsx'

/** A value as the wire had it. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="code max-h-96" tabIndex={0} aria-label={label}>
        {text}
      </section>
      <div className="absolute end-2 top-2">
        <Copy text={text} what={label} look="plain" />
      </div>
    </div>
  )
}
