import { cutAt, type Match } from './marks.ts'
import * as strings from './strings.ts'

/**
 * An unchanged answer with the names in it marked. It is untrusted text: rendered as plain text, never parsed
 * as HTML.
 */
export function MarkedText({ text, matches }: { text: string; matches: Match[] }) {
  const pieces = cutAt(text, matches)
  return (
    <>
      <p className="answer-text" dir="auto">
        {pieces.map(({ at, text: piece, match }) =>
          match ? (
            <mark key={at} className={classOf(match)} title={titleOf(match)}>
              {piece}
            </mark>
          ) : (
            piece
          ),
        )}
      </p>
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

const classOf = ({ isOwn, isSure }: Match) =>
  [isOwn ? 'own' : 'other', !isSure && 'unsure'].filter(Boolean).join(' ')

const titleOf = ({ name, isSure }: Match) => (isSure ? name : strings.markedText.unsureName(name))
