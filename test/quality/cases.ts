import type { Activity } from '../../src/changelog/activity.ts'
import type { Category } from '../../src/changelog/category.ts'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import type { LedgerEntry } from '../../src/changelog/ledger.ts'

export type Case = {
  habit: string
  message: string
  paths: string[]
  category: Category
  isTold: boolean
  isBreaking: boolean
  area: string | null
}

const letters: Record<string, Category> = {
  S: 'Security',
  F: 'Features & Enhancements',
  B: 'Bug Fixes',
  P: 'Performance Improvements',
  N: 'Infrastructure',
  I: 'Internal Changes',
  T: 'Testing',
  D: 'Documentation',
}

/** Reads the labeled changes; the line format is described at the top of the file. */
export async function readCases(path: string): Promise<Case[]> {
  const cases: Case[] = []
  let habit = ''
  for (const line of (await Bun.file(path).text()).split('\n')) {
    if (line.startsWith('## ')) habit = line.slice(3)
    const [, letter = '', sign, mark, rest = ''] = /^([SFBPNITD])([+-])(!?) \| (.+)$/.exec(line) ?? []
    const category = letters[letter]
    if (!category) continue
    const [area = '', message = '', paths = ''] = rest.split(' | ')
    cases.push({
      habit,
      message: message.replaceAll('\\n', '\n'),
      paths: paths.trim().split(/\s+/),
      category,
      isTold: sign === '+',
      isBreaking: mark === '!',
      area: area === '.' ? null : area,
    })
  }
  return cases
}

/** The engine's classification of one change alone, in a minor version. */
export function judge({ message, paths }: Case): LedgerEntry {
  const activity: Activity = {
    repository: { owner: 'acme', name: 'app', url: 'https://github.com/acme/app' },
    from: 'v1.1.0',
    to: 'v1.2.0',
    commits: [
      {
        sha: 'a'.repeat(40),
        message,
        authorName: 'Ana',
        authorLogin: 'ana',
        authoredAt: new Date('2026-11-02T10:00:00Z'),
        url: null,
        parents: [],
        paths,
      },
    ],
    pullRequests: [],
    releases: [],
  }
  const [entry] = writeChangelog(activity).ledger
  if (!entry) throw new Error('A commit has an entry.')
  return entry
}

export type Score = { right: number; of: number }

export type Verdicts = {
  category: Score
  placement: Score
  area: Score
  breakingRecall: Score
  breakingPrecision: Score
  securityRecall: Score
  /** Agreement on category and placement, by commit style. */
  habits: Map<string, { category: Score; placement: Score }>
  mistakes: string[]
}

/** Compares the engine's verdicts with the editor's. */
export function scoreCases(cases: Case[]): Verdicts {
  const score = (): Score => ({ right: 0, of: 0 })
  const verdicts: Verdicts = {
    category: score(),
    placement: score(),
    area: score(),
    breakingRecall: score(),
    breakingPrecision: score(),
    securityRecall: score(),
    habits: new Map(),
    mistakes: [],
  }
  for (const each of cases) {
    const entry = judge(each)
    const isTold = entry.placement !== 'omitted'
    const habit = verdicts.habits.get(each.habit) ?? { category: score(), placement: score() }
    verdicts.habits.set(each.habit, habit)
    for (const sum of [verdicts.category, habit.category]) add(sum, entry.category === each.category)
    for (const sum of [verdicts.placement, habit.placement]) add(sum, isTold === each.isTold)
    if (each.isTold) add(verdicts.area, entry.area === each.area)
    if (each.isBreaking) add(verdicts.breakingRecall, entry.breaking)
    if (entry.breaking) add(verdicts.breakingPrecision, each.isBreaking)
    if (each.category === 'Security') add(verdicts.securityRecall, entry.category === 'Security' && isTold)
    const wrong = [
      entry.category !== each.category && `${each.category} taken for ${entry.category}`,
      isTold !== each.isTold && (isTold ? 'told' : `left out: ${entry.reason}`),
      entry.breaking !== each.isBreaking && (entry.breaking ? 'taken for breaking' : 'not breaking'),
      each.isTold && entry.area !== each.area && `area ${entry.area} for ${each.area}`,
    ].filter(Boolean)
    if (wrong.length > 0) verdicts.mistakes.push(`${each.message.split('\n')[0]}: ${wrong.join('; ')}`)
  }
  return verdicts
}

function add(score: Score, isRight: boolean) {
  score.of++
  if (isRight) score.right++
}

export function shareOf({ right, of }: Score): number {
  return of === 0 ? 1 : right / of
}
