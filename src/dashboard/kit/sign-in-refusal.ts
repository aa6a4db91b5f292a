import { Problem } from './problem.ts'

const counts = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Why a sign-in failed, and how many attempts are left. */
export function refusalOf(error: Error): string {
  if (!(error instanceof Problem)) return error.message
  const { remaining } = error.body
  const count = typeof remaining === 'number' ? counts[remaining] : undefined
  if (!count) return error.message
  return `${error.message}. ${count} ${remaining === 1 ? 'attempt' : 'attempts'} left.`
}
