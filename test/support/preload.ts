import { afterAll } from 'bun:test'
import { cleanUpAll } from './cleanup.ts'

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

afterAll(cleanUpAll)
