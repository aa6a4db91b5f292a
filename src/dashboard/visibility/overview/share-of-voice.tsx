import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { type Share, useShare } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { roundUp } from '../../kit/charts/scale.ts'
import { RateFigure, ShareBar } from '../../kit/charts/span.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { type Row, toRows } from './share-rows.ts'
import * as strings from './strings.ts'
import { explain, Verdict } from './verdict.tsx'

/** The shares of the brand and of its competitors in all mentions. */
export function ShareOfVoice({ window, name }: { window: Window; name: string }) {
  const share = useShare(window)
  const { own } = share.data ?? {}
  return (
    <Section
      title={strings.shareOfVoice.shareOfVoice}
      note={own && strings.shareOfVoice.shareNote(own.n)}
      action={share.data && <ShareCsv share={share.data} name={name} />}
    >
      <Loaded query={share} rows={4}>
        {(data) => <ShareTable share={data} name={name} window={window} />}
      </Loaded>
    </Section>
  )
}

function ShareTable({ share, name, window }: { share: Share; name: string; window: Window }) {
  const rows = toRows(share, name)
  if (rows.length === 0) return <p className="muted pt-3">{strings.shareOfVoice.noAnswerMentionsYou}</p>
  const end = roundUp(Math.max(...rows.map(({ rate, interval }) => interval?.high ?? rate)))
  const columns: Column<Row>[] = [
    {
      head: strings.shareOfVoice.brandColumn,
      narrow: 'first',
      width: 'w-1/6',
      cell: (row) => <Brand row={row} />,
    },
    {
      head: strings.shareOfVoice.shareScaleColumn(end),
      narrow: 'full',
      cell: ({ rate, interval, kind }) => (
        <ShareBar rate={rate} interval={interval} end={end} own={kind === 'own'} rest={kind === 'rest'} />
      ),
    },
    {
      head: strings.shareOfVoice.shareColumn,
      narrow: 'second',
      width: 'w-1/6',
      cell: ({ rate, interval }) => <RateFigure rate={rate} interval={interval} />,
    },
  ]
  return (
    <div className="bare-head">
      <DataTable
        caption={strings.shareOfVoice.shareOfVoice}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
      />
      {share.own.comparison && share.own.comparison.verdict !== 'insufficient_data' && (
        <YourShare comparison={share.own.comparison} window={window} />
      )}
    </div>
  )
}

/** The change of one's own share, and the engines that its comparison leaves out. */
function YourShare({
  comparison,
  window,
}: {
  comparison: NonNullable<Share['own']['comparison']>
  window: Window
}) {
  const nameOf = useEngineNames()
  const note = explain(comparison, nameOf, false)
  return (
    <p className="pt-3">
      {strings.shareOfVoice.yourShare(window.range.before, <Verdict comparison={comparison} />)}
      {note && <span className="muted small block">{note}</span>}
    </p>
  )
}

function Brand({ row: { name, kind } }: { row: Row }) {
  const addressOf = useProjectAddress()
  if (kind === 'own') return <span className="strong">{name}</span>
  if (kind === 'rest') return <span className="muted">{name}</span>
  return (
    <Link className="what" href={addressOf(paths.competitor(name))}>
      {name}
    </Link>
  )
}

/** Every named brand, including untracked ones, which have no share. */
function ShareCsv({ share: { own, points }, name }: { share: Share; name: string }) {
  return (
    <CsvButton
      what={strings.shareOfVoice.shareOfVoiceNoun}
      head={['brand', 'mentions', 'share', 'low', 'high', 'tracked']}
      rows={() =>
        [{ brand: name, competitorId: 'own', ...own }, ...points].map((each) => [
          each.brand,
          each.mentions,
          each.share,
          each.interval?.low ?? null,
          each.interval?.high ?? null,
          each.competitorId === null ? 'no' : 'yes',
        ])
      }
    />
  )
}
