import { readFileSync } from 'node:fs'
import { freePort } from '../../support/sqld.ts'

export type Service = {
  port: number
  pid: number
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  readyAfter: number
  stop(): Promise<void>
}

/** Clock ticks per second, the unit in which Linux counts processor time. */
const microsecondsPerTick = 10_000

const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server that reads PORT and answers /readyz, as a process whose output is discarded. */
export async function startService(command: string[], environment: Record<string, string>): Promise<Service> {
  const port = await freePort()
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { ...environment, PATH: process.env.PATH ?? '', PORT: String(port) },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  running.add(child)
  await untilReady(port, child)
  return {
    port,
    pid: child.pid,
    readyAfter: performance.now() - started,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      running.delete(child)
    },
  }
}

/** A baseline of this folder, run from its source. */
export function startBaseline(name: string, environment: Record<string, string>): Promise<Service> {
  return startService([process.execPath, `${import.meta.dir}/../${name}-baseline.ts`], environment)
}

async function untilReady(port: number, child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`A server ended: ${await new Response(child.stderr).text()}`)
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await Bun.sleep(1)
  }
}

/** Microseconds of user and system processor time that a process has used. */
export function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * microsecondsPerTick
}

/** Resident megabytes of a process. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** Peak resident megabytes of a process; 0 once it has ended. */
export function peakMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
