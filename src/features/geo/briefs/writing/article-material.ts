import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { toNameKey } from '../../../../mentions/name-key.ts'
import type { Subject } from '../../../../mentions/subject.ts'
import { createQuotationFinder } from '../../../../writer/claim-support.ts'
import { decisionHeading, questionsHeading, standardLanguage } from '../../../../writer/phrases.ts'
import type { Voice } from '../../../../writer/voice.ts'
import { findUsableFacts } from '../../../brand-identities/facts/stored-facts.ts'
import { chooseBrandIdentity, findBrandIdentity } from '../../../brand-identities/record.ts'
import { projects } from '../../projects/table.ts'
import { answers, checks, ownKey } from '../../scans/table.ts'
import { findSubjects } from '../../settings/subjects.ts'
import { findOwnSitemap, findSitemapPages } from '../../sitemaps/record.ts'
import type { BriefRow } from '../model.ts'
import { findVariants } from '../record.ts'
import type { BriefDocument } from '../table.ts'
import { isSame } from './article.ts'

/** A page that the article can link to. */
type Link = { url: string; title: string | null; anchor: string | null; why: string | null }

/** A claim of a brief, with quotations from stored answers. */
type Claim = { claim: string; quotations: { engine: string; quotation: string }[] }

/** A true statement by the brand about itself, from the user or from one of its pages. */
type Fact = { id: string; text: string; url: string | null }

/** All input of an article, as stored by the step that gathers it. */
export type Material = {
  /** The topic that the user entered. Absent in runs that an earlier version started. */
  topic?: string
  /** Similar prompts that the article answers too. Absent in runs that an earlier version started. */
  variants?: string[]
  /** The facts of the brand identity. Absent in runs that an earlier version started. */
  facts?: Fact[]
  document: BriefDocument
  own: Subject
  /** Other companies that can occur: tracked competitors, and those named in the answers and the brief. */
  rivals: Subject[]
  identity: { id: string; name: string } | null
  voice: Voice | null
  claims: Claim[]
  links: Link[]
  /** Texts of the brand's own pages. */
  pages: { url: string; title: string | null; text: string }[]
  existingPageUrl: string | null
}

const minName = 2

/** Returns subjects for the names that no known subject has. */
export function nameOthers(known: Subject[], names: string[]): Subject[] {
  const taken = new Set(known.flatMap(({ name, terms }) => [name, ...terms]).map(toNameKey))
  const others = new Map<string, Subject>()
  for (const name of names.map((each) => each.trim())) {
    const key = toNameKey(name)
    if (name.length < minName || taken.has(key) || others.has(key)) continue
    others.set(key, { key: `named:${key}`, name, terms: [name], hosts: [] })
  }
  return [...others.values()]
}

type Pages = {
  website: string | null
  pages: { url: string; title: string | null }[]
  excludedUrl: string | null
}

/**
 * Returns the pages that an article can link to, those that its brief names first: pages of the brand's
 * sitemap and its website, each once, without the page that the article replaces (contract geo 10: Article
 * rules).
 */
export function listLinks({ internalLinks }: BriefDocument, { website, pages, excludedUrl }: Pages): Link[] {
  const links = new Map<string, Link>()
  const add = (link: Link) => {
    if (link.url !== excludedUrl && isLinkable(link.url) && !links.has(link.url)) links.set(link.url, link)
  }
  for (const { url, anchor, why } of internalLinks) {
    const title = pages.find((page) => page.url === url)?.title ?? null
    add({ url, title, anchor, why })
  }
  for (const { url, title } of pages) add({ url, title, anchor: null, why: null })
  if (website) add({ url: website, title: null, anchor: null, why: null })
  return [...links.values()]
}

/** Whether an address needs no escaping in Markdown. */
function isLinkable(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') && !/[\s<>()[\]\\]/.test(url)
}

/** Removes the sections for the decision and the questions, which have headings of their own. */
export function withoutOwnHeadings(document: BriefDocument, language: string): BriefDocument {
  const hasQuestions = document.questionsToAnswer.length > 0
  const forQuestions = [questionsHeading(language), 'FAQ', 'FAQs']
  const sections = document.sections.filter(({ heading, claims }) => {
    // A conclusion with claims contains more than the decision.
    if (isSame(heading, decisionHeading(language))) return claims.length > 0
    return !hasQuestions || !forQuestions.some((each) => isSame(each, heading))
  })
  return { ...document, sections }
}

/** The number of the brand's pages that are read, and the characters of each. */
const maxPages = 12
const maxText = 2_000

/**
 * Returns why a brief cannot be written as approved because its identity or sitemap was deleted; null if both
 * exist.
 */
export async function findLoss(
  ctx: Context,
  { organizationId, projectId, brandIdentityId, sitemapId }: BriefRow,
): Promise<string | null> {
  const [identity, sitemap] = await Promise.all([
    brandIdentityId === null || findBrandIdentity(ctx, organizationId, brandIdentityId),
    sitemapId === null || findOwnSitemap(ctx, projectId, sitemapId),
  ])
  if (!identity)
    return "The brand identity of this brief was deleted. Approve it again to write it in the project's voice."
  if (!sitemap)
    return 'The sitemap of this brief was deleted. Approve it again to write it with the pages of the project.'
  return null
}

/** Reads all input of an article; null if the project was deleted. */
export async function findMaterial(ctx: Context, brief: BriefRow): Promise<Material | null> {
  const { organizationId, projectId, document, evidence, existingPageUrl } = brief
  const [[project], subjects, pages, variants, stored] = await Promise.all([
    ctx.db.select().from(projects).where(eq(projects.id, projectId)),
    findSubjects(ctx, projectId),
    findSitemapPages(ctx, projectId, brief.sitemapId),
    findVariants(ctx, projectId, brief),
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
  // The company name of the identity is also a name of the brand.
  const own = known
    ? { ...known, terms: [...new Set([...known.terms, identity?.companyName ?? known.name])] }
    : { key: ownKey, name, terms: [name], hosts: [] }
  const tracked = subjects?.filter(({ key }) => key !== ownKey) ?? []
  const named = [...(document.competitorsToCounter ?? []), ...stored.flatMap(({ discovered }) => discovered)]
  const rivals = [...tracked, ...nameOthers([own, ...tracked], named)]
  return {
    topic: brief.topic,
    variants: variants.map(({ prompt }) => prompt),
    facts,
    document: withoutOwnHeadings(document, identity?.language ?? standardLanguage),
    own,
    rivals,
    identity: identity && { id: identity.id, name: identity.name },
    voice: identity,
    claims: quoteClaims(brief, stored, [own, ...rivals]),
    links: listLinks(document, {
      website: identity?.websiteUrl ?? null,
      pages,
      excludedUrl: existingPageUrl,
    }),
    pages: pages
      .flatMap(({ url, title, text }) =>
        text ? [{ url, title, text: text.slice(0, maxText).toWellFormed() }] : [],
      )
      .slice(0, maxPages),
    existingPageUrl,
  }
}

type StoredAnswers = Awaited<ReturnType<typeof findAnswers>>

/** Returns the current claims of the brief, each with quotations from stored answers. */
function quoteClaims({ document, evidence }: BriefRow, stored: StoredAnswers, subjects: Subject[]): Claim[] {
  const known = new Map(evidence.claims.map((each) => [each.claim, each]))
  const findQuotation = createQuotationFinder(subjects)
  return document.sections
    .flatMap(({ claims }) => claims)
    .map((claim) => {
      const { answers: ids = [], quotations = [] } = known.get(claim) ?? {}
      const kept = new Map(quotations.map(({ answer, quotation }) => [answer, quotation]))
      const said = stored.filter(({ id }) => ids.includes(id))
      return {
        claim,
        quotations: said.flatMap(({ id, engine, answer }) => {
          const quotation = kept.get(id) ?? findQuotation(claim, answer)
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
