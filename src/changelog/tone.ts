import { capitalize } from '../text/line.ts'

export type Tone = 'Conversational' | 'Professional' | 'Casual' | 'Formal'

export type Phrases = {
  /** `subject` is for example "Acme 1.2.0", `clauses` what it does: "adds exports and drops Node 18". */
  opening(subject: string, clauses: string): string
  breaking(clauses: string): string
  security(clauses: string): string
  area(area: string, clauses: string): string
  /** `turn` counts the sentences of this kind, so that no two begin alike. */
  also(clauses: string, turn: number): string
  fixes(clauses: string, turn: number): string
  speed(clauses: string): string
}

/** Tone changes only the wording: every tone has the same facts in the same order (rule 5). */
export const phrases: Record<Tone, Phrases> = {
  Conversational: {
    opening: (subject, clauses) => `Here is what is new in ${subject}: it ${clauses}.`,
    breaking: (clauses) => `Have a look before you upgrade: it ${clauses}.`,
    security: (clauses) => `To keep you safe, it ${clauses}.`,
    area: (area, clauses) => `In ${area}, it ${clauses}.`,
    also: (clauses, turn) =>
      `${turn === 0 ? 'You will also find that it' : 'On top of that, it'} ${clauses}.`,
    fixes: (clauses, turn) => `${turn === 0 ? 'And it' : 'It also'} ${clauses}.`,
    speed: (clauses) => `To save you time, it ${clauses}.`,
  },
  Professional: {
    opening: (subject, clauses) => `${capitalize(subject)} ${clauses}.`,
    breaking: (clauses) => `Review before upgrading: it ${clauses}.`,
    security: (clauses) => `On the security side, it ${clauses}.`,
    area: (area, clauses) => `In ${area}, it ${clauses}.`,
    also: (clauses, turn) => `${turn === 0 ? 'It also' : 'Beyond that, it'} ${clauses}.`,
    fixes: (clauses, turn) => `${turn === 0 ? 'For reliability, it' : 'It further'} ${clauses}.`,
    speed: (clauses) => `For speed, it ${clauses}.`,
  },
  Casual: {
    opening: (subject, clauses) => `${capitalize(subject)} is here with news: it ${clauses}.`,
    breaking: (clauses) => `Heads up before you upgrade: it ${clauses}.`,
    security: (clauses) => `Security first: it ${clauses}.`,
    area: (area, clauses) => `Over in ${area}, it ${clauses}.`,
    also: (clauses, turn) => `${turn === 0 ? 'It also' : 'More: it'} ${clauses}.`,
    fixes: (clauses, turn) => `${turn === 0 ? 'On the fixing side, it' : 'And it'} ${clauses}.`,
    speed: (clauses) => `Faster, too: it ${clauses}.`,
  },
  Formal: {
    opening: (subject, clauses) => `${capitalize(subject)} ${clauses}.`,
    breaking: (clauses) => `The following must be considered before upgrading: it ${clauses}.`,
    security: (clauses) => `With regard to security, it ${clauses}.`,
    area: (area, clauses) => `With regard to ${area}, it ${clauses}.`,
    also: (clauses, turn) => `${turn === 0 ? 'It further' : 'In addition, it'} ${clauses}.`,
    fixes: (clauses, turn) => `${turn === 0 ? 'With regard to reliability, it' : 'Moreover, it'} ${clauses}.`,
    speed: (clauses) => `With regard to performance, it ${clauses}.`,
  },
}

/** The readers of a changelog; `others` see no files, pull request numbers or shas. */
export type Audience = 'developers' | 'others'
