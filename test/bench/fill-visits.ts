import { Database } from 'bun:sqlite'
import { addBits, packNumbers, packPages } from '../../src/features/geo/traffic/packed-pages.ts'

const dayMilliseconds = 86_400_000
const dayCount = 30
const visitsEachJourney = 10

/** How many visitors and pages there are. */
type Shape = { visitors: number; pages: number }

/** Fills a project with this many visits of AI crawlers over 30 days, and with their counts by day and journey. */
export function fillVisits(
  path: string,
  organizationId: string,
  projectId: string,
  count: number,
  shape: Shape = { visitors: 12, pages: 500 },
) {
  using database = new Database(path)
  database.run('pragma synchronous = off')
  const today = Math.floor(Date.now() / dayMilliseconds)
  const values = { $count: count, $start: (today - dayCount + 1) * dayMilliseconds }
  database.transaction(() => {
    database.run(
      'insert into traffic_sites (id, organization_id, project_id, created_at) values (1, ?, ?, 0)',
      [organizationId, projectId],
    )
    for (const statement of [...textsOf(shape), visitorsOf(shape)]) database.run(statement)
    for (const statement of [eventsOf(shape), journeysOf(shape, packNumbers([1, 2, 3]))]) {
      const used = Object.entries(values).filter(([name]) => statement.includes(name))
      database.prepare(statement).run(Object.fromEntries(used))
    }
    database.run('insert or replace into traffic_cursor (id, event, deletions) values (1, ?, 0)', [count])
    addDays(database, today, count, shape)
  })()
  database.run('pragma wal_checkpoint(truncate)')
}

/** A visitor reads fewer pages than the one before it, and each page twice as often as one twice as far down. */
function addDays(database: Database, today: number, count: number, shape: Shape) {
  const visits = Math.round(count / dayCount / shape.visitors)
  const insert = database.prepare(
    `insert into traffic_days (site, day, visitor, visits, markdown, verified, contradicted, last_at, seen, pages)
    values (1, ?, ?, ?, 0, 0, 0, ?, ?, ?)`,
  )
  for (let day = today - dayCount + 1; day <= today; day++) {
    const last = day * dayMilliseconds + 1000
    for (let visitor = 1; visitor <= shape.visitors; visitor++) {
      const pages = Array.from({ length: shape.pages / Math.sqrt(visitor) }, (_, index) => index + 1)
      const pack = new Map(
        pages.map((page) => [page, { visits: Math.ceil(visits / page / 8), failed: 0, last }]),
      )
      insert.run(day, visitor, visits, last, addBits(new Uint8Array(), pages), packPages(pack, day))
    }
  }
}

const numbers = 'with recursive n(n) as (select 1 union all select n + 1 from n where n < $count)'
const numbersTo = (count: number) => numbers.replace('$count', String(count))
const kindsOf = ({ pages }: Shape) => [
  { kind: 0, count: 3, text: "'host-' || n || '.example'" },
  { kind: 1, count: pages, text: "'host-' || (1 + n % 3) || '.example/page/' || n" },
  { kind: 2, count: 100, text: "'Mozilla/5.0 (compatible; Bot/' || n || ')'" },
]

const textsOf = (shape: Shape) =>
  kindsOf(shape).map(
    ({ kind, count, text }) =>
      `${numbersTo(count)} insert into traffic_texts (site, kind, number, text) select 1, ${kind}, n, ${text} from n`,
  )

const visitorsOf = ({ visitors }: Shape) => `${numbersTo(visitors)} insert into traffic_visitors
    (id, class, visitor_type, source, agent, category, confidence, rule)
  select n, n % 3, 'crawler', 'source-' || n, 'Bot' || n,
    case n % 3 when 0 then 'training-crawler' when 1 then 'search-index' else 'assistant-browse' end, 'verified', 'Bot' || n
  from n`

const eventsOf = ({ visitors, pages }: Shape) => `${numbers} insert into traffic_events
    (id, site, class, visitor, at, host, page, user_agent, referrer, journey, status, verdict, wants_markdown)
  select n, 1, (1 + n % ${visitors}) % 3, 1 + n % ${visitors},
    $start + cast(n * ${dayCount * dayMilliseconds}.0 / $count as integer), 1 + n % 3, 1 + n % ${pages},
    1 + n % 100, 0, unhex(printf('%016x', n / ${visitsEachJourney})), case n % 20 when 0 then 403 else 200 end,
    n % 2, 0
  from n`

const journeysOf = ({ visitors }: Shape, pages: Uint8Array) => `${numbers} insert into traffic_journeys
    (site, journey, visitor, visits, first_at, last_at, entry, pages)
  select 1, unhex(printf('%016x', n)), 1 + n % ${visitors}, ${visitsEachJourney},
    $start + cast(n * ${visitsEachJourney} * ${dayCount * dayMilliseconds}.0 / $count as integer),
    $start + cast(n * ${visitsEachJourney} * ${dayCount * dayMilliseconds}.0 / $count as integer) + 1000, 1,
    x'${Buffer.from(pages).toString('hex')}'
  from n where n < $count / ${visitsEachJourney}`
