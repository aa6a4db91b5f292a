import { words } from '../features/writer-brief.ts'
import { startModels } from '../support/models.ts'
import type { Random } from './random.ts'

/** A call of the model: its purpose and the process that made it. */
export type Call = { number: number; step: 'write' | 'repair'; life: string }

const answers = {
  changelog: {
    good: { title: 'A calmer week', summary: words(40), highlights: [], titles: [] },
    bad: { title: 'A calmer week', summary: 'Short.', highlights: [], titles: [] },
    better: { summary: words(40) },
  },
  blog_post: {
    good: { title: 'Exports', markdown: words(450) },
    bad: { title: 'Exports', markdown: 'No.' },
    better: { title: 'Exports', markdown: words(450) },
  },
}

/** Runs with such a pull request number get a first answer that has to be asked for again. */
export const needsRepair = (number: number) => number % 3 === 0
/** The title that identifies a call: each run is about its own pull request. */
export const titleOf = (number: number) => `feat: let people export report ${number}`

/**
 * A slow model that records the caller and purpose of each call; `onCall` may read the database meanwhile.
 */
export function startWriter(random: Random, onCall: (call: Call) => void) {
  const calls: Call[] = []
  const waiting: (() => void)[] = []
  const waitingForCall: (() => void)[] = []
  const server = startModels(async ({ instructions, prompt, authorization }) => {
    const number = Number(/export report (\d+)/.exec(prompt)?.[1])
    const step = prompt.includes('Your previous answer cannot be used') ? 'repair' : 'write'
    const call: Call = { number, step, life: authorization ?? '' }
    calls.push(call)
    onCall(call)
    for (const resolve of waitingForCall.splice(0)) resolve()
    await Bun.sleep(random.between(0, 80))
    for (const tell of waiting.splice(0)) setImmediate(tell)
    const { good, bad, better } = answers[instructions.includes('blog post') ? 'blog_post' : 'changelog']
    if (step === 'repair') return better
    return needsRepair(number) ? bad : good
  })
  return {
    ...server,
    calls,
    /** Resolves when the next call has arrived, before it is answered. */
    called: () => new Promise<void>((resolve) => waitingForCall.push(resolve)),
    /** Resolves when the next call is being answered. */
    answered: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}
