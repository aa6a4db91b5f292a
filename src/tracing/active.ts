import { AsyncLocalStorage } from 'node:async_hooks'

/** Values of a span. They name no organization, repository, path or person. */
export type Attributes = Record<string, string | number | boolean>

/** A span that is not finished. */
export type OpenSpan = {
  child(name: string, attributes: Attributes): OpenSpan
  set(attributes: Attributes): void
  rename(name: string): void
  end(error?: unknown): void
  /** The header that makes the receiver continue this trace. */
  traceparent: string
  /** Whether the operator configured the address of a request, so that it may get the header. */
  mayReceive(url: string): boolean
}

const active = new AsyncLocalStorage<OpenSpan>()

/** Runs `act` in a child of the current span; outside of one, only runs it. */
export function traced<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T> {
  const parent = active.getStore()
  return parent ? runIn(parent.child(name, attributes), act) : act()
}

/** A child of the current span, which the caller ends; null outside of one. */
export const startChild = (name: string, attributes: Attributes): OpenSpan | null =>
  active.getStore()?.child(name, attributes) ?? null

/** Runs `act` in a span, and ends the span with it. */
export async function runIn<T>(span: OpenSpan, act: () => Promise<T>): Promise<T> {
  try {
    const result = await active.run(span, act)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Runs `act` in a span that another function ends. */
export const within = <T>(span: OpenSpan, act: () => T): T => active.run(span, act)

/** The arguments of a fetch, with the header of the current trace if the receiver may get it. */
export function withTrace(input: string | URL | Request, init?: RequestInit): Parameters<typeof fetch> {
  const span = active.getStore()
  const url = input instanceof Request ? input.url : String(input)
  if (!span?.mayReceive(url)) return [input, init]
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set('traceparent', span.traceparent)
  return [input, { ...init, headers }]
}
