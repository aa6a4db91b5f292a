import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { type Detail, useCompetitorDetail, useCompetitors } from '../../data/competitors.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { windowOf } from '../../data/window.ts'
import { Button } from '../../kit/button.tsx'
import { RateChart } from '../../kit/charts/rate-chart.tsx'
import type { Point } from '../../kit/charts/series.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { count } from '../../kit/english.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Status } from '../../kit/status.tsx'
import { ago } from '../../kit/time.tsx'
import { useEngineNames } from '../overview/engines.ts'
import { ProjectPage } from '../projects/project-page.tsx'
import { CompetitorDialog } from './competitor-dialog.tsx'
import { DeleteCompetitor } from './delete-competitor.tsx'

/** How often answers name one competitor, and those answers. */
export function CompetitorPage() {
  const { name = '' } = useParams()
  const addressOf = useProjectAddress()
  return (
    <ProjectPage
      title={name}
      crumb={{ href: addressOf(paths.competitors()), label: 'Competitors' }}
      sub="Mentions in AI answers, last 30 days."
      actions={<Actions name={name} />}
    >
      <Named name={name} />
    </ProjectPage>
  )
}

/** The actions of a tracked competitor; a name found in answers can be added. */
function Actions({ name }: { name: string }) {
  const competitors = useCompetitors()
  const [, navigate] = useLocation()
  const addressOf = useProjectAddress()
  const [isEdited, edit] = useAsked('edit')
  const [isDoomed, setDoomed] = useState(false)
  const competitor = competitors.data?.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (!competitor) return null
  return (
    <>
      <Button onClick={() => edit(true)}>Edit</Button>
      <Button look="danger" onClick={() => setDoomed(true)}>
        Delete
      </Button>
      {isEdited && (
        <CompetitorDialog
          competitor={competitor}
          onSaved={(saved) => navigate(addressOf(paths.competitor(saved)), { replace: true })}
          onClose={() => edit(false)}
        />
      )}
      {isDoomed && (
        <DeleteCompetitor
          competitor={competitor}
          onDeleted={() => navigate(addressOf(paths.competitors()))}
          onClose={() => setDoomed(false)}
        />
      )}
    </>
  )
}

function Named({ name }: { name: string }) {
  const detail = useCompetitorDetail(name)
  const competitors = useCompetitors()
  return (
    <Loaded query={competitors} rows={6}>
      {(tracked) => (
        <Loaded query={detail} rows={6}>
          {(data) => {
            const isTracked = tracked.some((each) => each.name.toLowerCase() === name.toLowerCase())
            if (!isTracked && data.prompts.length === 0)
              return <Empty title="Competitor not found">It is not tracked, and no answer names it.</Empty>
            if (data.prompts.length === 0)
              return <Empty title="No mentions">No answer in the last 30 days names {name}.</Empty>
            return <Mentions name={name} detail={data} />
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function Mentions({ name, detail }: { name: string; detail: Detail }) {
  const { days } = windowOf('30', new Date())
  const byDay = new Map(detail.points.map((point) => [point.day, point]))
  const points = days.map((day): Point => {
    const found = byDay.get(day)
    return found && found.checks > 0
      ? { rate: found.mentions / found.checks, interval: found.interval, n: found.checks }
      : null
  })
  return (
    <>
      <RateChart what={`Mention rate of ${name}`} days={days} own={{ name, points }} />
      <Section
        title={`Answers that name ${name}`}
        note={`${count(detail.prompts.length, 'answer')}, the latest per prompt and engine`}
        action={<PromptCsv detail={detail} />}
      >
        <PromptTable detail={detail} name={name} />
      </Section>
    </>
  )
}

type Prompt = Detail['prompts'][number]

function PromptTable({ detail, name }: { detail: Detail; name: string }) {
  const nameOf = useEngineNames()
  const addressOf = useProjectAddress()
  const columns: Column<Prompt>[] = [
    {
      head: 'Prompt',
      narrow: 'first',
      cell: ({ promptId, prompt }) => (
        <Link className="what" data-row="" href={addressOf(paths.prompt(promptId))}>
          {prompt}
        </Link>
      ),
    },
    { head: 'Engine', muted: true, cell: ({ engine }) => nameOf(engine) },
    {
      head: 'You',
      narrow: 'second',
      cell: ({ mentioned, position }) =>
        mentioned ? (
          <Status state="good">
            {position === null ? 'Also named' : `Also named, position ${position}`}
          </Status>
        ) : (
          <Status state="off">Not named</Status>
        ),
    },
    {
      head: 'Last seen',
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ capturedAt }) => <span className="nowrap">{ago(capturedAt)}</span>,
    },
  ]
  return (
    <DataTable
      caption={`Answers that name ${name}`}
      columns={columns}
      rows={detail.prompts}
      keyOf={({ promptId, engine }) => `${promptId} ${engine}`}
    />
  )
}

function PromptCsv({ detail }: { detail: Detail }) {
  return (
    <CsvButton
      what="answers"
      head={['prompt', 'engine', 'you are named', 'your position', 'last seen']}
      rows={() =>
        detail.prompts.map((each) => [
          each.prompt,
          each.engine,
          each.mentioned ? 'yes' : 'no',
          each.position,
          each.capturedAt,
        ])
      }
    />
  )
}
