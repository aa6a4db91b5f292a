import { answerKindLabels } from '../../../ai/engines/answer-kinds.ts'
import type { SetUpEngine } from '../../data/visibility-set-up.ts'
import { CheckField } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** The engines that can be asked, and below them what the others need. */
export function EnginePicks({
  engines,
  chosen,
  onChange,
}: {
  engines: SetUpEngine[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}) {
  const ready = engines.filter(({ obstacle }) => obstacle === null)
  const others = engines.filter(({ obstacle }) => obstacle !== null)
  return (
    <>
      {ready.length === 0 && <Notice kind="warn">{strings.engines.none}</Notice>}
      {ready.map(({ id, label, kind }) => (
        <CheckField
          key={id}
          label={strings.engines.label(label, answerKindLabels[kind])}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
          }
        />
      ))}
      {others.length > 0 && (
        <details className="fold" open={ready.length === 0}>
          <summary>{strings.engines.others(others.length)}</summary>
          <ul className="bullets muted">
            {others.map(({ id, label, obstacle }) => (
              <li key={id}>{strings.engines.obstacle(label, obstacle ?? '')}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
