import type { Subject } from '../../mentions/subject.ts'
import { createClaimCheck } from '../../writer/claims-about-others.ts'
import type { OutputType } from '../../writer/content-types.ts'
import type { Evidence } from '../../writer/evidence.ts'
import type { Instructions } from '../../writer/voice.ts'

/** The brand, its competitors, and the changes that support what a post says about others. */
export type PostClaims = { own: Subject; others: Subject[]; sources: string[] }

/**
 * What a post is checked against, without the facts of its brand. It is stored as JSON with posts that have
 * faults.
 */
export type PostBasis = {
  contentType: Exclude<OutputType, 'image'>
  instructions: Instructions
  /** The activity in the form that the model read. */
  activity: string
  /** Other known facts: the brand's description of itself, and the year. */
  known: string
  language: string
  claims: PostClaims
  /** The addresses that the post can link to. */
  links: string[]
  /** Numbers of the pull requests in the activity. */
  numbers: number[]
  /** Names of tags, which titles may not contain. */
  tags: string[]
  /** The number of changes in the model's input. */
  changes: number
}

/** The rules and sources for checking a post. */
export type PostStandard = Evidence & {
  language: string
  links: ReadonlySet<string>
  numbers: ReadonlySet<number>
  tags: string[]
  changes: number
}

/** Returns the standard of a post, with the facts of its brand as sources. */
export function standardOf(basis: PostBasis, facts: string[]): PostStandard {
  const { instructions, activity, language, claims, links, numbers, tags, changes } = basis
  const known = [basis.known, ...facts].join('\n')
  return {
    ...{ ...instructions, data: activity, known },
    ...{ language, tags, changes, links: new Set(links), numbers: new Set(numbers) },
    claims: createClaimCheck({
      own: claims.own,
      others: claims.others,
      sources: claims.sources.filter(Boolean),
      ownSources: [known].filter(Boolean),
      topic: '',
      language,
      describesOwnWork: true,
    }),
  }
}
