export type Tone = 'Conversational' | 'Professional' | 'Casual' | 'Formal'

export type Phrases = {
  /** `subject` is for example "Acme 1.2.0", `clauses` what it does: "adds exports and drops Node 18". */
  opening(subject: string, clauses: string): string
  /** Continues the opening. */
  more(clauses: string): string
  breaking(clauses: string): string
  security(clauses: string): string
  /** `counts` is for example "1 enhancement and 40 bug fixes". */
  total(counts: string): string
}

/** A subject at the start of a sentence; names keep their spelling. */
export const atStart = (subject: string) =>
  subject.replace(/^(?=this |version )./, (letter) => letter.toUpperCase())

/** "this update" would be known already where its arrival is announced. */
const announced = (subject: string) => atStart(subject).replace(/^This update\b/, 'A new update')

/** Tone changes only the wording: every tone has the same facts in the same order (rule 5). */
export const phrases: Record<Tone, Phrases> = {
  Conversational: {
    opening: (subject, clauses) => `${announced(subject)} is here: it ${clauses}.`,
    more: (clauses) => `It also ${clauses}.`,
    breaking: (clauses) => `Check this before you upgrade: it ${clauses}.`,
    security: (clauses) => `To keep you safe, it ${clauses}.`,
    total: (counts) => `In all: ${counts}.`,
  },
  Professional: {
    opening: (subject, clauses) => `${atStart(subject)} ${clauses}.`,
    more: (clauses) => `It also ${clauses}.`,
    breaking: (clauses) => `Review before upgrading: it ${clauses}.`,
    security: (clauses) => `On the security side, it ${clauses}.`,
    total: (counts) => `In total: ${counts}.`,
  },
  Casual: {
    opening: (subject, clauses) => `${announced(subject)} just landed: it ${clauses}.`,
    more: (clauses) => `It also ${clauses}.`,
    breaking: (clauses) => `Heads up before you upgrade: it ${clauses}.`,
    security: (clauses) => `Security first: it ${clauses}.`,
    total: (counts) => `All in all: ${counts}.`,
  },
  Formal: {
    opening: (subject, clauses) => `${atStart(subject)} ${clauses}.`,
    more: (clauses) => `In addition, it ${clauses}.`,
    breaking: (clauses) => `Please note before upgrading: it ${clauses}.`,
    security: (clauses) => `With regard to security, it ${clauses}.`,
    total: (counts) => `In total: ${counts}.`,
  },
}

/** The readers of a changelog; `others` see no files, pull request numbers or shas. */
export type Audience = 'developers' | 'others'
