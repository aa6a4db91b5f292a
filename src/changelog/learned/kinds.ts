import { featuresOf } from './features.ts'
import weights from './weights.json'

/** Kinds of work, those for users first, in the order of the columns in the table. */
export const kinds = ['feature', 'fix', 'perf', 'internal', 'docs', 'infra', 'test'] as const
export type Kind = (typeof kinds)[number]

export type Guess = { kind: Kind; chances: Record<Kind, number>; forUsers: number }

const table = new Map(Object.entries(weights as Record<string, number[]>))
const scale = 20

/** The probable type of a commit with this title and these files, learned from other repositories. */
export function guessKind(title: string, paths: string[]): Guess {
  const rows = ['bias', ...featuresOf(title, paths)].flatMap((feature) => {
    const row = table.get(feature)
    return row ? [row] : []
  })
  const scores = kinds.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / scale)
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const chances = Object.fromEntries(
    kinds.map((kind, at) => [kind, (powers[at] ?? 0) / total]),
  ) as Guess['chances']
  return {
    kind: kinds[scores.indexOf(top)] as Kind,
    chances,
    forUsers: chances.feature + chances.fix + chances.perf,
  }
}
