import { MessageCircleQuestionMark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { InputRequest } from '../../../features/conversations/sessions/log/events.ts'
import type { Response } from '../../data/agent-sessions.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

/** A question to the user: one of its options, or a written answer. */
export function Question({
  request: { requestId, prompt, options },
  isBusy,
  answer,
}: {
  request: InputRequest
  isBusy: boolean
  answer: (response: Response) => void
}) {
  const [text, setText] = useState('')
  const canAnswer = text.trim() !== '' && !isBusy
  function submit(event: FormEvent) {
    event.preventDefault()
    if (canAnswer) answer({ requestId, text: text.trim() })
  }
  return (
    <section className="approval" aria-label={strings.question.heraldAsks}>
      <h3>
        <Icon of={MessageCircleQuestionMark} />
        {strings.question.heraldAsks}
      </h3>
      <p>{prompt}</p>
      {options.length > 0 && (
        <div className="row">
          {options.map(({ id, label }) => (
            <Button key={id} disabled={isBusy} onClick={() => answer({ requestId, optionId: id })}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <form className="row items-end" onSubmit={submit}>
        <div className="grow">
          <TextField
            label={options.length > 0 ? strings.question.anotherAnswer : strings.question.yourAnswer}
            value={text}
            maxLength={10_000}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={!canAnswer}>
          {strings.question.answer}
        </Button>
      </form>
    </section>
  )
}
