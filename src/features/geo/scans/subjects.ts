import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { createMatcher, type Hit, type Matcher } from '../../../mentions/matcher.ts'
import type { Subject } from '../../../mentions/subject.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import { chooseBrandIdentity } from '../../brand-identities/record.ts'
import { competitors } from '../competitors/table.ts'
import { projects } from '../projects/table.ts'
import { geoSettings } from '../settings/table.ts'
import { ownKey } from './table.ts'

/** The judge's decisions on hits that the matcher was unsure of: named or not, by subject. */
export type JudgeDecisions = Record<string, boolean>

/**
 * Returns whether an answer names the brand, and its competitors in order of appearance: all sure hits, and
 * the unsure ones that the judge confirmed. Without a judge, only what is certain counts.
 */
export function namedIn(
  hits: Hit[],
  decided: JudgeDecisions = {},
): { mentioned: boolean; competitorIds: string[] } {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  const named = new Set(hits.map(({ subject }) => subject))
  for (const subject of named) if (!sure.has(subject) && decided[subject] !== true) named.delete(subject)
  return { mentioned: named.delete(ownKey), competitorIds: [...named] }
}

/** Returns the subjects that the judge decides: all of their hits are unsure. */
export function unsureIn(hits: Hit[]): string[] {
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ subject }) => subject))
  return [...new Set(hits.map(({ subject }) => subject))].filter((subject) => !sure.has(subject))
}

/**
 * Whether a source belongs to the brand: its host is one of the brand's hosts or a subdomain (contract geo 7:
 * Save).
 */
export function isOwned(sources: { url: string }[], hosts: string[]): boolean {
  return sources.some(({ url }) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '')
    return host !== undefined && hosts.some((own) => host === own || host.endsWith(`.${own}`))
  })
}

/**
 * Returns the subjects that answers are searched for: the brand and its tracked competitors; null if the
 * project was deleted.
 */
export async function findSubjects(ctx: Context, projectId: string): Promise<Subject[] | null> {
  const [[project], [settings], tracked] = await Promise.all([
    ctx.db.select().from(projects).where(eq(projects.id, projectId)),
    ctx.db.select().from(geoSettings).where(eq(geoSettings.projectId, projectId)),
    ctx.db
      .select()
      .from(competitors)
      .where(eq(competitors.projectId, projectId))
      .orderBy(asc(competitors.createdAt), asc(competitors.id)),
  ])
  if (!project || !settings) return null
  const identity = await chooseBrandIdentity(ctx, project.organizationId, project.brandIdentityId)
  const website = readBareHost(identity?.websiteUrl ?? '')
  return [
    {
      key: ownKey,
      name: settings.companyName,
      terms: [settings.companyName, ...settings.aliases],
      hosts: [...new Set([website ?? [], settings.domains].flat())],
    },
    ...tracked.map(({ id, name, synonyms, domain }) => ({
      key: id,
      name,
      terms: [name, ...synonyms],
      hosts: domain === null ? [] : [domain],
    })),
  ]
}

/** Finds the brand in prompts: one that has its name is branded. */
export const brandMatcher = (subjects: Subject[] | null): Matcher =>
  createMatcher((subjects ?? []).filter(({ key }) => key === ownKey))
