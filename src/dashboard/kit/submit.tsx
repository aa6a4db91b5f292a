import type { ReactNode } from 'react'
import { Button, type Look } from './button.tsx'
import { Problem } from './problem.ts'
import { useCountdown, waitInWords } from './time.tsx'

/** The button of a form: busy while it is sent, and where it was sent too often it says when it may be again. */
export function Submit({
  mutation: { isPending, error },
  busy,
  look = 'primary',
  children,
}: {
  mutation: { isPending: boolean; error: Error | null }
  /** The verb while it is sent. */
  busy: string
  look?: Look
  children: ReactNode
}) {
  const wait = useCountdown(error instanceof Problem && error.status === 429 ? error.retryAfter : null)
  return (
    <Button look={look} type="submit" busy={isPending && busy} disabled={wait > 0}>
      {wait > 0 ? `Try again in ${waitInWords(wait)}` : children}
    </Button>
  )
}
