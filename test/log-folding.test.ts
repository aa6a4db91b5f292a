import { beforeEach, expect, test } from 'bun:test'
import pino, { type Logger } from 'pino'
import { createFolding } from '../src/log-folding.ts'

let lines: { [field: string]: unknown; msg: string }[]
let waiting: (() => void)[]
let folding: ReturnType<typeof createFolding>
let log: Logger
beforeEach(() => {
  lines = []
  waiting = []
  folding = createFolding((act) => void waiting.push(act))
  log = pino(
    { hooks: { logMethod: folding.logMethod } },
    { write: (text: string) => void lines.push(JSON.parse(text)) },
  )
})

const passMinute = () => {
  for (const act of waiting.splice(0)) act()
}
const messages = () => lines.splice(0).map(({ msg }) => msg)

test('a repeated sentence is written once, then as the number of its repeats in the last minute', () => {
  for (let n = 0; n < 13; n++) log.error({ error: 'locked' }, 'Jobs wait.')
  expect(messages()).toEqual(['Jobs wait.'])
  passMinute()
  expect(lines).toMatchObject([{ error: 'locked', repeats: 12 }])
  expect(messages()).toEqual(['Jobs wait. (12 more times in the last minute)'])
  log.error({ error: 'locked' }, 'Jobs wait.')
  passMinute()
  expect(messages()).toEqual(['Jobs wait. (once more in the last minute)'])
})

test('the number of repeats is logged with the fields that all of them have in common', () => {
  for (const record of ['run 1', 'run 2']) log.warn({ job: 'write', error: 'refused', record }, 'It failed.')
  passMinute()
  const fields = lines.map(({ level, time, pid, hostname, ...rest }) => rest)
  expect(fields).toEqual([
    { job: 'write', error: 'refused', record: 'run 1', msg: 'It failed.' },
    { job: 'write', error: 'refused', repeats: 1, msg: 'It failed. (once more in the last minute)' },
  ])
})

test('a sentence that was quiet for a minute is written in full again', () => {
  log.warn('Jobs wait.')
  passMinute()
  log.warn('Jobs wait.')
  expect(messages()).toEqual(['Jobs wait.', 'Jobs wait.'])
})

test('another level, another job, another reason and another sentence are written on their own', () => {
  log.warn('Jobs wait.')
  log.error('Jobs wait.')
  log.error({ job: 'a' }, 'Jobs wait.')
  log.error({ job: 'b' }, 'Jobs wait.')
  log.error({ job: 'b', error: 'locked' }, 'Jobs wait.')
  log.error({ job: 'b', error: 'read-only' }, 'Jobs wait.')
  log.error({ job: 'b', reason: 'read-only' }, 'Jobs wait.')
  log.error('The disk is full.')
  expect(messages()).toHaveLength(8)
})

test('requests and progress are never folded', () => {
  for (let n = 0; n < 3; n++) log.info('request')
  expect(messages()).toHaveLength(3)
})

test('a limited number of sentences is remembered, and others are written unfolded', () => {
  for (let n = 0; n < 1000; n++) log.error(`Delivery ${n} was not stored.`)
  expect(messages()).toHaveLength(1000)
  expect(waiting).toHaveLength(200)
  for (let n = 0; n < 2; n++) log.error('Delivery 999 was not stored.')
  expect(messages()).toHaveLength(2)
  passMinute()
  expect(messages()).toEqual([])
  expect(waiting).toEqual([])
})

test('counted repeats are written when the process ends', () => {
  for (let n = 0; n < 3; n++) log.error('Jobs wait.')
  folding.end()
  expect(messages()).toEqual(['Jobs wait.', 'Jobs wait. (2 more times in the last minute)'])
})

test('the same sentence with another fault is written in full', () => {
  for (const fault of ['unreachable', 'refused', 'refused'])
    log.warn({ fault }, 'Google could not be reached.')
  expect(messages()).toEqual(['Google could not be reached.', 'Google could not be reached.'])
})
