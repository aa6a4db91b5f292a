import type { LimitFunction } from 'p-limit'
import type { Backoff } from '../../../ai/backoff.ts'
import type { EngineAnswer, Turn } from '../../../ai/engines/answer.ts'
import { askEngine } from '../../../ai/engines/ask.ts'
import type { Engine } from '../../../ai/engines/engine.ts'
import { standardPlace } from '../../../ai/engines/pages/place.ts'
import { decideZdr } from '../../../ai/engines/zdr.ts'
import { ModelError } from '../../../ai/error.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { type Matcher, matcherVersion } from '../../../mentions/matcher.ts'
import type { ScanRow } from './model.ts'
import { isOwned, namedIn } from './named-subjects.ts'
import { notInCatalog, type Task } from './plan.ts'
import { countFailed, readAnswer, saveAnswer } from './store-answer.ts'

/**
 * Increase it with every change of the instructions, so that answers before and after are not compared as
 * equals.
 */
const instructionsVersion = 1

/** The engine's instructions: they describe what a person looking for a recommendation expects. */
const instructions = `You answer a person who is looking for a product, a service or a vendor.
Answer directly and concretely, in the language of the question. Name the products, services and companies that fit, and say in a sentence each what they are good for and what speaks against them.
Do not ask questions back, and do not answer in general terms where names would help.`

/** The data that all questions of a scan share. */
export type ScanRun = {
  ctx: Context
  scan: ScanRow
  attempt: Attempt
  /** Aborted with the attempt, and when a task failed unexpectedly. */
  signal: AbortSignal
  matcher: Matcher
  /** Hosts of the brand. */
  hosts: string[]
  /** Limits concurrency: eight questions to models, and four to each provider of pages. */
  limitOf(engine: string): LimitFunction
  backoffOf(engine: string): Backoff
  /** Statements that renew the scan's slot now and then. */
  renewal(): Statement[]
}

/** The result of a question, as its step stores it. */
type Outcome =
  | { checkId: string; cents: number }
  | { failed: string; reason: ModelError['reason'] | null; cents: number }

/** The result of a task: its stored answers, why others are missing, and the cost. */
export type TaskResult = { task: Task; checkIds: string[]; failed: string | null; cents: number }

/** The questions of a task in its language, or why it cannot be asked. */
export type Questions = { questions: string[]; failed: string | null }

/** Time limit of a conversation with one engine (contract geo 4: Run). */
const conversationMilliseconds = 7 * 60_000

/**
 * Asks a task turn by turn, each with the previous turns as history. A turn without an answer ends the task.
 * Each turn is a step that stores its answer, so that no question is paid for twice. Throws CoolingDown while
 * the engine's rate limit lasts.
 */
export async function askTask(
  run: ScanRun,
  task: Task,
  { questions, failed }: Questions,
): Promise<TaskResult> {
  const backoff = run.backoffOf(task.engine)
  let deadline: Deadline | null = null
  const asked: TaskResult = { task, checkIds: [], failed: null, cents: 0 }
  const turns: Turn[] = []
  for (const [index, question] of questions.entries()) {
    turns.push({ role: 'user', content: question })
    const fresh: { answered?: AnsweredTurn } = {}
    const ask = () => {
      if (task.firstTurn === 1) deadline ??= startDeadline(run.ctx)
      return answerTurn(run, task, index, turns, deadline)
    }
    const outcome = await run.attempt.step<Outcome>(
      `answer:${task.number}:${index}`,
      async () => {
        fresh.answered =
          failed === null ? await run.limitOf(task.engine)(ask) : giveUpAt(run, task, index, failed)
        return fresh.answered.outcome
      },
      () => [...(fresh.answered?.statements ?? []), ...run.renewal()],
    )
    asked.cents += outcome.cents
    if (!fresh.answered) backoff.recall(errorOf(outcome))
    if ('failed' in outcome) return { ...asked, failed: outcome.failed }
    asked.checkIds.push(outcome.checkId)
    if (index + 1 < questions.length)
      turns.push({ role: 'assistant', content: await readAnswer(run.ctx, outcome.checkId) })
  }
  return asked
}

const errorOf = (outcome: Outcome) =>
  'failed' in outcome && outcome.reason ? new ModelError(outcome.reason, outcome.failed) : null

type Deadline = { signal: AbortSignal; isOver(): boolean }

function startDeadline(ctx: Context): Deadline {
  const until = ctx.now().getTime() + conversationMilliseconds
  const signal = AbortSignal.timeout(conversationMilliseconds)
  return { signal, isOver: () => signal.aborted || ctx.now().getTime() >= until }
}

type AnsweredTurn = { outcome: Outcome; statements: Statement[] }

async function answerTurn(
  run: ScanRun,
  task: Task,
  index: number,
  turns: Turn[],
  deadline: Deadline | null,
): Promise<AnsweredTurn> {
  const { ctx, scan } = run
  run.signal.throwIfAborted()
  const fail = (...why: [failed: string, reason?: ModelError['reason'], cents?: number]) =>
    giveUpAt(run, task, index, ...why)
  const engine = ctx.engines.find(task.engine)
  if (!engine) return fail(notInCatalog)
  if (deadline?.isOver()) return fail(tookTooLong)
  try {
    const signal = deadline ? AbortSignal.any([run.signal, deadline.signal]) : run.signal
    const answer = await run
      .backoffOf(engine.id)
      .ask(() => askTwice(ctx, engine, { ...questionOf(engine, task, scan), turns, signal }))
    if (answer.shown && answer.text === '')
      return fail(`${engine.id} returned an empty answer.`, undefined, answer.cents)
    const checkId = Bun.randomUUIDv7()
    return {
      outcome: { checkId, cents: answer.cents },
      statements: await save(run, {
        checkId,
        task,
        index,
        question: turns.at(-1)?.content ?? '',
        engine,
        answer,
      }),
    }
  } catch (error) {
    if (error instanceof ModelError) return fail(error.message, error.reason)
    if (deadline?.signal.aborted && !run.signal.aborted) return fail(tookTooLong)
    throw error
  }
}

/** A turn without an answer also ends the turns after it. */
function giveUpAt(
  { ctx, scan }: ScanRun,
  task: Task,
  index: number,
  failed: string,
  reason: ModelError['reason'] | null = null,
  cents = 0,
): AnsweredTurn {
  const missing = task.turns.length - index
  return { outcome: { failed, reason, cents }, statements: countFailed(ctx, scan.id, missing) }
}

const tookTooLong = 'The conversation took longer than seven minutes.'

function questionOf(engine: Engine, { search, language }: Task, { plan }: ScanRow) {
  const requireZdr = decideZdr(engine, plan, search) === 'require'
  return { instructions, search, requireZdr, page: { place: plan.place ?? standardPlace, language } }
}

/** Asks a second time after a timeout, and only then (contract geo 7: Retry per check). */
async function askTwice(...asking: Parameters<typeof askEngine>): Promise<EngineAnswer> {
  try {
    return await askEngine(...asking)
  } catch (error) {
    if (error instanceof ModelError && error.reason === 'timed_out') return askEngine(...asking)
    throw error
  }
}

type Saved = {
  checkId: string
  task: Task
  index: number
  question: string
  engine: Engine
  answer: EngineAnswer
}

/** Stores the facts that the words of the answer contain. The judge adds its verdict later. */
async function save(
  { ctx, scan, matcher, hosts }: ScanRun,
  { checkId, task, index, question, engine, answer }: Saved,
) {
  const { text, cited, consulted, queries, usage } = answer
  const matches = await matcher.findInSlices(text)
  return saveAnswer(
    ctx,
    checkId,
    {
      organizationId: scan.organizationId,
      projectId: scan.projectId,
      scanId: scan.id,
      engine: engine.id,
      promptId: task.promptId,
      turn: task.firstTurn + index,
      language: task.language,
      isTwin: task.isTwin,
      capturedAt: ctx.now(),
      shown: answer.shown,
      ...namedIn(matches),
      ownedSourceCited: isOwned(cited, hosts),
      modelReported: answer.modelReported,
      page: answer.page,
      searched: answer.searched,
      // A page has no instructions.
      instructionsVersion: answer.page === null ? instructionsVersion : 0,
      matcherVersion,
      zdrEnforced: decideZdr(engine, scan.plan, task.search) === 'require',
      finishReason: answer.finishReason,
      promptTokens: usage.input,
      outputTokens: usage.output,
      reasoningTokens: usage.reasoning,
      searches: answer.searched === null ? null : Math.max(queries.length, answer.searched ? 1 : 0),
      cents: answer.cents,
    },
    { prompt: question, answer: text, queries, cited, consulted, matches },
  )
}
