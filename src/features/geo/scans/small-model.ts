import type { Model } from '../../../ai/models.ts'
import type { Context } from '../../../context.ts'
import { findModels } from '../../organizations/service.ts'

type Retention = { organizationId: string; enforceZdr: boolean }

/** Returns the model that judges answers and translates prompts; null if none is configured or allowed. */
export async function findSmallModel(
  ctx: Context,
  { organizationId, enforceZdr }: Retention,
): Promise<Model | null> {
  const { small } = await findModels(ctx, organizationId)
  return small && (!enforceZdr || small.zdr === 'all') ? small : null
}

/** Returns why prompts cannot be translated; null if they can. */
export async function findTranslationObstacle(ctx: Context, retention: Retention): Promise<string | null> {
  if (!ctx.models.small) return 'Translating prompts needs a model: set SMALL_MODEL or WRITER_MODEL.'
  return (await findSmallModel(ctx, retention))
    ? null
    : 'Translating prompts needs a model that stores no data, because zero data retention is on.'
}
