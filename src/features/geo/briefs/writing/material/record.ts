import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../../../context.ts'
import type { Subject } from '../../../../../mentions/subject.ts'
import { createQuotationFinder } from '../../../../../writer/claim-support.ts'
import { standardLanguage } from '../../../../../writer/phrases.ts'
import { findUsableFacts } from '../../../../brand-identities/facts/stored-facts.ts'
import { chooseBrandIdentity, findBrandIdentity } from '../../../../brand-identities/record.ts'
import { projects } from '../../../projects/table.ts'
import { findSubjects } from '../../../scans/facts/record.ts'
import { ownKey } from '../../../scans/facts/rules.ts'
import { answers, checks } from '../../../scans/table.ts'
import { findOwnSitemap, findSitemapPages } from '../../../sitemaps/record.ts'
import type { BriefRow } from '../../model.ts'
import type { Claim, Material } from './model.ts'
import { listLinks, nameOthers, withoutOwnHeadings } from './rules.ts'

/** So many of the brand's pages are read, and so much of each. */
const mostPages = 12
const mostText = 2_000

/** Why a brief cannot be written as it was approved, since what it names was deleted; null where all of it is there. */
export async function findLoss(
  ctx: Context,
  { organizationId, projectId, brandIdentityId, sitemapId }: BriefRow,
): Promise<string | null> {
  const [identity, sitemap] = await Promise.all([
    brandIdentityId === null || findBrandIdentity(ctx, organizationId, brandIdentityId),
    sitemapId === null || findOwnSitemap(ctx, projectId, sitemapId),
  ])
  if (!identity)
    return "The brand identity of this brief was deleted. Approve it again to have it written in the project's own voice."
  if (!sitemap)
    return 'The sitemap of this brief was deleted. Approve it again to have it written with the pages that the project has.'
  return null
}

/** Reads everything that an article is written from; null once the project is gone. */
export async function findMaterial(ctx: Context, brief: BriefRow): Promise<Material | null> {
  const { organizationId, projectId, document, evidence, existingPageUrl } = brief
  const [[project], subjects, pages, stored] = await Promise.all([
    ctx.db.select().from(projects).where(eq(projects.id, projectId)),
    findSubjects(ctx, projectId),
    findSitemapPages(ctx, projectId, brief.sitemapId),
    findAnswers(
      ctx,
      evidence.claims.flatMap((claim) => claim.answers),
    ),
  ])
  if (!project) return null
  const chosen = brief.brandIdentityId ?? project.brandIdentityId
  const identity = await chooseBrandIdentity(ctx, organizationId, chosen)
  const facts = identity ? await findUsableFacts(ctx, identity.id) : []
  const name = identity?.companyName ?? project.name
  const known = subjects?.find(({ key }) => key === ownKey)
  // The writer is told what the company calls itself, and may say so.
  const own = known
    ? { ...known, terms: [...new Set([...known.terms, identity?.companyName ?? known.name])] }
    : { key: ownKey, name, terms: [name], hosts: [] }
  const tracked = subjects?.filter(({ key }) => key !== ownKey) ?? []
  const named = [...(document.competitorsToCounter ?? []), ...stored.flatMap(({ discovered }) => discovered)]
  const rivals = [...tracked, ...nameOthers([own, ...tracked], named)]
  return {
    topic: brief.topic,
    facts,
    document: withoutOwnHeadings(document, identity?.language ?? standardLanguage),
    own,
    rivals,
    identity: identity && { id: identity.id, name: identity.name },
    voice: identity,
    claims: quoteClaims(brief, stored, [own, ...rivals]),
    links: listLinks(document, { website: identity?.websiteUrl ?? null, pages, besides: existingPageUrl }),
    pages: pages
      .flatMap(({ url, title, text }) =>
        text ? [{ url, title, text: text.slice(0, mostText).toWellFormed() }] : [],
      )
      .slice(0, mostPages),
    existingPageUrl,
  }
}

type Stored = Awaited<ReturnType<typeof findAnswers>>

/** What the brief claims as it stands now, each with what stored answers say of it. */
function quoteClaims({ document, evidence }: BriefRow, stored: Stored, subjects: Subject[]): Claim[] {
  const known = new Map(evidence.claims.map((each) => [each.claim, each]))
  const bear = createQuotationFinder(subjects)
  return document.sections
    .flatMap(({ claims }) => claims)
    .map((claim) => {
      const { answers: ids = [], quotations = [] } = known.get(claim) ?? {}
      const kept = new Map(quotations.map(({ answer, quotation }) => [answer, quotation]))
      const said = stored.filter(({ id }) => ids.includes(id))
      return {
        claim,
        quotations: said.flatMap(({ id, engine, answer }) => {
          const quotation = kept.get(id) ?? bear(claim, answer)
          return quotation === null ? [] : [{ engine, quotation }]
        }),
      }
    })
}

async function findAnswers(ctx: Context, ids: string[]) {
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: checks.id, engine: checks.engine, discovered: checks.discovered, answer: answers.answer })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(inArray(checks.id, [...new Set(ids)]))
}
