/** A file of addresses that a vendor publishes. */
export type AddressFile = {
  id: string
  url: string
  /** Sources of the table of agents whose requests come from these addresses. */
  sources: string[]
  /** Sources whose requests come from nowhere else, as far as the vendor keeps the file current. */
  only: string[]
}

const google = 'https://developers.google.com/static/crawling/ipranges'

/** The files of vendors, as their documentation named them in November 2026. */
export const addressFiles: AddressFile[] = [
  file('openai-gptbot', 'https://openai.com/gptbot.json', ['gptbot'], ['gptbot']),
  file('openai-searchbot', 'https://openai.com/searchbot.json', ['oai-searchbot'], ['oai-searchbot']),
  file('openai-adsbot', 'https://openai.com/adsbot.json', ['oai-adsbot'], ['oai-adsbot']),
  file('openai-chatgpt-user', 'https://openai.com/chatgpt-user.json', ['chatgpt-user']),
  // One file for all three: it proves the vendor, not the purpose.
  file(
    'anthropic',
    'https://claude.com/crawling/bots.json',
    ['claudebot', 'claude-searchbot', 'claude-user'],
    ['claudebot', 'claude-searchbot'],
  ),
  // Perplexity does not keep its files current.
  file('perplexity-bot', 'https://www.perplexity.com/perplexitybot.json', ['perplexitybot']),
  file('perplexity-user', 'https://www.perplexity.com/perplexity-user.json', ['perplexity-user']),
  file(
    'google-common',
    `${google}/common-crawlers.json`,
    ['googleother', 'googleother-image', 'googleother-video', 'google-cloudvertexbot'],
    ['googleother', 'googleother-image', 'googleother-video', 'google-cloudvertexbot'],
  ),
  file('google-fetchers', `${google}/user-triggered-fetchers-google.json`, ['google-gemininotebook']),
  file('google-agents', `${google}/user-triggered-agents.json`, ['google-agent']),
  file('amazon-bot', 'https://developer.amazon.com/amazonbot/ip-addresses/', ['amazonbot'], ['amazonbot']),
  file(
    'amazon-search',
    'https://developer.amazon.com/amazonbot/searchbot-ip-addresses/',
    ['amzn-searchbot'],
    ['amzn-searchbot'],
  ),
  file('amazon-user', 'https://developer.amazon.com/amazonbot/live-ip-addresses/', ['amzn-user']),
  file('apple', 'https://search.developer.apple.com/applebot.json', ['applebot'], ['applebot']),
  file('duckduckgo', 'https://duckduckgo.com/duckassistbot.json', ['duckassistbot']),
  file('mistral-user', 'https://mistral.ai/mistralai-user-ips.json', ['mistralai-user']),
  file(
    'mistral-index',
    'https://mistral.ai/mistralai-index-ips.json',
    ['mistralai-index'],
    ['mistralai-index'],
  ),
  file('common-crawl', 'https://index.commoncrawl.org/ccbot.json', ['ccbot'], ['ccbot']),
  file('liner', 'https://docs.getliner.com/linerbot.json', ['linerbot']),
  file('parallel', 'https://docs.parallel.ai/resources/shapbot.json', ['shapbot']),
  file('kimi-bot', 'https://www.kimi.ai/policies/kimibot.json', ['kimibot'], ['kimibot']),
  file(
    'kimi-search',
    'https://www.kimi.ai/policies/kimi-searchbot.json',
    ['kimi-searchbot'],
    ['kimi-searchbot'],
  ),
  file('kimi-user', 'https://www.kimi.ai/policies/kimi-user.json', ['kimi-user']),
]

function file(id: string, url: string, sources: string[], only: string[] = []): AddressFile {
  return { id, url, sources, only }
}
