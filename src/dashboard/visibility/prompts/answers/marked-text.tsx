import { Fragment, Suspense, useMemo } from 'react'
import { lazyComponent } from '../../../kit/lazy-view.tsx'
import { cutAtMarks, type Match, placeMarks } from './marks.ts'
import * as strings from './strings.ts'

const Markdown = lazyComponent(() =>
  import('../../../agents/conversation/markdown.tsx').then((m) => m.Markdown),
)

/** Longer answers are not parsed. */
const maxMarkdown = 100_000

/**
 * An answer as its readers see it: as Markdown, with the names in it marked. It is untrusted: HTML remains text, and
 * nothing is loaded from other servers.
 */
export function MarkedText({ text, matches }: { text: string; matches: Match[] }) {
  const ordered = useMemo(() => matches.toSorted((one, other) => one.start - other.start), [matches])
  const marked = useMemo(() => placeMarks(text, ordered), [text, ordered])
  const plain = (
    <p className="answer-text">
      <Marked text={marked} matches={ordered} />
    </p>
  )
  return (
    <>
      <div dir="auto">
        {text.length > maxMarkdown ? (
          plain
        ) : (
          <Suspense fallback={plain}>
            <Markdown text={marked} drawText={(part) => <Marked text={part} matches={ordered} />} />
          </Suspense>
        )}
      </div>
      {matches.length > 0 && (
        <p className="legend">
          {matches.some(({ isOwn }) => isOwn) && (
            <span>
              <mark className="own">{strings.markedText.you}</mark>
            </span>
          )}
          {matches.some(({ isOwn }) => !isOwn) && (
            <span>
              <mark className="other">{strings.markedText.competitors}</mark>
            </span>
          )}
          {matches.some(({ isSure }) => !isSure) && (
            <span>
              {strings.markedText.dottedLegend(<mark className="unsure">{strings.markedText.dotted}</mark>)}
            </span>
          )}
        </p>
      )}
    </>
  )
}

function Marked({ text, matches }: { text: string; matches: Match[] }) {
  return cutAtMarks(text, matches).map(({ at, text: piece, match }) => {
    return match ? (
      <mark key={at} className={classOf(match)} title={titleOf(match)}>
        {piece}
      </mark>
    ) : (
      <Fragment key={at}>{piece}</Fragment>
    )
  })
}

const classOf = ({ isOwn, isSure }: Match) =>
  [isOwn ? 'own' : 'other', !isSure && 'unsure'].filter(Boolean).join(' ')

const titleOf = ({ name, isSure }: Match) => (isSure ? name : strings.markedText.unsureName(name))
