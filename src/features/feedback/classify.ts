import type { Model } from '../../ai/models.ts'
import type { Context } from '../../context.ts'
import { findModels } from '../organizations/service.ts'
import { answerSchema, describe, instructions } from './prompt.ts'
import type { Submission } from './submission.ts'

export type ClassifiedSubmission = Submission & { kind: NonNullable<Submission['kind']> }

/**
 * Fills a missing title, kind or sentiment with the small model; values from the sender are always kept. If no model
 * may be used, or it fails, the kind is `other` and the rest stays empty (spec: Rules for intake, 2).
 */
export async function classify(
  ctx: Context,
  organizationId: string,
  submission: Submission,
  timeoutMilliseconds = 6000,
): Promise<ClassifiedSubmission> {
  const { title, kind, sentiment } = submission
  const isComplete = title !== null && kind !== null && sentiment !== null
  const model = isComplete ? null : (await findModels(ctx, organizationId)).small
  const found = model ? await ask(ctx, model, submission, timeoutMilliseconds) : {}
  return {
    ...submission,
    title: title ?? found.title?.trim() ?? null,
    kind: kind ?? found.kind ?? 'other',
    sentiment: sentiment ?? found.sentiment ?? null,
  }
}

type ModelFindings = Partial<Pick<ClassifiedSubmission, 'title' | 'kind' | 'sentiment'>>

async function ask(
  ctx: Context,
  model: Model,
  submission: Submission,
  timeoutMilliseconds: number,
): Promise<ModelFindings> {
  const { generateObject } = await import('../../ai/generate.ts')
  try {
    const { object } = await generateObject(ctx, model, answerSchema(submission), {
      instructions,
      prompt: describe(submission),
      timeoutMilliseconds,
    })
    return object
  } catch (error) {
    ctx.log.warn(
      { model: model.id, reason: (error as Error).message },
      'Feedback was stored without classification, because the model failed.',
    )
    return {}
  }
}
