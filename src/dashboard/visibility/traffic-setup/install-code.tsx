import { useState } from 'react'
import type { Framework } from '../../../traffic/snippets.ts'
import { manualPath } from '../../kit/base-path.ts'
import { Copy } from '../../kit/copy.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { SelectField } from '../../kit/field.tsx'
import { NumberedStep, type StepState } from '../../kit/numbered-step.tsx'
import * as strings from './strings.ts'

const frameworks = strings.code.frameworks
const choices = Object.entries(frameworks).map(([value, label]) => ({ value, label }))
const placeholder = 'YOUR_TRACKING_TOKEN'

/** The code to paste for a framework, also as a task for a coding agent. */
export function InstallCode({
  snippets,
  hasToken,
  state,
}: {
  snippets: Record<string, string>
  /** The code contains the token. */
  hasToken: boolean
  state: StepState
}) {
  const [framework, setFramework] = useState<Framework>('next')
  const name = frameworks[framework]
  const file = snippets[framework] ?? ''
  return (
    <NumberedStep place={2} state={state} title={strings.code.title}>
      <div className="in grid grid-cols-1 gap-3">
        <div className="max-w-96">
          <SelectField
            label={strings.code.framework}
            choices={choices}
            value={framework}
            onChange={({ target }) => setFramework(target.value as Framework)}
          />
        </div>
        <p>
          {strings.code.placement} {!hasToken && strings.code.placeholder(<code>{placeholder}</code>)}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long code scrolls by keyboard */}
        <section className="code max-h-96" tabIndex={0} aria-label={strings.code.label(name)}>
          {file}
        </section>
        <div className="row">
          <Copy text={file} label={strings.code.copy} look="plain" slim={false} />
          <Copy
            text={strings.code.task(name, file)}
            label={strings.code.copyTask}
            look="quiet"
            slim={false}
          />
        </div>
        <p className="muted">
          {strings.code.otherwise(
            <ExternalLink href={manualPath('ai-traffic#import-an-access-log')}>
              {strings.code.importLog}
            </ExternalLink>,
          )}
        </p>
      </div>
    </NumberedStep>
  )
}
