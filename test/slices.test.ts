import { expect, test } from 'bun:test'
import { mapSliced, runAtOnce, runInSlices, type Sliced } from '../src/slices.ts'

test('sliced work gives the same result as unsliced work', async () => {
  const work = () => mapSliced([1, 2, 3], (each) => each * 2)
  expect(runAtOnce(work())).toEqual([2, 4, 6])
  expect(await runInSlices(work())).toEqual([2, 4, 6])
})

test('other work runs between slices', async () => {
  let isAnswered = false
  function* untilAnswered(): Sliced<string> {
    while (!isAnswered) yield
    return 'done'
  }
  setImmediate(() => {
    isAnswered = true
  })
  expect(await runInSlices(untilAnswered())).toBe('done')
})

test('an error in sliced work is thrown', async () => {
  const work = () =>
    mapSliced([1], () => {
      throw new Error('broken')
    })
  expect(() => runAtOnce(work())).toThrow('broken')
  await expect(runInSlices(work())).rejects.toThrow('broken')
})
