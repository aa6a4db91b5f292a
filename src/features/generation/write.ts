import type { Context } from '../../context.ts'
import type { Run } from '../../jobs/define.ts'
import type { WritingBrief } from './prompt.ts'
import { type Written, writeChangelogPost } from './write-changelog.ts'
import { writeText } from './write-text.ts'

/**
 * Writes what a brief asks for, or says why there is nothing to write. Every call of a model is a step, so a run
 * that comes back after a crash pays for none twice. Throws what the queue needs to know: give up, come back at a
 * time, or try again.
 */
export async function writeContent(
  ctx: Context,
  brief: WritingBrief,
  step: Run['step'],
  signal: AbortSignal,
): Promise<Written> {
  const { contentType } = brief
  return contentType === 'changelog'
    ? writeChangelogPost(ctx, brief, step, signal)
    : writeText(ctx, { ...brief, contentType }, step, signal)
}
