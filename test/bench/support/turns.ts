import { join } from 'node:path'
import { type Service, startService } from './service.ts'

export type Probed = Service & {
  /** Milliseconds of processor time of the longest turn of the event loop since the last call. */
  longestTurn(): Promise<number>
}

/** Herald from its source, with a probe that measures the turns of its event loop. */
export async function startProbed(environment: Record<string, string>): Promise<Probed> {
  const unix = join(environment.DATA_DIR ?? '', 'turns.sock')
  const source = `${import.meta.dir}/../../../src/main.ts`
  const command = [process.execPath, '--preload', `${import.meta.dir}/turn-probe.ts`, source, 'serve']
  const service = await startService(command, { ...environment, TURN_PROBE: unix })
  return {
    ...service,
    longestTurn: async () => Number(await (await fetch('http://probe/', { unix })).text()),
  }
}
