import { useAnswer } from '../../../data/answers.ts'
import type { Brief, Document } from '../../../data/briefs.ts'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { CountedTally, Tally } from '../../../kit/tally.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import { AnswerButton } from './answer-button.tsx'
import { countClaims, factsOf, type Quote, sayingsIn } from './claims.ts'
import * as strings from './strings.ts'

/**
 * The evidence of an outline: the engine answers at the time of planning, and the claims that they support.
 */
export function EvidencePanel({ brief }: { brief: Brief }) {
  const { baseline } = brief.brief.brief
  return (
    <aside className="ledger" aria-labelledby="rests">
      <div className="row">
        <h2 id="rests">{strings.evidencePanel.evidence}</h2>
      </div>
      <Claims brief={brief} />
      <CitedFacts brief={brief} />
      {baseline && <Baseline baseline={baseline} />}
    </aside>
  )
}

function Claims({ brief }: { brief: Brief }) {
  const document = brief.brief.brief
  const { answered, factual, free } = countClaims(document, brief.evidence.claims)
  const groups = [
    { kind: 'hi', count: answered, label: strings.evidencePanel.fromAnswers },
    ...(factual > 0
      ? ([{ kind: 'li', count: factual, label: strings.evidencePanel.fromFacts }] as const)
      : []),
    { kind: 'out', count: free, label: strings.evidencePanel.withoutSource },
  ] as const
  const sayings = sayingsIn(document, brief.evidence.claims)
  return (
    <>
      <p className="sum">
        {answered > 0 ? strings.evidencePanel.answersSupport : strings.evidencePanel.noClaims}
      </p>
      {answered + factual + free > 0 && (
        <CountedTally groups={[...groups]} noun={strings.evidencePanel.claims} />
      )}
      {sayings.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
        <ul className="pt-3 grid gap-3" role="list" aria-label={strings.evidencePanel.whatEnginesSaid}>
          {sayings.map((saying) => (
            <Said key={`${saying.answer} ${saying.quotation}`} saying={saying} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The brand facts that the article uses, or will use, each with the supported claims. */
function CitedFacts({ brief }: { brief: Brief }) {
  const facts = factsOf(brief.evidence)
  if (facts.length === 0) return null
  return (
    <section aria-label={strings.evidencePanel.factsUsed} className="pt-5 grid gap-2">
      <h3 className="plain">{strings.evidencePanel.factsUsed}</h3>
      <ul className="grid gap-3">
        {facts.map(({ id, text, url, supports }) => (
          <li key={id} className="grid gap-1 wrap-anywhere">
            <p dir="auto">{text}</p>
            {url && (
              <p className="small">
                <ExternalLink href={url}>{url}</ExternalLink>
              </p>
            )}
            <p className="muted small">
              {strings.evidencePanel.supportsClaims(supports.map((each) => `“${each}”`).join(', '))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A quote of an engine and its claims; a click opens the whole answer. */
function Said({ saying: { answer, quotation, claims } }: { saying: Quote }) {
  return (
    <li className="entry hi">
      <i aria-hidden="true" />
      <AnswerButton checkId={answer} className="t" />
      <AnswerTime checkId={answer} />
      {quotation !== null && (
        <blockquote className="said" dir="auto">
          “{quotation}”
        </blockquote>
      )}
      <span className="why">
        {strings.evidencePanel.supports(claims.map((claim) => `“${claim}”`).join(' and '))}
      </span>
    </li>
  )
}

function AnswerTime({ checkId }: { checkId: string }) {
  const { data } = useAnswer(checkId)
  return <span className="ref">{data && <Time at={data.lastCheckedAt} />}</span>
}

type Baseline = NonNullable<Document['baseline']>

/** The mentions at the time of planning. */
function Baseline({ baseline }: { baseline: Baseline }) {
  const nameOf = useEngineNames()
  const { engines, mentionedEngines, totalEngines, competitorMentions, citedDomains } = baseline
  const missing = engines.filter(({ mentioned }) => !mentioned)
  return (
    <section aria-label={strings.evidencePanel.whenPlanned} className="pt-5 grid gap-2">
      <h3 className="plain">{strings.evidencePanel.whenPlanned}</h3>
      <p className="row">
        <Tally
          noun={strings.evidencePanel.engines}
          height={14}
          step={6}
          groups={[
            { kind: 'hi', count: mentionedEngines, label: strings.evidencePanel.nameYou },
            {
              kind: 'out',
              count: totalEngines - mentionedEngines,
              label: strings.evidencePanel.doNotNameYou,
            },
          ]}
        />
        <span>{strings.evidencePanel.namedBy(mentionedEngines, totalEngines)}</span>
      </p>
      <dl className="facts">
        {missing.length > 0 && (
          <>
            <dt>{strings.evidencePanel.silentEngines}</dt>
            <dd>{missing.map(({ engine }) => nameOf(engine)).join(', ')}</dd>
          </>
        )}
        {competitorMentions.length > 0 && (
          <>
            <dt>{strings.evidencePanel.mentionedInstead}</dt>
            <dd>{competitorMentions.map(({ name, engines }) => `${name} (${engines})`).join(', ')}</dd>
          </>
        )}
        {citedDomains.length > 0 && (
          <>
            <dt>{strings.evidencePanel.cited}</dt>
            <dd>{citedDomains.map(({ domain }) => domain).join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
