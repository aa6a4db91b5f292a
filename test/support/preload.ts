import { afterAll } from 'bun:test'
import { existsSync, statfsSync } from 'node:fs'
import { cleanUpAll } from './cleanup.ts'

// Test files are in memory if there is space: tests do not need durability, and syncing a disk took most of
// the time.
const memory = '/dev/shm'
const roomBytes = 2 * 1024 ** 3
if (!process.env.TMPDIR && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > roomBytes) process.env.TMPDIR = memory
}

// Tests connect to this machine only.
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

// Elysia runs a full garbage collection each time it composes a service, thousands of times in a run; the
// engine collects when needed.
Bun.gc = () => 0

afterAll(cleanUpAll)
