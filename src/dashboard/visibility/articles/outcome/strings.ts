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
  note: 'Mention rate for its prompt',
  gapClosed: 'Gap closed',
  runScan: 'run a scan',
  noScanSince: (link: ReactNode) =>
    rich`No scan has run since the post was published. If it is still a draft, publish it. Give engines time to read it, then ${link}.`,
  prompts: 'Prompts',
  noPrompt: (link: ReactNode) =>
    rich`The effect cannot be measured: the article was not planned for a tracked prompt. Add the prompt under ${link}.`,
}

const after = (rates: string | null) => (rates === null ? '' : `${rates}. `)

export const words = {
  rose: 'Rose',
  fell: 'Fell',
  noRealChange: 'No real change',
  modelChanged: 'Model changed',
  cannotBeMeasured: 'Cannot be measured',
  notEnoughData: 'Not enough data',
  rates: (from: string, to: string) => `${from} of answers named you before, ${to} after`,
  rise: (rates: string) => `${rates}. The change is statistically significant.`,
  fall: (rates: string) => `${rates}. You are named less often, and the change is statistically significant.`,
  withinError: (rates: string) => `${rates}. The difference is within the margin of error.`,
  otherModels: 'The engines use other models than before, so the two periods cannot be compared.',
  tooFewScans: 'Too few scans ran before this article was published.',
  notEnoughYet: (rates: string | null, scansNeeded: number) =>
    `${after(rates)}Not enough data yet.${scansNeeded > 0 ? ` ${count(scansNeeded, 'more scan')} needed.` : ''}`,
}
