import { expect, test } from 'bun:test'
import { createTextQueue, maxPassing } from '../src/text-queue.ts'

/** A queue of tasks, each named by its kind and owner. */
function queueOf(...names: string[]) {
  const queue = createTextQueue<{ name: string; owner: string; isJob: boolean }>()
  const add = (name: string) => {
    const [kind = '', owner = ''] = name.split(' ')
    queue.add({ name, owner, isJob: kind === 'job' })
  }
  names.forEach(add)
  const takeAll = () => {
    const taken: string[] = []
    for (let next = queue.take(); next; next = queue.take()) taken.push(next.name)
    return taken
  }
  return { queue, add, takeAll }
}

test('requests go before jobs, of any owner', () => {
  const { takeAll } = queueOf('job acme', 'job globex', 'request initech', 'request acme')
  expect(takeAll()).toEqual(['request initech', 'request acme', 'job globex', 'job acme'])
})

test('owners take turns with their requests, and with their jobs', () => {
  const many = (name: string) => Array.from({ length: 3 }, () => name)
  const { takeAll } = queueOf(...many('request acme'), 'request globex')
  expect(takeAll()).toEqual(['request acme', 'request globex', 'request acme', 'request acme'])
  const jobs = queueOf(...many('job acme'), 'job globex')
  expect(jobs.takeAll()).toEqual(['job acme', 'job globex', 'job acme', 'job acme'])
})

test('a job gets a turn after eight earlier requests, however many more wait', () => {
  const { queue, add } = queueOf('job acme', 'job acme')
  const taken: string[] = []
  for (let n = 0; n < 2 * (maxPassing + 1); n++) {
    add('request globex')
    taken.push(queue.take()?.name.split(' ')[0] ?? '')
  }
  const eight = Array.from({ length: 8 }, () => 'request')
  expect(taken).toEqual([...eight, 'job', ...eight, 'job'])
})

test('requests that no job waited for do not count', () => {
  const { queue, add, takeAll } = queueOf(...Array.from({ length: maxPassing }, () => 'request acme'))
  for (let n = 0; n < maxPassing; n++) queue.take()
  add('job globex')
  add('request acme')
  expect(takeAll()).toEqual(['request acme', 'job globex'])
})
