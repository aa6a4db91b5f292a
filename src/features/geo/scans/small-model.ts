import type { Model } from '../../../ai/models.ts'
import type { Context } from '../../../context.ts'
import { findModels } from '../../organizations/service.ts'

type Retention = { organizationId: string; enforceZdr: boolean }

/** The model that judges answers and translates prompts; null where none is configured, or none may see them. */
export async function findSmallModel(
  ctx: Context,
  { organizationId, enforceZdr }: Retention,
): Promise<Model | null> {
  const { small } = await findModels(ctx, organizationId)
  return small && (!enforceZdr || small.zdr === 'all') ? small : null
}

/** What keeps prompts from being translated, null where nothing does. */
export async function findTranslationObstacle(ctx: Context, retention: Retention): Promise<string | null> {
  if (!ctx.models.small) return 'Translating the prompts takes a model: set SMALL_MODEL or WRITER_MODEL.'
  return (await findSmallModel(ctx, retention))
    ? null
    : 'Translating the prompts takes a model that keeps nothing of what it reads, since zero data retention is on.'
}
