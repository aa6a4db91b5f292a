import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useQueryState } from '../../data/query-state.ts'
import { type LogFilter, type LogRow, useTrafficLog } from '../../data/traffic.ts'
import type { Window } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FilterSelect } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { type State, Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { HostFilter } from './host-filter.tsx'
import { purposeOf } from './names.ts'
import { PageAndHost } from './page-link.tsx'
import { ShowAll, shortest } from './show-all.tsx'
import * as strings from './strings.ts'

/** The newest visits as they arrive, with filters in the URL. */
export function VisitLog({ window }: { window: Window }) {
  const [isPaused, pause] = useState(false)
  const [visitorTypes, setVisitor] = useQueryState('visitor')
  const [purpose, setPurpose] = useQueryState('purpose')
  const [host] = useQueryState('host')
  // Referrals have no purpose to choose from.
  const categories = visitorTypes === 'ai_referral' ? '' : purpose
  const filter: LogFilter = { visitorTypes, categories, host }
  const log = useTrafficLog(filter, isPaused)
  return (
    <Section
      title={strings.log.title}
      note={isPaused ? strings.log.paused : strings.log.live}
      action={
        <span className="row tight">
          <Button slim look="quiet" onClick={() => pause(!isPaused)}>
            <Icon of={isPaused ? Play : Pause} />
            {isPaused ? strings.log.resume : strings.log.pause}
          </Button>
          {log.data && <LogCsv rows={log.data} />}
        </span>
      }
    >
      <div className="row pt-3">
        <FilterSelect
          label={strings.log.visitor}
          value={visitorTypes}
          choices={[
            { value: '', label: strings.log.allVisitors },
            { value: 'crawler', label: strings.log.visitors.crawler },
            { value: 'ai_referral', label: strings.log.visitors.ai_referral },
          ]}
          onChange={setVisitor}
        />
        {visitorTypes !== 'ai_referral' && (
          <FilterSelect
            label={strings.log.purpose}
            value={purpose}
            choices={[
              { value: '', label: strings.log.allPurposes },
              ...purposes.map((value) => ({ value, label: strings.purposes[value] })),
            ]}
            onChange={setPurpose}
          />
        )}
        <HostFilter window={window} />
      </div>
      <Loaded query={log} rows={4}>
        {(rows) => <LogTable rows={rows} />}
      </Loaded>
    </Section>
  )
}

const purposes = ['training-crawler', 'search-index', 'assistant-browse'] as const
const states: Record<LogRow['verdict'], State> = { verified: 'good', contradicted: 'warn', unknown: 'off' }

function LogTable({ rows }: { rows: LogRow[] }) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return <p className="muted pt-3">{strings.log.none}</p>
  const columns: Column<LogRow & { key: string }>[] = [
    {
      head: strings.log.visitor,
      narrow: 'first',
      cell: ({ agent, source, category }) => (
        <>
          {agent ?? source} <span className="muted small">{purposeOf(category)}</span>
        </>
      ),
    },
    {
      head: strings.log.page,
      narrow: 'full',
      cell: (row) => <PageAndHost page={row} />,
    },
    {
      head: strings.log.status,
      number: true,
      narrow: 'drop',
      cell: ({ status }) =>
        status !== null && status >= 400 ? <Status state="bad">{status}</Status> : status,
    },
    {
      head: strings.log.sender,
      narrow: 'drop',
      cell: ({ visitorType, verdict }) =>
        visitorType === 'crawler' && <Status state={states[verdict]}>{strings.log.verdicts[verdict]}</Status>,
    },
    { head: strings.log.country, narrow: 'drop', muted: true, cell: ({ country }) => country },
    {
      head: strings.log.time,
      number: true,
      muted: true,
      narrow: 'second',
      cell: ({ capturedAt }) => <Time at={capturedAt} />,
    },
  ]
  const keyed = withKeys(rows)
  return (
    <>
      <DataTable
        caption={strings.log.title}
        columns={columns}
        rows={isWhole ? keyed : keyed.slice(0, shortest)}
        keyOf={({ key }) => key}
      />
      <ShowAll count={rows.length} isWhole={isWhole} onChange={setWhole} />
    </>
  )
}

/** Visits have no id: equal ones are numbered from the oldest, so that new rows above do not change a key. */
function withKeys(rows: LogRow[]) {
  const seen = new Map<string, number>()
  return rows
    .toReversed()
    .map((row) => {
      const name = [row.capturedAt, row.host, row.path, row.ua].join(' ')
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return { ...row, key: `${name} ${number}` }
    })
    .toReversed()
}

function LogCsv({ rows }: { rows: LogRow[] }) {
  return (
    <CsvButton
      what={strings.log.csv}
      head={strings.log.csvColumns}
      rows={() =>
        rows.map((each) => [
          each.capturedAt,
          each.source,
          each.agent,
          purposeOf(each.category),
          each.host,
          each.path,
          each.status,
          strings.log.verdicts[each.verdict],
          each.country,
          each.ua,
        ])
      }
    />
  )
}
