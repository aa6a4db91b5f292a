import { type GapPage, useGapPages } from '../../data/gaps.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'

/** The pages that engines cite for a prompt, their owners, and whether they name the brand. */
export function GapPages({ promptId }: { promptId: string }) {
  const pages = useGapPages(promptId)
  return (
    <Loaded query={pages} rows={3}>
      {({ pages: found }) =>
        found.length === 0 ? (
          <p className="muted">{strings.gapPages.none}</p>
        ) : (
          <>
            <PageTable pages={found} />
            <p className="muted small pt-2">{strings.gapPages.note}</p>
          </>
        )
      }
    </Loaded>
  )
}

function PageTable({ pages }: { pages: GapPage[] }) {
  const nameOf = useEngineNames()
  const columns: Column<GapPage>[] = [
    {
      head: strings.gapPages.pageColumn,
      narrow: 'first',
      cell: ({ url, title, domain }) => (
        <>
          {/^https?:\/\//i.test(url) ? (
            <ExternalLink href={url}>{title ?? url}</ExternalLink>
          ) : (
            (title ?? url)
          )}
          <br />
          <span className="muted small">{domain}</span>
        </>
      ),
    },
    {
      head: strings.gapPages.ownerColumn,
      narrow: 'second',
      cell: ({ ownership, competitor }) => competitor ?? strings.gapPages.owners[ownership],
    },
    {
      head: strings.gapPages.citedColumn,
      narrow: 'drop',
      muted: true,
      cell: ({ cited, engines }) => strings.gapPages.citedBy(cited, engines.map(nameOf)),
    },
    { head: strings.gapPages.namesColumn, narrow: 'full', cell: (page) => <Names page={page} /> },
  ]
  return (
    <DataTable caption={strings.gapPages.caption} columns={columns} rows={pages} keyOf={({ url }) => url} />
  )
}

function Names({ page: { ownership, namesYou, competitors, readAt, problem } }: { page: GapPage }) {
  if (ownership === 'own') return <span className="muted">{strings.gapPages.yours}</span>
  if (readAt === null) return <span className="muted">{strings.gapPages.notRead}</span>
  if (namesYou === null) return <span className="muted small">{problem}</span>
  return (
    <>
      {namesYou ? (
        <Status state="good">{strings.gapPages.namesYou}</Status>
      ) : (
        <Status state="off">{strings.gapPages.doesNotNameYou}</Status>
      )}{' '}
      <span className="muted small">
        {competitors.length > 0 && `${strings.gapPages.alsoNames(competitors)}; `}
        {strings.gapPages.read} <Time at={readAt} />
      </span>
    </>
  )
}
