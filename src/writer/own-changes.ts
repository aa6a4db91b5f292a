import { brandSign } from './company-names.ts'
import { loadedWordsIn } from './loaded-words.ts'

/**
 * Whether a sentence says what the brand's product does, or no longer does, where a company is involved: "Exports to Slack
 * no longer fail". The brand is written as its sign. What it says of the company itself is only that it fails or is slow.
 */
export function isOwnChange(sentence: string, company: string): boolean {
  if (compares.test(sentence) || loadedWordsIn(sentence).some((word) => !technical.test(word))) return false
  const places = [
    ...sentence.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(company)}(?![\\p{L}\\p{N}])`, 'giu')),
  ].map(({ index }) => [sentence.slice(0, index), sentence.slice(index + company.length)] as const)
  return (
    places.length > 0 &&
    places.every(
      ([before, after]) =>
        !continues.test(after) &&
        ((isCircumstance.test(before) && (saysChange.test(sentence) || hasBrandAsSubject(before, after))) ||
          (determined.test(before) && isPart.test(after)) ||
          (isPart.test(after) && saysChange.test(after))),
    )
  )
}

/** The brand acts before the company is named, or after the condition that names it. */
const hasBrandAsSubject = (before: string, after: string) =>
  before.trimStart().startsWith(brandSign) || new RegExp(`,\\s+${brandSign}\\s`, 'u').test(after)

/** Failures that any product may have, for which nobody is blamed. */
const technical =
  /^(?:crash|outage|downtime|slow|broken$|breaks?$|fail|go(?:es)? down|shut|collaps|discontinued|los(?:es?|ing|t) )/iu

const compares =
  /(?<!\p{L})(?:than|unlike|better|worse|whereas|because|compared|contrary|always|everybody|nobody|users|customers|teams) (?!to\s)/iu

/** A clause about the company itself. */
const continues = /^,?\s(?:which|who|whose|that|and its|and their)(?!\p{L})/iu

const isCircumstance =
  /(?<!\p{L})(?:when(?:ever)?|while|if|once|until|to|from|of|with|for|via|through|on|in|into|by|wenn|falls|sobald|zu|von|mit|nach|aus|si|quand|vers|depuis|avec|de|cuando|a|desde|con)\s(?:(?:the|a|an|your|our)\s)?(?:\p{Ll}+\s){0,1}$/iu
const determined = /(?<!\p{L})(?:the|our|your|die|unsere|la|l['’]|notre|nuestra)\s(?:\p{Ll}+\s){0,1}$/iu
const isPart =
  /^(?:['’]s)?\s(?:integration|connection|connector|export|import|sync|upload|download|webhook|plugin|app|bot|server|client|login|sign-in|token|channel|message|file|page|issue|request|backup)s?(?!\p{L})/iu
const saysChange =
  /(?<!\p{L})(?:no longer|not [^.]{0,40}any ?more|instead of|(?:is|are|gets?) (?:now )?(?:tried|sent|posted|started|repeated|uploaded) again|(?:is|are) (?:now )?(?:retried|fixed|repeated|handled|resumed|kept)|now (?:retr(?:y|ies)|waits?|resumes?|recovers?|survives?|continues?|pass(?:es)?|works?)|survives?|nicht mehr|ne [^.]{1,40} plus|ya no)(?!\p{L})/iu
