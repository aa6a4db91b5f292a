// The rows of a first burst of requests, and the memory of a server under light load afterwards.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, cleanUp, type Server, type Settings, start } from '../support/process.ts'
import { startCodeHost } from './code-host.ts'
import { newDelivery, post } from './deliveries.ts'
import { connect, databaseOf, newSettings } from './installation.ts'
import { createRandom, seed } from './random.ts'
import { startWriter } from './writer.ts'

const minutes = Number(process.argv[2] ?? 60)
const warmUpMinutes = Math.min(10, minutes / 3)
const burst = Number(process.argv[3] ?? 15_000)
const connections = 8
const pauseMilliseconds = 125

type Sample = { minute: number; megabytes: number }

const random = createRandom(seed)
const codeHost = startCodeHost(random)
const writer = startWriter(random, () => {})
const settings: Settings = {
  ...(await newSettings(codeHost.url)),
  OPENAI_BASE_URL: writer.url,
  OPENAI_API_KEY: 'soak',
  WRITER_MODEL: 'writer',
}
const heapFile = join(settings.DATA_DIR ?? '', 'heap.jsonl')
const server = await start(
  { ...settings, HEAP_FILE: heapFile },
  {
    command: [
      process.execPath,
      '--preload',
      join(import.meta.dir, 'heap-probe.ts'),
      join(checkout, 'src/main.ts'),
    ],
  },
)
const installation = await connect(server, settings, [{ eventTypes: ['release'], includePreReleases: false }])
const authorization = `Bearer ${installation.key}`

async function send(path: string, body?: object): Promise<number> {
  const response = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

const deliver = async (secret: string) =>
  (await post(server.url, { ...installation, secret }, newDelivery(random, installation.fullName))).status
const submitFeedback = () =>
  send('/v1/feedback', { message: `Export ${random.between(0, 1e9)} fails on Mondays`, kind: 'bug' })

const mix: [share: number, name: string, act: () => Promise<number>][] = [
  [6, 'delivery', () => deliver(installation.secret)],
  [1, 'delivery with a wrong signature', () => deliver('wrong')],
  [2, 'feedback', submitFeedback],
  [12, 'posts', () => send('/v1/posts?limit=20')],
  [6, 'runs', () => send('/v1/runs?limit=20')],
  [10, 'integrations', () => send('/v1/integrations')],
  [6, 'health', () => send('/healthz')],
  [3, 'dashboard', () => send('/app')],
  [1, 'unknown path', () => send('/v1/nothing')],
]
const acts = mix.flatMap(([share, name, act]) => Array.from({ length: share }, () => ({ name, act })))
const answers = new Map<string, number>()

async function request() {
  const { name, act } = random.pick(acts)
  const answer = `${name} ${await act()}`
  answers.set(answer, (answers.get(answer) ?? 0) + 1)
}

const inMegabytes = (bytes: number) => bytes / 1024 / 1024
const readProcess = ({ pid }: Server, file: string, field: RegExp) =>
  Number(field.exec(readFileSync(`/proc/${pid}/${file}`, 'latin1'))?.[1])
const writtenMegabytes = () => inMegabytes(readProcess(server, 'io', /^write_bytes: (\d+)$/m))
const residentMegabytes = () => readProcess(server, 'status', /^VmRSS:\s+(\d+) kB$/m) / 1024
const databaseMegabytes = () => inMegabytes(statSync(databaseOf(settings)).size)

async function sendBurst() {
  const before = writtenMegabytes()
  let sent = 0
  const connection = async () => {
    while (sent++ < burst) await request()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const written = Math.round(writtenMegabytes() - before)
  console.log(`${burst} requests wrote ${written} MB; the database has ${databaseMegabytes().toFixed(1)} MB.`)
}

/** Light load, with a sample of resident memory every 30 s. */
async function soak(): Promise<Sample[]> {
  const samples: Sample[] = []
  const started = performance.now()
  for (;;) {
    const minute = (performance.now() - started) / 60_000
    if (minute >= minutes) return samples
    if (minute * 2 >= samples.length) {
      const megabytes = residentMegabytes()
      samples.push({ minute, megabytes })
      console.log(
        `${minute.toFixed(1)} min: ${megabytes.toFixed(1)} MB; database ${databaseMegabytes().toFixed(1)} MB`,
      )
    }
    await request()
    await Bun.sleep(pauseMilliseconds)
  }
}

/** Megabytes a minute by least squares, and half the width of the 95% confidence interval. */
function slopeOf(samples: Sample[]) {
  const sum = (pick: (sample: Sample) => number) => samples.reduce((total, each) => total + pick(each), 0)
  const x = sum(({ minute }) => minute) / samples.length
  const y = sum(({ megabytes }) => megabytes) / samples.length
  const spread = sum(({ minute }) => (minute - x) ** 2)
  const slope = sum(({ minute, megabytes }) => (minute - x) * (megabytes - y)) / spread
  const rest = sum(({ minute, megabytes }) => (megabytes - y - slope * (minute - x)) ** 2)
  return { slope, margin: 1.96 * Math.sqrt(rest / (samples.length - 2) / spread) }
}

await sendBurst()
const samples = await soak()
const { slope, margin } = slopeOf(samples.filter(({ minute }) => minute >= warmUpMinutes))
console.log(
  `After ${warmUpMinutes.toFixed(0)} min: ${slope.toFixed(3)} ± ${margin.toFixed(3)} MB a minute, ${samples.length} samples.`,
)
console.log(Object.fromEntries(answers))
if (existsSync(heapFile)) console.log(readFileSync(heapFile, 'utf8'))
await server.terminate()
await cleanUp()
writer.stop()
codeHost.stop()
