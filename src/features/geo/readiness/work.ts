import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { giveUp } from '../../../errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { FetchError } from '../../../net/fetch-error.ts'
import { agentName } from '../../../net/fetch-page.ts'
import { fetchResponse } from '../../../net/fetch-response.ts'
import { evaluate } from '../../../readiness/evaluate.ts'
import { readFiles } from '../../../readiness/read-files.ts'
import { readSample, readStart } from '../../../readiness/scan-site.ts'
import { findRefusals } from '../traffic/refusals.ts'
import { findOrganization } from './find-website.ts'
import { complete, fail, findReport } from './record.ts'

/** The time limit of a scan (contract geo 12). */
const scanMilliseconds = 8 * 60 * 1000

/** Reads a website in three stored steps and evaluates it. A site that does not respond fails the scan. */
export async function scanWebsite(
  ctx: Context,
  { reportId }: { reportId: string },
  attempt: Pick<Attempt, 'step' | 'signal'>,
): Promise<Statement[]> {
  const report = await findReport(ctx, reportId)
  if (report?.status !== 'running') return []
  const timeout = AbortSignal.timeout(scanMilliseconds)
  const signal = AbortSignal.any([attempt.signal, timeout])
  const scanner = {
    agent: agentName,
    signal,
    fetch: (url: string, options = {}) => fetchResponse(ctx, url, { ...options, signal }),
  }
  try {
    const start = await attempt.step('start page', () => readStart(scanner, report.targetUrl))
    const files = await attempt.step('files', () => readFiles(scanner.fetch, start))
    const sample = await attempt.step('pages', () => readSample(scanner, start, files))
    const organization = await findOrganization(ctx, report.projectId)
    if (!organization) return []
    const { hostname } = new URL(start.origin)
    const evaluation = evaluate(
      { ...start, ...files, ...sample },
      `${ctx.config.baseUrl}/v1/feedback/${organization.slug}`,
      await findRefusals(ctx, organization.id, report.projectId, hostname),
    )
    return complete(ctx, report, evaluation)
  } catch (error) {
    if (timeout.aborted) throw giveUp('The scan took longer than eight minutes.')
    if (error instanceof FetchError) return [fail(ctx, reportId, error.message)]
    throw error
  }
}
