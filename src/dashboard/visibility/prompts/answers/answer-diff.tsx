import { useMemo } from 'react'
import { findChanges } from '../../../../text/difference.ts'
import { type FullAnswer, useAnswer } from '../../../data/answers.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { cutAtChanges } from './diff-pieces.ts'
import * as strings from './strings.ts'

/** What an answer says and cites that the previous one did not, and the reverse. */
export function AnswerDiff({
  text,
  sources,
  previousId,
}: Pick<FullAnswer, 'sources'> & { text: string; previousId: string }) {
  const previous = useAnswer(previousId)
  return (
    <Loaded query={previous} rows={3}>
      {(before) => (
        <>
          <DiffText before={before.answer} after={text} />
          <SourceChange words={strings.answerDiff.newSources} sources={sources} others={before.sources} />
          <SourceChange words={strings.answerDiff.goneSources} sources={before.sources} others={sources} />
        </>
      )}
    </Loaded>
  )
}

function DiffText({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => cutAtChanges(before, after, findChanges(before, after)), [before, after])
  if (before === after) return <p className="muted">{strings.answerDiff.same}</p>
  return (
    <p className="answer-text compared" dir="auto">
      {pieces.map(({ at, kind, text }) =>
        kind === 'same' ? text : kind === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>,
      )}
    </p>
  )
}

function SourceChange({
  words,
  sources,
  others,
}: {
  words: (domains: string[]) => string
  sources: FullAnswer['sources']
  others: FullAnswer['sources']
}) {
  const known = new Set(others.map(({ url }) => url))
  const domains = [...new Set(sources.filter(({ url }) => !known.has(url)).map(({ domain }) => domain))]
  return domains.length > 0 ? <p className="muted small">{words(domains)}</p> : null
}
