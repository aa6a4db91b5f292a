import { cleanUp } from '../support/process.ts'
import { killOnServer } from './kill-on-server.ts'
import { seed } from './random.ts'

const killsPerReport = 25

/** Kills processes and their libSQL server, and prints what was done; throws if something was lost or done twice. */
export async function soakKills(kills: number, processes: number): Promise<void> {
  console.log(`CHAOS_SEED=${seed}: ${kills} kills of ${processes} processes and their libSQL server.`)
  const started = performance.now()
  try {
    const done = await killOnServer({
      ...{ kills, processes, seed, pauseMilliseconds: 1200 },
      report(kill) {
        if (kill > 0 && kill % killsPerReport === 0)
          console.log(`${kill} kills in ${secondsSince(started)} s`)
      },
    })
    console.log(`${kills} kills in ${secondsSince(started)} s:`, done)
  } finally {
    await cleanUp()
  }
}

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000)
