import pLimit from 'p-limit'
import { ModelError } from '../../../../ai/error.ts'
import { generateObject } from '../../../../ai/generate.ts'
import type { Model } from '../../../../ai/models.ts'
import type { Statement } from '../../../../db/client.ts'
import { createYield } from '../../../../jobs/yield.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import type { ScanRun } from '../ask-task.ts'
import { ownKey } from '../table.ts'
import { instructions, toPrompt } from './judge-instructions.ts'
import { readJudged, saveVerdict } from './stored-verdicts.ts'
import { readVerdict, Verdict } from './verdict.ts'

/** The result of a verdict, as its step stores it. */
export type JudgeResult = { failed: string | null; reason: ModelError['reason'] | null; cents: number }

/** Twice the number of concurrent questions, so that a scan ends soon after its last answer. */
const width = 16

/**
 * Starts one verdict per turn of the event loop, so that the judging of a resumed scan does not block reading
 * answers.
 */
const turn = createYield()

/**
 * Returns a function that judges a stored answer. It has its own concurrency limit, so that engines never
 * wait for it. If the judge fails, the answer keeps the facts from its words.
 */
export function createJudge(run: ScanRun, subjects: Subject[], model: Model) {
  const { ctx, attempt, matcher } = run
  const limit = pLimit(width)
  const backoff = run.backoffOf(model.id)
  const names = new Map(subjects.map(({ key, name }) => [key, name]))
  const nameOf = (subject: string) => names.get(subject) ?? subject
  const brand = nameOf(ownKey)

  async function judge(checkId: string): Promise<{ judged: JudgeResult; statements: Statement[] }> {
    const stored = await readJudged(ctx, checkId)
    // A page without an answer of an AI has nothing to judge.
    if (!stored || stored.answer === '')
      return { judged: { failed: null, reason: null, cents: 0 }, statements: [] }
    const { question, answer, hits } = stored
    const prompt = toPrompt({ brand, question, answer, hits, nameOf })
    run.signal.throwIfAborted()
    try {
      const { object, exactCents } = await backoff.ask(async () => {
        await turn()
        return generateObject(ctx, model, Verdict, { instructions, prompt, signal: run.signal })
      })
      return {
        judged: { failed: null, reason: null, cents: exactCents },
        statements: saveVerdict(ctx, checkId, readVerdict(object, answer, hits, matcher)),
      }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      return { judged: { failed: error.message, reason: error.reason, cents: 0 }, statements: [] }
    }
  }

  return async (checkId: string, name: string): Promise<JudgeResult> => {
    const fresh: { statements?: Statement[] } = {}
    const judged = await attempt.step<JudgeResult>(
      `judge:${name}`,
      async () => {
        const done = await limit(() => judge(checkId))
        fresh.statements = done.statements
        return done.judged
      },
      () => fresh.statements ?? [],
    )
    if (!fresh.statements) backoff.recall(judged.reason && new ModelError(judged.reason, judged.failed ?? ''))
    return judged
  }
}
