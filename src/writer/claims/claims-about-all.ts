import type { Subject } from '../../mentions/subject.ts'
import { readCollective } from '../collective-claims.ts'
import { harmsObject } from '../problems.ts'
import type { Companies } from './companies.ts'
import type { FreeWords } from './free-words.ts'
import { type UnsupportedClaim, unsupported } from './model.ts'
import type { SourceTexts } from './source-texts.ts'
import type { SupportAbout } from './support-about.ts'

/** Finds claims about competitors as a whole: the others, both, no other tool. */
export function createCollectiveClaims(
  { support, isOwnNamed, withBrandSign }: Companies,
  { collective }: SourceTexts,
  { neutral, category }: FreeWords,
  { isSupported }: SupportAbout,
) {
  return (statement: string, named: Subject[], listed: Subject[], isFirst: boolean): UnsupportedClaim[] => {
    const about = readCollective(withBrandSign(statement), category)
    if (about === null || named.length > 0) return []
    if (about === 'listed') {
      const [first, second] = listed
      if (!first || !second || listed.every((each) => isSupported(statement, [each], false))) return []
      return [unsupported(statement, `${first.name} and ${second.name}`)]
    }
    const hasReferent = listed.length > 0 || isOwnNamed(statement) || (isFirst && harmsObject(statement))
    if (about === 'remaining' && !hasReferent) return []
    const isSaid = collective.length > 0 && support.isSupported(statement, collective, neutral)
    return isSaid ? [] : [unsupported(statement, 'the competitors')]
  }
}
