import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { giveUp } from '../../errors.ts'
import { count } from '../../text/line.ts'
import type { HostAccess } from '../integrations/code-host-access.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { ReadRequest, Refusal, Source, StoredRead, Window } from './model.ts'
import { readRepository } from './read-repository.ts'
import { isPassing, markEmpty, markUnread } from './rules.ts'
import { readStoredActivity } from './stored-activity.ts'
import type { Event } from './table.ts'

/** A repository as a run reads it; for an event, its stored deliveries are the fallback. */
export function repositorySource(
  ctx: Context,
  integration: IntegrationRow,
  reading: ReadRequest,
  window: Window | null,
  access: HostAccess,
): Source {
  const { id, displayName: name } = integration
  return {
    id,
    name,
    async read() {
      try {
        return await readAndTell(ctx, integration, reading, window, access)
      } catch (error) {
        if (!(error instanceof CodeHostError) || access.signal.aborted || isPassing(error)) throw error
        if (reading.type === 'delivery') return readStored(ctx, integration, reading.event, error)
        return error.reason === 'empty' ? markEmpty(name) : markUnread(name, error)
      }
    },
    without(refusal) {
      if (reading.type !== 'delivery')
        throw refusal.reason === 'rate_limited'
          ? giveUp('GitHub API rate limit reached', `${refusal.message} Start the run again after that.`)
          : giveUp(refusal.message)
      const { event } = reading
      return { step: `stored:${id}`, act: () => readStored(ctx, integration, event, refusal) }
    },
  }
}

async function readAndTell(
  ctx: Context,
  integration: IntegrationRow,
  reading: ReadRequest,
  window: Window | null,
  access: HostAccess,
): Promise<StoredRead> {
  const { note, ...read } = await readRepository(ctx, integration, reading, window, access)
  const issues = read.activity?.issues ? ` and ${count(read.activity.issues.length, 'issue')}` : ''
  const shas = [read.activity, ...read.releases].flatMap((each) => each?.commits.map(({ sha }) => sha) ?? [])
  const place = reading.type === 'range' || integration.provider === 'git' ? 'this machine' : 'GitHub'
  const from = window ? `the ${window.label}` : place
  const { size } = new Set(shas)
  const message = `Read ${size === 1 ? 'one commit' : `${size.toLocaleString('en')} commits`}${issues} of ${integration.displayName} from ${from}.`
  return { ...read, message: note ? `${message} ${note}` : message }
}

async function readStored(
  ctx: Context,
  integration: IntegrationRow,
  event: Event,
  refusal: Refusal,
): Promise<StoredRead> {
  const activity = await readStoredActivity(ctx, integration, event)
  const message = `${refusal.message} The activity stored from deliveries was used instead.`
  return { activity, releases: [], message, reason: refusal.reason }
}
