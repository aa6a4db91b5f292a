import { type Estimate, type Scan, useEstimate, useStartScan } from '../../data/scans.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Problem } from '../../kit/problem.ts'
import { ago, Time, useCountdown } from '../../kit/time.tsx'
import { useEngineNames, useIsPage } from '../projects/engines.ts'
import { nameLanguage } from './languages.ts'
import { priceInWords } from './price.ts'
import * as strings from './strings.ts'

/** From this number of answers on, a scan takes long and costs money. */
const many = 300

/** The size and cost of a scan, before it starts. */
export function Preflight({ last, onClose }: { last: Scan | null; onClose: () => void }) {
  const estimate = useEstimate()
  const start = useStartScan(onClose)
  const limited = start.error instanceof Problem && start.error.status === 429 ? start.error : null
  return (
    <FormDialog
      title={strings.preflight.runAScan}
      onClose={onClose}
      onSubmit={() => start.mutate()}
      note={estimate.data && priceInWords(estimate.data)}
      change={start}
      error={limited ? null : start.error}
      verb={strings.preflight.runScan}
      busy={strings.preflight.starting}
      shortcut="Ctrl ↵"
      disabled={!estimate.data || estimate.data.nothingToAsk !== null}
      focus="submit"
    >
      <Loaded query={estimate} rows={4}>
        {(known) => <Order estimate={known} last={last} />}
      </Loaded>
      {limited && <Limited seconds={limited.retryAfter ?? 0} since={start.submittedAt} />}
    </FormDialog>
  )
}

/** When the next scan is possible after too many; nothing from then on. The button counts down. */
function Limited({ seconds, since }: { seconds: number; since: number }) {
  const wait = useCountdown(seconds)
  if (wait === 0) return null
  const next = new Date(since + seconds * 1000)
  return <Notice kind="bad">{strings.preflight.limited(<Time at={next.toISOString()} />)}</Notice>
}

function Order({ estimate, last }: { estimate: Estimate; last: Scan | null }) {
  const nameOf = useEngineNames()
  const isPage = useIsPage()
  const { prompts, conversations, engines, languages, checks, searches, skipped, nothingToAsk } = estimate
  return (
    <>
      <dl className="facts">
        <dt>{strings.preflight.prompts}</dt>
        <dd>{strings.preflight.promptsAndConversations(prompts, conversations)}</dd>
        <dt>{strings.preflight.engines}</dt>
        <dd>{engines.map(nameOf).join(', ') || strings.preflight.noEngineAvailable}</dd>
        <dt>{strings.preflight.languages}</dt>
        <dd>{languages.map(nameLanguage).join(', ')}</dd>
        <dt>{strings.preflight.answers}</dt>
        <dd>{strings.preflight.answersAndSearches(checks, searches)}</dd>
        <dt>{strings.preflight.lastScan}</dt>
        <dd>{last ? ago(last.startedAt) : strings.preflight.none}</dd>
      </dl>
      {nothingToAsk && (engines.length > 0 || skipped.length === 0) && (
        <Notice kind="warn">{nothingToAsk}</Notice>
      )}
      {skipped.length > 0 && (
        <Notice kind="warn">
          <p>{engines.length > 0 ? strings.preflight.notIncluded : strings.preflight.noEngine}</p>
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
      {engines.some(isPage) && <Notice>{strings.preflight.pages}</Notice>}
      {checks >= many && <Notice>{strings.preflight.large}</Notice>}
    </>
  )
}
