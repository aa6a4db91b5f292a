import { badRequest } from '../../errors.ts'

type PasswordOwner = { email: string; organizations: { name: string; slug?: string }[] }

/**
 * Validates a new password; 400 with the rule that it breaks. It must not be the email address of its user, nor the
 * name or slug of one of their organizations: alone, repeated or with digits added. The schema checks its length.
 */
export async function checkNewPassword(
  password: string,
  { email, organizations }: PasswordOwner,
): Promise<void> {
  if (/^[\s\p{Z}\p{C}]*$/u.test(password)) throw badRequest('password must not consist of spaces only')
  const typed = fold(password)
  const isNamed = (...names: string[]) => names.some((name) => isMadeOf(typed, fold(name)))
  if (isNamed(email, email.replace(/@.*/, ''))) throw badRequest('password must not be your email address')
  if (organizations.some(({ name, slug = '' }) => isNamed(name, slug)))
    throw badRequest('password must not be the name of your organization')
  if ((await readCommonPasswords()).has(normalize(password)))
    throw badRequest('password is one of the most common passwords: choose another one')
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase()

/** Letters and digits in lower case: "Acme & Co" and "acme-co" are the same name. */
const fold = (text: string) => normalize(text).replace(/[^\p{L}\p{N}]/gu, '')

/** True if a password is a name, alone, repeated or with digits: "acmeacme12". */
const isMadeOf = (typed: string, name: string) =>
  name !== '' &&
  typed.includes(name) &&
  (typed === name || (/\p{L}/u.test(name) && /^\p{N}*$/u.test(typed.replaceAll(name, ''))))

let common: Promise<Set<string>> | undefined

/** Loaded when the first password is set, not on start. */
function readCommonPasswords(): Promise<Set<string>> {
  common ??= import('../../common-passwords.txt', { with: { type: 'text' } }).then(
    ({ default: text }) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return common
}
