import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import {
  allPosts,
  commitOf,
  connect,
  connectRepository,
  createTrigger,
  deliver,
  pullRequestOf,
  pushOf,
  type Repository,
  releaseOf,
  shasOf,
  writePost,
} from './deliveries'
import { eventually } from './eventually'
import { at, days, type Herald, type Organization, openOrganization, startHerald } from './support'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let gadgets: Repository
let others: { id: string }
let closing: Repository
let triggers: string[]
let count = 0

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  others = await connect(acme, 'acme/others')
  closing = await connectRepository(herald, acme, 'acme/closing')
  await createTrigger(acme, [closing])
})
afterAll(() => herald.stop())

beforeEach(async () => {
  count += 1
  triggers = []
  gadgets = await connectRepository(herald, acme, `acme/gadgets-${count}`)
})

const push = (message = 'feat: something new') => pushOf(gadgets.fullName, [commitOf(message)])
const release = (tag: string, action = 'published') => releaseOf(gadgets.fullName, tag, action)

async function on(repositories: { id: string }[], changes: Record<string, unknown> = {}) {
  const { id } = await createTrigger(acme, repositories, changes)
  triggers.push(id)
  return id
}

async function runs() {
  const ran = (await allPosts(acme)).map(({ sourceMetadata }) => sourceMetadata.triggerId)
  return ran.filter((id) => triggers.includes(id)).sort()
}

// Runs that must not happen cannot be awaited: a later run that must happen is awaited instead.
async function expectRuns(wanted: string[]) {
  await eventually('the runs of the matching triggers', async () => {
    const ran = await runs()
    return wanted.every((id) => ran.includes(id))
  })
  await writePost(herald, acme, closing, 'feat: the closing run')
  expect(await runs()).toEqual(wanted.toSorted())
}

async function expectRunsAfter(event: string, payload: object, wanted: string[]) {
  const { status } = await deliver(herald, gadgets, { event, payload })
  expect(status).toBe(200)
  await expectRuns(wanted)
}

test('a push starts the triggers for pushes', async () => {
  const pushes = await on([gadgets], { sourceConfig: { eventTypes: ['push'] } })
  await on([gadgets], { sourceConfig: { eventTypes: ['release'] } })
  const both = await on([gadgets, others])
  await expectRunsAfter('push', push(), [pushes, both])
})

test('a release starts the triggers for releases', async () => {
  await on([gadgets], { sourceConfig: { eventTypes: ['push'] } })
  const releases = await on([gadgets], { sourceConfig: { eventTypes: ['release'] } })
  const both = await on([gadgets, others])
  await expectRunsAfter('release', release('v1.1.0'), [releases, both])
})

test('a pre-release is skipped if the trigger excludes pre-releases', async () => {
  const wanting = await on([gadgets], { sourceConfig: { eventTypes: ['release'] } })
  await on([gadgets], { sourceConfig: { eventTypes: ['release'], includePreReleases: false } })
  await expectRunsAfter('release', release('v1.2.0-rc.1', 'prereleased'), [wanting])
})

test('and also if it is announced as published', async () => {
  await on([gadgets], { sourceConfig: { eventTypes: ['release'], includePreReleases: false } })
  const payload = releaseOf(gadgets.fullName, 'v1.2.0-rc.1', 'published', { id: 12, prerelease: true })
  await expectRunsAfter('release', payload, [])
})

test('the two deliveries of one pre-release start one run', async () => {
  const trigger = await on([gadgets], { sourceConfig: { eventTypes: ['release'] } })
  for (const action of ['published', 'prereleased']) {
    const payload = releaseOf(gadgets.fullName, 'v1.2.0-rc.1', action, { id: 12, prerelease: true })
    const { body } = await deliver(herald, gadgets, { event: 'release', payload })
    expect(body.processed?.action).toBe(action)
  }
  await expectRuns([trigger])
})

test('a full release starts the triggers without pre-releases', async () => {
  const trigger = await on([gadgets], {
    sourceConfig: { eventTypes: ['release'], includePreReleases: false },
  })
  await expectRunsAfter('release', release('v1.2.0'), [trigger])
})

test('disabled triggers and those of other repositories do not start', async () => {
  await on([gadgets], { enabled: false })
  await on([others])
  const enabled = await on([others, gadgets])
  await expectRunsAfter('push', push(), [enabled])
})

test('deleted triggers do not start', async () => {
  const trigger = await on([gadgets])
  await acme.api.delete(`/v1/event-triggers/${trigger}`)
  await expectRunsAfter('push', push(), [])
})

test('filtered deliveries and merged pull requests start no run', async () => {
  await on([gadgets])
  await deliver(herald, gadgets, { event: 'push', payload: { ...push(), ref: 'refs/heads/topic' } })
  await deliver(herald, gadgets, { event: 'release', payload: release('v1.1.0', 'edited') })
  await deliver(herald, gadgets, { event: 'pull_request', payload: pullRequestOf(gadgets.fullName) })
  await expectRuns([])
})

test('refused deliveries start no run', async () => {
  await on([gadgets])
  await deliver(herald, gadgets, { event: 'push', payload: push(), headers: { 'x-hub-signature-256': null } })
  await deliver(herald, gadgets, { event: 'push', payload: push(), secret: closing.secret })
  await expectRuns([])
})

test('a push with only housekeeping ends without a post', async () => {
  await on([gadgets])
  await expectRunsAfter('push', push('chore(deps): bump left-pad from 1.0.0 to 1.0.1'), [])
})

test('twenty copies of one delivery start one run for each trigger', async () => {
  const wanted = [await on([gadgets]), await on([gadgets, others])]
  const delivery = { event: 'push', payload: push(), delivery: randomUUID() }
  await Promise.all(Array.from({ length: 20 }, () => deliver(herald, gadgets, delivery)))
  await expectRuns(wanted)
})

test('two deliveries of the same commits are two runs with different slugs', async () => {
  const trigger = await on([gadgets])
  const payload = push()
  for (const _ of [1, 2]) await deliver(herald, gadgets, { event: 'push', payload })
  const posts = await eventually('both posts', async () => {
    const found = (await allPosts(acme)).filter(({ sourceMetadata }) => sourceMetadata.triggerId === trigger)
    return found.length === 2 && found
  })
  expect(posts.map(shasOf)).toEqual([[payload.after], [payload.after]])
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(2)
})

// Last, because it leaves the server's clock two days ahead.
test('a redelivery starts no second run, not even after a restart or when its id has expired', async () => {
  const trigger = await on([gadgets])
  const delivery = { event: 'push', payload: push(), delivery: randomUUID() }
  await deliver(herald, gadgets, delivery)
  await eventually('the post', async () => (await runs()).length === 1)
  await herald.restart()
  expect((await deliver(herald, gadgets, delivery)).body.duplicate).toBe(true)
  await herald.restart(at(days(2)))
  expect((await deliver(herald, gadgets, delivery)).body.processed?.type).toBe('push')
  await expectRuns([trigger])
})
