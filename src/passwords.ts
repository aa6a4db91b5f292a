import { AppError } from './errors.ts'

export type Passwords = ReturnType<typeof createPasswords>

const rule = { algorithm: 'argon2id', memoryCost: 64 * 1024, timeCost: 2 } as const
/** Each takes 64 MB and a processor while it lasts. */
const atOnce = 2
const maxWaiting = 50

/** Hashes passwords and compares them, a few at once: what strangers send takes no more memory than that. */
export function createPasswords(argon: Pick<typeof Bun.password, 'hash' | 'verify'> = Bun.password) {
  const waiting: (() => void)[] = []
  let running = 0
  let decoy: string | undefined

  async function inTurn<T>(act: () => Promise<T>): Promise<T> {
    if (running === atOnce) {
      if (waiting.length === maxWaiting) throw tooMany()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await act()
    } finally {
      // Whoever waits longest takes over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password: string) => inTurn(() => argon.hash(normal(password), rule)),
    /** Whether a password is the one that was hashed; where there is none, that is found out just as slowly. */
    verify: (password: string, stored: string | null) =>
      inTurn(async () => {
        // At the first use: it takes as long as any other.
        decoy ??= await argon.hash(crypto.randomUUID(), rule)
        const isSame = await argon.verify(normal(password), stored ?? decoy)
        return isSame && stored !== null
      }),
  }
}

/** One keyboard writes é as one character, another as two. */
const normal = (password: string) => password.normalize('NFKC')

const tooMany = () =>
  new AppError(503, 'Too many people are signing in at once. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
