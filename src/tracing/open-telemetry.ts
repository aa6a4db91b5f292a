import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../../package.json'
import type { Log } from '../log.ts'
import type { Attributes, OpenSpan } from './active.ts'

export type Collector = {
  /** The base address of the collector, without /v1/traces. */
  endpoint: string
  headers: Record<string, string>
  /** Addresses whose requests get the header of a trace. */
  receivers: string[]
}

const closeMilliseconds = 2000

/** Starts spans and sends them in batches. While the collector is away, further spans are dropped. */
export function createProvider({ endpoint, headers, receivers }: Collector, log: Pick<Log, 'warn' | 'info'>) {
  const sender = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers })
  const exporter = reportFailures(sender, log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'herald', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('herald', version)
  const mayReceive = (url: string) => receivers.some((receiver) => isBelow(url, receiver))

  // A request is over only after its response was sent.
  const unfinished = new Set<Span>()
  let onIdle = () => {}
  const idle = () =>
    new Promise<void>((resolve) => {
      onIdle = resolve
      if (unfinished.size === 0) resolve()
    })

  function begin(name: string, attributes: Attributes, parent: Context): OpenSpan {
    const span = tracer.startSpan(name, { attributes }, parent)
    const { traceId, spanId, traceFlags } = span.spanContext()
    unfinished.add(span)
    return {
      child: (childName, childAttributes) =>
        begin(childName, childAttributes, trace.setSpan(ROOT_CONTEXT, span)),
      set: (more) => void span.setAttributes(more),
      rename: (other) => void span.updateName(other),
      end(error) {
        endSpan(span, error)
        unfinished.delete(span)
        if (unfinished.size === 0) onIdle()
      },
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      mayReceive,
    }
  }

  return {
    start(name: string, attributes: Attributes, traceparent: string | null): OpenSpan {
      const remote = readTraceparent(traceparent)
      return begin(name, attributes, remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT)
    },
    async close() {
      await Promise.race([idle(), Bun.sleep(closeMilliseconds / 2)])
      await Promise.race([provider.shutdown(), Bun.sleep(closeMilliseconds / 2)]).catch(() => {})
    },
  }
}

/** An exporter that logs when the collector stops accepting spans, and when it accepts them again. */
function reportFailures(exporter: OTLPTraceExporter, log: Pick<Log, 'warn' | 'info'>): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isFailing)
          log.warn(
            { reason: reasonOf(result.error) },
            'The OpenTelemetry collector accepts no traces. They are dropped until it does.',
          )
        if (!failed && isFailing) log.info('The OpenTelemetry collector accepts traces again.')
        isFailing = failed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The exporter's messages contain text of the collector, which is not logged. */
function reasonOf(error: (Error & { code?: unknown }) | undefined): string {
  const status = Number(error?.code)
  if (status === 401 || status === 403)
    return `it returned status ${status}: check OTEL_EXPORTER_OTLP_HEADERS`
  if (status >= 500) return `it returned status ${status}`
  return status >= 400
    ? `it returned status ${status}: check OTEL_EXPORTER_OTLP_ENDPOINT`
    : 'it cannot be reached or does not answer in time: check OTEL_EXPORTER_OTLP_ENDPOINT'
}

/** The kind of an error only: its text may contain anything. */
function endSpan(span: Span, error: unknown): void {
  if (!span.isRecording()) return
  if (error !== undefined) {
    const type = error instanceof Error ? error.name : 'Error'
    span.setAttributes({ 'error.type': type })
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

function isBelow(url: string, receiver: string): boolean {
  const base = receiver.replace(/\/+$/, '')
  return url === base || url.startsWith(`${base}/`)
}

/** The W3C header of a request; null if it is missing or malformed. */
export function readTraceparent(header: string | null): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? '') ?? []
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}
