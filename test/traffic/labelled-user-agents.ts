import listed from 'crawler-user-agents'
import type { VisitorType } from '../../src/traffic/classify.ts'

export type Labelled = { userAgent: string; label: VisitorType }

/** AI crawlers that the list tags as something else or not at all: their operators say what they collect for. */
const relabelled =
  /^(?:Applebot|GoogleOther|omgili|[Dd]iffbot|Amazonbot|YouBot|Timpibot|PanguBot|Google-Agent|Google-Gemini-CLI|Manus-User|meta-external|meta-webindexer)/i

/** Tagged as AI crawlers, but a name for robots.txt only, or no program that collects for models. */
const notCrawlers = /^Google-Extended/

function labelOf(pattern: string, tags: string[]): VisitorType {
  if (notCrawlers.test(pattern)) return 'human'
  if (tags.includes('ai-crawler') || relabelled.test(pattern.replace(/[\\^[\]]/g, ''))) return 'crawler'
  return tags.includes('http-library') ? 'unknown' : 'human'
}

// The types of the list lack its tags.
const tagged: ((typeof listed)[number] & { tags?: string[] })[] = listed
const entries = tagged.map(({ pattern, tags = [], instances }) =>
  instances.map((userAgent) => ({ userAgent, label: labelOf(pattern, tags) })),
)

/** User agents that may be looked at to make rules. */
export const forMaking: Labelled[] = entries.filter((_, index) => index % 2 === 0).flat()

/** User agents that only score the rules. */
export const forScoring: Labelled[] = entries.filter((_, index) => index % 2 === 1).flat()

export type Score = { precision: number; recall: number; labelled: number; found: number }

/** Precision and recall of one visitor type; 1 where nothing was found or labeled. */
export function scoreOf(
  type: VisitorType,
  sample: Labelled[],
  decide: (userAgent: string) => VisitorType,
): Score {
  const found = sample.filter(({ userAgent }) => decide(userAgent) === type)
  const labelled = sample.filter(({ label }) => label === type)
  const right = found.filter(({ label }) => label === type).length
  return {
    precision: found.length === 0 ? 1 : right / found.length,
    recall: labelled.length === 0 ? 1 : right / labelled.length,
    labelled: labelled.length,
    found: found.length,
  }
}
