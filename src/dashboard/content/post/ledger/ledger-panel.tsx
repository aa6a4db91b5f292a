import { useEffect, useMemo, useRef } from 'react'
import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import { createStore, useStore } from '../../../kit/store.ts'
import type { Editor, EntryMarks } from '../write/editor.ts'
import { account, entryStateOf } from './account.ts'
import { EntryGroup } from './entry-group.tsx'
import { EntryRow } from './entry-row.tsx'
import { groupEntries } from './groups.ts'
import { LedgerHead } from './ledger-head.tsx'
import { bringIntoView } from './scroll.ts'
import * as strings from './strings.ts'
import { useChoice } from './use-choice.ts'

/** Until the text is loaded, every entry counts as placed. */
const noMarks = createStore<EntryMarks | null>(null)

/** The ledger of a post, next to its text. */
export function LedgerPanel({
  entries,
  editor,
  isWriting,
  onWrite,
}: {
  entries: Entry[]
  editor: Editor | null
  isWriting: boolean
  /** Shows the text, so that a line can be selected. */
  onWrite: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  const entryMarks = useStore<EntryMarks | null>(editor ? editor.entryMarks : noMarks)
  const { opened, choose, restore } = useChoice(editor, onWrite)
  const has = entryMarks?.has
  const { sum, groups, fates } = useMemo(() => {
    const isIncluded = (place: number) => has?.[place] ?? entries[place]?.placement !== 'omitted'
    const fates = entries.map((entry, place) => entryStateOf(entry, isIncluded(place)))
    return { fates, sum: account(entries, fates), groups: groupEntries(entries, fates) }
  }, [entries, has])
  const lit = isWriting ? (entryMarks?.lit ?? []) : []
  const first = lit[0]
  useEffect(() => {
    if (first !== undefined) bringIntoView(panel.current, first)
  }, [first])

  const row = (place: number) => (
    <EntryRow
      key={place}
      entry={entries[place] as Entry}
      place={place}
      fate={fates[place] ?? 'listed'}
      isLit={lit.includes(place)}
      isOpen={opened === place}
      onChoose={choose}
      onRestore={restore}
    />
  )
  function countOf(places: number[]): string {
    const gone = places.filter((place) => fates[place] === 'gone').length
    return gone === 0
      ? String(places.length)
      : strings.ledgerPanel.countWithRemoved(places.length - gone, gone)
  }

  const { highlights, listed, out } = groups
  return (
    <aside className="ledger" aria-labelledby="ledger" ref={panel}>
      <LedgerHead sum={sum} />
      {highlights.length > 0 && (
        <EntryGroup title={strings.ledgerPanel.highlights} note={countOf(highlights)}>
          {highlights.map(row)}
        </EntryGroup>
      )}
      {listed.length > 0 && (
        <EntryGroup title={strings.ledgerPanel.listed} note={countOf(listed.flatMap(({ places }) => places))}>
          {listed.map(({ category, places }) => (
            <div key={category}>
              <h3>{category}</h3>
              {places.map(row)}
            </div>
          ))}
        </EntryGroup>
      )}
      {out.length > 0 && (
        <EntryGroup title={strings.ledgerPanel.leftOut} note={countOf(out)} isClosed>
          {out.map(row)}
        </EntryGroup>
      )}
    </aside>
  )
}
