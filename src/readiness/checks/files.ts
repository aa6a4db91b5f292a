import { checkedAgents } from '../agents.ts'
import { type Check, failed, type Outcome, partial, passed, quote, unknown, unread } from '../check.ts'
import type { FileReading, LlmsFacts, SiteFacts } from '../facts.ts'
import { curl, file, headerCode } from '../fix.ts'

const maxLlmsLength = 100 * 1024

/** The result for an llms.txt of at most `longest` bytes. */
export function judgeLlms(
  llms: FileReading<LlmsFacts>,
  statuses: SiteFacts['statuses'],
  longest: number,
): Outcome {
  if (!llms.isRead) return unread(llms)
  if (!llms.exists) return failed(llms.reason)
  const { bytes, firstLine, h1, sections, links } = llms
  if (h1 !== 1 || !/^#[ \t]+\S/.test(firstLine))
    return failed(`It must begin with its only H1; the first line is ${quote(firstLine)}.`)
  if (sections === 0) return partial('It has an H1, but no section with a list of links.')
  if (bytes > longest) return partial(`It is larger than ${Math.round(longest / 1024)} KB.`)
  const broken = links.find((link) => (statuses[link] ?? 200) !== 200)
  if (broken) return partial(`${quote(broken)} returns status ${statuses[broken]}.`)
  return passed(`First line ${quote(firstLine)}, sections with links: ${sections}.`)
}

const llmsTxt: Check = {
  id: 'llms-txt',
  name: 'llms.txt',
  tier: 'recommended',
  weight: 8,
  why: 'llms.txt lists the pages that agents should read first.',
  judge: ({ llms, statuses }) => judgeLlms(llms, statuses, maxLlmsLength),
  fix: (site) => ({
    text: 'Publish /llms.txt: one H1, a summary, and sections that list links to your most useful pages.',
    code: [
      file(
        'llms.txt',
        `# ${site.host}`,
        '',
        '> What you offer, in one sentence.',
        '',
        '## Docs',
        '',
        `- [Getting started](${site.origin}/docs): the first steps`,
      ),
    ],
    verify: curl(site, '/llms.txt', '-i'),
  }),
}

const signalLine = /^content-signal[ \t]*:(.*)$/i
const usageLine = /^content-usage[ \t]*:(.*)$/i

/** True if every item is `name=value` with a known name and value. */
function isPolicy(text: string, names: string[], values: string[]): boolean {
  const items = text.split(',').map((item) => item.trim().toLowerCase())
  return items.every((item) => {
    const [name = '', value = ''] = item.split('=').map((part) => part.trim())
    return names.includes(name) && values.includes(value)
  })
}

/** A line of robots.txt may name a path before its usage. */
const isUsage = (text: string) =>
  isPolicy(text.trim().replace(/^\/\S*\s+/, ''), ['train-ai', 'search', 'bots'], ['y', 'n'])

const aiPolicy: Check = {
  id: 'ai-policy',
  name: 'AI usage policy',
  tier: 'recommended',
  weight: 5,
  why: 'It states whether content may be used in answers and for training. Both formats are drafts.',
  judge({ robots, start }) {
    const header = start.contentUsage
    if (header && isUsage(header)) return passed(`Content-Usage: ${quote(header)}.`)
    if (!robots.isRead) return unread(robots)
    const valid = robots.signals.find((line) => {
      const [, signal] = signalLine.exec(line) ?? []
      const [, usage] = usageLine.exec(line) ?? []
      if (signal !== undefined) return isPolicy(signal, ['search', 'ai-input', 'ai-train'], ['yes', 'no'])
      return usage !== undefined && isUsage(usage)
    })
    if (valid) return passed(`robots.txt: ${quote(valid)}.`)
    const [invalid] = robots.signals
    const ai = checkedAgents.filter((agent) => !['Googlebot', 'bingbot'].includes(agent))
    const named = ai.filter((agent) => robots.namedAgents.includes(agent.toLowerCase()))
    if (named.length > 0) return partial(`robots.txt has rules for ${named.join(', ')}, but no policy.`)
    return failed(invalid ? `Not valid: ${quote(invalid)}.` : 'robots.txt states no policy for AI use.')
  },
  fix: (site) => ({
    text: 'State your choice in robots.txt. The example allows search and answers, and refuses training.',
    code: [
      file(
        'robots.txt',
        'User-agent: *',
        'Content-Signal: search=yes, ai-input=yes, ai-train=no',
        'Allow: /',
      ),
      ...headerCode('Content-Usage', 'train-ai=n, search=y'),
    ],
    verify: curl(site, '/robots.txt'),
  }),
}

const relations = ['api-catalog', 'service-desc', 'service-doc', 'describedby']

const linkHeader: Check = {
  id: 'link-header',
  name: 'Link header',
  tier: 'recommended',
  weight: 3,
  why: 'A Link header leads agents to your API and documentation before they read any HTML.',
  judge({ start }) {
    if (start.status !== 200) return unknown(`The home page returned status ${start.status}.`)
    const { link } = start
    if (!link) return failed('The home page sends no Link header.')
    const useful = link.split(/,\s*(?=<)/).find((each) => isUseful(each))
    return useful ? passed(quote(useful)) : partial(`No relation for agents: ${quote(link)}.`)
  },
  fix: (site) => ({
    text: 'Send a Link header on the home page that names your API description or documentation.',
    code: headerCode('Link', `<${site.origin}/docs>; rel="service-doc"`),
    verify: `curl -sI '${site.origin}/' | grep -i '^link:'`,
  }),
}

/** True for a link (RFC 8288) to an API, its documentation, or a Markdown version. */
function isUseful(link: string): boolean {
  const parameter = (name: string) =>
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;,\\s]*))`, 'i').exec(link)?.slice(1).join('') ?? ''
  if (!/^\s*<[^>]+>/.test(link)) return false
  const kinds = parameter('rel').toLowerCase().split(/\s+/)
  if (kinds.some((kind) => relations.includes(kind))) return true
  return kinds.includes('alternate') && /^text\/markdown\b/i.test(parameter('type'))
}

export const fileChecks = [llmsTxt, aiPolicy, linkHeader]
