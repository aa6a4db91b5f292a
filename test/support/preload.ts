import { afterAll } from 'bun:test'
import { tmpdir } from 'node:os'
import { cleanUpAll } from './cleanup.ts'
import { memoryFolder } from './memory-folder.ts'

process.env.TMPDIR ||= memoryFolder() ?? tmpdir()

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

// `expect(...).rejects` runs the event loop in a way that forgets immediates until a timer ends, which may be 10 s.
setInterval(() => {}, 10).unref()

afterAll(cleanUpAll)
