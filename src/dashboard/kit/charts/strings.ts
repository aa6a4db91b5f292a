import { count } from '../english.ts'

export const meter = {
  outOfFive: (label: string, level: number) => `${label} ${level} of 5`,
}

export const plot = {
  noScans: 'no scans',
}

export const chartFrame = {
  keyboardHint: 'Chart, use arrow keys to move by day',
  hideTable: 'Hide table',
  showAsTable: 'Show as table',
}

export const rateChart = {
  label: (what: string, from: string, to: string) =>
    `${what} by day with its likely range, ${from} to ${to}.`,
  likelyRange: 'Shaded: likely range',
  answers: (answers: number) => count(answers, 'answer'),
  noScans: (day: string) => `${day}: no scans`,
}

export const dayBars = {
  label: (what: string, from: string, to: string) => `${what} by day, ${from} to ${to}.`,
}

export const rateTable = {
  dayColumn: 'Day',
  answersColumn: 'Answers',
}

export const span = {
  noAnswers: 'No answers',
}
