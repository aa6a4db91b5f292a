import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { spend, take } from '../../http/rate-limits.ts'
import { findMail } from '../../mail/find-mail.ts'
import { queueLetter } from '../../mail/letter-job.ts'
import { findUserByEmail } from '../members/service.ts'
import { createPasswordLink } from './links.ts'

/**
 * Mails a link for a new password to a user with one. It ends alike for unknown addresses, and for users of single
 * sign-on, who have no password.
 */
export async function mailPasswordLink(ctx: Context, email: string, address: string): Promise<void> {
  if (!(await findMail(ctx))) return
  await spend(ctx, buckets.askForPassword, address)
  const user = await findUserByEmail(ctx, email)
  if (!user?.passwordHash || !(await take(ctx, buckets.mailToReader, `password:${email}`))) return
  const url = await createPasswordLink(ctx, user.id)
  const letter = {
    title: 'Choose a new password',
    body: [
      `Someone asked for a new password for ${email} at ${ctx.config.appUrl}. If it was you, open this link within a day. It works once. Otherwise, ignore this email: your password stays the same.`,
    ],
    button: { label: 'Choose a password', url },
  }
  const subject = 'Choose a new password'
  await ctx.db.batch([queueLetter(ctx, { kind: 'password link', to: email, subject, letter })])
  ctx.jobsReady.wake()
}
