// bun test/chaos/soak.ts --kills 1000 [--processes 3]: kills of processes and of their libSQL server under load.
// bun test/chaos/soak.ts [MINUTES] [REQUESTS]: the memory of one server. Run both manually.
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { kills: { type: 'string' }, processes: { type: 'string', default: '3' } },
  allowPositionals: true,
})

if (values.kills === undefined) {
  await import('./soak-memory.ts')
} else {
  const { soakKills } = await import('./soak-kills.ts')
  await soakKills(Number(values.kills), Number(values.processes))
}
process.exit(0)
