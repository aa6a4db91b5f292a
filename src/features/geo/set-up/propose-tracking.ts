import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { createMatcher } from '../../../mentions/matcher.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { plainLine } from '../../../text/line.ts'
import type { BrandIdentityRow } from '../../brand-identities/model.ts'
import { findBrandIdentity } from '../../brand-identities/record.ts'
import type { Caller } from '../../keys/model.ts'
import { findModels } from '../../organizations/service.ts'
import { readDomain } from '../competitors/rules.ts'
import { isPrompt } from '../prompts/suggestions/rank-queries.ts'
import type { Proposal } from './model.ts'
import { type Answer, answerSchema, describeBrand, instructions, proposed } from './proposal-prompt.ts'

/** Below the 60 seconds after which proxies time out. */
const timeoutMilliseconds = 45_000

/** Proposes names, competitors and prompts for a brand. Without a model the lists are empty. */
export async function proposeTracking(
  ctx: Context,
  caller: Caller,
  brandIdentityId: string,
): Promise<Proposal> {
  const brand = await findBrandIdentity(ctx, caller.organization.id, brandIdentityId)
  if (!brand) throw notFound('Brand identity not found')
  const nothing = { companyName: brand.companyName ?? '', aliases: [], competitors: [], prompts: [] }
  const { small } = await findModels(ctx, caller.organization.id)
  if (!small) return { ...nothing, note: 'No model is configured for proposals. Enter your own below.' }
  await caller.spend()
  const { generateObject } = await import('../../../ai/generate.ts')
  try {
    const question = { instructions, prompt: describeBrand(brand), timeoutMilliseconds }
    const { object } = await generateObject(ctx, small, answerSchema, question)
    return { ...cleanAnswer(brand, object), note: null }
  } catch (error) {
    const reason = (error as Error).message
    ctx.log.warn(
      { model: small.id, reason },
      'Competitors and prompts of a new project could not be suggested. The user can enter them.',
    )
    return { ...nothing, note: `${reason} Enter your own below.` }
  }
}

/** Removes duplicates, the brand among its competitors, and prompts that name the brand or a competitor. */
function cleanAnswer(brand: BrandIdentityRow, answer: Answer): Omit<Proposal, 'note'> {
  const companyName = brand.companyName ?? brand.name
  const aliases = distinctBy(String, answer.aliases.map(plainLine), [companyName]).slice(0, proposed.aliases)
  const website = readDomain(brand.websiteUrl)
  const competitors = distinctBy(({ name }) => name, answer.competitors, [companyName, ...aliases])
    .map(({ name, domain }) => ({ name: plainLine(name), domain: readDomain(domain) ?? null }))
    .filter(({ domain }) => !domain || domain !== website)
    .slice(0, proposed.competitors)
  const names = [companyName, ...aliases, ...competitors.map(({ name }) => name)]
  const matcher = createMatcher([{ key: 'named', name: companyName, terms: names, hosts: [] }])
  const prompts = distinctBy(String, answer.prompts.map(plainLine), [])
    .filter((prompt) => isPrompt(prompt) && matcher.find(prompt).length === 0)
    .slice(0, proposed.prompts)
  return { companyName, aliases, competitors, prompts }
}

/** The items without those whose name is empty, repeated or among the excluded ones. */
function distinctBy<T>(nameOf: (item: T) => string, items: T[], excluded: string[]): T[] {
  const known = new Set(['', ...excluded].map(toNameKey))
  return items.filter((item) => {
    const key = toNameKey(plainLine(nameOf(item)))
    return !known.has(key) && known.add(key)
  })
}
