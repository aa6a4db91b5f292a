import { expect } from 'bun:test'
import { slowness } from './slow.ts'

// A safety net for a busy machine, and no measure of how long anything may take.
const patience = 120_000 * slowness
const rest = 20

/**
 * Reads again and again until what is read is as expected: for what a page shows a moment after what was waited for.
 * What never becomes so fails as it does with `toEqual`.
 */
export async function expectSoon(read: () => unknown, expected: unknown): Promise<void> {
  const end = performance.now() + patience
  while (true) {
    const value = await read()
    try {
      return expect(value).toEqual(expected)
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await Bun.sleep(rest)
  }
}
