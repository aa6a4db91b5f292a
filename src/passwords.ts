import { AppError } from './errors.ts'

export type Passwords = ReturnType<typeof createPasswords>

const rule = { algorithm: 'argon2id', memoryCost: 64 * 1024, timeCost: 2 } as const
/** Each hash takes 64 MB and one core. */
const atOnce = 2
const maxWaiting = 50

/** Hashes and verifies passwords, a few at a time, so that anonymous requests cannot exhaust the memory. */
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
      // The request that has waited longest is next.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password: string) => inTurn(() => argon.hash(normal(password), rule)),
    /**
     * Whether a password matches the stored hash. Takes equally long without a stored hash, so that the time does not
     * reveal accounts.
     */
    verify: (password: string, stored: string | null) =>
      inTurn(async () => {
        // Created at the first use, because creating it takes as long as a check.
        decoy ??= await argon.hash(crypto.randomUUID(), rule)
        const isSame = await argon.verify(normal(password), stored ?? decoy)
        return isSame && stored !== null
      }),
  }
}

/** Keyboards write é as one character or as two. */
const normal = (password: string) => password.normalize('NFKC')

const tooMany = () =>
  new AppError(503, 'Too many sign-in attempts right now. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
