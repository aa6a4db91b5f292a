import { t } from 'elysia'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { ExplainedError, giveUp } from '../errors.ts'
import { type Attempt, defineJob } from '../jobs/define.ts'
import { findMail } from './find-mail.ts'
import type { Letter } from './letter.ts'

/** A letter that is sent at once: an invitation, a confirmation or a link. */
export type LetterToSend = {
  /** What the log calls it, without any text of it. */
  kind: string
  to: string
  subject: string
  senderName?: string
  letter: Letter
}

const locationOf = (id: string) => ({ table: 'jobs', column: 'letter', row: id })

/**
 * A statement that queues a letter. It is stored encrypted, because its links are secrets, and sent at most once: a
 * repeated letter would be taken for spam.
 */
export function queueLetter(ctx: Context, letter: LetterToSend): Statement {
  const id = Bun.randomUUIDv7()
  return sendLetterJob.insert(ctx, {
    id,
    kind: letter.kind,
    sealed: ctx.secrets.encrypt(JSON.stringify(letter), locationOf(id)),
  })
}

/** 16 attempts take about an hour: many mail servers refuse the first mail of a sender for up to half an hour. */
const attempts = 16

/** Sends a letter. */
export const sendLetterJob = defineJob(
  'mail.letter',
  t.Object({ id: t.String(), kind: t.Optional(t.String()), sealed: t.String() }),
  async (ctx, { id, sealed }, attempt) => {
    const { writeLetter } = await import('./letter.ts')
    const { sendMail } = await import('./send-mail.ts')
    const settings = await findMail(ctx)
    if (!settings) throw giveUp('This server no longer sends mail.')
    const { to, subject, senderName, letter }: LetterToSend = JSON.parse(
      ctx.secrets.decrypt(sealed, locationOf(id)),
    )
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const mail = { to, subject, senderName, headers, messageId: id, ...writeLetter(letter) }
    await markSending(attempt)
    const outcome = await sendMail(settings, mail, attempt.signal)
    if (outcome.kind === 'later') throw new ExplainedError(outcome.reason)
    if (outcome.kind !== 'sent') throw giveUp(outcome.reason)
  },
  {
    title: 'Sending an email',
    subject: async (_, { kind = null }) => ({ organization: null, record: kind }),
    attempts,
  },
)

/** Gives up if this attempt has begun to send before: a stop of the server interrupted it. */
async function markSending({ step, number }: Attempt): Promise<void> {
  let isFirst = false
  await step(`sending ${number}`, async () => {
    isFirst = true
  })
  if (!isFirst) throw giveUp('Herald was stopped while it sent this email. It may have been sent.')
}
