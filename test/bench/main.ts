// bun run bench [name ...]: measures, prints one table, and fails only when a measurement fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentLog } from './agent-log.ts'
import { agentReaders } from './agent-readers.ts'
import { agentSessions } from './agent-sessions.ts'
import { backlog } from './backlog.ts'
import { backup } from './backup.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { briefList } from './brief-list.ts'
import { briefs } from './briefs.ts'
import { changelog } from './changelog.ts'
import { chatList } from './chat-list.ts'
import { chats } from './chats.ts'
import { coldStart } from './cold-start.ts'
import { dashboard } from './dashboard.ts'
import { deliveries } from './deliveries.ts'
import { feedback } from './feedback.ts'
import { generation } from './generation.ts'
import { hostileInput } from './hostile-input.ts'
import { integrations } from './integrations.ts'
import { jobs } from './jobs.ts'
import { libsqlProcesses } from './libsql-processes.ts'
import { libsqlServer } from './libsql-server.ts'
import { lists } from './lists.ts'
import { mentions } from './mentions.ts'
import { migration } from './migration.ts'
import { observing } from './observing.ts'
import { posts } from './posts.ts'
import { readiness } from './readiness.ts'
import { scans } from './scans.ts'
import { schedules } from './schedules.ts'
import { subscribers } from './subscribers.ts'
import { buildHerald } from './support/build.ts'
import { otherLoad } from './support/machine.ts'
import { formatTable } from './support/table.ts'
import { trafficImport } from './traffic-import.ts'
import { trafficIngest } from './traffic-ingest.ts'
import { trafficReads } from './traffic-reads.ts'
import { trafficRules } from './traffic-rules.ts'
import { visibility } from './visibility.ts'

const benchmarks: Record<string, Benchmark> = {
  deliveries,
  observing,
  'hostile-input': hostileInput,
  integrations,
  posts,
  lists,
  feedback,
  jobs,
  changelog,
  mentions,
  generation,
  schedules,
  scans,
  briefs,
  'brief-list': briefList,
  'chat-list': chatList,
  backlog,
  backup,
  'libsql-server': libsqlServer,
  'libsql-processes': libsqlProcesses,
  migration,
  'cold-start': coldStart,
  dashboard,
  visibility,
  'agent-sessions': agentSessions,
  'agent-log': agentLog,
  'agent-readers': agentReaders,
  chats,
  'traffic-ingest': trafficIngest,
  'traffic-reads': trafficReads,
  'traffic-import': trafficImport,
  'traffic-rules': trafficRules,
  readiness,
  subscribers,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))

const started = performance.now()
const busyBefore = await otherLoad()
const workshop = { folder, binary: await buildHerald(folder) }
const rows: Row[] = []
let exitCode = 0
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`Measuring ${name} ...`)
  try {
    rows.push(...(await benchmark(workshop)))
  } catch (error) {
    // The rows of the others are still worth printing.
    console.error(error)
    rows.push({ what: `${name} failed`, reached: 'no measurement' })
    exitCode = 1
  }
}

const busyAfter = await otherLoad()
const seconds = Math.round((performance.now() - started) / 1000)
const percent = (share: number) => `${Math.round(share * 100)} %`
console.log(`${formatTable(rows)}

Medians of interleaved rounds. A baseline does only what cannot be avoided; the ratio is reached to baseline; µs are
of processor time, for which other work matters less.
Bun ${Bun.version}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${seconds} s in all. \
Other work kept the machine ${percent(busyBefore)} busy before and ${percent(busyAfter)} after.`)
process.exit(exitCode)
