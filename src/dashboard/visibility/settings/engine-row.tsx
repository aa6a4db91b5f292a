import { useId } from 'react'
import { answerKindLabels } from '../../../ai/engines/answer-kinds.ts'
import type { Engine } from '../../data/visibility-settings.ts'
import { CheckField } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** One engine: whether it is selected, whether it searches, and its missing settings. */
export function EngineRow({
  engine,
  missing,
  isChosen,
  approval,
  onChange,
}: {
  engine: Engine
  /** The missing setting for the server operator, unless its provider shows it. */
  missing: string | null
  isChosen: boolean
  /** For an engine that stores data, if zero retention is required: whether it is allowed nevertheless. */
  approval: { isGiven: boolean; onChange: (isGiven: boolean) => void } | null
  onChange: (isChosen: boolean) => void
}) {
  const { id, label, kind } = engine
  const box = useId()
  return (
    <li>
      <span className="tickbox">
        <input
          type="checkbox"
          id={box}
          data-row=""
          checked={isChosen}
          onChange={({ target }) => onChange(target.checked)}
        />
      </span>
      <label htmlFor={box}>
        {label} <code className="muted">{id.slice(id.indexOf('/') + 1)}</code>
      </label>
      <span className="about">{answerKindLabels[kind]}</span>
      <span className="muted small break-words">{missing && strings.engineRow.notReady(missing)}</span>
      {isChosen && approval && (
        <div className="full">
          <CheckField
            label={strings.engineRow.includeAnyway}
            hint={strings.engineRow.includeAnywayHint}
            checked={approval.isGiven}
            onChange={({ target }) => approval.onChange(target.checked)}
          />
        </div>
      )}
    </li>
  )
}
