import { opportunityOf } from '../../../statistics/opportunity.ts'
import { isMentioned, namesIn } from '../scans/tallies/rules.ts'
import { type Brands, brandsIn } from '../visibility/brands/rules.ts'
import { compareText, type Latest } from '../visibility/latest/rules.ts'
import { countCells, type Survey, sumUpQuestion } from '../visibility/survey/rules.ts'

/** How many answers are considered at most (spec: Gap computation rules, 1). */
const mostChecks = 400

/** The answers that are considered, of prompts that are still asked. */
export function consider(latest: Latest[], isAsked: (promptId: string) => boolean) {
  const asked = latest.filter(({ promptId }) => isAsked(promptId))
  return { considered: asked.slice(0, mostChecks), truncated: asked.length > mostChecks }
}

/**
 * The prompts for which the brand is missing from at least half of the engines that answered, the best opportunity first
 * (spec: Gap computation rules, 2 to 5).
 */
export function findGaps(considered: Latest[], survey: Survey, brands: Brands) {
  const counts = countCells(survey, survey.rows)
  const gaps = [...Map.groupBy(considered, ({ promptId }) => promptId)].flatMap(([promptId, answers]) => {
    const [mentioned, missing] = [answers.filter(namesBrand), answers.filter((each) => !namesBrand(each))]
    if (missing.length * 2 < answers.length) return []
    const ownMentionRate = mentioned.length / answers.length
    const named = countBrands(answers, brands)
    const opportunity = (1 - ownMentionRate) * named.tracked.length * answers.length
    const { rate, n, interval } = sumUpQuestion(survey, counts, answers[0]?.question ?? 0)
    return [
      {
        promptId,
        answers,
        engines: missing.map(({ engine }) => engine),
        mentionedEngines: mentioned.map(({ engine }) => engine),
        competitors: named.tracked.map((id) => brands.byId.get(id)?.name ?? id),
        discoveredCompetitors: named.discovered,
        ownMentionRate,
        engineCoverage: answers.length,
        opportunity,
        ...opportunityOf({ rate, n, interval }, named.tracked.length, answers.length),
        n,
        interval,
      },
    ]
  })
  return gaps.sort(
    (a, b) =>
      b.opportunity - a.opportunity ||
      a.ownMentionRate - b.ownMentionRate ||
      compareText(toPromptId(a.promptId), toPromptId(b.promptId)),
  )
}

const namesBrand = ({ tally, answer }: Latest) => isMentioned(tally, answer)

/** The brands that some answers name: those that most of them do first. */
function countBrands(answers: Latest[], brands: Brands) {
  const named = answers.map(({ tally, answer }) => brandsIn(brands, namesIn(tally, answer)))
  return {
    tracked: byCount(named.flatMap(({ tracked }) => tracked)),
    discovered: byCount(named.flatMap(({ discovered }) => discovered)),
  }
}

function byCount(names: string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, one], [b, other]) => other - one || compareText(a, b)).map(([name]) => name)
}

const customPrefix = 'custom-'

/** The id of a prompt by that under which its answers are stored (contract geo 2). */
export const toPromptId = (stored: string) =>
  stored.startsWith(customPrefix) ? stored.slice(customPrefix.length) : stored

export const isCustom = (stored: string) => stored.startsWith(customPrefix)
