const questionWord =
  /^(?:how|what|which|why|when|where|who|whose|is|are|can|could|do|does|should|would|will)\b/
const verb =
  /^(?:add|automate|build|choose|compare|convert|create|deploy|export|find|fix|generate|get|import|improve|install|integrate|make|manage|measure|migrate|monitor|organize|publish|reduce|replace|run|send|set up|setup|share|start|test|track|use|write)\s/
const comparison = /^(.+?)\s(?:vs\.?|versus|or)\s(.+)$/
const alternatives = [/^alternatives? (?:to|for) (.+)$/, /^(.+?) alternatives?$/]

/**
 * Turns an English search query in lower case into a question as people ask it, without a question mark. A query that
 * is a question already is returned unchanged.
 */
export function toQuestion(query: string): string {
  const text = query.replace(/[?\s]+$/, '')
  if (questionWord.test(text)) return text
  const [, replaced] = alternatives.map((each) => each.exec(text)).find(Boolean) ?? []
  if (replaced !== undefined) return `what are good alternatives to ${replaced}`
  const [, one, other] = comparison.exec(text) ?? []
  if (one !== undefined) return `how does ${one} compare with ${other}`
  if (verb.test(text)) return `how do i ${text}`
  if (/^(?:best|top)\s/.test(text)) return `${isPlural(text) ? 'what are' : 'what is'} the ${text}`
  return `which ${text} would you recommend`
}

/** By the last word before a preposition: "best tools for a team" is plural. */
const isPlural = (text: string) =>
  /[^s]s$/.test(text.split(/\s(?:for|to|in|of|with|from|on|by)\s/, 1)[0] ?? '')
