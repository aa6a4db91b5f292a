import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '../../../data/answers.ts'
import { useEngineNames } from '../../overview/engines.ts'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx').then((m) => ({ default: m.AnswerDialog })))

/** A button with the engine's name that opens its answer. */
export function AnswerButton({ checkId, className }: { checkId: string; className?: string }) {
  const { data, isError } = useAnswer(checkId)
  const nameOf = useEngineNames()
  const [isOpen, setOpen] = useState(false)
  if (isError) return <span className="muted">deleted answer</span>
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {data ? nameOf(data.engine) : 'Answer'}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AnswerDialog checkId={checkId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
