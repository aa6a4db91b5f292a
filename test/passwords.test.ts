import { expect, test } from 'bun:test'
import { createPasswords } from '../src/passwords.ts'

/** A replacement for argon2 that finishes on request; `asked` lists its calls in order. */
function slowArgon() {
  const asked: string[] = []
  const unfinished: (() => void)[] = []
  let running = 0
  let most = 0
  async function work<T>(what: string, result: T): Promise<T> {
    asked.push(what)
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => unfinished.push(resolve))
    running -= 1
    return result
  }
  return {
    asked,
    most: () => most,
    async finishAll() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (unfinished.length === 0) return
        for (const finish of unfinished.splice(0)) finish()
      }
    },
    hash: (password: Bun.StringOrBuffer) => work(`hash ${password}`, `hash of ${password}`),
    verify: (password: Bun.StringOrBuffer, hash: Bun.StringOrBuffer) =>
      work(`verify ${password}`, hash === `hash of ${password}`),
  }
}

test('a password is verified, and any other is not', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('correct horse')
  expect(hash).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  expect(await passwords.verify('correct horse', hash)).toBe(true)
  expect(await passwords.verify('wrong horse', hash)).toBe(false)
})

test('without a stored password a dummy hash is compared, created on first use', async () => {
  const argon = slowArgon()
  const passwords = createPasswords(argon)
  expect(argon.asked).toEqual([])
  const unknown = passwords.verify('horse', null)
  await argon.finishAll()
  expect(await unknown).toBe(false)
  expect(argon.asked).toEqual([expect.stringMatching(/^hash [0-9a-f-]{36}$/), 'verify horse'])
  const known = passwords.verify('horse', 'hash of horse')
  const another = passwords.verify('horse', null)
  await argon.finishAll()
  expect([await known, await another]).toEqual([true, false])
  expect(argon.asked.slice(2)).toEqual(['verify horse', 'verify horse'])
})

test('two are hashed at once, fifty wait, and further ones are refused', async () => {
  const argon = slowArgon()
  const passwords = createPasswords(argon)
  const results = Promise.allSettled(Array.from({ length: 55 }, (_, index) => passwords.hash(String(index))))
  await argon.finishAll()
  const settled = await results
  expect(argon.most()).toBe(2)
  expect(settled.map(({ status }) => status)).toEqual([
    ...Array(52).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  expect(argon.asked).toEqual(Array.from({ length: 52 }, (_, index) => `hash ${index}`))
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  expect(refused).toEqual(Array(3).fill('Too many sign-in attempts right now. Try again in a moment.'))
  const later = passwords.hash('later')
  await argon.finishAll()
  expect(await later).toBe('hash of later')
})

test('a failed hash makes room for the next', async () => {
  const passwords = createPasswords({
    hash: async (password) => {
      if (password === 'bad') throw new Error('broken')
      return String(password)
    },
    verify: async () => true,
  })
  const results = await Promise.allSettled(['bad', 'bad', 'bad', 'good'].map(passwords.hash))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
})
