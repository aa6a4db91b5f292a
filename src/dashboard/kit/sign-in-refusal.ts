import { Problem } from './problem.ts'
import * as strings from './strings.ts'

/** Why a sign-in failed, and how many attempts are left. */
export function refusalOf(error: Error): string {
  if (!(error instanceof Problem)) return error.message
  const { remaining } = error.body
  if (typeof remaining !== 'number') return error.message
  return strings.signInRefusal.attemptsLeft(error.message, remaining)
}
