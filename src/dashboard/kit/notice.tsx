import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { errorText } from './error-text.ts'
import { Icon } from './icon.tsx'
import { Problem } from './problem.ts'
import * as strings from './strings.ts'
import { useCountdown, waitInWords } from './time.tsx'

const drawings = { plain: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck }

/** A highlighted sentence next to a rule. */
export function Notice({ kind = 'plain', children }: { kind?: keyof typeof drawings; children: ReactNode }) {
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon of={drawings[kind]} />
      <div className="grow">{children}</div>
    </div>
  )
}

/** An error in the API's own words, and the next step: wait, ask an owner, or try again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = error instanceof Problem ? error : null
  const wait = useCountdown(problem?.retryAfter ?? null)
  return (
    <Notice kind="bad">
      <div className="row">
        <span>
          {problem?.status === 403
            ? strings.notice.askOwner(toSentence(problem.message))
            : problem
              ? errorText(problem.message)
              : strings.notice.crashed}
        </span>
        {retry && problem?.status !== 403 && (
          <Button slim onClick={retry} disabled={wait > 0}>
            {wait > 0 ? strings.notice.tryAgainIn(waitInWords(wait)) : strings.notice.tryAgain}
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** The API's sentence, with a full stop if another one follows. */
export const toSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
