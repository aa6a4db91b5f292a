import { afterAll, expect, test } from 'bun:test'
import { cleanUp } from '../support/process.ts'
import { hasSqld } from '../support/sqld.ts'
import { killOnServer } from './kill-on-server.ts'
import { seed, times } from './random.ts'

const kills = times(4)

afterAll(cleanUp)

if (hasSqld)
  test('three processes on a libSQL server, any of the four killed at random moments, lose nothing, do nothing twice and keep limits', async () => {
    console.log(`CHAOS_SEED=${seed}`)
    const done = await killOnServer({ kills, processes: 3, seed, pauseMilliseconds: 40 })
    console.log(`${kills} kills:`, done)
    expect(done.activities).toBeGreaterThan(kills)
  }, 180_000)
