import { atomically } from '../../../src/db/client.ts'
import { addMember, newUser } from '../../../src/features/members/record.ts'
import { newSession } from '../../../src/features/sessions/record.ts'
import { writeSessionCookie } from '../../../src/features/sessions/rules.ts'
import type { Installation } from './herald.ts'

/** Adds an owner to the organization and returns the cookie of a session of theirs. */
export async function signIn({ ctx, organizationId }: Installation): Promise<string> {
  const { user, statement } = newUser(ctx, { email: 'ada@acme.test', name: 'Ada', passwordHash: null })
  const session = newSession(ctx, new Request('http://localhost'), user.id)
  await atomically(ctx.db, [
    statement,
    addMember(ctx, user.id, organizationId, 'owner'),
    ...session.statements,
  ])
  const [cookie = ''] = writeSessionCookie(ctx.config, session.token).split(';')
  return cookie
}
