import type { Hop } from '../net/fetch-page.ts'

/** What a scan read of a site. Every part is plain JSON, so that each step of a job can store its own. */
export type SiteFacts = StartFacts & FileFacts & SampleFacts

/** The start page and the files that say what else to read. */
export type StartFacts = {
  /** The address that was scanned. */
  target: string
  /** Origin of the start page after its redirects. */
  origin: string
  start: Extract<PageFacts, { isRead: true }>
  notFound: NotFoundFacts
  robots: RobotsFacts
  sitemap: SitemapFacts
  /** Addresses of the pages to read, without the start page. */
  sample: string[]
  /** The text of robots.txt; null if no page may be read, because the file cannot be. */
  rules: string | null
}

/** Files for agents, by the name of their check. */
export type FileFacts = {
  /** The start page, requested as Markdown. */
  markdown: FileReading<{ vary: string }>
  /** A Markdown version of the start page or of a sampled page; null if none was found. */
  markdownTwin: string | null
  llms: FileReading<LlmsFacts>
  llmsFull: FileReading<LlmsFacts>
  feedback: FileReading<{ hasWhereToSend: boolean }>
  mcpCard: FileReading<JsonFacts>
  agentCard: FileReading<JsonFacts>
  skills: FileReading<JsonFacts>
  apiCatalog: FileReading<JsonFacts>
  oauth: FileReading<JsonFacts>
}

export type SampleFacts = {
  pages: PageFacts[]
  /** Status of further addresses that pages and llms.txt name; null if there was no response. */
  statuses: Record<string, number | null>
}

/** No response, or one that only Herald gets: nothing is known about the content. */
export type UnreadPage = { url: string; isRead: false; problem: string }

/** A page, or why it was not read. */
export type PageFacts = UnreadPage | ({ url: string; isRead: true } & ReadPage)

export type ReadPage = {
  finalUrl: string
  status: number
  hops: Hop[]
  contentType: string
  robotsTag: string
  link: string
  contentUsage: string
  lastModified: string
} & Markup

/** What the markup of a page says. */
export type Markup = {
  title: string
  description: string
  /** Content of the meta tags for robots, by agent. */
  robotsMeta: { agent: string; content: string }[]
  /** Canonical addresses as written. */
  canonicals: string[]
  h1: number
  /** Characters of readable text, counted up to `countedCharacters`. */
  characters: number
  structuredData: { blocks: number; broken: number; types: string[] }
  /** Address of a Markdown version that the page names. */
  markdownLink: string | null
  dateModified: string | null
  links: string[]
}

/** Response to a random path: a site that answers it with 200 has no reliable statuses. */
export type NotFoundFacts = { status: number | null; fingerprint: string; isPage: boolean }

export type Access = { agent: string; allowed: number; checked: number; rule: string | null }

export type RobotsFacts =
  | UnreadPage
  | {
      url: string
      isRead: true
      status: number
      contentType: string
      /** True if it is a web page or the response to any path. */
      isFallback: boolean
      groups: number
      namedAgents: string[]
      signals: string[]
      sitemaps: string[]
      access: Access[]
    }

export type SitemapFacts =
  | UnreadPage
  | {
      url: string
      isRead: true
      status: number
      isNamed: boolean
      isFallback: boolean
      kind: 'urlset' | 'index' | 'text' | null
      /** Addresses of the site itself and of other hosts. */
      own: number
      foreign: number
      /** Dates of changes: how many, and how many different ones. */
      dates: number
      distinctDates: number
    }

/** A file that exists, that does not, or that could not be read. */
export type FileReading<T> =
  | UnreadPage
  | AbsentFile
  | ({ url: string; isRead: true; exists: true; contentType: string } & T)
export type AbsentFile = { url: string; isRead: true; exists: false; reason: string }

export type LlmsFacts = {
  bytes: number
  firstLine: string
  h1: number
  /** Sections of level two that list links. */
  sections: number
  links: string[]
}

/** A JSON file; `value` is what its check needs, null if it does not parse or lacks it. */
export type JsonFacts = { value: string | null }

/** The pages that were read with status 200, the start page first. */
export function readPages({ start, pages }: Pick<SiteFacts, 'start' | 'pages'>) {
  return [start, ...pages].filter((page) => page.isRead).filter(({ status }) => status === 200)
}
