import { Value } from '@sinclair/typebox/value'
import { and, eq, gt } from 'drizzle-orm'
import type { Model } from '../../../ai/models.ts'
import type { Context } from '../../../context.ts'
import { badRequest, unavailable } from '../../../errors.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { findModels } from '../../organizations/service.ts'
import { SuggestedCompetitors } from './model.ts'
import { type Answer, answerSchema, describe, instructions, maxSuggested } from './prompt.ts'
import { readDomain } from './rules.ts'
import { competitorLookups } from './table.ts'

const retentionMs = 60 * 60 * 1000
/** Below the 60 seconds after which proxies time out. */
const timeoutMilliseconds = 45_000

/**
 * Suggests competitors of a domain. Calls the small model at most once an hour per organization and domain.
 */
export async function findSuggestions(
  ctx: Context,
  organizationId: string,
  domain: string,
  spend: () => Promise<void>,
): Promise<SuggestedCompetitors> {
  const key = `${organizationId}:${domain}`
  const known = await findKept(ctx, key)
  if (known) return known
  const model = await getModel(ctx, organizationId)
  await spend()
  const suggested = toSuggestions(domain, await ask(ctx, model, domain))
  const expiresAt = new Date(ctx.now().getTime() + retentionMs)
  await ctx.db
    .insert(competitorLookups)
    .values({ key, answer: suggested, expiresAt })
    .onConflictDoUpdate({ target: competitorLookups.key, set: { answer: suggested, expiresAt } })
  return suggested
}

async function findKept(ctx: Context, key: string): Promise<SuggestedCompetitors | null> {
  const [row] = await ctx.db
    .select({ answer: competitorLookups.answer })
    .from(competitorLookups)
    .where(and(eq(competitorLookups.key, key), gt(competitorLookups.expiresAt, ctx.now())))
  return row && Value.Check(SuggestedCompetitors, row.answer) ? row.answer : null
}

/** Returns the small model; throws if there is none that the organization allows. */
async function getModel(ctx: Context, organizationId: string): Promise<Model> {
  const { small } = await findModels(ctx, organizationId)
  if (small) return small
  throw unavailable(
    ctx.models.small
      ? `The model ${ctx.models.small.id} stores its input, which this organization does not allow.`
      : 'No AI model is configured. To suggest competitors, set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL in the environment.',
  )
}

async function ask(ctx: Context, model: Model, domain: string): Promise<Answer> {
  const { generateObject } = await import('../../../ai/generate.ts')
  try {
    const { object } = await generateObject(ctx, model, answerSchema, {
      instructions,
      prompt: describe(domain),
      timeoutMilliseconds: timeoutMilliseconds,
    })
    return object
  } catch (error) {
    throw badRequest((error as Error).message)
  }
}

/** Cleans up a model's answer: removes the product itself, duplicates and invalid hosts. */
function toSuggestions(domain: string, { field, competitors }: Answer): SuggestedCompetitors {
  const own = readDomain(domain)
  const once = new Map(
    competitors.toReversed().map(({ name, domain: site, ...rest }) => {
      const competitor = { ...rest, name: name.trim(), domain: readDomain(site) ?? null }
      return [toNameKey(name), competitor] as const
    }),
  )
  const others = [...once.values()]
    .toReversed()
    .filter(({ name, domain }) => name !== '' && (domain === null || domain !== own))
  return { domain, field, competitors: others.slice(0, maxSuggested) }
}
