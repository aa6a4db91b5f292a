import { Type } from '@sinclair/typebox'
import { ModelError } from '../../ai/error.ts'
import type { Context } from '../../context.ts'
import { conflict } from '../../errors.ts'
import type { Caller } from '../keys/model.ts'
import type { TestResult } from './model.ts'
import { requireOnlyOwner } from './service.ts'

const timeoutMilliseconds = 20_000

/** Asks the model that writes one question, while the owner waits. */
export async function testModel(ctx: Context, caller: Caller): Promise<TestResult> {
  await requireOnlyOwner(ctx, caller)
  const model = ctx.models.writer
  if (!model) throw conflict('No model is set')
  await caller.spend()
  const { generateObject } = await import('../../ai/generate.ts')
  try {
    await generateObject(ctx, model, Type.Object({}), {
      instructions: 'Answer with an empty object.',
      prompt: '{}',
      timeoutMilliseconds,
    })
    return { error: null }
  } catch (error) {
    if (error instanceof ModelError) return { error: error.message }
    throw error
  }
}

/** Sends a mail to the owner, while they wait. */
export async function testMail(ctx: Context, caller: Caller): Promise<TestResult> {
  await requireOnlyOwner(ctx, caller)
  const { mail } = ctx.config
  if (!mail || !caller.person) throw conflict('No mail server is set')
  await caller.spend()
  const { writeLetter } = await import('../../mail/letter.ts')
  const { sendMail } = await import('../../mail/send-mail.ts')
  const limit = AbortSignal.timeout(timeoutMilliseconds)
  const letter = { title: 'Test mail', body: [`Herald at ${ctx.config.appUrl} can send email.`] }
  const outcome = await sendMail(
    mail,
    {
      to: caller.person.email,
      subject: 'Test email from Herald',
      headers: { 'Auto-Submitted': 'auto-generated' },
      messageId: Bun.randomUUIDv7(),
      ...writeLetter(letter),
    },
    limit,
  )
  if (outcome.kind === 'sent') return { error: null }
  return { error: limit.aborted ? 'The mail server did not answer within 20 seconds.' : outcome.reason }
}
