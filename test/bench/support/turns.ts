import { join } from 'node:path'
import { type Service, startService } from './service.ts'

export type Probed = Service & {
  /** Milliseconds of processor time of the longest turn of the event loop since the last call. */
  longestTurn(): Promise<number>
}

/** The binary with a probe that measures the turns of its event loop. */
export async function startProbed(binary: string, environment: Record<string, string>): Promise<Probed> {
  const unix = join(environment.DATA_DIR ?? '', 'turns.sock')
  const service = await startService([binary, 'serve'], {
    ...environment,
    BUN_OPTIONS: `--preload ${import.meta.dir}/turn-probe.ts`,
    TURN_PROBE: unix,
  })
  return {
    ...service,
    longestTurn: async () => Number(await (await fetch('http://probe/', { unix })).text()),
  }
}
