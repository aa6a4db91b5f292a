import { admitUser, getMemberByEmail } from '../features/members/service.ts'
import { roles } from '../features/members/table.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { createPasswordLink } from '../features/sessions/links.ts'
import { unlinkIdentities } from '../features/sessions/oidc.ts'
import { readEmail } from '../text/email.ts'
import { defineCommand } from './command.ts'
import { oneOf, org, reader } from './options.ts'
import { withContext } from './session.ts'

const email = {
  type: 'string',
  value: 'E',
  required: true,
  read: reader('an email address', (text) => readEmail(text) ?? undefined),
  help: 'Email address for sign-in.',
} as const

const readRole = oneOf(roles)

const readName = reader('1 to 120 characters', (text) => {
  const name = text.trim()
  return name.length >= 1 && name.length <= 120 ? name : undefined
})

const userCreate = defineCommand({
  name: 'user create',
  summary: 'Add a member and print a password link (valid for a day).',
  examples: [
    'user create --org acme --email ada@acme.com',
    'user create --org acme --email ada@acme.com --role admin',
  ],
  options: {
    org,
    email,
    role: {
      type: 'string',
      value: 'R',
      read: readRole,
      help: 'owner, admin or member. Default: member, or owner for the first member.',
    },
    name: {
      type: 'string',
      value: 'N',
      read: readName,
      help: 'Display name. Default: the email address up to the @.',
    },
  },
  run: ({ org, email, role = null, name }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const user = await admitUser(ctx, organization, { email, name: name ?? email.replace(/@.*/, ''), role })
      terminal.print(await createPasswordLink(ctx, user.id))
    }),
})

const userReset = defineCommand({
  name: 'user reset',
  summary: 'Print a password reset link (valid for a day).',
  examples: [
    'user reset --org acme --email ada@acme.com',
    'user reset --org acme --email ada@acme.com --unlink',
  ],
  options: {
    org,
    email,
    unlink: {
      type: 'boolean',
      help: 'Also unlink the OpenID identity. The next OpenID sign-in links a new one.',
    },
  },
  run: ({ org, email, unlink }, terminal) =>
    withContext(terminal, async (ctx) => {
      const user = await getMemberByEmail(ctx, await getOrganizationBySlug(ctx, org), email)
      if (unlink) await unlinkIdentities(ctx, user.id)
      terminal.print(await createPasswordLink(ctx, user.id))
    }),
})

export const commands = [userCreate, userReset]
