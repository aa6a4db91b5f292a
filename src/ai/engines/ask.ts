import type { Context } from '../../context.ts'
import { readCappedText } from '../../net/read-capped.ts'
import { traced } from '../../tracing/active.ts'
import { ModelError } from '../error.ts'
import { afterThoughts } from '../thoughts.ts'
import type { EngineAnswer, Question } from './answer.ts'
import { chat } from './chat.ts'
import { conversations } from './conversations.ts'
import { centsOf } from './cost.ts'
import type { Api, Engine } from './engine.ts'
import { refusalIn, saidIn, toFailure } from './failure.ts'
import { gemini } from './gemini.ts'
import { type Json, record } from './json.ts'
import { messages } from './messages.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'
import { followRedirects, toSources } from './sources.ts'

const protocols: Record<Api, Protocol> = { chat, responses, gemini, messages, conversations }
const maxBytes = 1024 * 1024

/**
 * Asks an answer engine one question, without retries; throws a ModelError with the reason if there is no answer. The
 * AI SDK is not used: its chat client sends no search tools, drops citations and cost, and fails if an annotation
 * lacks an index. Here a malformed source never costs the answer.
 */
export async function askEngine(
  ctx: Pick<Context, 'engines' | 'now'> & Partial<Pick<Context, 'metrics'>>,
  engine: Engine,
  question: Question,
): Promise<EngineAnswer> {
  try {
    const answer = await traced('model call', { 'gen_ai.request.model': engine.id }, () =>
      ask(ctx, engine, question),
    )
    const { usage, cents } = answer
    const tokens = { inputTokens: usage.input ?? 0, outputTokens: usage.output ?? 0, cents: cents ?? 0 }
    ctx.metrics?.model(engine.id, 'answered', tokens)
    return answer
  } catch (error) {
    ctx.metrics?.model(engine.id, 'failed')
    throw error
  }
}

async function ask(
  ctx: Pick<Context, 'engines' | 'now'>,
  engine: Engine,
  question: Question,
): Promise<EngineAnswer> {
  const protocol = protocols[engine.api]
  const key = ctx.engines.keyOf(engine)
  const { status, retryAfter, body } = await send(engine, protocol, key, question)
  const said = saidIn(body, key)
  if (status < 200 || status > 299) throw toFailure(engine, { status, retryAfter, said }, ctx.now())
  const answer = parse(body)
  if (answer === null)
    throw new ModelError(
      'unusable',
      `The endpoint of ${engine.id} gave an answer that cannot be read.`,
      undefined,
      said,
    )
  const refusal = refusalIn(answer)
  if (refusal) throw toFailure(engine, { ...refusal, said }, ctx.now())
  const read = toAnswer(engine, protocol.read(answer, question))
  return question.follow ? followRedirects(read, question.follow, question.signal) : read
}

type Response = { status: number; retryAfter: string | null; body: string }

async function send(
  engine: Engine,
  protocol: Protocol,
  key: string | null,
  question: Question,
): Promise<Response> {
  const timeout = AbortSignal.timeout(engine.timeoutSeconds * 1000)
  try {
    const response = await fetch(`${engine.baseUrl}${protocol.path(engine)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === null ? {} : protocol.headers(key)) },
      body: JSON.stringify(bodyOf(engine, protocol, question)),
      // A redirect would send the key to another host.
      redirect: 'manual',
      // While an engine thinks, the socket may be idle for longer than Bun's default; the time-out of the
      // engine applies.
      timeout: false,
      signal: AbortSignal.any([question.signal, timeout]),
    })
    const { status, headers } = response
    const body = await readCappedText(response.body, maxBytes, () => tooLarge(engine))
    return { status, retryAfter: headers.get('retry-after'), body }
  } catch (error) {
    question.signal.throwIfAborted()
    if (error instanceof ModelError) throw error
    if (timeout.aborted)
      throw new ModelError(
        'timed_out',
        `${engine.id} did not answer within ${engine.timeoutSeconds} seconds.`,
      )
    throw new ModelError('unavailable', `The endpoint of ${engine.id} cannot be reached.`)
  }
}

function bodyOf(engine: Engine, protocol: Protocol, question: Question): Json {
  const body = protocol.body(engine, question)
  if (!question.search || !engine.search.supported) return body
  const searching = { ...body, ...engine.search.body }
  return question.forceSearch ? protocol.force(searching) : searching
}

const tooLarge = ({ id }: Engine) =>
  new ModelError('unusable', `The endpoint of ${id} gave an answer of more than 1 MiB.`)

function parse(body: string): Json | null {
  try {
    const answer = record(JSON.parse(body))
    return Object.keys(answer).length > 0 ? answer : null
  } catch {
    return null
  }
}

function toAnswer(engine: Engine, reading: ReturnType<Protocol['read']>): EngineAnswer {
  const { text, finishReason, modelReported, searched, queries, tokens } = reading
  const cited = toSources(reading.cited)
  return {
    text: afterThoughts(text).trim(),
    finishReason,
    modelReported,
    searched,
    queries: [...new Set(queries)],
    cited,
    consulted: toSources(reading.consulted, cited),
    usage: { input: tokens.input, output: tokens.output, reasoning: tokens.reasoning },
    cents: centsOf(reading, engine.price),
  }
}
