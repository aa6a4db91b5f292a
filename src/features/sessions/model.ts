import { t } from 'elysia'
import { emailField, text } from '../../http/fields.ts'
import { Membership, User } from '../members/model.ts'

/** Who is signed in, what they belong to, and what can be done where nobody is. */
export const Session = t.Object({
  user: t.Nullable(User),
  needsSetup: t.Boolean({
    description: 'There are no people yet: a link that the server prints makes the first.',
  }),
  organizations: t.Array(Membership),
  mayCreateOrganization: t.Boolean(),
  oidc: t.Nullable(t.Object({ label: t.String() })),
})
export type Session = typeof Session.static

/** A password that is about to be set. */
export const newPassword = text('password', 10, 200, { isVerbatim: true })
/** A password as it is typed to sign in. */
export const typedPassword = text('password', 1, 1000, {
  isVerbatim: true,
  error: 'password is required',
})
export const personName = text('name', 1, 120)
/** What stands in a link after its #. */
export const linkToken = text('token', 1, 200)

export const Credentials = t.Union(
  [
    t.Object({ token: linkToken }, { additionalProperties: true }),
    t.Object({ email: emailField(), password: typedPassword }, { additionalProperties: true }),
  ],
  { error: 'Send an email and a password, or the token of a link' },
)
export type Credentials = typeof Credentials.static

/** A session that was just begun: the cookies for the browser, and what the page shows. */
export type Opened = { cookies: string[]; session: Session }
