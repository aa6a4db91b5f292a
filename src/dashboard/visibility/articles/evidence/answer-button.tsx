import { useState } from 'react'
import { useAnswer } from '../../../data/answers.ts'
import { lazyView } from '../../../kit/lazy-view.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import * as strings from './strings.ts'

const AnswerDialog = lazyView(() => import('./answer-dialog.tsx').then((m) => m.AnswerDialog))

/** A button with the engine's name that opens its answer. */
export function AnswerButton({ checkId, className }: { checkId: string; className?: string }) {
  const { data, isError } = useAnswer(checkId)
  const nameOf = useEngineNames()
  const [isOpen, setOpen] = useState(false)
  if (isError) return <span className="muted">{strings.answerButton.deletedAnswer}</span>
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {data ? nameOf(data.engine) : strings.answerButton.answer}
      </button>
      {isOpen && <AnswerDialog checkId={checkId} onClose={() => setOpen(false)} />}
    </>
  )
}
