import type { Report } from '../../data/readiness.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Section } from '../../kit/page.tsx'
import { type State, Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'

type Access = Report['agents'][number]

const states: Record<Access['result'], State> = {
  passed: 'good',
  review: 'warn',
  blocked: 'bad',
  unknown: 'off',
}

/** Which agents robots.txt lets in. */
export function Agents({ agents }: { agents: Access[] }) {
  const columns: Column<Access>[] = [
    { head: strings.readiness.agent, narrow: 'first', cell: ({ agent }) => agent },
    {
      head: strings.readiness.purpose,
      muted: true,
      narrow: 'second',
      cell: ({ purpose }) => strings.readiness.purposes[purpose],
    },
    {
      head: strings.readiness.access,
      cell: ({ purpose, result }) => (
        <Status state={purpose === 'training' && result !== 'passed' ? 'off' : states[result]}>
          {strings.readiness.accesses[result]}
        </Status>
      ),
    },
  ]
  return (
    <Section
      title={strings.readiness.agents}
      note={strings.readiness.agentsNote}
      action={
        <CsvButton
          what={strings.csv.agents}
          head={strings.csv.agentColumns}
          rows={() =>
            agents.map(({ agent, purpose, result }) => [
              agent,
              strings.readiness.purposes[purpose],
              strings.readiness.accesses[result],
            ])
          }
        />
      }
    >
      <DataTable
        caption={strings.readiness.agents}
        columns={columns}
        rows={agents}
        keyOf={({ agent }) => agent}
      />
    </Section>
  )
}
