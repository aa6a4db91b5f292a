import { useState } from 'react'
import { useHistory } from '../../../data/answers.ts'
import { Button } from '../../../kit/button.tsx'
import { CsvButton } from '../../../kit/csv.tsx'
import { type Column, DataTable } from '../../../kit/data-table.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { Tally } from '../../../kit/tally.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import { type Entry, readHistory } from './history.ts'
import * as strings from './strings.ts'

/** Further scans are folded (contract geo 17). */
const fewAtFirst = 8

/**
 * The history of a prompt by scan: the engines that named the brand, changes, and newly recommended
 * competitors.
 */
export function History({ promptId }: { promptId: string }) {
  const history = useHistory(promptId)
  return (
    <Loaded query={history} rows={3}>
      {(checks) => checks.length > 0 && <HistoryTable entries={readHistory(checks)} />}
    </Loaded>
  )
}

function HistoryTable({ entries }: { entries: Entry[] }) {
  const [isWhole, setWhole] = useState(false)
  const nameOf = useEngineNames()
  const shown = isWhole ? entries : entries.slice(0, fewAtFirst)
  const columns: Column<Entry>[] = [
    { head: strings.historyTable.scanColumn, narrow: 'first', cell: ({ at }) => <Time at={at} /> },
    {
      head: strings.historyTable.outcomeColumn,
      narrow: 'second',
      cell: ({ named, total }) => (
        <span className="flex items-center gap-3">
          <Tally
            noun={strings.historyTable.engines}
            groups={[
              { kind: 'hi', count: named, label: strings.historyTable.nameYou },
              { kind: 'out', count: total - named, label: strings.historyTable.doNotNameYou },
            ]}
          />
          <span className="nowrap">{strings.historyTable.namedBy(named, total)}</span>
        </span>
      ),
    },
    {
      head: strings.historyTable.positionColumn,
      number: true,
      label: strings.historyTable.positionColumn,
      cell: ({ position }) => position,
    },
    {
      head: strings.historyTable.whatChangedColumn,
      muted: true,
      narrow: 'full',
      cell: (entry) => inWords(entry, nameOf),
    },
    {
      head: strings.historyTable.namedNowColumn,
      muted: true,
      narrow: 'full',
      label: strings.historyTable.namedNow,
      cell: ({ newNames }) => newNames.join(', '),
    },
  ]
  return (
    <Section
      title={strings.historyTable.history}
      note={strings.historyTable.note}
      action={
        <CsvButton
          what={strings.historyTable.historyNoun}
          head={strings.historyTable.csvColumns}
          rows={() =>
            entries.map((entry) => [
              entry.at,
              entry.named,
              entry.total,
              entry.position,
              inWords(entry, nameOf),
              entry.newNames.join(', '),
            ])
          }
        />
      }
    >
      <DataTable
        caption={strings.historyTable.history}
        columns={columns}
        rows={shown}
        keyOf={({ scanId }) => scanId}
      />
      {entries.length > shown.length && (
        <Button look="quiet" slim onClick={() => setWhole(true)}>
          {strings.historyTable.showAllScans(entries.length)}
        </Button>
      )}
    </Section>
  )
}

function inWords({ change, position }: Entry, nameOf: (engine: string) => string): string {
  if (!change) return strings.historyTable.firstAnswers
  const { gained, lost, positionBefore } = change
  const isMoved = position !== null && positionBefore !== null && position !== positionBefore
  if (gained.length + lost.length === 0 && !isMoved) return strings.historyTable.noChange
  const said = [
    gained.length > 0 && strings.historyTable.nowYou(gained.map(nameOf).join(', '), gained.length),
    lost.length > 0 && strings.historyTable.noLongerYou(lost.map(nameOf).join(', '), lost.length),
    isMoved && strings.historyTable.moved(positionBefore, position),
  ]
  return said.filter(Boolean).join('; ')
}
