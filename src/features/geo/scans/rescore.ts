import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { readSteps } from '../../../jobs/queue.ts'
import { createMatcher, type Matcher, matcherVersion } from '../../../mentions/matcher.ts'
import { findSubjects } from '../settings/subjects.ts'
import { tallyScan } from './count-answers.ts'
import { isTracked } from './judge/verdict.ts'
import { isOwned, namedIn } from './named-subjects.ts'
import { findScansOf, isOvertaken, readSlice, requireNewest, type StoredAnswer } from './rescore-slices.ts'
import { answers, checks, ownKey } from './table.ts'

/** Rescores a stored answer with the current names and the stored verdict; null if nothing changed. */
export async function rescoreAnswer(stored: StoredAnswer, matcher: Matcher, hosts: string[]) {
  const { id: _id, answer, cited, matches: before, decided, ...facts } = stored
  const matches = await matcher.findInSlices(answer)
  const named = namedIn(matches, decided)
  const after = {
    ...facts,
    ...named,
    ownedSourceCited: isOwned(cited, hosts),
    position: named.mentioned ? facts.position : null,
    sentiment: named.mentioned ? facts.sentiment : null,
    discovered: facts.discovered.filter((name) => !isTracked(name, matcher)),
    matcherVersion,
  }
  const isSame =
    JSON.stringify(after) === JSON.stringify(facts) && JSON.stringify(matches) === JSON.stringify(before)
  return isSame ? null : { facts: after, matches }
}

/**
 * Rescores the stored answers of a project with its current names, scan by scan, and counts changed scans
 * again. An edit meanwhile queues another job, and this one stops.
 */
export async function rescore(
  ctx: Context,
  { projectId }: { projectId: string },
  attempt: Attempt,
): Promise<void> {
  const subjects = await findSubjects(ctx, projectId)
  if (!subjects) return
  const rescoring: RescoreRun = {
    ctx,
    attempt,
    matcher: createMatcher(subjects),
    hosts: subjects.find(({ key }) => key === ownKey)?.hosts ?? [],
    begun: new Set((await readSteps(ctx, attempt.jobId)).keys()),
    newest: () => requireNewest(ctx, attempt.jobId, projectId),
  }
  try {
    for (const scan of await findScansOf(ctx, projectId)) await rescoreScan(rescoring, scan)
  } catch (error) {
    if (isGuardViolation(error) && (await isOvertaken(ctx, attempt.jobId, projectId))) return
    throw error
  }
}

type RescoreRun = {
  ctx: Context
  attempt: Attempt
  matcher: Matcher
  hosts: string[]
  /** Scans with changed answers, from this or an earlier attempt. */
  begun: Set<string>
  /** A statement that prevents an older job from overwriting a newer one. */
  newest(): Statement
}

async function rescoreScan(rescoring: RescoreRun, { id, status }: { id: string; status: string }) {
  const { ctx, attempt, begun, newest } = rescoring
  let after = ''
  for (;;) {
    attempt.signal.throwIfAborted()
    const slice = await readSlice(ctx, id, after)
    const last = slice.at(-1)
    if (!last) break
    after = last.id
    const statements: Statement[] = []
    for (const stored of slice) statements.push(...(await rewrite(rescoring, stored)))
    if (statements.length === 0) continue
    // The first change stores the progress, so that a later attempt counts the scan even if nothing is left
    // to change.
    if (begun.has(id)) await atomically(ctx.db, [newest(), ...statements])
    else await attempt.once(id, [newest(), ...statements])
    begun.add(id)
  }
  // A running scan is counted when it ends.
  if (begun.has(id) && status !== 'running')
    await atomically(ctx.db, [newest(), ...(await tallyScan(ctx, id))])
}

async function rewrite({ ctx, matcher, hosts }: RescoreRun, stored: StoredAnswer): Promise<Statement[]> {
  const changed = await rescoreAnswer(stored, matcher, hosts)
  if (!changed) return []
  const { facts, matches } = changed
  return [
    ctx.db.update(checks).set(facts).where(eq(checks.id, stored.id)),
    ctx.db.update(answers).set({ matches }).where(eq(answers.checkId, stored.id)),
  ]
}
