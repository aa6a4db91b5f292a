import type { Context } from '../../context.ts'
import { traced } from '../../tracing/active.ts'
import { afterThoughts } from '../thoughts.ts'
import type { EngineAnswer, ParsedAnswer, Question } from './answer.ts'
import { chat } from './chat.ts'
import { conversations } from './conversations.ts'
import { centsOf } from './cost.ts'
import { type Engine, isPageApi, type ModelApi, type PageApi } from './engine.ts'
import { refusalIn, saidIn, toFailure } from './failure.ts'
import { gemini } from './gemini.ts'
import type { Json } from './json.ts'
import { messages } from './messages.ts'
import { askPage, describePage, type Pause } from './pages/ask-page.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'
import { type EngineResponse, parseAnswer, sendRequest, unreadable } from './send.ts'
import { followRedirects, toSources } from './sources.ts'

const protocols: Record<ModelApi, Protocol> = { chat, responses, gemini, messages, conversations }

/**
 * Asks an answer engine one question, without retries; throws a ModelError with the reason if there is no answer. The
 * AI SDK is not used: its chat client sends no search tools, drops citations and cost, and fails if an annotation
 * lacks an index. Here a malformed source never costs the answer.
 */
export async function askEngine(
  ctx: Asking & Partial<Pick<Context, 'metrics'>>,
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

type Asking = Pick<Context, 'engines' | 'now'> & {
  /** Waits before a page is asked for again; the standard is a timer. */
  pause?: Pause
}

async function ask(ctx: Asking, engine: Engine, question: Question): Promise<EngineAnswer> {
  const key = ctx.engines.keyOf(engine)
  const found = isOfPage(engine)
    ? await askPage(engine, key, question, ctx.now(), ctx.pause)
    : { ...(await askModel(ctx, engine, protocols[engine.api as ModelApi], key, question)), shown: true }
  const page = describePage(engine, question.page?.place)
  const answer = { ...toAnswer(engine, found), shown: found.shown, page }
  return question.follow ? followRedirects(answer, question.follow, question.signal) : answer
}

const isOfPage = (engine: Engine): engine is Engine & { api: PageApi } => isPageApi(engine.api)

async function askModel(
  ctx: Asking,
  engine: Engine,
  protocol: Protocol,
  key: string | null,
  question: Question,
): Promise<ParsedAnswer> {
  const { status, retryAfter, body } = await send(engine, protocol, key, question)
  const said = saidIn(body, key)
  if (status < 200 || status > 299) throw toFailure(engine, { status, retryAfter, said }, ctx.now())
  const answer = parseAnswer(body)
  if (answer === null) throw unreadable(engine, body, said)
  const refusal = refusalIn(answer)
  if (refusal) throw toFailure(engine, { ...refusal, said }, ctx.now())
  return protocol.read(answer, question)
}

async function send(
  engine: Engine,
  protocol: Protocol,
  key: string | null,
  question: Question,
): Promise<EngineResponse> {
  const request = {
    method: 'POST' as const,
    path: protocol.path(engine),
    headers: key === null ? {} : protocol.headers(key),
    body: bodyOf(engine, protocol, question),
    maxMebibytes: 1,
  }
  return sendRequest(engine, request, question.signal)
}

function bodyOf(engine: Engine, protocol: Protocol, question: Question): Json {
  const body = protocol.body(engine, question)
  if (!question.search || !engine.search.supported) return body
  const searching = { ...body, ...engine.search.body }
  return question.forceSearch ? protocol.force(searching) : searching
}

function toAnswer(engine: Engine, reading: ParsedAnswer): Omit<EngineAnswer, 'shown' | 'page'> {
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
