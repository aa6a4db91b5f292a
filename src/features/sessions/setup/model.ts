import { t } from 'elysia'
import { emailField, idField, text } from '../../../http/fields.ts'
import { linkToken, newPassword, personName } from '../model.ts'

export const SetupLook = t.Object({ token: linkToken })
/** What the page of a set-up link shows before it is filled in. */
export const SetupOffer = t.Object({
  minutesLeft: t.Integer(),
  organizations: t.Array(t.Object({ slug: t.String(), name: t.String() })),
})

/** The first account, with a new organization by its name or with one that is there by its slug. */
export const Setup = t.Object({
  token: linkToken,
  name: personName,
  organization: t.Optional(text('organization', 1, 120)),
  slug: t.Optional(idField('slug', 'Slug of an organization that is there.', 'acme')),
  email: emailField(),
  password: newPassword,
})
export type Setup = typeof Setup.static
