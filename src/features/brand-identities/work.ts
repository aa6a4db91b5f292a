import { ModelError } from '../../ai/error.ts'
import { generateObject } from '../../ai/generate.ts'
import { toQueue } from '../../ai/wait.ts'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { GiveUp } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { readSite } from '../../net/read-site.ts'
import type { SitePage } from '../../net/site-page.ts'
import { findModels } from '../organizations/service.ts'
import type { BrandTraits } from './model.ts'
import { instructions, readTraits, Traits, toPrompt } from './prompt.ts'
import {
  type AnalysisStep,
  analysisAttempts,
  completeAnalysis,
  enterStep,
  failAnalysis,
  findOpenAnalysis,
  numberOf,
  saveTraits,
} from './record.ts'

/**
 * Reads the website of an identity, asks a model to describe the brand, and fills in the result (contract
 * 8.5).
 */
export async function analyzeBrand(
  ctx: Context,
  { analysisId }: { analysisId: string },
  attempt: Attempt,
): Promise<Statement[]> {
  const found = await findOpenAnalysis(ctx, analysisId)
  if (!found) return []
  const { analysis, websiteUrl } = found
  let step: AnalysisStep = 'scraping'
  async function enter(next: AnalysisStep) {
    step = next
    await enterStep(ctx, analysis.id, step)
  }
  if (websiteUrl === null) {
    return failAnalysis(ctx, analysis.id, 'The brand identity was deleted.', analysis.currentStep)
  }
  const { small, writer } = await findModels(ctx, analysis.organizationId)
  const model = small ?? writer
  if (!model) {
    const reason = ctx.models.writer ? noModelThatKeepsNothing : noModel
    return failAnalysis(ctx, analysis.id, reason, numberOf('extracting'))
  }

  try {
    await enter('scraping')
    const pages = await attempt.step<SitePage[]>('pages', () => readSite(ctx, websiteUrl, attempt.signal))
    await enter('extracting')
    const traits = await attempt.step<BrandTraits>('traits', async () => {
      const question = { instructions, prompt: toPrompt(websiteUrl, pages), signal: attempt.signal }
      return readTraits((await generateObject(ctx, model, Traits, question)).object)
    })
    await enter('saving')
    return [saveTraits(ctx, analysis.brandIdentityId, traits), ...completeAnalysis(ctx, analysis.id)]
  } catch (error) {
    return failAnalysis(ctx, analysis.id, await failureReason(ctx, attempt, error), numberOf(step))
  }
}

const noModel =
  'Analyzing a website needs a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.'

const noModelThatKeepsNothing =
  'Analyzing a website needs a model that stores no data, because zero data retention is on: set WRITER_MODEL to one that has "zdr": "all" in ENGINES_FILE.'

/**
 * Returns why the analysis ends here. Throws temporary errors, so that the queue retries, and unexpected
 * ones.
 */
async function failureReason(ctx: Context, attempt: Attempt, error: unknown): Promise<string> {
  if (!(error instanceof ModelError || error instanceof FetchError)) throw error
  const next = error instanceof ModelError ? await toQueue(ctx, attempt.step, error) : error
  const isFinal = next instanceof GiveUp || (error instanceof FetchError && error.reason !== 'unreachable')
  if (isFinal || (next === error && attempt.number >= analysisAttempts)) return error.message
  throw next
}
