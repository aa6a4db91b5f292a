import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type Attributes, type OpenSpan, runIn } from './active.ts'

/** Spans of this process, for the collector that the operator configured. */
export type Tracing = {
  /** False without a collector: then nothing is measured. */
  isEnabled: boolean
  /** Starts a span that has no parent here; `traceparent` is the header of a request that it continues. */
  start(name: string, attributes: Attributes, traceparent?: string | null): Promise<OpenSpan>
  /** Runs `act` in a span that has no parent. */
  run<T>(name: string, attributes: Attributes, act: () => Promise<T>): Promise<T>
  /** Sends what was measured. */
  close(): Promise<void>
}

export const noTracing: Tracing = {
  isEnabled: false,
  start: () => Promise.reject(new Error('Tracing is disabled.')),
  run: (_name, _attributes, act) => act(),
  close: async () => {},
}

/** Tracing to OTEL_EXPORTER_OTLP_ENDPOINT; nothing is loaded before the first span. */
export function createTracing(config: Config, log: Pick<Log, 'warn' | 'info'>): Tracing {
  const { endpoint, headers, receivers } = config.tracing
  if (endpoint === null) return noTracing
  let loading: ReturnType<typeof load> | null = null
  const load = async () =>
    (await import('./open-telemetry.ts')).createProvider({ endpoint, headers, receivers }, log)
  const open = () => (loading ??= load())
  async function start(name: string, attributes: Attributes, traceparent: string | null = null) {
    return (await open()).start(name, attributes, traceparent)
  }
  return {
    isEnabled: true,
    start,
    run: async (name, attributes, act) => runIn(await start(name, attributes), act),
    close: async () => (await loading)?.close(),
  }
}
