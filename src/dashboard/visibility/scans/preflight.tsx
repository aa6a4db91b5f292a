import { type Estimate, type Scan, useEstimate, useStartScan } from '../../data/scans.ts'
import { count } from '../../kit/english.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { ago } from '../../kit/time.tsx'
import { useEngineNames } from '../overview/engines.ts'
import { nameLanguage } from './languages.ts'
import { priceInWords } from './price.ts'

/** From this number of answers on, a scan takes long and costs money. */
const many = 300

/** The size and cost of a scan, before it starts. */
export function Preflight({ last, onClose }: { last: Scan | null; onClose: () => void }) {
  const estimate = useEstimate()
  const start = useStartScan()
  return (
    <FormDialog
      title="Run a scan"
      onClose={onClose}
      onSubmit={() => start.mutate(undefined, { onSuccess: onClose })}
      note={estimate.data && priceInWords(estimate.data)}
      change={start}
      verb="Run scan"
      busy="Starting"
      shortcut="Ctrl ↵"
      disabled={!estimate.data || estimate.data.nothingToAsk !== null}
      focus="submit"
    >
      <Loaded query={estimate} rows={4}>
        {(known) => <Order estimate={known} last={last} />}
      </Loaded>
    </FormDialog>
  )
}

function Order({ estimate, last }: { estimate: Estimate; last: Scan | null }) {
  const nameOf = useEngineNames()
  const { prompts, conversations, engines, languages, checks, searches, skipped, nothingToAsk } = estimate
  return (
    <>
      <dl className="facts">
        <dt>Prompts</dt>
        <dd>
          {prompts}
          {conversations > 0 && ` and ${count(conversations, 'conversation')}`}
        </dd>
        <dt>Engines</dt>
        <dd>{engines.map(nameOf).join(', ') || 'No engine available'}</dd>
        <dt>Languages</dt>
        <dd>{languages.map(nameLanguage).join(', ')}</dd>
        <dt>Answers</dt>
        <dd>
          {checks.toLocaleString()}
          {searches > 0 && `, with about ${count(searches, 'web search', 'web searches')}`}
        </dd>
        <dt>Last scan</dt>
        <dd>{last ? ago(last.startedAt) : 'None'}</dd>
      </dl>
      {nothingToAsk && (engines.length > 0 || skipped.length === 0) && (
        <Notice kind="warn">{nothingToAsk}</Notice>
      )}
      {skipped.length > 0 && (
        <Notice kind="warn">
          <p>Not included:</p>
          <ul className="bullets">
            {skipped.map(({ engine, language, reason }) => (
              <li key={`${engine} ${language}`}>
                <span className="strong">{engine ? nameOf(engine) : nameLanguage(language ?? '')}</span>.{' '}
                {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {checks >= many && (
        <Notice>This is a large scan. Use fewer prompts or engines to make it smaller.</Notice>
      )}
    </>
  )
}
