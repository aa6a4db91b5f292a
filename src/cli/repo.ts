import type { Context } from '../context.ts'
import { atomically } from '../db/client.ts'
import { OperatorError, UsageError } from '../errors.ts'
import type { IntegrationRow } from '../features/integrations/model.ts'
import { getRepositoryByName } from '../features/integrations/operator.ts'
import {
  isEvenInterval,
  readWatched,
  unwatchRepository,
  watchRepository,
} from '../features/integrations/polling.ts'
import { changeRepository } from '../features/integrations/repositories.ts'
import { pollRepository } from '../features/webhooks/polling/poll-repository.ts'
import { readDuration } from '../text/duration.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, type Terminal } from './command.ts'
import { org, readSwitch } from './options.ts'
import { withContext } from './session.ts'

const repoWatch = defineCommand({
  name: 'repo watch',
  summary: 'Poll a repository that cannot send webhooks.',
  examples: [
    'repo watch --org acme --repo acme/app --every 5m',
    'repo watch --org acme --repo acme/app --off',
  ],
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', required: true, help: 'A connected repository.' },
    every: {
      type: 'string',
      value: 'INTERVAL',
      read: readMinutes,
      help: 'Time between polls, such as 5m or 1h. Without it, shows the current setting.',
    },
    off: { type: 'boolean', help: 'Stop polling.' },
  },
  run: ({ org, repo, every, off }, terminal) =>
    withContext(terminal, async (ctx) => {
      const integration = await getRepositoryByName(ctx, org, repo)
      const { displayName, provider } = integration
      if (provider !== 'github') throw new OperatorError(`${displayName} is not on GitHub.`)
      if (off) {
        await unwatchRepository(ctx, integration)
        return terminal.print(`${displayName} is no longer polled.`)
      }
      if (every === undefined) return describeWatch(integration, terminal)
      await watchRepository(ctx, integration, every)
      const problem = await look(ctx, integration.id)
      terminal.print(`${displayName} is polled every ${inWords(every)} while the server runs.`)
      if (problem) terminal.warn(terminalLine(`The first poll failed: ${problem}`))
    }),
})

const repoSet = defineCommand({
  name: 'repo set',
  summary: "Change a repository's settings.",
  examples: [
    'repo set --org acme --repo acme/app --issues on',
    'repo set --org acme --repo acme/app --issues off',
  ],
  options: {
    org,
    repo: { type: 'string', value: 'OWNER/NAME', required: true, help: 'A connected repository.' },
    issues: {
      type: 'string',
      value: 'on|off',
      required: true,
      read: readSwitch,
      help: 'Include closed issues in posts.',
    },
  },
  run: ({ org, repo, issues }, terminal) =>
    withContext(terminal, async (ctx) => {
      const integration = await getRepositoryByName(ctx, org, repo)
      await changeRepository(ctx, integration, { issues: issues === 'on' })
      terminal.print(
        `Closed issues of ${integration.displayName} are ${issues === 'on' ? 'read' : 'not read'}.`,
      )
    }),
})

export const commands = [repoWatch, repoSet]

const timeoutMilliseconds = 60_000

/** Polls once, so that later events are found even if the server is stopped. Returns the error if it failed. */
async function look(ctx: Context, integrationId: string): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  await atomically(ctx.db, await pollRepository(ctx, { integrationId }, { signal }))
  return (await readWatched(ctx, integrationId))?.problem ?? null
}

function describeWatch({ displayName, watchMinutes, watched }: IntegrationRow, { print }: Terminal) {
  if (watchMinutes === null) return print(`${displayName} is not polled. Start with --every 5m.`)
  print(`${displayName} is polled every ${inWords(watchMinutes)}.`)
  if (watched?.seen) print(`Last poll: ${watched.lookedAt}.`)
  if (watched?.problem) print(terminalLine(`The last poll failed: ${watched.problem}`))
}

/** The minutes of a duration; it must divide an hour or a day. */
function readMinutes(text: string, option: string): number {
  const minutes = readDuration(text) / 60_000
  if (isEvenInterval(minutes)) return minutes
  throw new UsageError(
    `--${option} must divide an hour or a day, such as 1m, 5m, 15m, 1h or 6h, not "${text}".`,
  )
}

function inWords(minutes: number): string {
  if (minutes % 60 !== 0) return minutes === 1 ? 'minute' : `${minutes} minutes`
  return minutes === 60 ? 'hour' : `${minutes / 60} hours`
}
