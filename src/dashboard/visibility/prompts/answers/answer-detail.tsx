import { useState } from 'react'
import { type FullAnswer, useAnswer } from '../../../data/answers.ts'
import { Button } from '../../../kit/button.tsx'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { lazyView } from '../../../kit/lazy-view.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import { Time } from '../../../kit/time.tsx'
import { MarkedText } from './marked-text.tsx'
import * as strings from './strings.ts'

const AnswerDiff = lazyView(
  () => import('./answer-diff.tsx').then((m) => m.AnswerDiff),
  <Skeleton rows={3} />,
)

/** One answer: its text with marked names, its sources, and its searches. */
export function AnswerDetail({ checkId }: { checkId: string }) {
  const answer = useAnswer(checkId)
  return (
    <Loaded query={answer} rows={4}>
      {({ answer: text, shown, echo, page, matches, sources, consulted, searchQueries, previous }) => (
        <div className="answer">
          {page !== null && <p className="muted small">{strings.answerDetail.page(page.split('; '))}</p>}
          {echo && <p className="muted small">{strings.answerDetail.echo}</p>}
          {previous && <Compare text={text} sources={sources} previous={previous} />}
          {shown ? <MarkedText text={text} matches={matches} /> : <p>{strings.answerDetail.notShown}</p>}
          <Sources title={strings.answerDetail.citedSources} sources={sources} />
          <Sources title={strings.answerDetail.readNotCited} sources={consulted} />
          {searchQueries.length > 0 && (
            <section aria-label={strings.answerDetail.webSearches}>
              <p className="strong">{strings.answerDetail.webSearches}</p>
              <ul className="bullets">
                {searchQueries.map((query) => (
                  <li key={query}>{query}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Loaded>
  )
}

type Previous = NonNullable<FullAnswer['previous']>

/** A switch for what changed since the answer before it of the same engine. */
function Compare({
  text,
  sources,
  previous,
}: Pick<FullAnswer, 'sources'> & { text: string; previous: Previous }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={strings.answerDetail.changes}>
      <Button slim aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {strings.answerDetail.compare}
      </Button>{' '}
      <span className="muted small">
        <Time at={previous.lastCheckedAt} />
      </span>
      {isOpen && <AnswerDiff text={text} sources={sources} previousId={previous.id} />}
    </section>
  )
}

function Sources({ title, sources }: { title: string; sources: FullAnswer['sources'] }) {
  if (sources.length === 0) return null
  return (
    <section aria-label={title}>
      <p className="strong">{title}</p>
      <ul className="bullets">
        {sources.map(({ url, title: name, domain, ownership, competitor }) => (
          <li key={url}>
            {isWeb(url) ? <ExternalLink href={url}>{name ?? url}</ExternalLink> : (name ?? url)}{' '}
            <span className="muted small">
              {domain}, {competitor ?? strings.answerDetail.owners[ownership]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An engine can return any text as a URL. */
const isWeb = (url: string) => /^https?:\/\//i.test(url)
