import { t } from 'elysia'
import { emailField, text } from '../../http/fields.ts'
import { Membership, User } from '../members/model.ts'

/** The signed-in user with their organizations, or the ways to sign in. */
export const Session = t.Object({
  user: t.Nullable(User),
  needsSetup: t.Boolean({
    description: 'True if there are no users yet: the link in the server log creates the first one.',
  }),
  organizations: t.Array(Membership),
  mayCreateOrganization: t.Boolean(),
  maySetServer: t.Boolean(),
  oidc: t.Nullable(t.Object({ label: t.String() })),
  sendsMail: t.Boolean({ description: 'True if this server can send invitations and password links.' }),
})
export type Session = typeof Session.static

/** A password to set. */
export const newPassword = text('password', 10, 200, { isVerbatim: true })
/** A password entered to sign in. */
export const typedPassword = text('password', 1, 1000, {
  isVerbatim: true,
  error: 'password is required',
})
export const personName = text('name', 1, 120)
/** The token after the # in a link. */
export const linkToken = text('token', 1, 200)

export const Credentials = t.Union(
  [
    t.Object({ token: linkToken }, { additionalProperties: true }),
    t.Object({ email: emailField(), password: typedPassword }, { additionalProperties: true }),
  ],
  { error: 'Send an email and a password, or the token of a link' },
)
export type Credentials = typeof Credentials.static

/** A new session: the cookies for the browser, and the data for the page. */
export type OpenedSession = { cookies: string[]; session: Session }
