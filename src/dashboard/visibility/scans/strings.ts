import type { ReactNode } from 'react'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const preflight = {
  runAScan: 'Run a scan',
  runScan: 'Run scan',
  starting: 'Starting',
  prompts: 'Prompts',
  promptsAndConversations: (prompts: number, conversations: number) =>
    `${prompts}${conversations > 0 ? ` and ${count(conversations, 'conversation')}` : ''}`,
  engines: 'Engines',
  noEngineAvailable: 'No engine available',
  languages: 'Languages',
  answers: 'Answers',
  answersAndSearches: (answers: number, searches: number) =>
    `${answers.toLocaleString()}${searches > 0 ? `, with about ${count(searches, 'web search', 'web searches')}` : ''}`,
  lastScan: 'Last scan',
  none: 'None',
  notIncluded: 'Not included:',
  noEngine: 'No engine is ready, so no scan can run:',
  limited: (next: ReactNode) => rich`Too many scans were started. You can start the next one at ${next}.`,
  pages: 'A page without an AI answer costs the same but does not count.',
  large: 'This is a large scan. Use fewer prompts or engines to make it smaller.',
}

export const price = {
  underOneCent: 'Under $0.01',
  about: (price: string) => `About ${price}`,
  from: (price: string, basis: string) =>
    `${price}, from ${basis === 'recorded' ? 'past scans' : 'list prices'}`,
}

export const progress = {
  scan: 'Scan',
  scanRunning: 'Scan running',
  ofAnswers: (saved: number, planned: number, failed: number) =>
    `${saved.toLocaleString()} of ${count(planned, 'answer')}${failed > 0 ? `, ${failed.toLocaleString()} failed` : ''}`,
  answers: 'answers',
  received: 'received',
  failed: 'failed',
  pending: 'pending',
  scanFailed: (time: ReactNode) => rich`The scan of ${time} failed.`,
  answersFailed: (time: ReactNode, failed: number, planned: number) =>
    rich`In the scan of ${time}, ${failed.toLocaleString()} of ${count(planned, 'answer')} failed.`,
  leftOut: (time: ReactNode, skipped: string) => rich`The scan of ${time} left out ${skipped}.`,
  why: 'Why',
  failedReason: (engine: ReactNode, answers: number, reason: string) =>
    rich`${engine}: ${answers.toLocaleString()} failed. ${reason}`,
  wasLeftOut: (name: ReactNode, reason: string) => rich`${name} was left out. ${reason}`,
}

export const retry = {
  starting: 'Starting',
  retryFailedAnswers: 'Retry failed answers',
}

export const runScan = {
  scanning: (saved: number, planned: number) =>
    `Scanning ${saved.toLocaleString()} of ${planned.toLocaleString()}`,
  runScan: 'Run scan',
}
