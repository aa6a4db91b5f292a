import { describe, expect, test } from 'bun:test'
import { groupsOf, headingOf, type RunLog, stepsOf, wayOn } from '../../src/dashboard/data/run.ts'

type Run = RunLog['run']
type Event = RunLog['events'][number]

const runOf = (changes: Partial<Run>): Run => ({
  id: 'job_1',
  organizationId: 'acme',
  status: 'running',
  contentType: 'changelog',
  lookbackWindow: 'last_7_days',
  repositoryIds: [],
  brandVoiceId: null,
  workflowRunId: 'job_1',
  postId: null,
  error: null,
  source: 'dashboard',
  createdAt: '2026-03-04T12:00:00.000Z',
  updatedAt: '2026-03-04T12:00:00.000Z',
  completedAt: null,
  cause: {
    type: 'request',
    text: 'Last 7 days of acme/app',
    automationId: null,
    automationName: null,
    deliveryId: null,
    event: null,
    ref: null,
  },
  post: null,
  ledger: null,
  ...changes,
})

const event = (type: Event['type'], message: string, metadata: Event['metadata'] = null): Event => ({
  id: message,
  jobId: 'job_1',
  type,
  message,
  metadata,
  createdAt: '2026-03-04T12:00:01.000Z',
})

const counts = { changes: 6, highlighted: 1, listed: 3, omitted: 2 }
const read = event('fetching_repositories', 'Read 9 commits of acme/app from the last 7 days (rolling).')
const beginning = event('generating_content', 'The changelog is being written.', counts)
const note = event(
  'generating_content',
  "The model's summary cannot be used: Herald writes it without a model.",
)
const post = { id: 'p1', title: 'Acme 1.4', status: 'draft' as const }

const steps = (run: Partial<Run>, ...events: Event[]) =>
  stepsOf({ run: runOf(run), events }).map(({ state, label }) => `${state}: ${label}`)
const groups = (run: Partial<Run>, ...events: Event[]) =>
  groupsOf({ run: runOf(run), events }).map(({ count, label }) => `${count} ${label}`)

describe('the steps of a run', () => {
  test('list the remaining ones while it is queued', () => {
    expect(steps({ status: 'queued' })).toEqual([
      'now: Queued',
      'later: Read the activity',
      'later: Sort the changes',
      'later: Write the changelog',
    ])
  })

  test('list what was read, and the errors of the other sources', () => {
    const refused = event('fetching_repositories', 'acme/site cannot be read. It was left out.', {
      reason: 'forbidden',
    })
    expect(steps({}, read, refused)).toEqual([
      `done: ${read.message}`,
      `warned: ${refused.message}`,
      'now: Reading the activity',
      'later: Sort the changes',
      'later: Write the changelog',
    ])
  })

  test('have the number of changes while the post is written', () => {
    expect(steps({}, read, beginning)).toEqual([
      `done: ${read.message}`,
      'done: Sorted 6 changes',
      `now: ${beginning.message}`,
    ])
  })

  test("end with the title of the post, and the writer's notes", () => {
    expect(steps({ status: 'completed', post }, read, beginning, note)).toEqual([
      `done: ${read.message}`,
      'done: Sorted 6 changes',
      `warned: ${note.message}`,
      'done: Wrote “Acme 1.4”',
    ])
  })

  test('end with the reason if no post was written', () => {
    const error = 'There are no changes in this range.'
    expect(steps({ status: 'skipped', error }, read).at(-1)).toBe(`later: ${error}`)
    expect(steps({ status: 'failed', error }, read).at(-1)).toBe(`failed: ${error}`)
  })
})

describe('the tally of a run', () => {
  test('is not drawn before the changes are known', () => {
    expect(groups({}, read)).toEqual([])
  })

  test('shows changes that the rules left out as settled, and the others as remaining', () => {
    expect(groups({}, read, beginning)).toEqual(['4 remaining', '2 left out'])
  })

  test('is the ledger of the post once it is written', () => {
    const ledger = { changes: 6, highlighted: 2, listed: 2, omitted: 2 }
    expect(groups({ status: 'completed', post, ledger }, read, beginning)).toEqual([
      '2 highlights',
      '2 listed',
      '2 left out',
    ])
  })

  test('of a post without a ledger says what was included', () => {
    expect(groups({ status: 'completed', post, contentType: 'blog_post' }, read, beginning)).toEqual([
      '4 included',
      '2 left out',
    ])
  })
})

describe('the next step after a run without a post', () => {
  const labels = (run: Partial<Run>) => wayOn(runOf(run)).map(({ label }) => label)

  test('leads to a longer window, if there is one', () => {
    const error = 'There are no changes in this range.'
    expect(labels({ status: 'skipped', error })).toEqual(['Last 30 days', 'Choose again'])
    expect(labels({ status: 'skipped', error, lookbackWindow: 'last_30_days' })).toEqual(['Choose again'])
  })

  test('keeps the selection', () => {
    const [way] = wayOn(runOf({ status: 'failed', contentType: 'image' }))
    expect(way?.href).toBe('/posts/new?window=last_7_days&format=image')
  })

  test('leads back to the selection after a failure', () => {
    const error = 'All long-form posts of this month are used; raise the limit or add AI credits.'
    expect(labels({ status: 'failed', error })).toEqual(['Choose again'])
  })
})

describe('the heading of the runs of a request', () => {
  const heading = (...runs: Partial<Run>[]) => headingOf(runs.map(runOf))
  const open: Partial<Run> = {}
  const done: Partial<Run> = { status: 'completed' }
  const failed: Partial<Run> = { status: 'failed' }

  test('shows their progress', () => {
    expect(headingOf([undefined])).toBe('Writing')
    expect(heading(open)).toBe('Writing a changelog')
    expect(heading(done, open)).toBe('Writing 2 posts')
    expect(headingOf([undefined, undefined])).toBe('Writing 2 posts')
  })

  test('shows their result', () => {
    expect(heading(done)).toBe('Changelog written')
    expect(heading(failed)).toBe('Changelog not written')
    expect(heading(done, done)).toBe('2 posts written')
    expect(heading(done, failed)).toBe('1 of 2 posts written')
  })
})
