import { useAnswer } from '../../../data/answers.ts'
import type { Brief, Document } from '../../../data/briefs.ts'
import { count } from '../../../kit/english.ts'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { Legend, Tally } from '../../../kit/tally.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../overview/engines.ts'
import { AnswerButton } from './answer-button.tsx'
import { countClaims, factsOf, type Saying, sayingsIn } from './claims.ts'

/**
 * The evidence of an outline: the engine answers at the time of planning, and the claims that they support.
 */
export function EvidencePanel({ brief }: { brief: Brief }) {
  const { baseline } = brief.brief.brief
  return (
    <aside className="ledger" aria-labelledby="rests">
      <div className="row">
        <h2 id="rests">Evidence</h2>
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
    { kind: 'hi', count: answered, label: 'from answers' },
    ...(factual > 0 ? ([{ kind: 'li', count: factual, label: 'from facts' }] as const) : []),
    { kind: 'out', count: free, label: 'without a source' },
  ] as const
  const sayings = sayingsIn(document, brief.evidence.claims)
  return (
    <>
      <p className="sum">
        {answered > 0
          ? 'These engine answers support the claims about competitors.'
          : 'The plan has no claims about competitors.'}
      </p>
      {answered + factual + free > 0 && (
        <>
          <Tally groups={[...groups]} noun="claims" />
          <Legend groups={[...groups]} />
        </>
      )}
      {sayings.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
        <ul className="pt-3 grid gap-3" role="list" aria-label="What engines said">
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
    <section aria-label="Facts used" className="pt-5 grid gap-2">
      <h3 className="plain">Facts used</h3>
      <ul className="grid gap-3">
        {facts.map(({ id, text, url, supports }) => (
          <li key={id} className="grid gap-1 wrap-anywhere">
            <p dir="auto">{text}</p>
            {url && (
              <p className="small">
                <ExternalLink href={url}>{url}</ExternalLink>
              </p>
            )}
            <p className="muted small">Supports: {supports.map((each) => `“${each}”`).join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A quote of an engine and its claims; a click opens the whole answer. */
function Said({ saying: { answer, quotation, claims } }: { saying: Saying }) {
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
      <span className="why">Supports {claims.map((claim) => `“${claim}”`).join(' and ')}</span>
    </li>
  )
}

function AnswerTime({ checkId }: { checkId: string }) {
  const { data } = useAnswer(checkId)
  return <span className="ref">{data && <Time at={data.lastCheckedAt} />}</span>
}

type Known = NonNullable<Document['baseline']>

/** The mentions at the time of planning. */
function Baseline({ baseline }: { baseline: Known }) {
  const nameOf = useEngineNames()
  const { engines, mentionedEngines, totalEngines, competitorMentions, citedDomains } = baseline
  const missing = engines.filter(({ mentioned }) => !mentioned)
  return (
    <section aria-label="When planned" className="pt-5 grid gap-2">
      <h3 className="plain">When planned</h3>
      <p className="row">
        <Tally
          noun="engines"
          height={14}
          step={6}
          groups={[
            { kind: 'hi', count: mentionedEngines, label: 'name you' },
            { kind: 'out', count: totalEngines - mentionedEngines, label: 'do not name you' },
          ]}
        />
        <span>
          {mentionedEngines} of {count(totalEngines, 'engine')} named you
        </span>
      </p>
      <dl className="facts">
        {missing.length > 0 && (
          <>
            <dt>Engines that do not mention you</dt>
            <dd>{missing.map(({ engine }) => nameOf(engine)).join(', ')}</dd>
          </>
        )}
        {competitorMentions.length > 0 && (
          <>
            <dt>Mentioned instead</dt>
            <dd>{competitorMentions.map(({ name, engines }) => `${name} (${engines})`).join(', ')}</dd>
          </>
        )}
        {citedDomains.length > 0 && (
          <>
            <dt>Cited</dt>
            <dd>{citedDomains.map(({ domain }) => domain).join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
