/** User agents whose access is checked, as robots.txt names them. */
export const searchAgents = ['OAI-SearchBot', 'PerplexityBot', 'Claude-SearchBot', 'Googlebot', 'bingbot']

/** Agents that fetch a page because a user asked an assistant about it. */
export const assistantAgents = [
  'ChatGPT-User',
  'Claude-User',
  'Perplexity-User',
  'MistralAI-User',
  'DuckAssistBot',
]

/** Agents that collect training data. Blocking them is a choice: it is shown, never scored. */
export const trainingAgents = [
  'GPTBot',
  'ClaudeBot',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'meta-externalagent',
]

export const checkedAgents = [...searchAgents, ...assistantAgents, ...trainingAgents]
