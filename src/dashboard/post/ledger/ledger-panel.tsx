import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Status } from '../../parts/status.tsx'
import { Legend, Tally } from '../../parts/tally.tsx'
import { createStore, useStore } from '../store.ts'
import type { Editor, Told } from '../write/editor.ts'
import { account, fateOf } from './account.ts'
import type { Entry } from './entries.ts'
import { EntryRow } from './entry-row.tsx'
import { groupEntries } from './groups.ts'
import { useChoice } from './use-choice.ts'

/** Until the text is open, it is taken to tell what it was written to tell. */
const untold = createStore<Told | null>(null)

/** The account of every change that a post was written from, beside the text that tells of it. */
export function LedgerPanel({
  entries,
  editor,
  isWriting,
  onWrite,
}: {
  entries: Entry[]
  editor: Editor | null
  isWriting: boolean
  /** Shows the text, so that a line of it can be gone to. */
  onWrite: () => void
}) {
  const told = useStore<Told | null>(editor ? editor.told : untold)
  const { opened, choose, restore } = useChoice(editor, onWrite)
  const panel = useRef<HTMLElement>(null)
  const isTold = (place: number) => told?.has[place] ?? entries[place]?.placement !== 'omitted'
  const lit = isWriting ? (told?.lit ?? []) : []
  const sum = account(entries, isTold)
  const groups = groupEntries(entries, (place) => fateOf(entries[place] as Entry, isTold(place)))
  const { highlight, listed, gone, out } = sum.counts
  const ticks = [
    { kind: 'hi' as const, count: highlight, label: highlight === 1 ? 'highlight' : 'highlights' },
    { kind: 'li' as const, count: listed, label: 'listed' },
    { kind: 'gone' as const, count: gone, label: 'removed' },
    { kind: 'out' as const, count: out, label: 'left out' },
  ]
  const first = lit[0]
  useEffect(() => {
    if (first !== undefined) bringIntoView(panel.current, first)
  }, [first])

  const row = (place: number) => (
    <EntryRow
      key={place}
      entry={entries[place] as Entry}
      place={place}
      fate={fateOf(entries[place] as Entry, isTold(place))}
      isLit={lit.includes(place)}
      isOpen={opened === place}
      onChoose={choose}
      onRestore={restore}
    />
  )

  return (
    <aside className="ledger" aria-labelledby="ledger" ref={panel}>
      <div className="row min-h-8">
        <h2 id="ledger">Ledger</h2>
        <span className="end">
          {sum.faults.length === 0 ? (
            <Status state="good">Adds up</Status>
          ) : (
            <Status state="bad">Does not add up</Status>
          )}
        </span>
      </div>
      <p className="sum">
        {summarize(sum)}
        {sum.faults.map((fault) => ` ${fault}`)}
      </p>
      <Tally groups={ticks} height={28} noun="changes" />
      <Legend groups={ticks} />
      {groups.highlights.length > 0 && (
        <Group title="Highlights" note={countOf(groups.highlights, isTold)}>
          {groups.highlights.map(row)}
        </Group>
      )}
      {groups.listed.length > 0 && (
        <Group
          title="Listed"
          note={countOf(
            groups.listed.flatMap(({ places }) => places),
            isTold,
          )}
        >
          {groups.listed.map(({ category, places }) => (
            <div key={category}>
              <h3>{category}</h3>
              {places.map(row)}
            </div>
          ))}
        </Group>
      )}
      {groups.out.length > 0 && (
        <Group title="Left out" note={String(groups.out.length)} isClosed>
          {groups.out.map(row)}
        </Group>
      )}
    </aside>
  )
}

function summarize({ changes, commits, faults }: ReturnType<typeof account>): string {
  const counted = [
    `${changes} ${changes === 1 ? 'change' : 'changes'}`,
    commits > 0 && `from ${commits} ${commits === 1 ? 'commit' : 'commits'}`,
  ]
  return `${counted.filter(Boolean).join(' ')}${faults.length === 0 ? ', each accounted for once.' : '.'}`
}

function countOf(places: number[], isTold: (place: number) => boolean): string {
  const told = places.filter(isTold).length
  const gone = places.length - told
  return gone === 0 ? String(told) : `${told} and ${gone} removed`
}

function Group({
  title,
  note,
  isClosed,
  children,
}: {
  title: string
  note: string
  isClosed?: boolean
  children: ReactNode
}) {
  return (
    <details open={!isClosed}>
      <summary>
        <Icon of={ChevronRight} />
        {title}
        <span className="n">{note}</span>
      </summary>
      {children}
    </details>
  )
}

/** Scrolls the panel, and it alone, to an entry. */
function bringIntoView(panel: HTMLElement | null, place: number) {
  const row = panel?.querySelector<HTMLElement>(`[data-entry="${place}"]`)
  if (!panel || !row || panel.scrollHeight <= panel.clientHeight) return
  const { top, bottom } = row.getBoundingClientRect()
  const frame = panel.getBoundingClientRect()
  if (top < frame.top) panel.scrollTop -= frame.top - top + 48
  else if (bottom > frame.bottom) panel.scrollTop += bottom - frame.bottom + 48
}
