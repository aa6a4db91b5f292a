import { siteOf } from '../net/choose-links.ts'
import type { FetchedResponse } from '../net/fetch-response.ts'
import type {
  AbsentFile,
  FileFacts,
  FileReading,
  JsonFacts,
  LlmsFacts,
  NotFoundFacts,
  StartFacts,
} from './facts.ts'
import { isFallback, isPage } from './fallback.ts'
import { type Fetch, isUnread, refusalOf, tryFetch } from './read-response.ts'

const maxJson = 512 * 1024
const maxLinks = 500

/** Reads the files for agents of a site, a few at a time. */
export async function readFiles(fetch: Fetch, found: StartFacts): Promise<FileFacts> {
  const { origin, notFound } = found
  const at = (path: string) => new URL(path, origin).href
  const readText = async <T>(path: string, read: (response: FetchedResponse) => T): Promise<FileReading<T>> =>
    toFile(await tryFetch(fetch, at(path)), at(path), notFound, read)
  const readJson = (paths: string[], pick: (value: Json) => unknown) =>
    readFirst(paths, (path) => readText(path, (response) => toJson(response.text, pick)))

  const [markdown, llms, llmsFull, feedback] = await Promise.all([
    readMarkdown(fetch, found),
    readText('/llms.txt', toLlms),
    readText('/llms-full.txt', toLlms),
    readText('/feedback.md', ({ text }) => ({
      hasWhereToSend: /^#{1,6}[ \t]+where to send it\b/im.test(text),
    })),
  ])
  const [mcpCard, agentCard, skills, apiCatalog, oauth] = await Promise.all([
    readJson(['/.well-known/mcp/server-card.json', '/.well-known/mcp.json', '/mcp/server.json'], serverUrlOf),
    readJson(['/.well-known/agent-card.json'], ({ name, url, supportedInterfaces }) =>
      name && (url || supportedInterfaces) ? name : null,
    ),
    readJson(['/.well-known/agent-skills/index.json'], ({ skills }) =>
      Array.isArray(skills) && skills.length > 0 ? `${skills.length} skills` : null,
    ),
    readJson(['/.well-known/api-catalog'], ({ linkset }) =>
      Array.isArray(linkset) && linkset.length > 0 ? `${linkset.length} links` : null,
    ),
    readJson(
      ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'],
      ({ issuer, resource }) => [issuer, resource].find((each) => isOfOrigin(each, origin)) ?? null,
    ),
  ])
  const markdownTwin = await findTwin(fetch, found)
  return {
    ...{ markdown, markdownTwin, llms, llmsFull, feedback },
    ...{ mcpCard, agentCard, skills, apiCatalog, oauth },
  }
}

type Json = Record<string, unknown>

function toFile<T>(
  response: Awaited<ReturnType<typeof tryFetch>>,
  url: string,
  notFound: NotFoundFacts,
  read: (response: FetchedResponse) => T,
): FileReading<T> {
  if (isUnread(response)) return response
  const { status, contentType, text } = response
  if (status >= 500) return { url, isRead: false, problem: `The server returned status ${status}.` }
  const absent = (reason: string): AbsentFile => ({ url, isRead: true, exists: false, reason })
  if (isPage(response)) return absent('The server returned a web page instead of the file.')
  if (isFallback(response, notFound)) return absent('The site returns this content for every path.')
  const refusal = refusalOf(response, url)
  if (refusal) return refusal
  if (status !== 200) return absent(`Status ${status}.`)
  if (text.trim() === '') return absent('The file is empty or not text.')
  return { url, isRead: true, exists: true, contentType, ...read(response) }
}

/** The first file that exists, else the first that could not be read, else the first. */
async function readFirst(
  paths: string[],
  read: (path: string) => Promise<FileReading<JsonFacts>>,
): Promise<FileReading<JsonFacts>> {
  const [first, ...others] = paths
  const file = await read(first ?? '')
  if (others.length === 0 || (file.isRead && file.exists)) return file
  const next = await readFirst(others, read)
  return next.isRead && next.exists ? next : file
}

/** The start page, requested as Markdown. */
async function readMarkdown(fetch: Fetch, { start, notFound }: StartFacts) {
  const url = start.finalUrl
  const response = await tryFetch(fetch, url, { accept: 'text/markdown' })
  const file = toFile(response, url, notFound, ({ headers }) => ({
    vary: (headers.vary ?? '').slice(0, 200),
  }))
  const isMarkdown = file.isRead && file.exists && /^text\/(x-)?markdown\b/i.test(file.contentType)
  if (!file.isRead || !file.exists || isMarkdown) return file
  return {
    url,
    isRead: true,
    exists: false,
    reason: `Content type ${file.contentType}.`,
  } satisfies AbsentFile
}

/** A Markdown version of the site that a page links to, or that is at its address with `.md`. */
async function findTwin(fetch: Fetch, { start, origin, sample, notFound }: StartFacts) {
  const link = start.markdownLink
  const linked = link && siteOf(new URL(link)) === siteOf(new URL(origin)) ? [link] : []
  const [page] = sample
  const guesses = [new URL('/index.md', origin).href, ...(page ? [withExtension(page)] : [])]
  for (const url of [...linked, ...guesses]) {
    const file = toFile(await tryFetch(fetch, url), url, notFound, () => ({}))
    if (file.isRead && file.exists) return url
  }
  return null
}

function withExtension(page: string): string {
  const url = new URL(page)
  url.search = ''
  url.pathname = `${url.pathname.replace(/(\.html?)?\/*$/, '') || '/index'}.md`
  return url.href
}

function toLlms({ text, url, isCut }: FetchedResponse): LlmsFacts {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const firstLine = lines.find((line) => line.trim() !== '') ?? ''
  const sections = text.split(/^##[ \t]+/m).slice(1)
  const link = /^[ \t]*[-*+][ \t]+\[[^\]\n]{0,300}\]\(([^)\s]{1,2048})\)/gm
  const hrefs = [...text.matchAll(link)].slice(0, maxLinks).map(([, href = '']) => URL.parse(href, url)?.href)
  return {
    bytes: isCut ? Number.MAX_SAFE_INTEGER : Buffer.byteLength(text),
    firstLine: firstLine.slice(0, 300),
    h1: lines.filter((line) => /^#[ \t]+\S/.test(line)).length,
    sections: sections.filter((section) => section.search(link) >= 0).length,
    links: hrefs.filter((href) => href !== undefined && /^https?:/.test(href)) as string[],
  }
}

function toJson(text: string, pick: (value: Json) => unknown): JsonFacts {
  try {
    if (text.length > maxJson) return { value: null }
    const parsed: unknown = JSON.parse(text)
    if (!parsed || typeof parsed !== 'object' || Array.isArray(parsed)) return { value: null }
    const value = pick(parsed as Json)
    return { value: value === null || value === undefined ? null : String(value).slice(0, 300) }
  } catch {
    return { value: null }
  }
}

/** The URL of an MCP server, at one of the places where the drafts have it. */
function serverUrlOf({ url, serverUrl, endpoint, remotes, transport }: Json): string | null {
  const nested = [transport, ...(Array.isArray(remotes) ? remotes : [remotes])].flatMap((each) =>
    each && typeof each === 'object' ? Object.values(each) : [],
  )
  const isUrl = (each: unknown): each is string =>
    typeof each === 'string' && /^(https?:\/\/|\/)\S/.test(each)
  return [url, serverUrl, endpoint, ...nested].find(isUrl) ?? null
}

function isOfOrigin(value: unknown, origin: string): value is string {
  return typeof value === 'string' && URL.parse(value)?.origin === origin
}
