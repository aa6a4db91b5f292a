import { join } from 'node:path'
import { createMatcher } from '../../src/mentions/matcher.ts'
import {
  asciiWords,
  type Labelled,
  matcher,
  readLabelled,
  type Score,
  scoreMethod,
  substring,
} from '../visibility/mentions/score.ts'
import type { Row } from './benchmark.ts'
import { makeAnswers, subjects } from './mentions-answers.ts'
import { milliseconds } from './support/format.ts'
import { takeTurns } from './support/rounds.ts'

const folder = join(import.meta.dir, '../visibility/mentions')
const rounds = 9

/** Brand detection in answers: its accuracy on the labeled sets and on a given file, and its speed. */
export async function mentions(): Promise<Row[]> {
  const own = process.env.MENTIONS_FILE
  const sets: [string, string][] = [
    ['rules were made on', join(folder, 'train.jsonl')],
    ['only scored', join(folder, 'scored.jsonl')],
    ...(own ? [[own, own] satisfies [string, string]] : []),
  ]
  const rows: Row[] = []
  for (const [name, path] of sets) {
    const labelled = await readLabelled(path)
    if (path === own) listWrong(labelled)
    rows.push(...rowsOf(`${labelled.length} answers (${name})`, labelled))
  }
  return [...rows, await measureSpeed()]
}

function rowsOf(name: string, labelled: Labelled[]): Row[] {
  return [false, true].map((withOrdinary) => {
    const [ours, ...theirs] = [matcher, substring, asciiWords].map((method) =>
      scoreMethod(method, labelled, { withOrdinary }),
    ) as [Score, Score, Score]
    const { precision, recall, unsure } = ours
    return {
      what: `mentions in ${name}, ${withOrdinary ? 'all names' : 'names that are no words'}: precision, recall`,
      reached: `${ratesOf(ours)}, ${(unsure * 100).toFixed(1)} % unsure`,
      baseline: `substring ${ratesOf(theirs[0])}, ASCII words ${ratesOf(theirs[1])}`,
      ...(withOrdinary
        ? { aim: 'under 10 % unsure', met: unsure < 0.1 }
        : { aim: '0.95 each', met: Math.min(precision, recall) >= 0.95 }),
    }
  })
}

function ratesOf({ precision, recall }: Score): string {
  return `${precision.toFixed(3)}, ${recall.toFixed(3)}`
}

function listWrong(labelled: Labelled[]): void {
  for (const { labelled: each, key, isNamed } of scoreMethod(matcher, labelled).wrong)
    console.error(`${isNamed ? 'missed' : 'extra'} ${key} (${each.language}, ${each.kind}): ${each.answer}`)
}

/** A single pattern of all names reads the same answers: its results differ, but it is the usual approach. */
async function measureSpeed(): Promise<Row> {
  const answers = makeAnswers(1_000)
  const { find } = createMatcher(subjects)
  const pattern = new RegExp(
    subjects.map(({ name }) => `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`).join('|'),
    'giu',
  )
  const count = (read: (answer: string) => number) => answers.reduce((sum, answer) => sum + read(answer), 0)
  const { ours, theirs } = await takeTurns(rounds, {
    ours: () => timed(() => count((answer) => find(answer).length)),
    theirs: () => timed(() => count((answer) => answer.match(pattern)?.length ?? 0)),
  })
  return {
    what: '1,000 answers of 600 words against 50 terms',
    reached: milliseconds(ours),
    baseline: `one regular expression ${milliseconds(theirs)}`,
    ratio: ours / theirs,
    aim: 'under 60 ms',
    met: ours < 60,
  }
}

function timed(act: () => unknown): number {
  const started = performance.now()
  act()
  return performance.now() - started
}
