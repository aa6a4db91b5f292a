import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../kit/button.tsx'
import { TextArea } from '../../../kit/field.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { AnswerButton } from '../evidence/answer-button.tsx'
import { Lines } from './lines.tsx'
import { maxLines, type OutlineSection, onOneLine } from './outline.ts'
import * as strings from './strings.ts'

/** One section: its heading, its goal and its claims. */
export function SectionFields({
  part: { key, heading, goal, claims },
  place,
  total,
  answers,
  namedIn,
  isKept,
  onChange,
  onMove,
  onRemove,
}: {
  part: OutlineSection
  place: number
  total: number
  /** The stored answers that support a claim, by its text. */
  answers: Map<string, string[]>
  /** The competitors that a claim names. */
  namedIn: (claim: string) => string[]
  /** The minimum number of sections is reached. */
  isKept: boolean
  onChange: (patch: Partial<OutlineSection>) => void
  onMove: (step: 1 | -1, isTyping: boolean) => void
  onRemove: () => void
}) {
  const name = heading || strings.sectionFields.section(place + 1)
  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1, true)
  }
  return (
    <li data-part={key}>
      <div className="part-head">
        <span className="muted num" aria-hidden="true">
          {place + 1}
        </span>
        <textarea
          className="input"
          rows={1}
          aria-label={strings.sectionFields.headingOfSection(place + 1)}
          required
          maxLength={160}
          value={heading}
          onChange={({ target }) => onChange({ heading: onOneLine(target.value) })}
          onKeyDown={press}
        />
        <span className="row tight">
          <Mover step={-1} {...{ name, onMove }} disabled={place === 0} />
          <Mover step={1} {...{ name, onMove }} disabled={place === total - 1} />
          <Button
            look="quiet"
            slim
            iconOnly
            aria-label={strings.sectionFields.remove(name)}
            title={isKept ? strings.sectionFields.atLeastThree : undefined}
            disabled={isKept}
            onClick={onRemove}
          >
            <Icon of={X} />
          </Button>
        </span>
      </div>
      <div className="part-body">
        <TextArea
          label={strings.sectionFields.goal}
          required
          rows={1}
          value={goal}
          onChange={({ target }) => onChange({ goal: target.value })}
        />
        <div className="field">
          <span className="label">{strings.sectionFields.claims}</span>
          <Lines
            noun={strings.sectionFields.claim}
            lines={claims}
            most={maxLines.claims}
            onChange={(next) => onChange({ claims: next })}
            below={({ text }) => <Bearing answers={answers.get(text) ?? []} names={namedIn(text)} />}
          />
        </div>
      </div>
    </li>
  )
}

function Mover({
  step,
  name,
  disabled,
  onMove,
}: {
  step: 1 | -1
  name: string
  disabled: boolean
  onMove: (step: 1 | -1, isTyping: boolean) => void
}) {
  return (
    <Button
      look="quiet"
      slim
      iconOnly
      data-move={step}
      aria-label={strings.sectionFields.move(name, step === -1)}
      title={strings.sectionFields.moveTitle}
      disabled={disabled}
      onClick={() => onMove(step, false)}
    >
      <Icon of={step === -1 ? ArrowUp : ArrowDown} />
    </Button>
  )
}

/** The answers that support a claim; for an unsupported claim, the competitors that it names. */
function Bearing({ answers, names }: { answers: string[]; names: string[] }) {
  if (answers.length > 0)
    return (
      <span className="bearing muted small">
        {strings.sectionFields.supportedBy}
        {answers.map((checkId) => (
          <AnswerButton key={checkId} checkId={checkId} />
        ))}
      </span>
    )
  if (names.length === 0) return null
  return <span className="muted small">{strings.sectionFields.unsupported(names.join(' and '))}</span>
}
