import { capitalize, count } from '../text/line.ts'

export type Tone = 'Conversational' | 'Professional' | 'Casual' | 'Formal'

export type Phrases = {
  /** `subject` is for example "Acme 1.2.0", `changes` for example "six changes from two contributors". */
  opening(subject: string, changes: string): string
  breaking(number: number, clauses: string): string
  rest(counts: string): string
  omitted(counts: string): string
}

/** Tone changes wording only: each tells the same facts in the same order (rule 5). */
export const phrases: Record<Tone, Phrases> = {
  Conversational: {
    opening: (subject, changes) => `Here is what is new in ${subject}: ${changes}.`,
    breaking: (number, clauses) =>
      `${changesAre(number)} breaking, so have a look before you upgrade: it ${clauses}.`,
    rest: (counts) => `You will also find ${counts}.`,
    omitted: (counts) => `We left out the routine work: ${counts}.`,
  },
  Professional: {
    opening: (subject, changes) => `${capitalize(subject)} brings ${changes}.`,
    breaking: (number, clauses) =>
      `${changesAre(number)} breaking and should be reviewed before upgrading: it ${clauses}.`,
    rest: (counts) => `It also contains ${counts}.`,
    omitted: (counts) => `Routine work is left out: ${counts}.`,
  },
  Casual: {
    opening: (subject, changes) => `${capitalize(subject)} is here with ${changes}.`,
    breaking: (number, clauses) => `Heads up, ${changesAre(number).toLowerCase()} breaking: it ${clauses}.`,
    rest: (counts) => `There is more: ${counts}.`,
    omitted: (counts) => `We skipped the boring bits: ${counts}.`,
  },
  Formal: {
    opening: (subject, changes) => `${capitalize(subject)} comprises ${changes}.`,
    breaking: (number, clauses) =>
      `${changesAre(number)} incompatible with earlier versions and must be considered before upgrading: it ${clauses}.`,
    rest: (counts) => `It further contains ${counts}.`,
    omitted: (counts) => `Routine work is not described individually: ${counts}.`,
  },
}

function changesAre(number: number): string {
  return `${capitalize(count(number, 'change'))} ${number === 1 ? 'is' : 'are'}`
}

/** For whom a changelog is: others are spared files, numbers of pull requests and shas. */
export type Audience = 'developers' | 'others'
