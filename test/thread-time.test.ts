import { expect, test } from 'bun:test'
import { findThreadStatistics, measureThread } from '../src/thread-time.ts'

const inMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
/** Processor time of the calling thread. */
const own = () => inMilliseconds(process.threadCpuUsage())

/** Works on the calling thread for a processor time. */
function work(milliseconds: number) {
  const end = own() + milliseconds
  while (own() < end);
}

/** A thread that works for the processor time it is sent, then answers with its total. */
async function startThread() {
  const source = `
    const { findThreadStatistics } = require(${JSON.stringify(`${import.meta.dir}/../src/thread-time.ts`)})
    const own = () => (({ user, system }) => (user + system) / 1000)(process.threadCpuUsage())
    self.onmessage = ({ data }) => {
      const end = own() + data
      while (own() < end);
      self.postMessage(findThreadStatistics())
    }`
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const thread = new Worker(url)
  const run = (milliseconds: number) =>
    new Promise<string | null>((resolve) => {
      thread.onmessage = ({ data }) => resolve(data)
      thread.postMessage(milliseconds)
    })
  return { run, statistics: await run(0), [Symbol.dispose]: () => thread.terminate() }
}

test.each([
  ['by the statistics of Linux', (statistics: string | null) => statistics],
  ['on other systems', () => null],
])('the processor time of a thread is measured without that of the caller %s', async (_, choose) => {
  using thread = await startThread()
  const used = measureThread(choose(thread.statistics))
  work(300)
  const before = used()
  expect(before).toBeLessThan(200)
  await thread.run(300)
  expect(used() - before).toBeWithin(250, 3_000)
})

test('the statistics are those of the calling thread', () => {
  const used = measureThread(findThreadStatistics())
  work(100)
  expect(used()).toBeGreaterThan(50)
})

test('an ended thread keeps its last measured time', () => {
  expect(measureThread('/proc/self/task/0/stat')()).toBe(0)
})
