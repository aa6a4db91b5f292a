import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import { readBareHost } from '../../../../net/bare-host.ts'
import { chooseBrandIdentity } from '../../../brand-identities/record.ts'
import { competitors } from '../../competitors/table.ts'
import { projects } from '../../projects/table.ts'
import { geoSettings } from '../../settings/table.ts'
import { ownKey } from './rules.ts'

/** Whom answers of a project are searched for: the brand itself and the competitors that it tracks; null once it is gone. */
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
