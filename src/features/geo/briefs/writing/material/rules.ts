import type { Subject } from '../../../../../mentions/subject.ts'
import { decisionHeading, questionsHeading } from '../../../../../writer/phrases.ts'
import type { BriefDocument } from '../../table.ts'
import { isSame } from '../article/rules.ts'
import type { Link } from './model.ts'

const shortestName = 2

/** Names that are no subject yet as subjects of their own. */
export function nameOthers(known: Subject[], names: string[]): Subject[] {
  const taken = new Set(known.flatMap(({ name, terms }) => [name, ...terms]).map(fold))
  const others = new Map<string, Subject>()
  for (const name of names.map((each) => each.trim())) {
    const key = fold(name)
    if (name.length < shortestName || taken.has(key) || others.has(key)) continue
    others.set(key, { key: `named:${key}`, name, terms: [name], hosts: [] })
  }
  return [...others.values()]
}

const fold = (name: string) => name.trim().toLowerCase()

type Pages = {
  website: string | null
  pages: { url: string; title: string | null }[]
  besides: string | null
}

/**
 * The pages that an article may link to, those that its brief names first: pages of the brand's sitemap and its
 * website, each once, and not the page that the article is to take the place of (contract geo 10: Article rules).
 */
export function listLinks({ internalLinks }: BriefDocument, { website, pages, besides }: Pages): Link[] {
  const links = new Map<string, Link>()
  const add = (link: Link) => {
    if (link.url !== besides && isLinkable(link.url) && !links.has(link.url)) links.set(link.url, link)
  }
  for (const { url, anchor, why } of internalLinks) {
    const title = pages.find((page) => page.url === url)?.title ?? null
    add({ url, title, anchor, why })
  }
  for (const { url, title } of pages) add({ url, title, anchor: null, why: null })
  if (website) add({ url: website, title: null, anchor: null, why: null })
  return [...links.values()]
}

/** An address that Markdown can hold as it is. */
function isLinkable(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') && !/[\s<>()[\]\\]/.test(url)
}

/** A brief without sections for its decision and its questions, which have headings of their own. */
export function withoutOwnHeadings(document: BriefDocument, language: string): BriefDocument {
  const hasQuestions = document.questionsToAnswer.length > 0
  const forQuestions = [questionsHeading(language), 'FAQ', 'FAQs']
  const sections = document.sections.filter(({ heading, claims }) => {
    // A conclusion with claims has more to say than the decision.
    if (isSame(heading, decisionHeading(language))) return claims.length > 0
    return !hasQuestions || !forQuestions.some((each) => isSame(each, heading))
  })
  return { ...document, sections }
}
