import { memo } from 'react'
import { type Entry, refOf } from '../../../../changelog/entry-matching/entries.ts'
import { Button } from '../../../kit/button.tsx'
import { CodeSpans, withoutBackticks } from '../../../kit/code-spans.tsx'
import type { EntryState } from './account.ts'
import * as strings from './strings.ts'

const looks: Record<EntryState, string> = { highlight: 'hi', listed: '', gone: 'gone', out: 'out' }

/** One change: its title, link and state, and its authors once it is selected. */
export const EntryRow = memo(function EntryRow({
  entry,
  place,
  fate,
  isLit,
  isOpen,
  onChoose,
  onRestore,
}: {
  entry: Entry
  place: number
  fate: EntryState
  /** The cursor is in its line. */
  isLit: boolean
  isOpen: boolean
  onChoose: (place: number) => void
  onRestore: (place: number) => void
}) {
  const ref = refOf(entry)
  const why = whyOf(entry, fate)
  return (
    <div className={`entry ${looks[fate]} ${isLit ? 'current' : ''}`} data-entry={place}>
      <i />
      <button
        type="button"
        className="t"
        aria-current={isLit ? 'true' : undefined}
        aria-expanded={isOpen}
        onClick={() => onChoose(place)}
      >
        <CodeSpans text={entry.title} />
      </button>
      {fate === 'gone' ? (
        <Button
          slim
          aria-label={strings.entryRow.restoreNamed(withoutBackticks(entry.title))}
          onClick={() => onRestore(place)}
        >
          {strings.entryRow.restore}
        </Button>
      ) : (
        ref && <Reference text={ref} url={entry.url} />
      )}
      {why && <span className="why">{why}</span>}
      {isOpen && (
        <span className="why">
          <Detail entry={entry} />
          {fate === 'out' && (
            <Button
              slim
              className="mt-1"
              aria-label={strings.entryRow.includeNamed(withoutBackticks(entry.title))}
              onClick={() => onRestore(place)}
            >
              {strings.entryRow.include}
            </Button>
          )}
        </span>
      )}
    </div>
  )
})

function whyOf({ placement, reason, commits, breaking }: Entry, fate: EntryState): string {
  if (fate === 'gone') return strings.entryRow.removedManually
  if (placement === 'omitted') return fate === 'out' ? (reason ?? '') : strings.entryRow.addedManually
  const size = placement === 'highlight' && commits.length > 1 ? strings.entryRow.commits(commits.length) : ''
  return [breaking ? strings.entryRow.breaking : '', size].filter(Boolean).join(' · ')
}

/** A link to a change at the code host; plain text if there is none. */
function Reference({ text, url }: { text: string; url: string | null }) {
  return url ? (
    <a className="ref" href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  ) : (
    <span className="ref">{text}</span>
  )
}

function Detail({
  entry: { authors, commits, issues = [], area, category, placement, number, url },
}: {
  entry: Entry
}) {
  const facts = [
    authors.length > 0 && strings.entryRow.by(authors.join(', ')),
    commits.length > 0 && strings.entryRow.commits(commits.length),
    area,
    placement === 'highlight' && category,
  ]
  return (
    <>
      <span className="block">{facts.filter(Boolean).join(' · ')}</span>
      {issues.map((issue) => (
        <span key={`${issue.provider} ${issue.id}`} className="block">
          {issue.url && issue.url !== url ? (
            <a href={issue.url} target="_blank" rel="noreferrer">
              {issue.identifier}
            </a>
          ) : (
            issue.identifier !== `#${number}` && issue.identifier
          )}{' '}
          {issue.title}
        </span>
      ))}
    </>
  )
}
