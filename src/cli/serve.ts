import { readConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { describeError } from '../db/errors.ts'
import { hasUsers } from '../features/members/service.ts'
import { createSetupLink } from '../features/sessions/links/service.ts'
import { type RunningServer, startServer } from '../server.ts'
import { defineCommand, type Terminal } from './command.ts'
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
    // A server that listens goes on, also while its database is away.
    await tellFirstSteps(ctx, terminal, server).catch((error) =>
      ctx.log.warn({ error: describeError(error) }, 'Whether anybody can sign in could not be looked up.'),
    )
    await signalled
    ctx.log.info('Stopping.')
    await server.stop()
  },
})

export const commands = [serve]

async function tellFirstSteps(ctx: Context, { warn }: Terminal, server: RunningServer) {
  if (!(await hasUsers(ctx))) warn(firstSteps(await createSetupLink(ctx), server))
}

function firstSteps(link: string, { url }: RunningServer): string {
  // With PORT=0 the address is known only now.
  return `
Nobody can sign in yet. Make the first account in a browser, within 30 minutes:

  ${link.replace('http://localhost:0/', `${url}/`)}

Whoever prefers a terminal begins there, with the same environment: herald init
`
}

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
