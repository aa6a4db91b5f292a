import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { startServer } from '../../src/server.ts'

/** A server that kills itself after the commit of a new skill, before anything else is stored or sent. */
const ctx = createContext(readConfig(process.env as Record<string, string>))
const batch = ctx.db.$client.batch.bind(ctx.db.$client)
ctx.db.$client.batch = async (statements, mode) => {
  const results = await batch(statements, mode)
  if (JSON.stringify(statements).includes('insert into \\"skills\\"')) process.kill(process.pid, 'SIGKILL')
  return results
}
await startServer(ctx)
