import { brandSign } from './company-names.ts'
import { loadedWordsIn } from './loaded-words.ts'

/**
 * Whether a sentence says what the brand's product does, or no longer does, where a company is involved: "Exports to Slack
 * no longer fail". A placeholder stands for the brand. The company itself may only be reported to fail or to be slow.
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
        ((isCircumstance.test(before) && (saysChange.test(sentence) || isDoneByBrand(before, after))) ||
          (isOwnPart.test(after) && (determined.test(before) || isDoneByBrand(before, after))) ||
          (isOwnPart.test(after) && saysChange.test(after)) ||
          (determined.test(before) && isApp.test(after) && saysChange.test(after)) ||
          stopsNothing.test(after)),
    )
  )
}

/** The brand acts before the company is named, or after the condition that names it. */
const isDoneByBrand = (before: string, after: string) => opens.test(before) || follows.test(after)
const opens = new RegExp(
  `^\\P{L}*(?:${brandSign}|(?:(?:we|fix(?:e[sd])?|retr(?:y|ies|ied)|repair(?:s|ed)?|handles?|resolve[sd]?|wir|nous)(?!\\p{L})))`,
  'iu',
)
const follows = new RegExp(`,\\s+(?:${brandSign}|(?:we|your \\p{Ll}+|wir|nous)(?!\\p{L}))`, 'iu')

/** Technical failures that any product can have. They blame nobody. */
const technical =
  /^(?:crash|outage|downtime|slow|broken$|breaks?$|fail|go(?:es)? down|shut|collaps|discontinued|los(?:es?|ing|t) )/iu

const compares =
  /(?<!\p{L})(?:than|unlike|better|worse|whereas|because|compared|contrary|always|everybody|nobody|users|customers|teams|fails? (?:you|us|its|their|every)) (?!to\s)/iu

/** A clause about the company itself. */
const continues = /^(?:,?\s(?:which|who|whose|that|and its|and their)|,\s(?:an?|the))(?!\p{L})/iu

const isCircumstance =
  /(?<!\p{L})(?:when(?:ever)?|while|if|once|until|to|from|of|during|with|for|via|through|on|in|into|by|wenn|falls|sobald|zu|von|mit|nach|aus|si|quand|vers|depuis|avec|de|cuando|a|desde|con)\s(?:(?:the|a|an|your|our)\s)?(?:\p{Ll}+\s){0,1}$/iu
const determined = /(?<!\p{L})(?:the|our|your|die|unsere|la|l['’]|notre|nuestra)\s(?:\p{Ll}+\s){0,1}$/iu
const isOwnPart =
  /^\s(?:integration|connection|connector|export|import|sync|upload|download|webhook|plugin|login|sign-in|backup)s?(?!\p{L})/iu
/** What may be the brand's for the company or the company's own. */
const isApp = /^\s(?:app|bot|client)(?!\p{L})/iu
/** "Slack outages no longer stop your exports." */
const stopsNothing =
  /^(?:['’]s)?\s(?:servers?|outages?|downtimes?|failures?|errors?|timeouts?|limits|apis?)\s(?:no longer|do(?:es)? not) \p{Ll}+ (?:your|our|the)\s/iu
const saysChange =
  /(?<!\p{L})(?:no longer(?! (?:fits?|works?|suits?|serves?)(?!\p{L}))|not [^.]{0,40}any ?more|instead of|(?:is|are|gets?) (?:now )?(?:tried|sent|posted|started|repeated|uploaded) again|(?:is|are) (?:now )?(?:retried|fixed|repeated|handled|resumed|kept)|now (?:retr(?:y|ies)|waits?|resumes?|recovers?|survives?|continues?|pass(?:es)?|works?)|survives?|continues? after|keeps? (?:working|running)|(?:is|are) gone|nicht mehr|ne [^.]{1,40} plus|ya no)(?!\p{L})/iu
