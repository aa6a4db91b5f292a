import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { countOrganizations } from '../features/organizations/service.ts'
import { startServer } from '../server.ts'
import { defineCommand } from './command.ts'
import { wholeNumber } from './options.ts'

const serve = defineCommand({
  name: 'serve',
  summary: 'Migrate the database and serve; also what herald does without a command.',
  options: {
    port: {
      type: 'string',
      value: 'N',
      read: wholeNumber(0, 65535),
      help: 'Port to listen on, in place of PORT; 0 picks a free one.',
    },
  },
  async run({ port }, terminal) {
    const env = port === undefined ? terminal.env : { ...terminal.env, PORT: String(port) }
    const ctx = createContext(readConfig(env))
    // From the first request on a signal has to be heard.
    const signalled = untilSignalled()
    const server = await startServer(ctx)
    ctx.log.info({ url: server.url, dataDir: ctx.config.dataDir }, `Herald listens on ${server.url}`)
    if ((await countOrganizations(ctx)) === 0) terminal.warn(firstSteps)
    await signalled
    ctx.log.info('Stopping.')
    await server.stop()
  },
})

export const commands = [serve]

const firstSteps = `
This is a new installation. In another terminal, with the same environment:

  herald init

It asks for an organization and a repository, and tells what to enter at GitHub.
`

/** Resolves at SIGTERM or SIGINT; a second signal ends the process at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
    }
  })
}
