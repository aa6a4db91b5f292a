import { type CallPart, nameOf } from '../../../features/conversations/chats/message.ts'
import { readOutput } from '../conversation/call-words.ts'
import type { Outcome } from '../conversation/tool-line.tsx'

const outcomes: Partial<Record<CallPart['state'], Outcome>> = {
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
}

/** The state of a call; an unfinished call of a finished message was interrupted. */
export const outcomeOf = ({ state }: CallPart, isLive: boolean): Outcome =>
  outcomes[state] ?? (isLive ? 'running' : 'interrupted')

type CreatedRecords = {
  posts: { id: string; title: string; status: 'draft' | 'published' }[]
  runIds: string[]
}

const makers = new Set(['generate_post', 'update_post'])

/** Whether a call has created or changed a record that has its own page. */
export const hasCreated = (call: CallPart) => call.state === 'output-available' && makers.has(nameOf(call))

export function createdBy(call: CallPart): CreatedRecords {
  const output = readOutput(call.output) as {
    post?: CreatedRecords['posts'][number]
    jobs?: { id: string }[]
  } | null
  return {
    posts: output?.post?.id ? [output.post] : [],
    runIds: Array.isArray(output?.jobs) ? output.jobs.map(({ id }) => id) : [],
  }
}
