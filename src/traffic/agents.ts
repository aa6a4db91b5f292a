/** Purposes of a crawler. */
export const crawlerCategories = ['training-crawler', 'search-index', 'assistant-browse'] as const
export type CrawlerCategory = (typeof crawlerCategories)[number]

/** `verified` says that the vendor publishes a method of verification, not that a request passed it. */
export const confidences = ['verified', 'reported', 'heuristic'] as const
export type Confidence = (typeof confidences)[number]

/** An AI crawler or agent that its user agent names. */
export type Agent = {
  /** Identifies the agent in stored events and reads. */
  source: string
  agent: string
  vendor: string
  /** Lower-case texts of the user agent, each at the start of a word. */
  tokens: string[]
  /** The token is the whole user agent. */
  isWhole?: true
  /** The token as the agent writes it, where another crawler writes it differently. */
  exactly?: string
  category: CrawlerCategory
  confidence: Confidence
  /** Page of the vendor that describes the agent; null if there is none. */
  documentation: string | null
}

const categoryOf = { T: 'training-crawler', S: 'search-index', A: 'assistant-browse' } as const
const confidenceOf = { v: 'verified', r: 'reported', h: 'heuristic' } as const
type Kind = `${keyof typeof categoryOf}${keyof typeof confidenceOf}`
type Row = [agent: string, kind: Kind, more?: { tokens?: string[]; isWhole?: true; exactly?: string }]

function agentsOf(vendor: string, documentation: string | null, rows: Row[]): Agent[] {
  return rows.map(([agent, kind, { tokens, ...more } = {}]) => ({
    source: sourceOf(agent),
    agent,
    vendor,
    tokens: tokens ?? [agent.toLowerCase()],
    ...more,
    category: categoryOf[kind[0] as keyof typeof categoryOf],
    confidence: confidenceOf[kind[1] as keyof typeof confidenceOf],
    documentation,
  }))
}

function sourceOf(agent: string): string {
  return agent.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** All agents. If several match a user agent, the first counts. */
export const agents: Agent[] = [
  ...agentsOf('OpenAI', 'https://platform.openai.com/docs/bots', [
    ['GPTBot', 'Tv'],
    ['OAI-SearchBot', 'Sv'],
    ['ChatGPT-User', 'Av'],
    ['OAI-AdsBot', 'Sv'],
  ]),
  // Claude Code also writes Claude-User.
  ...agentsOf('Anthropic', 'https://code.claude.com/docs', [
    ['Claude Code', 'Ar', { tokens: ['claude-code/'] }],
  ]),
  ...agentsOf('Anthropic', 'https://support.claude.com/en/articles/8896518', [
    ['ClaudeBot', 'Tv'],
    ['Claude-SearchBot', 'Sv'],
    ['Claude-User', 'Av'],
    ['anthropic-ai', 'Tr'],
    ['Claude-Web', 'Ar'],
  ]),
  ...agentsOf('Perplexity', 'https://docs.perplexity.ai/guides/bots', [
    ['PerplexityBot', 'Sv'],
    ['Perplexity-User', 'Av'],
  ]),
  // The longer names begin with GoogleOther.
  ...agentsOf(
    'Google',
    'https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers',
    [
      ['Google-CloudVertexBot', 'Sv'],
      ['GoogleOther-Image', 'Th'],
      ['GoogleOther-Video', 'Th'],
      ['GoogleOther', 'Th'],
      ['Google-Agent', 'Av'],
      ['Google-GeminiNotebook', 'Av'],
      ['GoogleAgent-URLContext', 'Ar'],
      ['Google-Gemini-CLI', 'Ar'],
      ['Google', 'Ar', { isWhole: true }],
    ],
  ),
  ...agentsOf('ByteDance', null, [
    ['Bytespider', 'Tr'],
    ['TikTokSpider', 'Tr'],
    ['Trae-Agent', 'Ar'],
  ]),
  ...agentsOf('Amazon', 'https://developer.amazon.com/amazonbot', [
    ['Amazonbot', 'Tv'],
    ['Amzn-SearchBot', 'Sv'],
    ['Amzn-User', 'Av'],
  ]),
  ...agentsOf('Apple', 'https://support.apple.com/en-us/119829', [
    // Applebot-Extended is a name for robots.txt; nothing sends it.
    ['Applebot', 'Sv', { tokens: ['applebot/'] }],
  ]),
  ...agentsOf('Cohere', null, [
    ['cohere-training-data-crawler', 'Tr'],
    ['cohere-ai', 'Ar'],
  ]),
  ...agentsOf('Meta', 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers', [
    ['meta-externalagent', 'Tv'],
    ['meta-externalfetcher', 'Av'],
    ['meta-webindexer', 'Sv'],
    ['meta-externalads', 'Sv'],
    ['FacebookBot', 'Tr'],
  ]),
  ...agentsOf('Liner', 'https://docs.getliner.com/docs/linerbot', [['LinerBot', 'Sv']]),
  ...agentsOf('You.com', 'https://about.you.com/youbot', [['YouBot', 'Sv']]),
  ...agentsOf('Diffbot', 'https://docs.diffbot.com', [['Diffbot', 'Sv']]),
  ...agentsOf('Cloudflare', 'https://developers.cloudflare.com/ai-search', [['Cloudflare-AutoRAG', 'Sr']]),
  ...agentsOf('Exa', 'https://docs.exa.ai', [
    ['ExaSearchBot', 'Sv'],
    // The retired crawler of Exalead writes Exabot.
    ['ExaBot', 'Sr', { exactly: 'ExaBot' }],
  ]),
  ...agentsOf('Parallel', 'https://docs.parallel.ai/resources/crawler', [
    ['ShapBot', 'Sv'],
    ['Shap-User', 'Av'],
  ]),
  ...agentsOf('Tavily', 'https://docs.tavily.com', [['TavilyBot', 'Sr']]),
  ...agentsOf('Firecrawl', 'https://docs.firecrawl.dev', [['FirecrawlAgent', 'Sh']]),
  ...agentsOf('Moonshot AI', 'https://www.kimi.ai/policies', [
    ['Kimi-SearchBot', 'Sv'],
    ['Kimi-User', 'Av'],
    ['KimiBot', 'Tv'],
  ]),
  ...agentsOf('DuckDuckGo', 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot', [
    ['DuckAssistBot', 'Av'],
  ]),
  ...agentsOf('Mistral AI', 'https://docs.mistral.ai/robots', [
    ['MistralAI-User', 'Av'],
    ['MistralAI-Index', 'Sv'],
    ['MistralAI-Training', 'Tr'],
  ]),
  ...agentsOf('Cognition', 'https://docs.devin.ai', [['Devin', 'Ar', { tokens: ['devin/'] }]]),
  ...agentsOf('OpenCode', 'https://opencode.ai/docs', [['OpenCode', 'Ar', { isWhole: true }]]),
  ...agentsOf('Cursor', 'https://docs.cursor.com', [['Cursor', 'Ar', { tokens: ['cursor/'] }]]),
  ...agentsOf('Cline', 'https://docs.cline.bot', [
    ['Cline', 'Ar', { tokens: ['agentbot/1.0', 'cline.bot'] }],
  ]),
  ...agentsOf('Mozilla', 'https://docs.tabstack.ai', [['Mozilla-Tabstack', 'Av']]),
  ...agentsOf('Alibaba', null, [['TongyiBot', 'Ar']]),
  ...agentsOf('Baidu', null, [['YiyanBot', 'Ar']]),
  ...agentsOf('Manus', 'https://manus.im/docs', [['Manus-User', 'Ar']]),
  ...agentsOf('Kagi', null, [['kagi-fetcher', 'Ar']]),
  ...agentsOf('Common Crawl', 'https://commoncrawl.org/ccbot', [['CCBot', 'Th']]),
  ...agentsOf('Timpi', 'https://timpi.io', [['Timpibot', 'Tr']]),
  // Covers omgilibot.
  ...agentsOf('Webz.io', 'https://webz.io/bot.html', [['omgili', 'Tr']]),
  ...agentsOf('Ai2', 'https://allenai.org/crawler', [['AI2Bot', 'Tv']]),
  ...agentsOf('Zhipu AI', 'https://chatglm.cn', [['ChatGLM-Spider', 'Tr']]),
  ...agentsOf('DeepSeek', null, [['DeepSeekBot', 'Tr']]),
  ...agentsOf('Huawei', null, [['PanguBot', 'Tr']]),
]

/** An agent that no user agent names. */
export type UnnamedAgent = Omit<Agent, 'tokens' | 'category'> & { category: CrawlerCategory | null }

/** Asks for Markdown under the user agent of a browser or a library. */
export const markdownAgent = {
  source: 'markdown-agent',
  agent: 'Agent that requests Markdown',
  vendor: 'Unknown',
  category: 'assistant-browse',
  confidence: 'heuristic',
  documentation: null,
} satisfies UnnamedAgent

/** Has the user agent of a browser without the headers of one. Its purpose is not known. */
export const disguisedAgent = {
  source: 'disguised-browser',
  agent: 'Automated browser',
  vendor: 'Unknown',
  category: null,
  confidence: 'heuristic',
  documentation: null,
} satisfies UnnamedAgent

/** Values of `Accept` that one program sends, without spaces, and the source of the program. */
export const acceptFingerprints = new Map<string, string>([
  ['text/markdown,text/html,*/*', 'claude-code'],
  ['text/markdown,text/plain;q=0.9,*/*;q=0.8', 'cursor'],
  [
    'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5',
    'cursor',
  ],
  ['text/markdown;q=1.0,text/x-markdown;q=0.9,text/plain;q=0.8,text/html;q=0.7,*/*;q=0.1', 'opencode'],
  ['text/plain;q=1.0,text/markdown;q=0.9,text/html;q=0.8,*/*;q=0.1', 'opencode'],
  ['text/html;q=1.0,application/xhtml+xml;q=0.9,text/plain;q=0.8,text/markdown;q=0.7,*/*;q=0.1', 'opencode'],
])

/** An answer engine that sends people. */
export type Referrer = { source: string; agent: string; vendor: string; host: string; path?: string }

/** Hosts that count with their subdomains; a path is a prefix. */
export const referrers: Referrer[] = [
  { source: 'chatgpt', agent: 'ChatGPT', vendor: 'OpenAI', host: 'chatgpt.com' },
  { source: 'chatgpt', agent: 'ChatGPT', vendor: 'OpenAI', host: 'chat.openai.com' },
  { source: 'perplexity', agent: 'Perplexity', vendor: 'Perplexity', host: 'perplexity.ai' },
  { source: 'gemini', agent: 'Gemini', vendor: 'Google', host: 'gemini.google.com' },
  { source: 'gemini', agent: 'Gemini', vendor: 'Google', host: 'bard.google.com' },
  { source: 'claude', agent: 'Claude', vendor: 'Anthropic', host: 'claude.ai' },
  { source: 'copilot', agent: 'Copilot', vendor: 'Microsoft', host: 'copilot.microsoft.com' },
  { source: 'copilot', agent: 'Copilot', vendor: 'Microsoft', host: 'www.bing.com', path: '/chat' },
  { source: 'you', agent: 'You.com', vendor: 'You.com', host: 'you.com' },
  { source: 'deepseek', agent: 'DeepSeek', vendor: 'DeepSeek', host: 'chat.deepseek.com' },
  { source: 'mistral', agent: 'Le Chat', vendor: 'Mistral AI', host: 'chat.mistral.ai' },
  { source: 'grok', agent: 'Grok', vendor: 'xAI', host: 'grok.com' },
  { source: 'grok', agent: 'Grok', vendor: 'xAI', host: 'x.ai' },
  { source: 'qwen', agent: 'Qwen', vendor: 'Alibaba', host: 'chat.qwen.ai' },
  { source: 'meta', agent: 'Meta AI', vendor: 'Meta', host: 'meta.ai' },
]
