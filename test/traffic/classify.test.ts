import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { prefersMarkdown } from '../../src/traffic/accept.ts'
import { agents, referrers } from '../../src/traffic/agents.ts'
import { classify, findReferrer, hasChatgptMark, type Visit } from '../../src/traffic/classify.ts'
import { findAgent } from '../../src/traffic/user-agent.ts'
import { forMaking, forScoring, scoreOf } from './labelled-user-agents.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const silent = { clientHints: false, fetchMode: null }

function visit(parts: Partial<Visit> = {}): Visit {
  return {
    url: 'https://example.com/a',
    userAgent: chrome,
    accept: null,
    referer: null,
    signals: null,
    ...parts,
  }
}

const kinds = {
  T: 'training-crawler',
  S: 'search-index',
  A: 'assistant-browse',
  v: 'verified',
  r: 'reported',
  h: 'heuristic',
} as const

/** The list of the contract, and the newer agents of Mistral AI. */
const listed = `
OpenAI: GPTBot Tv, OAI-SearchBot Sv, ChatGPT-User Av, OAI-AdsBot Sv
Anthropic: ClaudeBot Tv, Claude-SearchBot Sv, Claude-User Av, claude-code/ Ar, anthropic-ai Tr, claude-web Ar
Perplexity: PerplexityBot Sv, Perplexity-User Av
Google: Google-CloudVertexBot Sv, GoogleOther Th, GoogleOther-Image Th, GoogleOther-Video Th, Google-Agent Av, Google-GeminiNotebook Av, GoogleAgent-URLContext Ar, Google-Gemini-CLI Ar
ByteDance: Bytespider Tr, TikTokSpider Tr, Trae-Agent Ar
Amazon: Amazonbot Tv, Amzn-SearchBot Sv, Amzn-User Av
Apple: Applebot/ Sv
Cohere: cohere-training-data-crawler Tr, cohere-ai Ar
Meta: meta-externalagent Tv, meta-externalfetcher Av, meta-webindexer Sv, meta-externalads Sv, FacebookBot Tr
Liner: LinerBot Sv
You.com: YouBot Sv
Diffbot: Diffbot Sv
Cloudflare: Cloudflare-AutoRAG Sr
Exa: ExaSearchBot Sv, ExaBot Sr
Parallel: ShapBot Sv, Shap-User Av
Tavily: TavilyBot Sr
Firecrawl: FirecrawlAgent Sh
Moonshot AI: Kimi-SearchBot Sv, Kimi-User Av, KimiBot Tv
DuckDuckGo: DuckAssistBot Av
Mistral AI: MistralAI-User Av, MistralAI-Index Sv, MistralAI-Training Tr
Cognition: Devin/ Ar
Cursor: Cursor/ Ar
Cline: AgentBot/1.0 Ar, cline.bot Ar
Mozilla: Mozilla-Tabstack Av
Alibaba: TongyiBot Ar
Baidu: YiyanBot Ar
Manus: Manus-User Ar
Kagi: kagi-fetcher Ar
Common Crawl: CCBot Th
Timpi: Timpibot Tr
Webz.io: omgili Tr, omgilibot Tr
Ai2: AI2Bot Tv
Zhipu AI: ChatGLM-Spider Tr
DeepSeek: DeepSeekBot Tr
Huawei: PanguBot Tr`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [vendor = '', rows = ''] = line.split(': ')
    return rows.split(', ').map((row) => {
      const [token = '', kind = ''] = row.split(' ')
      return { vendor, token, category: kinds[kind[0] as 'T'], confidence: kinds[kind[1] as 'v'] }
    })
  })

describe('rule 1, the user agent', () => {
  test.each(listed)('$token is of $vendor, $category, $confidence', ({ vendor, token, ...kind }) => {
    const end = token.endsWith('/') ? '1.0' : ''
    const spelled = token === 'ExaBot' ? [token] : [token, token.toUpperCase(), token.toLowerCase()]
    for (const userAgent of spelled.map(
      (each) => `Mozilla/5.0 (compatible; ${each}${end}; +https://a.example)`,
    )) {
      expect(classify(visit({ userAgent }))).toMatchObject({
        visitorType: 'crawler',
        vendor,
        ...kind,
        rule: 'user-agent',
      })
    }
  })

  test('the table has the agents of the list, those that are whole user agents, and no source twice', () => {
    const tokens = listed.map(({ token }) => token.toLowerCase()).filter((token) => token !== 'omgilibot')
    expect(agents.flatMap((agent) => agent.tokens).sort()).toEqual([...tokens, 'google', 'opencode'].sort())
    expect(new Set(agents.map(({ source }) => source)).size).toBe(agents.length)
  })

  test.each([
    [
      'claude-code/2.0.1 (external, cli) Claude-User (claude-code/2.0.1; +https://support.anthropic.com/)',
      'claude-code',
    ],
    ['Claude-User (claude-code/2.0.1; +https://support.anthropic.com/)', 'claude-code'],
    ['GoogleOther-Image/1.0', 'googleother-image'],
    ['Mozilla/5.0 (compatible; GoogleOther-Video/1.0)', 'googleother-video'],
    ['ShapBot/0.1 GPTBot/1.0', 'gptbot'],
    ['Mozilla/5.0 (compatible; Applebot/0.3; +http://www.apple.com/go/applebot)', 'applebot'],
    ['Mozilla/5.0 AppleWebKit VSCodeExtension/1.0; +https://cline.bot', 'cline'],
    ['ExaBot/1.0', 'exabot'],
    ['Google', 'google'],
    ['opencode', 'opencode'],
  ])('%s is %s: the first entry of the table wins', (userAgent, source) => {
    expect(findAgent(userAgent)?.source).toBe(source)
  })

  test.each([
    ['Alexabot/1.0', 'a token begins at a word boundary'],
    ['Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)', 'ExaBot is case-sensitive'],
    ['Applebot-Extended', 'Applebot needs its slash'],
    ['Google-Extended', 'it is a name for robots.txt'],
    ['Google Chrome', 'Google is a whole user agent'],
    ['opencode-smartfetch/1.0', 'opencode is a whole user agent'],
    ['NotGPTBot/1.0', 'a token begins at a word boundary'],
  ])('%s is no agent: %s', (userAgent) => {
    expect(findAgent(userAgent)).toBeNull()
  })

  test('the compiled pattern finds what a loop over the table finds', () => {
    const tokens = agents.flatMap(({ tokens, exactly }) => [...tokens, ...(exactly ? [exactly] : [])])
    const part = fc.oneof(fc.constantFrom(...tokens, ' ', '-', '/', ';'), fc.string({ maxLength: 3 }))
    const bySlowLoop = (text: string) =>
      agents.find(({ tokens, isWhole, exactly }) =>
        tokens.some((token) => {
          if (isWhole) return text.trim().toLowerCase() === token
          const escaped = (exactly ?? token).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
          return new RegExp(`\\b${escaped}`, exactly ? '' : 'i').test(text)
        }),
      ) ?? null
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('')
        const whole = agents.find(({ isWhole, tokens }) => isWhole && tokens[0] === text.trim().toLowerCase())
        expect(findAgent(text)).toEqual(whole ?? bySlowLoop(text))
      }),
    )
  })
})

describe('rule 2, the Accept header', () => {
  test.each([
    ['text/markdown, text/html, */*', 'claude-code'],
    ['text/markdown, text/plain;q=0.9, */*;q=0.8', 'cursor'],
    ['text/plain;q=1.0, text/markdown;q=0.9, text/html;q=0.8, */*;q=0.1', 'opencode'],
    ['text/markdown', 'markdown-agent'],
    ['text/html;q=0.5, text/markdown;q=0.9', 'markdown-agent'],
  ])('%s is %s, a heuristic', (accept, source) => {
    expect(classify(visit({ accept }))).toMatchObject({
      visitorType: 'crawler',
      source,
      category: 'assistant-browse',
      confidence: 'heuristic',
      rule: 'accept',
    })
  })

  test('a forged Googlebot that asks for Markdown is the program that sends this header', () => {
    const accept =
      'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5'
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    expect(classify(visit({ userAgent, accept }))).toMatchObject({ source: 'cursor', rule: 'accept' })
  })

  test.each([
    ['text/markdown', true],
    ['text/x-markdown;q=0.2', true],
    ['Text/Markdown ; Q=0.9, text/html;q=0.8', true],
    ['text/html, text/markdown', false],
    ['text/markdown;q=0.9, text/html', false],
    ['text/markdown;q=0', false],
    ['text/markdown;q=high, text/html;q=0.1', false],
    ['text/markdownish', false],
    ['*/*', false],
    ['', false],
  ])('%s: ranks Markdown first is %p', (accept, expected) => {
    expect(prefersMarkdown(accept)).toBe(expected)
  })
})

describe('rule 3, a browser without the headers of one', () => {
  test('it is a crawler of unknown purpose, a heuristic', () => {
    expect(classify(visit({ signals: silent }))).toMatchObject({
      visitorType: 'crawler',
      source: 'disguised-browser',
      category: null,
      confidence: 'heuristic',
      rule: 'missing-signals',
    })
  })

  const iphone = (version: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
  test.each<[string, Partial<Visit>]>([
    ['signals that were not reported', { signals: null }],
    ['client hints', { signals: { clientHints: true, fetchMode: null } }],
    ['fetch metadata', { signals: { clientHints: false, fetchMode: 'navigate' } }],
    ['plain http, where browsers send neither', { signals: silent, url: 'http://example.com/a' }],
    [
      'Safari before 16.4, which sends neither',
      { signals: silent, userAgent: `${iphone('16.3')} Version/16.3 Mobile/15E148 Safari/604.1` },
    ],
    ['a program that names itself', { signals: silent, userAgent: `${chrome} Editor/1.99` }],
    ['an embedded view of iOS 16.3', { signals: silent, userAgent: `${iphone('16.3')} Mobile/15E148` }],
    [
      'Firefox before 90, which sends neither',
      { signals: silent, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:89.0) Gecko/20100101 Firefox/89.0' },
    ],
  ])('it does not apply to %s', (_, parts) => {
    expect(classify(visit(parts))).toMatchObject({ visitorType: 'human', rule: 'browser' })
  })

  test.each([
    ['Safari 16.4', `${iphone('16.4')} Version/16.4 Mobile/15E148 Safari/604.1`],
    ['an embedded view of iOS 17', `${iphone('17.0')} Mobile/15E148`],
    ['Firefox 90', 'Mozilla/5.0 (X11; Linux x86_64; rv:90.0) Gecko/20100101 Firefox/90.0'],
  ])('it applies to %s', (_, userAgent) => {
    expect(classify(visit({ userAgent, signals: silent })).rule).toBe('missing-signals')
  })

  test.each([
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/140.0.0.0 Safari/537.36',
  ])('a classic bot is recognized before: %s', (userAgent) => {
    expect(classify(visit({ userAgent, signals: silent }))).toMatchObject({
      visitorType: 'human',
      rule: 'bot',
    })
  })
})

describe('rule 4, the referrer', () => {
  const rows = referrers.map(({ host, path = '/', source }) => [`https://${host}${path}`, source] as const)

  test('has the hosts of the contract', () => {
    expect(rows.map(([url, source]) => `${url} ${source}`)).toEqual([
      'https://chatgpt.com/ chatgpt',
      'https://chat.openai.com/ chatgpt',
      'https://perplexity.ai/ perplexity',
      'https://gemini.google.com/ gemini',
      'https://bard.google.com/ gemini',
      'https://claude.ai/ claude',
      'https://copilot.microsoft.com/ copilot',
      'https://www.bing.com/chat copilot',
      'https://you.com/ you',
      'https://chat.deepseek.com/ deepseek',
      'https://chat.mistral.ai/ mistral',
      'https://grok.com/ grok',
      'https://x.ai/ grok',
      'https://chat.qwen.ai/ qwen',
      'https://meta.ai/ meta',
    ])
  })

  test.each(rows)('%s and its subdomains are %s', (referer, source) => {
    for (const url of [referer, referer.replace('https://', 'http://WWW.'), `${referer}?q=1#a`]) {
      expect(classify(visit({ referer: url }))).toMatchObject({
        visitorType: 'ai_referral',
        source,
        category: 'assistant-referral',
        confidence: 'reported',
        rule: 'referrer',
      })
    }
  })

  test.each([
    'https://evilchatgpt.com/',
    'https://chatgpt.com.evil.example/',
    'https://evil.example/?from=chatgpt.com',
    'https://chatgpt.com@evil.example/',
    'https://www.bing.com/',
    'https://www.bing.com/chatter',
    'https://mistral.ai/',
    'android-app://chatgpt.com/',
    'chatgpt.com',
    'https://',
  ])('%s is no answer engine', (referer) => {
    expect(findReferrer(referer)).toBeNull()
  })

  test('parameters of the URL are not read for it, and the mark of ChatGPT is found apart', () => {
    const url = 'https://example.com/a?utm_source=chatgpt.com'
    expect(classify(visit({ url })).visitorType).toBe('human')
    expect(hasChatgptMark(url)).toBe(true)
    expect(hasChatgptMark('https://example.com/a?x=1&utm_source=chatgpt.com&b=2')).toBe(true)
    expect(hasChatgptMark('https://example.com/a?utm_source=chatgpt.community')).toBe(false)
  })
})

describe('the last rules', () => {
  test.each([null, '', '  '])('5: the empty user agent %p is unknown', (userAgent) => {
    expect(classify(visit({ userAgent }))).toMatchObject({
      visitorType: 'unknown',
      source: null,
      rule: 'empty-user-agent',
    })
  })

  test.each([
    'curl/8.5.0',
    'Wget/1.21',
    'python-requests/2.32.3',
    'Python-urllib/3.12',
    'axios/1.7.2',
    'undici',
    'node',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'GuzzleHttp/7',
    'PostmanRuntime/7.43.0',
    'Bun/1.4.5',
    'Colly - https://github.com/gocolly/colly/v2',
  ])('6: the command line client %s is unknown', (userAgent) => {
    expect(classify(visit({ userAgent }))).toMatchObject({ visitorType: 'unknown', rule: 'command-line' })
  })

  test('7: classic bots and browsers are human', () => {
    expect(classify(visit())).toMatchObject({ visitorType: 'human', rule: 'browser' })
    const userAgent = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'
    expect(classify(visit({ userAgent }))).toMatchObject({ visitorType: 'human', rule: 'bot' })
  })

  test('8: everything else is unknown', () => {
    expect(classify(visit({ userAgent: 'Q* browser "x" 1994' }))).toMatchObject({
      visitorType: 'unknown',
      rule: 'none',
    })
  })
})

describe('the order of the rules', () => {
  const markdown = 'text/markdown'
  const referer = 'https://chatgpt.com/'
  test.each<[string, Partial<Visit>, string]>([
    ['1 before 2', { userAgent: 'GPTBot/1.2', accept: markdown }, 'user-agent'],
    ['1 before 4', { userAgent: 'GPTBot/1.2', referer }, 'user-agent'],
    ['2 before 3', { accept: markdown, signals: silent }, 'accept'],
    ['2 before 4', { accept: markdown, referer }, 'accept'],
    ['2 before 5', { accept: markdown, userAgent: null }, 'accept'],
    ['2 before 6', { accept: markdown, userAgent: 'curl/8.5.0' }, 'accept'],
    ['3 before 4', { signals: silent, referer }, 'missing-signals'],
    ['4 before 5', { referer, userAgent: null }, 'referrer'],
    ['4 before 6', { referer, userAgent: 'curl/8.5.0' }, 'referrer'],
    ['4 before 7', { referer }, 'referrer'],
    ['4 before 7, for bots', { referer, userAgent: 'AhrefsBot/7.0' }, 'referrer'],
    ['6 before 7', { userAgent: 'python-requests/2.32.3' }, 'command-line'],
  ])('%s', (_, parts, rule) => {
    expect(classify(visit(parts)).rule).toBe(rule as never)
  })
})

describe('labeled user agents', () => {
  test('there are at least 600 in each part', () => {
    expect(forMaking.length).toBeGreaterThanOrEqual(600)
    expect(forScoring.length).toBeGreaterThanOrEqual(600)
    expect(forScoring.filter(({ label }) => label === 'crawler').length).toBeGreaterThanOrEqual(40)
  })

  test.each([
    ['without signals, as in log lines', null],
    ['with signals that were reported and are missing', silent],
  ])('AI crawlers have a precision of at least 0.98 on the scored part %s', (_, signals) => {
    const decide = (userAgent: string) => classify(visit({ userAgent, signals })).visitorType
    const score = scoreOf('crawler', forScoring, decide)
    expect(score.precision).toBeGreaterThanOrEqual(0.98)
    expect(score.found).toBeGreaterThanOrEqual(20)
  })
})
