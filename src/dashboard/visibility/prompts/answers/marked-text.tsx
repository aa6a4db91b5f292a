import { cutAt, type Match } from './marks.ts'

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
              <mark className="own">You</mark>
            </span>
          )}
          {matches.some(({ isOwn }) => !isOwn) && (
            <span>
              <mark className="other">Competitors</mark>
            </span>
          )}
          {matches.some(({ isSure }) => !isSure) && (
            <span>
              <mark className="unsure">Dotted</mark> may not be a brand name
            </span>
          )}
        </p>
      )}
    </>
  )
}

const classOf = ({ isOwn, isSure }: Match) =>
  [isOwn ? 'own' : 'other', !isSure && 'unsure'].filter(Boolean).join(' ')

const titleOf = ({ name, isSure }: Match) => (isSure ? name : `${name}, or not a brand name`)
