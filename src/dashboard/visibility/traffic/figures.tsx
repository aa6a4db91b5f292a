import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import type { Traffic } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import { listed } from '../../kit/english.ts'
import * as strings from './strings.ts'

type Totals = Traffic['totals']

/** The main figures of the window, each with that of the window before. */
export function Figures({ data, window }: { data: Traffic & { previous: Totals }; window: Window }) {
  const { totals: now, previous: before, pretended, addresses } = data
  const addressOf = useProjectAddress()
  const period = window.range.before[0]?.toUpperCase() + window.range.before.slice(1)
  const hasBefore = Object.values(before).some((visits) => visits)
  const figures = [
    { name: strings.figures.crawlers, hint: strings.figures.crawlersHint, key: 'crawler' },
    { name: strings.figures.cited, hint: strings.figures.citedHint, key: 'cited' },
    { name: strings.figures.referrals, hint: strings.figures.referralsHint, key: 'aiReferral' },
    { name: strings.figures.conversions, hint: strings.figures.conversionsHint, key: 'conversions' },
  ] as const
  return (
    <section aria-label={strings.figures.title}>
      <div className="figure-line">
        {figures.map(({ name, hint, key }) => (
          <dl className="fact" key={key}>
            <dt title={hint}>{name}</dt>
            <dd className="big">{shown(now[key])}</dd>
            <dd className="muted small">
              {now[key] === null ? (
                <Link href={addressOf(paths.visibilitySettings())}>{strings.figures.noPaths}</Link>
              ) : (
                hasBefore && strings.figures.before(period, shown(before[key]))
              )}
            </dd>
          </dl>
        ))}
      </div>
      {!hasBefore && <p className="muted small">{strings.figures.noneBefore(window.range.before)}</p>}
      {now.contradicted > 0 && (
        <p className="muted small">
          {strings.figures.contradicted(
            now.contradicted,
            listed(
              pretended.map(({ source, agent, visits }) =>
                pretended.length > 1 ? `${agent ?? source} (${shown(visits)})` : (agent ?? source),
              ),
            ),
          )}
        </p>
      )}
      {addresses === 'not_fetched' && (
        <p className="muted small">{strings.figures.notFetched(<code>{strings.figures.refresh}</code>)}</p>
      )}
      {addresses === 'unproven' && <p className="muted small">{strings.figures.unproven}</p>}
      {now.aiReferralTagged > 0 && (
        <p className="muted small">{strings.figures.tagged(now.aiReferralTagged)}</p>
      )}
    </section>
  )
}

const shown = (visits: number | null) => visits?.toLocaleString() ?? '–'
