import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { type Detail, useCompetitorDetail, useCompetitors } from '../../data/competitors.ts'
import { usePaged } from '../../data/paged.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { windowOf } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { RateChart } from '../../kit/charts/rate-chart.tsx'
import type { Point } from '../../kit/charts/series.ts'
import { RateFigure } from '../../kit/charts/span.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Status } from '../../kit/status.tsx'
import { ago } from '../../kit/time.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { ProjectPage } from '../projects/project-page.tsx'
import { CompetitorDialog } from './competitor-dialog.tsx'
import { DeleteCompetitor } from './delete-competitor.tsx'
import * as strings from './strings.ts'

/** How often answers name one competitor, and those answers. */
export function CompetitorPage() {
  const { name = '' } = useParams()
  const addressOf = useProjectAddress()
  return (
    <ProjectPage
      title={name}
      crumb={{ href: addressOf(paths.competitors()), label: strings.competitorPage.competitors }}
      sub={strings.competitorPage.subtitle}
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
      <Button onClick={() => edit(true)}>{strings.competitorPage.edit}</Button>
      <Button look="danger" onClick={() => setDoomed(true)}>
        {strings.competitorPage.delete}
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
              return (
                <Empty title={strings.competitorPage.competitorNotFound}>
                  {strings.competitorPage.notFoundText}
                </Empty>
              )
            if (data.prompts.length === 0)
              return (
                <Empty title={strings.competitorPage.noMentions}>
                  {strings.competitorPage.noMentionsText(name)}
                </Empty>
              )
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
      <div className="figure-line">
        <Rate name={name} basket={detail.basket} />
        <Rate name={strings.competitorPage.you} basket={detail.own} />
      </div>
      <div className="not-own">
        <RateChart what={strings.competitorPage.mentionRate(name)} days={days} own={{ name, points }} />
      </div>
      <Section
        title={strings.competitorPage.answersThatName(name)}
        note={strings.competitorPage.answersNote(detail.prompts.length, detail.own?.cells ?? 0)}
        action={<PromptCsv detail={detail} />}
      >
        <PromptTable detail={detail} name={name} />
      </Section>
    </>
  )
}

/** A mention rate over the last 30 days; nothing if too much is missing for a figure. */
function Rate({ name, basket }: { name: string; basket: Detail['basket'] }) {
  if (!basket || basket.rate === null || basket.incomplete) return null
  return (
    <dl className="fact">
      <dt>{strings.competitorPage.rateOf(name)}</dt>
      <dd>
        <RateFigure rate={basket.rate} interval={basket.interval} />
      </dd>
    </dl>
  )
}

type Prompt = Detail['prompts'][number]

function PromptTable({ detail, name }: { detail: Detail; name: string }) {
  const { shown, pagination, onPage } = usePaged(detail.prompts)
  const nameOf = useEngineNames()
  const addressOf = useProjectAddress()
  const columns: Column<Prompt>[] = [
    {
      head: strings.competitorPage.promptColumn,
      narrow: 'first',
      cell: ({ promptId, prompt }) => (
        <Link className="what" data-row="" href={addressOf(paths.prompt(promptId))}>
          {prompt}
        </Link>
      ),
    },
    {
      head: strings.competitorPage.engineColumn,
      muted: true,
      cell: ({ engine }) => <span className="md:whitespace-nowrap">{nameOf(engine)}</span>,
    },
    {
      head: strings.competitorPage.youColumn,
      narrow: 'second',
      cell: ({ mentioned, echo, position }) =>
        mentioned && !echo ? (
          <Status state="good">
            {position === null
              ? strings.competitorPage.alsoNamed
              : strings.competitorPage.alsoNamedPosition(position)}
          </Status>
        ) : (
          <Status state="off">{echo ? strings.competitorPage.echo : strings.competitorPage.notNamed}</Status>
        ),
    },
    {
      head: strings.competitorPage.lastSeenColumn,
      number: true,
      narrow: 'drop',
      muted: true,
      cell: ({ capturedAt }) => <span className="nowrap">{ago(capturedAt)}</span>,
    },
  ]
  return (
    <>
      <DataTable
        caption={strings.competitorPage.answersThatName(name)}
        columns={columns}
        rows={shown}
        keyOf={({ promptId, engine }) => `${promptId} ${engine}`}
      />
      <Pager pagination={pagination} noun={strings.competitorPage.answers} onPage={onPage} />
    </>
  )
}

function PromptCsv({ detail }: { detail: Detail }) {
  return (
    <CsvButton
      what={strings.competitorPage.answers}
      head={strings.competitorPage.csvColumns}
      rows={() =>
        detail.prompts.map((each) => [
          each.prompt,
          each.engine,
          each.mentioned && !each.echo ? 'yes' : 'no',
          each.position,
          each.capturedAt,
        ])
      }
    />
  )
}
