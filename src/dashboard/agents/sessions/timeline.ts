import type { InputRequest, Resolution } from '../../../features/conversations/sessions/log/events.ts'
import type { Outcome } from '../conversation/tool-line.tsx'
import type { Event } from './event.ts'

/** An entry of a step: a thought or text, a tool call, or a question. */
export type Entry =
  | { kind: 'thought' | 'said'; id: string; text: string; isWhole: boolean }
  | {
      kind: 'call'
      id: string
      tool: string
      input: unknown
      outcome: Outcome
      output?: unknown
      error?: string
    }
  | { kind: 'request'; id: string; request: InputRequest; resolution: Resolution | null }

export type Usage = { inputTokens: number; outputTokens: number; costUsd: number }

/** One call of the model; the text of interrupted attempts is discarded. */
export type Step = { index: number; entries: Entry[]; voided: Entry[][]; usage: Usage | null }

export type TurnState = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'

/** A message and the steps that answer it. */
export type Turn = {
  id: string
  number: number
  /** Null if the loaded events begin in the middle of the turn. */
  message: string | null
  at: string
  state: TurnState
  steps: Step[]
  failure: string | null
}

export type Timeline = { turns: Turn[]; isOver: boolean }

export const nothing: Timeline = { turns: [], isOver: false }

/** Adds events to a timeline; unchanged turns keep their identity. */
export function addEvents({ turns, isOver }: Timeline, events: Event[]): Timeline {
  const changed = new Map<string, Turn>()
  let isOverNow = isOver
  for (const event of events) {
    if (event.type === 'session.completed') isOverNow = true
    if (!('turnId' in event.data)) continue
    const { turnId, sequence } = event.data
    const turn = changed.get(turnId) ?? copyOf(turns.find(({ id }) => id === turnId))
    const own = turn ?? begin(turnId, sequence, event.meta.at)
    changed.set(turnId, own)
    add(own, event)
  }
  if (changed.size === 0) return { turns, isOver: isOverNow }
  const kept = turns.map((turn) => changed.get(turn.id) ?? turn)
  const added = [...changed.values()].filter(({ id }) => !turns.some((turn) => turn.id === id))
  return { turns: [...kept, ...added], isOver: isOverNow }
}

const begin = (id: string, number: number, at: string): Turn => ({
  ...{ id, number, at, message: null, failure: null },
  state: 'running',
  steps: [],
})

const copyOf = (turn: Turn | undefined): Turn | undefined =>
  turn && {
    ...turn,
    steps: turn.steps.map((step) => ({ ...step, entries: step.entries.map((entry) => ({ ...entry })) })),
  }

/** Adds an event to its turn, which it changes. */
function add(turn: Turn, event: Event) {
  const { type, data } = event
  switch (type) {
    case 'message.received':
      turn.message = data.message
      return
    case 'step.started':
      return startStep(turn, data.stepIndex)
    case 'reasoning.appended':
      return say(stepOf(turn, data.stepIndex), 'thought', event, data.reasoningDelta, false)
    case 'reasoning.completed':
      return say(stepOf(turn, data.stepIndex), 'thought', event, data.reasoning, true)
    case 'message.appended':
      return say(stepOf(turn, data.stepIndex), 'said', event, data.messageDelta, false)
    case 'message.completed':
      if (data.message !== null) say(stepOf(turn, data.stepIndex), 'said', event, data.message, true)
      return
    case 'actions.requested':
      stepOf(turn, data.stepIndex).entries.push(
        ...data.actions.map(
          ({ callId, toolName, input }): Entry => ({
            ...{ kind: 'call', id: callId, tool: toolName, input },
            outcome: 'running',
          }),
        ),
      )
      return
    case 'action.result':
      settle(turn, data)
      return
    case 'step.completed':
      stepOf(turn, data.stepIndex).usage = { costUsd: 0, ...data.usage }
      return
    case 'input.requested':
      ask(turn, data.stepIndex, data.requests)
      return
    case 'input.resolved':
      resolve(turn, data.resolutions)
      return
    case 'turn.completed':
      turn.state = 'completed'
      return
    case 'turn.cancelled':
      turn.state = 'cancelled'
      return
    case 'turn.failed':
      turn.state = 'failed'
      turn.failure = data.message
  }
}

/** A restarted step discards its earlier text. */
function startStep(turn: Turn, index: number) {
  const step = turn.steps.find((each) => each.index === index)
  if (!step) turn.steps.push({ index, entries: [], voided: [], usage: null })
  else if (step.entries.length > 0) {
    step.voided = [...step.voided, step.entries]
    step.entries = []
  }
}

function stepOf(turn: Turn, index: number): Step {
  startStepIfNew(turn, index)
  return turn.steps.find((each) => each.index === index) as Step
}

function startStepIfNew(turn: Turn, index: number) {
  if (!turn.steps.some((each) => each.index === index)) startStep(turn, index)
}

function say(step: Step, kind: 'thought' | 'said', { meta }: Event, text: string, isWhole: boolean) {
  const last = step.entries.at(-1)
  if (last?.kind === kind && !last.isWhole) {
    last.text = isWhole ? text : last.text + text
    last.isWhole = isWhole
  } else step.entries.push({ kind, id: meta.id, text, isWhole })
}

type Result = Extract<Event, { type: 'action.result' }>['data']

const outcomes = { completed: 'done', failed: 'failed', rejected: 'skipped' } as const

function settle(turn: Turn, { status, result, error }: Result) {
  const call = findCall(turn, result.callId)
  if (!call) return
  const isDenied = entriesOf(turn).some(
    (entry) =>
      entry.kind === 'request' &&
      entry.request.action.callId === call.id &&
      entry.resolution?.outcome === 'denied',
  )
  call.outcome = isDenied ? 'denied' : outcomes[status]
  if (error) call.error = error.message
  else call.output = result.output
}

function ask(turn: Turn, stepIndex: number, requests: InputRequest[]) {
  turn.state = 'waiting'
  for (const request of requests) {
    const { entries } = stepOf(turn, stepIndex)
    const call = findCall(turn, request.action.callId)
    if (call) call.outcome = 'waiting'
    const entry: Entry = { kind: 'request', id: request.requestId, request, resolution: null }
    // The approval is requested before the call runs.
    const place = entries.findIndex(({ id }) => id === request.action.callId)
    entries.splice(place < 0 ? entries.length : place, 0, entry)
  }
}

function resolve(turn: Turn, resolutions: Resolution[]) {
  for (const resolution of resolutions) {
    const entry = entriesOf(turn).find(({ id }) => id === resolution.requestId)
    if (entry?.kind !== 'request' || resolution.outcome === 'ignored') continue
    entry.resolution = resolution
    const call = findCall(turn, entry.request.action.callId)
    if (call) call.outcome = 'running'
  }
  if (openRequests(turn).length === 0) turn.state = 'running'
}

export const entriesOf = ({ steps }: Turn): Entry[] => steps.flatMap(({ entries }) => entries)

function findCall(turn: Turn, id: string) {
  return entriesOf(turn).find((entry) => entry.kind === 'call' && entry.id === id) as
    | Extract<Entry, { kind: 'call' }>
    | undefined
}

/** The unanswered requests of a turn. */
export const openRequests = (turn: Turn): InputRequest[] =>
  entriesOf(turn).flatMap((entry) =>
    entry.kind === 'request' && entry.resolution === null ? [entry.request] : [],
  )

/** The total usage of a turn's model calls. */
export function usageOf({ steps }: Turn): Usage {
  const usages = steps.flatMap(({ usage }) => usage ?? [])
  const sum = (name: keyof Usage) => usages.reduce((total, usage) => total + usage[name], 0)
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: sum('costUsd') }
}

/** The status of a session from its events; null before any was read. */
export function stateNow({ turns, isOver }: Timeline) {
  const last = turns.at(-1)
  if (isOver) return 'completed'
  if (!last) return null
  if (last.state === 'running') return 'working'
  return last.state === 'waiting' || last.state === 'failed' ? last.state : 'active'
}
