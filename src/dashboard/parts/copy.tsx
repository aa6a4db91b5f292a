import { Check, Copy as CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { Button, type Look } from './button.tsx'
import { Icon } from './icon.tsx'

/** Puts a text on the clipboard and says so. */
export function Copy({
  text,
  label = 'Copy',
  what,
  look = 'quiet',
  slim = true,
}: {
  text: string
  label?: string
  /** What is copied, for those who do not see what it stands beside. */
  what?: string
  look?: Look
  slim?: boolean
}) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button
      look={look}
      slim={slim}
      onClick={copy}
      aria-label={what && !copied ? `${label} ${what}` : undefined}
    >
      <Icon of={copied ? Check : CopyIcon} />
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}
