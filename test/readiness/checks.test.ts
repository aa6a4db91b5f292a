import { describe, expect, test } from 'bun:test'
import type { Result } from '../../src/readiness/check.ts'
import { checks } from '../../src/readiness/evaluate.ts'
import {
  good,
  html,
  json,
  jsonLd,
  judge,
  organization,
  origin,
  type Pages,
  scanPages,
  startHead,
  text,
  urlset,
} from '../support/readiness.ts'

const start = good['/'] ?? {}
const page = (path: string, changes: Parameters<typeof html>[1]) => ({ [path]: html(path, changes) })
const robots = (...lines: string[]) => ({ '/robots.txt': text(lines.join('\n')) })
const sitemap = (body: string) => ({ '/sitemap.xml': text(body, 'application/xml') })
const shell = text('<!doctype html><title>Acme</title><div id="app"></div>', 'text/html')
const head = (changes: Parameters<typeof html>[1]) => ({
  '/': { ...html('/', { head: startHead, ...changes }), headers: start.headers },
})

type Case = [sentence: string, id: string, changes: Pages, result: Result, evidence: string]

test('a good site passes every check', async () => {
  const { report } = await scanPages()
  expect(report.checks.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(report.checks.map(({ id }) => id).sort()).toEqual(checks.map(({ id }) => id).sort())
})

const failing: Case[] = [
  ['a start page with an error', 'reachable', { '/': { status: 500 } }, 'failed', 'returned status 500'],
  [
    'a start page behind three redirects',
    'reachable',
    { '/': { to: '/a' }, '/a': { to: '/b' }, '/b': { to: '/docs' } },
    'partial',
    '3 redirects',
  ],
  [
    'a robots.txt with a server error',
    'robots-readable',
    { '/robots.txt': { status: 503 } },
    'failed',
    'returned status 503',
  ],
  [
    'a robots.txt as Markdown',
    'robots-readable',
    { '/robots.txt': text('User-agent: *\nAllow: /', 'text/markdown') },
    'partial',
    'text/markdown',
  ],
  ['a robots.txt without rules', 'robots-readable', robots('# Nothing yet'), 'partial', 'no group'],
  [
    'robots.txt forbidding everything',
    'ai-search-allowed',
    robots('User-agent: *', 'Disallow: /'),
    'failed',
    '"Disallow: /"',
  ],
  [
    'robots.txt forbidding one search agent',
    'ai-search-allowed',
    robots('User-agent: PerplexityBot', 'Disallow: /'),
    'partial',
    'PerplexityBot may read no page',
  ],
  [
    'robots.txt forbidding some pages',
    'ai-search-allowed',
    robots('User-agent: *', 'Disallow: /docs'),
    'partial',
    '2 of 3 pages',
  ],
  [
    'a robots.txt with a server error',
    'ai-search-allowed',
    { '/robots.txt': { status: 503 } },
    'failed',
    'no page',
  ],
  [
    'robots.txt forbidding assistants',
    'ai-assistants-allowed',
    robots(
      'User-agent: ChatGPT-User',
      'User-agent: Claude-User',
      'User-agent: Perplexity-User',
      'User-agent: MistralAI-User',
      'User-agent: DuckAssistBot',
      'Disallow: /',
    ),
    'failed',
    'ChatGPT-User',
  ],
  [
    'one page with noindex',
    'indexable',
    page('/docs', { head: '<meta name="robots" content="follow, noindex">' }),
    'partial',
    '/docs: meta robots',
  ],
  [
    'most pages with a header for Googlebot',
    'indexable',
    {
      '/docs': { ...html('/docs'), headers: { 'x-robots-tag': 'googlebot: none' } },
      '/pricing': { ...html('/pricing'), headers: { 'x-robots-tag': 'noindex' } },
    },
    'failed',
    'X-Robots-Tag',
  ],
  ['one page without text', 'text-without-js', page('/docs', { text: '' }), 'partial', '/docs'],
  [
    'pages whose text is in scripts',
    'text-without-js',
    { '/docs': shell, '/pricing': shell },
    'failed',
    '2 of 3 pages',
  ],
  ['no sitemap', 'sitemap', { '/sitemap.xml': null }, 'failed', '404'],
  [
    'a sitemap that robots.txt does not name',
    'sitemap',
    robots('User-agent: *', 'Allow: /'),
    'partial',
    'does not name it',
  ],
  ['a sitemap of deleted pages', 'sitemap', { '/docs': null }, 'partial', '1 of 2 pages'],
  ['no llms.txt', 'llms-txt', { '/llms.txt': null }, 'failed', '404'],
  [
    'an llms.txt without links',
    'llms-txt',
    { '/llms.txt': text('# Acme\n\nAnvils.') },
    'partial',
    'no section',
  ],
  [
    'an llms.txt with a broken link',
    'llms-txt',
    { '/llms.txt': text(`# Acme\n\n## Docs\n\n- [Gone](${origin}/gone)`) },
    'partial',
    '404',
  ],
  [
    'an llms.txt of 200 KB',
    'llms-txt',
    { '/llms.txt': text(`# Acme\n\n## Docs\n\n- [Docs](${origin}/docs)\n${'x'.repeat(200_000)}`) },
    'partial',
    'larger than 100 KB',
  ],
  ['no Markdown', 'markdown', { 'md /': null }, 'failed', 'a web page'],
  ['Markdown without Vary', 'markdown', { 'md /': text('# Anvils', 'text/markdown') }, 'partial', 'Vary'],
  ['a Markdown twin', 'markdown', { 'md /': null, '/index.md': text('# Anvils') }, 'partial', '/index.md'],
  [
    'no canonical address',
    'canonical',
    { ...head({ head: organization }), ...page('/docs', { head: '' }), ...page('/pricing', { head: '' }) },
    'failed',
    'No page',
  ],
  ['a missing canonical address', 'canonical', page('/docs', { head: '' }), 'partial', '/docs'],
  [
    'a relative canonical address',
    'canonical',
    page('/docs', { head: '<link rel="canonical" href="/docs">' }),
    'partial',
    'relative',
  ],
  [
    'a canonical address that is gone',
    'canonical',
    page('/docs', { head: `<link rel="canonical" href="${origin}/gone">` }),
    'failed',
    '404',
  ],
  ['one page with two h1', 'one-h1', page('/docs', { h1: '<h1>a</h1><h1>b</h1>' }), 'partial', '2 h1'],
  [
    'pages without an h1',
    'one-h1',
    { ...page('/docs', { h1: '' }), ...page('/pricing', { h1: '' }) },
    'failed',
    '0 h1',
  ],
  [
    'a short description',
    'title-description',
    page('/docs', { description: 'Docs' }),
    'partial',
    'description of 4',
  ],
  [
    'equal titles',
    'title-description',
    { ...page('/docs', { title: 'Anvils for you' }), ...page('/pricing', { title: 'Anvils for you' }) },
    'failed',
    'same title',
  ],
  ['no structured data', 'structured-data', head({ head: '' }), 'failed', 'no JSON-LD'],
  [
    'structured data of a page',
    'structured-data',
    head({ head: jsonLd({ '@type': 'WebPage' }) }),
    'partial',
    'WebPage',
  ],
  [
    'one broken block',
    'structured-data',
    head({ head: `${organization}${jsonLd('{ "@type": ')}` }),
    'partial',
    '1 of 2 blocks',
  ],
  ['no policy', 'ai-policy', robots('User-agent: *', 'Allow: /'), 'failed', 'no policy'],
  ['rules for agents only', 'ai-policy', robots('User-agent: GPTBot', 'Disallow: /'), 'partial', 'GPTBot'],
  ['no Link header', 'link-header', { '/': html('/', { head: startHead }) }, 'failed', 'no Link header'],
  [
    'a Link header for browsers',
    'link-header',
    { '/': { ...start, headers: { link: '</a.css>; rel=preload' } } },
    'partial',
    'preload',
  ],
  ['no dates', 'dates', sitemap(urlset(['/'], ['/docs'])), 'failed', '0 dates'],
  ['few dates', 'dates', sitemap(urlset(['/', '2026-10-01'], ['/docs'], ['/pricing'])), 'partial', '1 dates'],
  ['no llms-full.txt', 'llms-full', { '/llms-full.txt': null }, 'failed', '404'],
  ['no feedback.md', 'feedback-md', { '/feedback.md': null }, 'failed', '404'],
  [
    'a feedback.md as plain text',
    'feedback-md',
    { '/feedback.md': text('## Where to send it\n\nHere.') },
    'partial',
    'text/plain',
  ],
  [
    'a feedback.md without an address',
    'feedback-md',
    { '/feedback.md': text('# Feedback', 'text/markdown') },
    'partial',
    'Where to send it',
  ],
  [
    'an MCP card without a server',
    'mcp-card',
    { '/.well-known/mcp/server-card.json': json({ name: 'acme' }) },
    'failed',
    'URL of a server',
  ],
  [
    'an agent card without a name',
    'agent-card',
    { '/.well-known/agent-card.json': json({ url: origin }) },
    'failed',
    'name',
  ],
  [
    'an empty list of skills',
    'skills',
    { '/.well-known/agent-skills/index.json': json({ skills: [] }) },
    'failed',
    'skills',
  ],
  ['an API catalog as a list', 'api-catalog', { '/.well-known/api-catalog': json([]) }, 'failed', 'linkset'],
  [
    'OAuth metadata of another issuer',
    'oauth-metadata',
    { '/.well-known/oauth-protected-resource': json({ resource: 'https://other.example/' }) },
    'failed',
    'issuer',
  ],
]

describe('a failing site:', () => {
  test.each(failing)('%s (%s)', async (_, id, changes, result, evidence) => {
    const found = await judge(id, changes)
    expect(found).toEqual({ result, evidence: expect.stringContaining(evidence) })
  })

  test('every check has a failing case', () => {
    const tested = new Set(failing.map(([, id]) => id))
    expect(checks.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([])
  })
})

/** A site that answers every path with its start page: nothing but pages exists. */
const everywhere = { ...html('/', { head: startHead }), headers: start.headers }
const onePage: Pages = { '/': everywhere, '*': everywhere }
/** A site that answers every unknown path with the same text. */
const sorry = { '*': text('# Sorry\n\n## Help\n\n- [Start](/)\n\n{path}') }
const misleadingRobots = robots(
  'User-agent: GPTBot',
  'User-agent: PerplexityBot',
  `Sitemap: ${origin}/sitemap.xml`,
  'Content-Signal: search=yes',
  'Disallow: /',
)

const misleading: Case[] = [
  [
    'redirects to https and www only',
    'reachable',
    {
      'http://acme.example/': { to: 'https://www.acme.example/' },
      'https://www.acme.example/': { to: `${origin}/` },
    },
    'passed',
    'leads to',
  ],
  [
    'a start page instead of robots.txt',
    'robots-readable',
    { '/robots.txt': everywhere },
    'failed',
    'returned a page instead of',
  ],
  ['no robots.txt', 'robots-readable', { '/robots.txt': null }, 'passed', '404'],
  [
    'another line between agents and their rule',
    'ai-search-allowed',
    misleadingRobots,
    'partial',
    'PerplexityBot may read no page',
  ],
  [
    'a rule for an agent with a longer name',
    'ai-search-allowed',
    robots('User-agent: Googlebot-News', 'Disallow: /'),
    'passed',
    'Allowed',
  ],
  [
    'a longer rule that allows',
    'ai-search-allowed',
    robots('User-agent: *', 'Disallow: /d', 'Allow: /docs'),
    'passed',
    'Allowed',
  ],
  [
    'an exception for one assistant',
    'ai-assistants-allowed',
    robots('User-agent: *', 'Allow: /', 'User-agent: Claude-User', 'Disallow: /'),
    'partial',
    'Claude-User',
  ],
  [
    'noindex for another agent, in text and in a comment',
    'indexable',
    {
      '/docs': {
        ...html('/docs', {
          text: `<!-- <meta name="robots" content="noindex"> -->${'<p>About the noindex tag, which hides pages.</p>'.repeat(6)}`,
        }),
        headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' },
      },
    },
    'passed',
    'No page',
  ],
  [
    'text in scripts, menus and hidden templates',
    'text-without-js',
    {
      '/docs': html('/docs', {
        text: `<script>${'x '.repeat(300)}</script><nav>${'menu '.repeat(99)}</nav><template>${'t '.repeat(300)}</template><noscript>${'Enable JavaScript. '.repeat(30)}</noscript>`,
      }),
    },
    'partial',
    '/docs',
  ],
  [
    'a sitemap of other hosts',
    'sitemap',
    sitemap(urlset(['https://evil-acme.example/'], ['https://acme.example.evil/'])),
    'failed',
    'on hosts other than',
  ],
  [
    'an index of itself',
    'sitemap',
    sitemap(`<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`),
    'failed',
    'no address',
  ],
  [
    'a start page instead of a sitemap',
    'sitemap',
    { '/sitemap.xml': everywhere },
    'failed',
    'returned a page instead of',
  ],
  [
    'an entity bomb',
    'sitemap',
    sitemap(
      `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;">]><urlset><url><loc>&c;</loc></url></urlset>`,
    ),
    'partial',
    'lists 1 address',
  ],
  [
    'a start page instead of llms.txt',
    'llms-txt',
    { '/llms.txt': text(start.body ?? '', 'text/plain') },
    'failed',
    'a web page',
  ],
  ['the same text at every path', 'llms-txt', { '/llms.txt': null, ...sorry }, 'failed', 'every path'],
  [
    'HTML labelled as Markdown',
    'markdown',
    { 'md /': { ...text(start.body ?? '', 'text/markdown'), headers: { vary: 'accept' } } },
    'failed',
    'a web page',
  ],
  [
    'Vary on another header',
    'markdown',
    { 'md /': { ...text('# Anvils', 'text/markdown'), headers: { vary: 'Accept-Encoding' } } },
    'partial',
    'Accept-Encoding',
  ],
  [
    'a canonical address of another site',
    'canonical',
    page('/docs', { head: '<link rel="canonical" href="https://acme.example.evil/docs">' }),
    'failed',
    'another site',
  ],
  [
    'two canonical addresses',
    'canonical',
    page('/docs', {
      head: `<link rel="canonical" href="${origin}/docs"><link rel="canonical" href="${origin}/">`,
    }),
    'failed',
    '2 canonical',
  ],
  [
    'an h1 in a comment and in a script',
    'one-h1',
    page('/docs', { body: '<!-- <h1>no</h1> --><script>"<h1>no</h1>"</script>' }),
    'passed',
    'exactly one',
  ],
  [
    'a title in an image',
    'title-description',
    page('/docs', { body: '<svg><title>Logo</title></svg>' }),
    'passed',
    'own title',
  ],
  [
    'an organization in a string',
    'structured-data',
    head({ head: jsonLd({ '@type': 'WebPage', name: '"@type": "Organization"' }) }),
    'partial',
    'No block',
  ],
  [
    'a policy with unknown words',
    'ai-policy',
    robots('User-agent: *', 'Content-Signal: search=maybe'),
    'failed',
    'Not valid',
  ],
  [
    'a policy in a comment',
    'ai-policy',
    robots('User-agent: *', '# Content-Signal: search=yes'),
    'failed',
    'no policy',
  ],
  [
    'a relation inside another word',
    'link-header',
    { '/': { ...start, headers: { link: '</x>; rel="not-service-doc"; title="service-doc"' } } },
    'partial',
    'No relation',
  ],
  [
    'dates that are all equal',
    'dates',
    sitemap(urlset(['/', '2026-10-01'], ['/docs', '2026-10-01'])),
    'partial',
    'all equal',
  ],
  ['a page at llms-full.txt', 'llms-full', { '/llms-full.txt': everywhere }, 'failed', 'a web page'],
  ['a page at feedback.md', 'feedback-md', { '/feedback.md': everywhere }, 'failed', 'a web page'],
  [
    'a page at the MCP card',
    'mcp-card',
    { '/.well-known/mcp/server-card.json': everywhere },
    'not_applicable',
    'a web page',
  ],
  [
    'the same JSON at every path',
    'agent-card',
    { '/.well-known/agent-card.json': null, '*': json({ name: 'Not found', url: '/' }) },
    'not_applicable',
    'every path',
  ],
  [
    'broken JSON',
    'skills',
    { '/.well-known/agent-skills/index.json': { type: 'application/json', body: '{"skills": [' } },
    'failed',
    'skills',
  ],
  [
    'no API',
    'api-catalog',
    { '/.well-known/api-catalog': null },
    'not_applicable',
    'Only for sites with an API',
  ],
  [
    'metadata of a host that begins the same',
    'oauth-metadata',
    { '/.well-known/oauth-protected-resource': json({ resource: `${origin}.evil/` }) },
    'failed',
    'issuer',
  ],
]

describe('a misleading site:', () => {
  test.each(misleading)('%s (%s)', async (sentence, id, changes, result, evidence) => {
    const target = sentence.startsWith('redirects to https') ? 'http://acme.example/' : undefined
    expect(await judge(id, changes, target)).toEqual({ result, evidence: expect.stringContaining(evidence) })
  })

  test('every check has a misleading case', () => {
    const tested = new Set(misleading.map(([, id]) => id))
    expect(checks.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([])
  })

  test('that answers every path with its start page has no files for agents', async () => {
    const { report } = await scanPages(onePage, `${origin}/`, {})
    const results = Object.fromEntries(report.checks.map(({ id, result }) => [id, result]))
    expect(results).toMatchObject({
      'robots-readable': 'failed',
      sitemap: 'failed',
      'llms-txt': 'failed',
      'llms-full': 'failed',
      'feedback-md': 'failed',
      markdown: 'failed',
      'mcp-card': 'not_applicable',
      'api-catalog': 'not_applicable',
      reachable: 'passed',
      'text-without-js': 'passed',
    })
  })
})

describe('what cannot be known', () => {
  test('is unknown after a time-out of robots.txt, the sitemap or a file', async () => {
    const failure = 'The host acme.example did not answer within 10 seconds.'
    const { report } = await scanPages({
      '/robots.txt': { failure },
      '/sitemap.xml': { failure },
      '/llms.txt': { failure },
    })
    const unknown = report.checks.filter(({ result }) => result === 'unknown').map(({ id }) => id)
    expect(unknown.sort()).toEqual([
      'ai-assistants-allowed',
      'ai-policy',
      'ai-search-allowed',
      'llms-txt',
      'robots-readable',
      'sitemap',
    ])
    expect(report.checks.find(({ id }) => id === 'sitemap')?.evidence).toEqual([failure])
  })

  test('is unknown for a page that refuses the scanner, and the scan fails if the start page does', async () => {
    const { facts, report } = await scanPages({ '/docs': { status: 403 } })
    expect(facts.pages[0]).toMatchObject({ isRead: false, problem: 'The server answered Herald with 403.' })
    expect([report.pagesRead, report.score]).toEqual([2, 100])
    expect(report.sitemapUrl).toBe(`${origin}/sitemap.xml`)
    expect(scanPages({ '/': { status: 401 } })).rejects.toThrow('The server answered Herald with 401.')
  })

  test('is unknown for pages that robots.txt forbids the scanner to read', async () => {
    const { asked, report } = await scanPages(robots('User-agent: Herald', 'Disallow: /docs'))
    expect(asked).not.toContain('/docs')
    expect(report.pagesRead).toBe(2)
    expect(report.checks.find(({ id }) => id === 'ai-search-allowed')?.result).toBe('passed')
  })

  test.each([
    ['fails with 503', { status: 503 }],
    ['answers with 429', { status: 429 }],
    ['does not respond', { failure: 'No answer.' }],
  ])('is unknown for every page but the start page while robots.txt %s', async (_, rules) => {
    const { asked, report } = await scanPages({ '/robots.txt': rules })
    expect(asked.filter((path) => path === '/docs' || path === '/pricing')).toEqual([])
    expect(report.pagesRead).toBe(1)
  })

  test('is unknown for links of llms.txt and canonicals that robots.txt forbids the scanner to read', async () => {
    const { asked } = await scanPages({
      ...robots('User-agent: Herald', 'Disallow: /hidden'),
      '/': html('/', { head: `<link rel="canonical" href="${origin}/hidden/start">` }),
      '/llms.txt': text(`# Acme\n\n## Docs\n\n- [A](${origin}/hidden/link)\n- [B](${origin}/open)\n`),
    })
    expect(asked).toContain('/open')
    expect(asked.filter((path) => path.startsWith('/hidden'))).toEqual([])
  })

  test('does not lower the score', async () => {
    const { report } = await scanPages({ '/robots.txt': { failure: 'No answer.' } })
    expect(report.breakdown.essential.available).toBe(85 - 5 - 15 - 10)
    expect(report.score).toBe(100)
  })
})

test('a site that redirects from https to http counts as served over http only', async () => {
  const plain = 'http://acme.example'
  const { result, evidence } = await judge('reachable', {
    '/': { to: `${plain}/` },
    [`${plain}/`]: html('/'),
  })
  expect([result, evidence]).toEqual(['partial', expect.stringContaining('over http only')])
})

test('a Markdown version on another site is not read', async () => {
  const elsewhere = 'https://other.example/index.md'
  const { asked, facts } = await scanPages({
    '/': html('/', { head: `<link rel="alternate" type="text/markdown" href="${elsewhere}">` }),
    [elsewhere]: text('# Other', 'text/markdown'),
  })
  expect(asked).not.toContain(elsewhere)
  expect(facts.markdownTwin).toBeNull()
})

describe('robots.txt', () => {
  test('counts for the origin that the site redirects to', async () => {
    const www = 'https://www.acme.example'
    const { report } = await scanPages({
      '/': { to: `${www}/` },
      [`${www}/`]: html('/'),
      [`${www}/robots.txt`]: text('User-agent: OAI-SearchBot\nDisallow: /'),
    })
    const check = report.checks.find(({ id }) => id === 'ai-search-allowed')
    expect(check?.evidence).toEqual(['OAI-SearchBot may read no page: "Disallow: /".'])
  })

  test('may begin with a byte order mark and use carriage returns', async () => {
    expect(
      await judge('ai-search-allowed', {
        '/robots.txt': text('\uFEFFUser-agent: bingbot\r\nDisallow: /\r\n'),
      }),
    ).toMatchObject({ result: 'partial' })
  })

  test('of 10 MiB counts up to the limit of what is read', async () => {
    const rule = 'User-agent: bingbot\nDisallow: /\n'
    const padding = '# padding\n'.repeat(1024 * 1024)
    const results = [`${rule}${padding}`, `${padding}${rule}`].map((body) =>
      judge('ai-search-allowed', { '/robots.txt': text(body) }),
    )
    expect(await Promise.all(results)).toMatchObject([{ result: 'partial' }, { result: 'passed' }])
  })

  test('with 3,000 wildcards in a rule is read without that rule', async () => {
    const { result } = await judge(
      'ai-search-allowed',
      robots('User-agent: *', `Disallow: /${'*a'.repeat(3000)}`, 'User-agent: bingbot', 'Disallow: /'),
    )
    expect(result).toBe('partial')
  })

  test('that blocks a training crawler is shown and never scored', async () => {
    const { report } = await scanPages({
      '/robots.txt': text(`${good['/robots.txt']?.body}\nUser-agent: GPTBot\nDisallow: /`),
    })
    expect(report.agents.find(({ agent }) => agent === 'GPTBot')).toEqual({
      agent: 'GPTBot',
      purpose: 'training',
      result: 'blocked',
    })
    expect(report.score).toBe(100)
  })
})

describe('evidence', () => {
  test('quotes text of the site on one line, cut at 200 characters, with hidden characters shown', async () => {
    const rule = `Disallow: /\u202E\u001b[2J${'a'.repeat(400)}`
    const { report } = await scanPages({
      ...robots('User-agent: *', 'Disallow: /'),
      '/llms.txt': text(`${rule}\nsecond`),
    })
    const [line = ''] = report.checks.find(({ id }) => id === 'llms-txt')?.evidence ?? []
    expect(line).toContain('[U+202E][U+001B]')
    for (const hidden of ['\u202E', '\u001b', '\n']) expect(line).not.toContain(hidden)
    expect(line.length).toBeLessThan(300)
  })

  test('lists at most five pages of a check', async () => {
    const paths = Array.from({ length: 12 }, (_, at) => `/p${at}`)
    const pages = Object.fromEntries(paths.map((path) => [path, html(path, { h1: '' })]))
    const { report } = await scanPages({
      ...pages,
      ...sitemap(urlset(...paths.map((path): [string] => [path]))),
    })
    const evidence = report.checks.find(({ id }) => id === 'one-h1')?.evidence
    expect(evidence).toHaveLength(7)
    expect(evidence?.at(-1)).toBe('7 more')
  })
})

test('at most 20 pages of the sitemap are read, from its whole length', async () => {
  const paths = Array.from({ length: 200 }, (_, at) => `/p${at}`)
  const { asked } = await scanPages(sitemap(urlset(...paths.map((path): [string] => [path]))))
  const read = asked.filter((path) => /^\/p\d+$/.test(path))
  expect(read).toEqual(Array.from({ length: 20 }, (_, at) => `/p${at * 10}`))
})
