import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { createMatcher, type Matcher } from '../../../mentions/matcher.ts'
import type { Subject } from '../../../mentions/subject.ts'
import { readBareHost } from '../../../net/bare-host.ts'
import { chooseBrandIdentity } from '../../brand-identities/record.ts'
import { competitors } from '../competitors/table.ts'
import { projects } from '../projects/table.ts'
import { ownKey } from '../scans/table.ts'
import { geoSettings } from './table.ts'

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
