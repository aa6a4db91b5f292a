import { Check, Copy as CopyIcon, X } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonStyle } from './button.tsx'
import { writeClipboard } from './clipboard.ts'
import { Icon } from './icon.tsx'
import * as strings from './strings.ts'

const drawings = { idle: CopyIcon, copied: Check, refused: X }

/** Copies a text and confirms it. */
export function Copy({
  text,
  label = strings.copy.copy,
  what,
  look = 'quiet',
  slim = true,
  iconIfNarrow,
}: {
  /** The text, or a function that loads it. */
  text: string | (() => Promise<string>)
  label?: string
  /** What is copied, for screen readers. */
  what?: string
  look?: ButtonStyle
  slim?: boolean
  /** Hides the label on a narrow screen; requires `what`. */
  iconIfNarrow?: boolean
}) {
  const [state, setState] = useState<keyof typeof drawings>('idle')
  async function copy() {
    const written = writeClipboard(typeof text === 'string' ? text : text())
    setState(
      await written.then(
        () => 'copied' as const,
        () => 'refused' as const,
      ),
    )
    setTimeout(() => setState('idle'), 2000)
  }
  const said = { idle: label, copied: strings.copy.copied, refused: strings.copy.notCopied }[state]
  return (
    <Button
      look={look}
      slim={slim}
      onClick={copy}
      aria-label={what && (state === 'idle' ? `${label} ${what}` : said)}
    >
      <Icon of={drawings[state]} />
      <span aria-live="polite" className={iconIfNarrow ? 'wide-only' : undefined}>
        {said}
      </span>
    </Button>
  )
}
