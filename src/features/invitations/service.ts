import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { conflict, forbidden, gone, notFound } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { take } from '../../http/rate-limits.ts'
import { hashToken } from '../../ids.ts'
import { findMail } from '../../mail/find-mail.ts'
import { type LetterToSend, queueLetter } from '../../mail/letter-job.ts'
import type { Caller } from '../keys/model.ts'
import { findMemberByEmail } from '../members/service.ts'
import { users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'
import { type NewInvitation, toInvitation } from './model.ts'
import { isOpen, newInvitation } from './record.ts'
import { invitations } from './table.ts'

/** The open invitations of an organization, those that expire first at the top. */
export async function listInvitations(ctx: Context, { organization }: Caller) {
  const rows = await ctx.db
    .select({ invitation: invitations, invitedBy: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(isOpen(ctx, eq(invitations.organizationId, organization.id)))
    .orderBy(asc(invitations.expiresAt), asc(invitations.id))
  return { invitations: rows.map(({ invitation, invitedBy }) => toInvitation(invitation, invitedBy)) }
}

/** The open invitations of an email address, in all organizations. */
export async function listOpenInvitations(ctx: Context, email: string) {
  return ctx.db
    .select()
    .from(invitations)
    .where(isOpen(ctx, eq(invitations.email, email)))
}

/** Invites a user; replaces an earlier invitation of the same address. */
export async function createInvitation(ctx: Context, { organization, person }: Caller, body: NewInvitation) {
  if (body.role === 'owner' && person?.role !== 'owner') throw forbidden('Only an owner can invite an owner')
  const user = await findMemberByEmail(ctx, organization.id, body.email)
  if (user) throw conflict(`${user.name} (${user.email}) is a member already.`)
  const { row, token, statements } = newInvitation(ctx, {
    ...body,
    organizationId: organization.id,
    invitedBy: person?.id ?? null,
  })
  // The token is after the #, which browsers do not send, so it is in no log.
  const url = `${ctx.config.appUrl}/app/invitation#${token}`
  const isMailed = (await findMail(ctx)) !== null && (await mayMail(ctx, organization.id, body.email))
  const mail = queueLetter(ctx, toLetter(body.email, organization.name, person?.name ?? null, url))
  await atomically(ctx.db, isMailed ? [...statements, mail] : statements)
  if (isMailed) ctx.jobsReady.wake()
  return { invitation: toInvitation(row, person?.name ?? null), url, isMailed }
}

/** Whether an invitation is emailed: an address gets few, however often it is replaced. The response has the link. */
async function mayMail(ctx: Context, organizationId: string, email: string): Promise<boolean> {
  if (!(await take(ctx, buckets.mailInvitations, organizationId))) return false
  return (await take(ctx, buckets.mailToReader, `invitation:${email}`)) !== null
}

function toLetter(to: string, organization: string, invitedBy: string | null, url: string): LetterToSend {
  const title = `Join ${organization} on Herald`
  const inviter = invitedBy ?? 'An administrator'
  return {
    kind: 'invitation',
    to,
    subject: title,
    letter: {
      title,
      body: [`${inviter} invites you to ${organization}. The link works once and expires in seven days.`],
      button: { label: 'Accept the invitation', url },
    },
  }
}

/** Withdraws an invitation; its link stops working. */
export async function deleteInvitation(ctx: Context, { organization }: Caller, id: string) {
  const deleted = await ctx.db
    .delete(invitations)
    .where(
      and(
        eq(invitations.organizationId, organization.id),
        eq(invitations.id, id),
        isNull(invitations.acceptedAt),
      ),
    )
    .returning({ id: invitations.id })
  if (deleted.length === 0) throw notFound('Invitation not found')
  return { id }
}

/** The open invitation of a link, with its organization and the inviter; 410 if there is none. */
export async function getInvitation(ctx: Context, token: string) {
  const [found] = await ctx.db
    .select({ invitation: invitations, organization: organizations, invitedBy: users.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(isOpen(ctx, eq(invitations.hash, hashToken(token))))
  if (!found) throw noInvitation()
  return found
}

export const noInvitation = () => gone(goneInvitation)
export const goneInvitation = 'This invitation was accepted or withdrawn, or has expired. Ask for a new one.'
