import { afterAll } from 'bun:test'
import { existsSync, statfsSync } from 'node:fs'
import { cleanUpAll } from './cleanup.ts'

// Files of tests lie in memory where there is room: nobody cuts the power here, and syncing a disk took most of the time.
const memory = '/dev/shm'
const roomBytes = 2 * 1024 ** 3
if (!process.env.TMPDIR && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > roomBytes) process.env.TMPDIR = memory
}

// Tests speak to this machine only.
const realFetch = globalThis.fetch
globalThis.fetch = Object.assign(
  (input: string | URL | Request, init?: RequestInit) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new Error(`A test tried to reach ${hostname}.`)
    return realFetch(input, init)
  },
  { preconnect: realFetch.preconnect },
)

// Elysia has all garbage collected each time it composes a service, thousands of times in a run: the engine does it when it is due.
Bun.gc = () => 0

afterAll(cleanUpAll)
