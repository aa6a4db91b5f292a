import type { AcceptedEvent } from '../../codehost/events.ts'
import type { Statement } from '../../db/client.ts'
import type { DatabaseWait } from '../../db/retry-lost.ts'
import type { LogEntry } from './model.ts'
import { pingTitle } from './table.ts'

/**
 * How long the id of a processed delivery blocks a repetition: a day later it is accepted again (spec: Processing
 * order, 3).
 */
export const rememberedMilliseconds = 24 * 60 * 60 * 1000

/** The response and the log entry of a delivery; `effects` are committed in one batch with the log entry. */
export type Outcome = {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
  log: Omit<LogEntry, 'key' | 'deliveryId' | 'statusCode' | 'createdAt'>
  effects?: Statement[]
  /** Statements that queue runs, committed with the effects. */
  runs?: Statement[]
}

export type Delivery = {
  id: string
  event: string
  signature: string | null
  /** The secret of the GitHub App that sends it; null if the repository has its own webhook. */
  appSecret: string | null
  /** How long it may wait for the database. */
  wait: DatabaseWait
}

/** A rejected delivery: the client gets `error`, the log the title (contract 12.3). */
export function rejected(
  status: number,
  error: string,
  title: string,
  verified: boolean,
  detail = error,
): Outcome {
  return { status, body: { error }, log: { title, errorMessage: detail, verified } }
}

/** An event of another kind; like a duplicate, it gets the same response with or without a valid signature. */
export function ignored({ event }: Delivery, verified: boolean): Outcome {
  return {
    status: 200,
    body: { message: `Event type '${event}' is not supported`, event, ignored: true },
    log: { title: `Unsupported event type: ${event}`, payload: { event, ignored: true }, verified },
  }
}

export function duplicate({ event, id }: Delivery, verified: boolean): Outcome {
  return {
    status: 200,
    body: { message: 'Webhook already processed (duplicate delivery)', event, delivery: id, duplicate: true },
    log: { title: `Duplicate ${event} event`, payload: { event, duplicate: true }, verified },
  }
}

export function pong({ event, id }: Delivery): Outcome {
  return {
    status: 200,
    body: { message: 'Pong! Webhook configured successfully', event, delivery: id },
    log: { title: pingTitle, payload: { event }, verified: true },
  }
}

export function filtered({ event }: Delivery, action: string): Outcome {
  const message = `Event '${event}' with action '${action}' was filtered out`
  return {
    status: 200,
    body: { message, event, action, filtered: true },
    log: { title: `Filtered ${event} event`, payload: { event, action, filtered: true }, verified: true },
  }
}

export function processed({ event, id }: Delivery, accepted: AcceptedEvent): Outcome {
  const { action, data, repository } = accepted
  return {
    status: 200,
    body: {
      message: `Processed ${event} event (${action})`,
      event,
      delivery: id,
      processed: { type: event, action, data },
      repository: { id: repository.id, fullName: `${repository.owner}/${repository.name}` },
    },
    log: { title: `Processed ${event} event`, processed: true, verified: true },
  }
}
