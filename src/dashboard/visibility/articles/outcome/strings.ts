import type { ReactNode } from 'react'
import { count } from '../../../kit/english.ts'
import { rich } from '../../../kit/rich.ts'

export const beforeAfter = {
  before: 'Before',
  after: 'After',
  answers: (n: number) => count(n, 'answer'),
}

export const outcomePanel = {
  outcome: 'Outcome',
  note: (prompts: number) => `Mention rate for its ${prompts === 1 ? 'prompt' : count(prompts, 'prompt')}`,
  gapClosed: 'Gap closed',
  runScan: 'run a scan',
  noScanSince: (link: ReactNode) =>
    rich`No scan has run since the article was published. Publish its post if it is a draft, then ${link}.`,
  prompts: 'Prompts',
  noPrompt: (link: ReactNode) =>
    rich`The effect cannot be measured: the article was not planned for a tracked prompt. Add the prompt under ${link}.`,
}

const points = (size: number) => count(size, 'point')

export const words = {
  rose: 'Rose',
  fell: 'Fell',
  noVisibleEffect: 'No visible effect',
  cannotBeMeasured: 'Effect unknown',
  notEnoughData: 'Not enough data',
  rates: (from: string, to: string) => `${from} of answers named you before, ${to} after.`,
  moved: (size: number, low: number, high: number, controls: number) =>
    `${size > 0 ? 'Up' : 'Down'} ${points(Math.abs(size))} compared with ${count(controls, 'similar prompt')} without an article (likely range: ${low} to ${high}).`,
  nothingBeyondChance: (rise: number | null, controls: number) =>
    `The difference from ${count(controls, 'similar prompt')} without an article could be chance.${rise === null ? '' : ` A rise of ${points(rise)} or more would probably be visible.`}`,
  notVisibleYet: (rise: number) => `Too early. The first reading can show a rise of ${points(rise)} or more.`,
  nextReading: (nextLook: number, scans: number) =>
    `${scans === 0 ? 'First reading' : 'Next reading'} in ${count(nextLook, 'scan')}.`,
  tooFewScans: 'Fewer than 10 scans ran before this article was published.',
  tooFewPrompts: (controls: number) =>
    `To separate the effect from other changes, 8 other prompts without an article are needed; there ${controls === 1 ? 'is' : 'are'} ${controls}.`,
}

export const forecast = {
  scansEvery: (days: number) =>
    days === 1 ? 'daily scans' : days === 7 ? 'weekly scans' : `scans every ${days} days`,
  visibleAfter: (scans: string, prompts: number, engines: number, rise: number, weeks: number) =>
    `With ${scans} of ${count(prompts, 'prompt')} and ${count(engines, 'engine')}, a rise of ${points(rise)} would be visible about ${count(weeks, 'week')} after publication.`,
  withMorePrompts: (prompts: number, rise: number) =>
    `If the article answered ${count(prompts, 'prompt')}, a rise of ${points(rise)} would be visible after the same time.`,
  notMeasurable:
    'To measure the effect of the article, Herald compares its prompts with 8 others that have no article, over at least 10 scans before it is published. Add prompts, or remove some from this article, until there are 8.',
}
