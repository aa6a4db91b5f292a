import { Copy } from './copy.tsx'

/** A value as JSON. */
export const JsonView = ({ value, label }: { value: unknown; label: string }) => (
  <TextView text={JSON.stringify(value, null, 2)} label={label} />
)

/** A stored text to read and copy. */
export function TextView({ text, label, wraps }: { text: string; label: string; wraps?: boolean }) {
  const look = wraps ? 'code max-h-96 whitespace-pre-wrap' : 'code max-h-96'
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={look} tabIndex={0} aria-label={label}>
        {text}
      </section>
      <div className="absolute end-2 top-2">
        <Copy text={text} what={label} look="plain" />
      </div>
    </div>
  )
}
