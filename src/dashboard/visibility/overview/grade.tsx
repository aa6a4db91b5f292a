import type { Overview } from '../../data/visibility.ts'
import { useEngineNames } from '../projects/engines.ts'
import { describeNext } from './grade-words.ts'
import * as strings from './strings.ts'

type Evidence = NonNullable<Overview['evidence']>

/** How much the figure can carry: its grade, what that means, and the cheapest way to the next one. */
export function Grade({ evidence }: { evidence: Evidence }) {
  const nameOf = useEngineNames()
  const { grade } = evidence
  const next = describeNext(evidence, nameOf)
  return (
    <>
      <span className="strong">{strings.grade.grades[grade]}</span>{' '}
      <span className="muted">{strings.grade.meanings[grade]}</span>
      {next && (
        <>
          <br />
          <span className="muted small">{next}</span>
        </>
      )}
    </>
  )
}
