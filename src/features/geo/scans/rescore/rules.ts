import { type Matcher, matcherVersion } from '../../../../mentions/matcher.ts'
import { isOwned, namedIn } from '../facts/rules.ts'
import { isTracked } from '../judge/rules.ts'
import type { StoredAnswer } from './model.ts'

/** What a stored answer says by the names of today, in the judge's light; null where nothing has changed. */
export async function rescoreAnswer(stored: StoredAnswer, matcher: Matcher, hosts: string[]) {
  const { id: _id, answer, cited, matches: before, decided, ...facts } = stored
  const matches = await matcher.findInSlices(answer)
  const named = namedIn(matches, decided)
  const after = {
    ...facts,
    ...named,
    ownedSourceCited: isOwned(cited, hosts),
    position: named.mentioned ? facts.position : null,
    sentiment: named.mentioned ? facts.sentiment : null,
    discovered: facts.discovered.filter((name) => !isTracked(name, matcher)),
    matcherVersion,
  }
  const isSame =
    JSON.stringify(after) === JSON.stringify(facts) && JSON.stringify(matches) === JSON.stringify(before)
  return isSame ? null : { facts: after, matches }
}
