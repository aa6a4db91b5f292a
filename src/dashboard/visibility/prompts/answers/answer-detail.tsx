import { type FullAnswer, useAnswer } from '../../../data/answers.ts'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { MarkedText } from './marked-text.tsx'
import * as strings from './strings.ts'

/** One answer: its text with marked names, its sources, and its searches. */
export function AnswerDetail({ checkId }: { checkId: string }) {
  const answer = useAnswer(checkId)
  return (
    <Loaded query={answer} rows={4}>
      {({ answer: text, matches, sources, consulted, searchQueries }) => (
        <div className="answer">
          <MarkedText text={text} matches={matches} />
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

function Sources({ title, sources }: { title: string; sources: FullAnswer['sources'] }) {
  if (sources.length === 0) return null
  return (
    <section aria-label={title}>
      <p className="strong">{title}</p>
      <ul className="bullets">
        {sources.map(({ url, title: name, domain }) => (
          <li key={url}>
            {isWeb(url) ? <ExternalLink href={url}>{name ?? url}</ExternalLink> : (name ?? url)}{' '}
            <span className="muted small">{domain}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An engine can return any text as a URL. */
const isWeb = (url: string) => /^https?:\/\//i.test(url)
