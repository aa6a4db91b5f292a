import { expect } from 'bun:test'
import type { Line } from '../support/agent.ts'
import { openBeside } from './installation.ts'
import { contentOf, piecesOf, planOf, projectOf } from './talkers.ts'

/** A session and the lines that are stored of it. */
export type Story = { sessionId: string; events: string[] }

/** Checks all stored rows of sessions: events, actions and charges agree, and none is doubled. */
export function expectToldOnce(path: string, stories: Story[]) {
  using database = openBeside(path, { readonly: true })
  const all = <T = object>(sql: string, ...values: string[]) =>
    database.query<T, string[]>(sql).all(...values)
  const count = (sql: string, ...values: string[]) =>
    all<{ count: number }>(`select count(*) as count from ${sql}`, ...values)[0]?.count

  const told = stories.map(({ sessionId, events }) => ({
    sessionId,
    events: events.map((event): Line => JSON.parse(event)),
  }))
  const ids = told.flatMap(({ events }) => events.map(({ meta }) => meta.id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const { sessionId, events } of told) {
    const [stored] = all<{ next: number; last: number; rows: number }>(
      `select next_index as next, (select max("index") from agent_events where session_id = id) as last,
        (select count(*) from agent_events where session_id = id) as rows from agent_sessions where id = ?`,
      sessionId,
    )
    expect(stored).toEqual({ next: events.length, last: events.length - 1, rows: events.length })
    for (const turn of turnsIn(events)) expectWhole(turn)
  }

  // A turn has ended, or waits for a user; a restart fails none.
  expect(count("agent_turns where status not in ('completed', 'cancelled', 'waiting')")).toBe(0)
  expect(count("jobs where name = 'agent-sessions.turn' and state <> 'done'")).toBe(0)
  expect(count("approvals where status in ('approved', 'expired')")).toBe(0)
  expectEffectsOnce(all)
  expect(all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  return {
    turns: Number(count('agent_turns')),
    approvals: Number(count('approvals')),
    attempts: Number(count('agent_steps where attempts > 1')),
  }
}

/** The events of each turn of a session, except late answers, which may be stored at any time. */
function turnsIn(events: Line[]): Line[][] {
  const turns = new Map<string, Line[]>()
  for (const event of events) {
    const { turnId, resolutions } = event.data
    const isLate = resolutions?.every(({ outcome }: { outcome: string }) => outcome === 'ignored')
    if (turnId !== undefined && !isLate) turns.set(turnId, [...(turns.get(turnId) ?? []), event])
  }
  return [...turns.values()]
}

/** The events of one turn are consistent. */
function expectWhole(turn: Line[]) {
  const of = (type: string) => turn.filter((event) => event.type === type).map(({ data }) => data)
  const keysOf = (values: (string | number)[]) => expect(values.length).toBe(new Set(values).size)
  expect(turn.slice(0, 2).map(({ type }) => type)).toEqual(['turn.started', 'message.received'])
  expect(of('turn.started').length).toBe(1)
  keysOf(of('step.completed').map(({ stepIndex }) => stepIndex))
  keysOf(of('message.completed').map(({ stepIndex }) => stepIndex))
  keysOf(of('action.result').map(({ result }) => result.callId))
  keysOf(of('approval.settled').map(({ requestId }) => requestId))
  keysOf(of('input.requested').flatMap(({ requests }) => requests.map((each: any) => each.requestId)))
  const ends = turn.filter(({ type }) => ['turn.completed', 'turn.cancelled', 'turn.failed'].includes(type))
  const actions = of('actions.requested').flatMap(({ actions }) => actions.map((each: any) => each.callId))
  const results = of('action.result').map(({ result }) => result.callId)
  if (ends.length === 0) expect(turn.at(-1)?.type).toBe('input.requested')
  else {
    expect(ends.length).toBe(1)
    expect(turn.at(-1)).toBe(ends[0])
    expect(results.sort()).toEqual(actions.sort())
  }
  expectAttempts(turn)
  const number = Number(/\d+/.exec(of('message.received')[0].message))
  if (ends[0]?.type !== 'turn.completed') return
  expect(of('message.completed').at(-1).message).toBe(piecesOf(number).join(''))
  expect(of('step.completed').length).toBe(planOf(number).length + 1)
}

/** The attempts of a step are counted, and the deltas of the last attempt add up to its text. */
function expectAttempts(turn: Line[]) {
  let step = -1
  let attempt = 1
  let said = ''
  for (const { type, data } of turn) {
    if (type === 'step.started') {
      said = ''
      if (data.stepIndex === step) expect(data.attempt).toBe(++attempt)
      else {
        expect([data.stepIndex, data.attempt]).toEqual([step + 1, undefined])
        step = data.stepIndex
        attempt = 1
      }
    } else if (type === 'message.appended') said += data.messageDelta
    else if (type === 'message.completed') expect(said).toBe(data.message)
  }
}

type Call = Record<'message' | 'tool' | 'status' | 'output' | 'approval' | 'turnStatus', string>

/** Every approved call, or call within the budget for drafts, was done once, and no other. */
function expectEffectsOnce(all: <T>(sql: string) => T[]) {
  const calls = all<Call>(`
    select t.message, t.status as turnStatus, c.tool, c.status, c.output,
      case a.status when 'automatic' then 'spent' else a.status end as approval
    from agent_calls c join agent_turns t on t.session_id = c.session_id and t.number = c.turn
    join approvals a on a.call_id = c.id order by c.id`)
  const numberOf = ({ message }: Call) => Number(/\d+/.exec(message))
  const done = calls.filter(({ status }) => status === 'completed')
  for (const { approval, status, turnStatus, output } of calls) {
    const outcome = { completed: 'spent', rejected: turnStatus === 'cancelled' ? 'cancelled' : 'denied' }
    if (status === 'waiting') expect(approval).toBe('open')
    // Cancelled in the midst of it: it may be done or not.
    else if (status === 'failed')
      expect([approval, turnStatus, output]).toEqual(['spent', 'cancelled', expect.any(String)])
    else expect([outcome[status as 'completed'], 'denied']).toContain(approval)
  }
  const projects = all<{ name: string }>('select name from projects').map(({ name }) => name)
  expect(new Set(projects).size).toBe(projects.length)
  const made = done.filter(({ tool }) => tool === 'create_project').map((each) => projectOf(numberOf(each)))
  expect(projects).toEqual(expect.arrayContaining(made))
  const begun = calls.filter(({ approval }) => approval === 'spent').map((each) => projectOf(numberOf(each)))
  expect(begun).toEqual(expect.arrayContaining(projects))
  const contents = all<{ content: string }>("select content from skills where content like 'As turn%'")
  const approved = calls
    .filter(({ approval }) => approval === 'spent')
    .map((each) => contentOf(numberOf(each)))
  for (const { content } of contents) expect(approved).toContain(content)
}
