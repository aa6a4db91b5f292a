import { useState } from 'react'
import { useHistory } from '../../../data/answers.ts'
import { Button } from '../../../kit/button.tsx'
import { CsvButton } from '../../../kit/csv.tsx'
import { type Column, DataTable } from '../../../kit/data-table.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Section } from '../../../kit/page.tsx'
import { Tally } from '../../../kit/tally.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../overview/engines.ts'
import { type Entry, readHistory } from './history.ts'

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
    { head: 'Scan', narrow: 'first', cell: ({ at }) => <Time at={at} /> },
    {
      head: 'Outcome',
      narrow: 'second',
      cell: ({ named, total }) => (
        <span className="flex items-center gap-3">
          <Tally
            noun="engines"
            groups={[
              { kind: 'hi', count: named, label: 'name you' },
              { kind: 'out', count: total - named, label: 'do not name you' },
            ]}
          />
          <span className="nowrap">
            {named} of {total}
          </span>
        </span>
      ),
    },
    { head: 'Position', number: true, label: 'Position', cell: ({ position }) => position },
    {
      head: 'What changed',
      muted: true,
      narrow: 'full',
      cell: ({ change }) => inWords(change, nameOf),
    },
    {
      head: 'New brands named',
      muted: true,
      narrow: 'full',
      label: 'New:',
      cell: ({ newNames }) => newNames.join(', '),
    },
  ]
  return (
    <Section
      title="History"
      note="Best position among engines that name you."
      action={
        <CsvButton
          what="history"
          head={['Scan', 'Engines that name you', 'Engines', 'Position', 'What changed', 'New brands named']}
          rows={() =>
            entries.map(({ at, named, total, position, change, newNames }) => [
              at,
              named,
              total,
              position,
              inWords(change, nameOf),
              newNames.join(', '),
            ])
          }
        />
      }
    >
      <DataTable caption="History" columns={columns} rows={shown} keyOf={({ scanId }) => scanId} />
      {entries.length > shown.length && (
        <Button look="quiet" slim onClick={() => setWhole(true)}>
          Show all {entries.length} scans
        </Button>
      )}
    </Section>
  )
}

function inWords(change: Entry['change'], nameOf: (engine: string) => string): string {
  if (!change) return 'First answers'
  const { gained, lost } = change
  if (gained.length + lost.length === 0) return 'No change'
  const said = [
    gained.length > 0 && `${gained.map(nameOf).join(', ')} now ${gained.length === 1 ? 'names' : 'name'} you`,
    lost.length > 0 && `${lost.map(nameOf).join(', ')} no longer ${lost.length === 1 ? 'names' : 'name'} you`,
  ]
  return said.filter(Boolean).join('; ')
}
