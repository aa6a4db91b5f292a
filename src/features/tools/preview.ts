import type { TSchema } from '@sinclair/typebox'
import { TransformDecodeCheckError, TransformDecodeError, Value } from '@sinclair/typebox/value'
import type { Context } from '../../context.ts'
import { AppError, isRefusal } from '../../errors.ts'
import type { Actor } from '../../http/internal-request.ts'
import type { OperationRoute } from '../../http/operation.ts'
import type { ReviewedState } from '../../http/reviewed.ts'
import { findHunks } from '../../text/difference.ts'
import { showHidden } from '../../text/visible.ts'
import { mayUse } from '../keys/guard.ts'
import { identifyAsker } from '../keys/identify.ts'
import { type Input, pick } from './call.ts'
import { describeExternalAddress, findAddressFault } from './external-address.ts'
import { describeOutcome, reviewCall } from './reviewed-call.ts'
import { quote, type Reviewer } from './reviews/review.ts'
import { changesOf, type FoundRecord, findRecord, isSame } from './subject.ts'
import { inputsOf } from './tool-schema.ts'

/**
 * The question to the user before a call, and the state that their approval is bound to; `refused` says why there is
 * no preview.
 */
export type Preview = { prompt: string; subject: ReviewedState | null; refused: string | null }

/**
 * Describes the effect of a call, with code and never with a model, as far as `asker` may read the records. Foreign
 * text is in quotes or on separate lines.
 */
export async function previewOperation(
  ctx: Context,
  route: OperationRoute,
  input: Input,
  asker: Actor,
): Promise<Preview> {
  const fault = findFault(route, input) ?? findAddressFault(route, input)
  if (fault !== null) return refuse(fault)
  const found = await findRecord(ctx, route, input, asker)
  if (found && 'isError' in found) return refuse(found.text)
  const identity = await identifyAsker(ctx, asker)
  const mayRead = found !== null && mayUse(identity, found.reading)
  const review = await tryReview(ctx, route, input, identity)
  if (review instanceof AppError) return refuse(review.message)
  const [action = '', ...details] = describeCall(route, found, mayRead, input)
  const lines = [
    action,
    ...describeExternalAddress(route, input),
    ...details,
    ...describeInput(route, mayRead ? found : null, input),
    ...describeOutcome(review.outcome, identity.scopes),
  ]
  const prompt = lines.join('\n')
  if (prompt.length > maxPreview) return refuse(tooLong(prompt.length))
  return { prompt, subject: review.subject, refused: null }
}

/** The review of a call; the error if its record is missing or cannot be used. */
async function tryReview(ctx: Context, route: OperationRoute, input: Input, reviewer: Reviewer) {
  try {
    return await reviewCall(ctx, route, input, reviewer)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}

/** A preview is never truncated, since only what was shown may run: a call with a longer one is rejected. */
export const maxPreview = 300_000

const tooLong = (length: number) =>
  `This call is too large to review: its preview has ${length.toLocaleString('en')} characters, and at most ${maxPreview.toLocaleString('en')} are allowed. Split it into smaller changes.`

const refuse = (refused: string): Preview => ({ prompt: refused, subject: null, refused })

/** The route's own error for a body; null if it is valid. */
function findFault(route: OperationRoute, input: Input): string | null {
  if (!route.hooks.body) return null
  const schema = route.hooks.body as TSchema
  try {
    Value.Decode(schema, Value.Default(schema, structuredClone(pick(input, inputsOf(route).body))))
    return null
  } catch (error) {
    if (error instanceof TransformDecodeError && error.error instanceof AppError) return error.error.message
    if (!(error instanceof TransformDecodeCheckError)) throw error
    const { path, message, schema: broken } = error.error
    return String(broken.error ?? `${path.slice(1).replaceAll('/', '.')}: ${message}`)
  }
}

const titles = ['title', 'name', 'displayName', 'topic', 'prompt', 'companyName', 'message', 'websiteUrl']

/** "Publish the post" instead of "Update the post", if the update changes what readers see. */
function nameEffect(named: string, value: Input, { status, ...others }: Input): string {
  const verb =
    status === value.status ? undefined : { published: 'publish', draft: 'unpublish' }[String(status)]
  if (verb === undefined || !named.startsWith('Update the post ')) return named
  const isAll = Object.keys(others).every((name) => name === 'postId')
  return named.replace(
    'Update',
    isAll ? verb.replace(/^./, (letter) => letter.toUpperCase()) : `Update and ${verb}`,
  )
}

/** The operation with the record that it is about: "Delete the post “Release” (post1)." */
function describeCall(
  { operation: { summary, description } }: OperationRoute,
  found: FoundRecord | null,
  mayRead: boolean,
  input: Input,
): string[] {
  if (!found) return [description]
  const { kind, value } = found
  const noun = nounOf(kind)
  if (value === null) return [description, describeMissing(found)]
  const record = `the ${noun} ${mayRead ? nameRecord(found) : quote(found.id)}`
  // For a caller who may change a record but not read it: the preview must not reveal its content.
  const unread = mayRead ? [] : ['Its current version is not shown here: the requester may not read it.']
  const named = summary.replace(new RegExp(`\\ban? ${noun}\\b`), () => record)
  if (named === summary) return [description, `This is ${record}.`, ...unread]
  // The changed fields, which follow, describe an update.
  const details = summary.startsWith('Update ') ? '' : description.slice(summary.length).replace(/^\.\s*/, '')
  return [`${mayRead ? nameEffect(named, value, input) : named}.`, ...(details ? [details] : []), ...unread]
}

/** What users call a record of this kind. */
const nounOf = (kind: string) => (kind === 'sequence' ? 'conversation' : kind)

const describeMissing = ({ kind, id }: FoundRecord) =>
  kind === 'settings' ? 'There are no settings yet.' : `There is no ${nounOf(kind)} ${quote(id)} yet.`

function nameRecord({ id, value }: FoundRecord): string {
  const title = titles
    .map((field) => value?.[field])
    .find((each) => typeof each === 'string' && each.trim() !== '')
  return title === undefined || title === id ? quote(id) : `${quote(String(title))} (${showHidden(id)})`
}

/** The complete input, line by line; for a change, the old and new values. */
function describeInput(route: OperationRoute, found: FoundRecord | null, input: Input): string[] {
  const query = Object.entries(pick(input, inputsOf(route).query)).flatMap(([field, value]) =>
    describeField(field, value),
  )
  const isChange = route.method !== 'POST' && found?.value
  const changes = changesOf(route, { value: isChange ? found.value : null }, input)
  const lines = changes
    .filter(({ isKnown, before, kept }) => !isKnown || !isSame(before, kept))
    .flatMap(({ field, isKnown, before, after }) =>
      isKnown ? describeChange(field, before, after) : describeField(field, after),
    )
  return changes.length > 0 && lines.length === 0 ? ['Nothing would change.'] : [...query, ...lines]
}

function describeField(field: string, value: unknown): string[] {
  const block = toBlock(value)
  return block ? [`${field}:`, ...signed('+', block)] : [`${field}: ${toInline(value)}`]
}

function describeChange(field: string, before: unknown, after: unknown): string[] {
  if (!toBlock(before) && !toBlock(after)) return [`${field}: ${toInline(before)} → ${toInline(after)}`]
  return [`${field}:`, ...describeDiff(toLines(before), toLines(after))]
}

/** The removed and added lines; `…` stands for unchanged lines. */
function describeDiff(before: string[], after: string[]): string[] {
  if (before.length === 0) return signed('+', after)
  return findHunks(before.join('\n'), after.join('\n')).flatMap(({ removed, added }, place) => [
    ...(place > 0 ? ['…'] : []),
    ...signed('-', removed),
    ...signed('+', added),
  ])
}

const signed = (sign: '-' | '+', lines: string[]) => lines.map((line) => `${sign} ${line}`)

/** Longer values are shown on separate lines. */
const maxInline = 200

/** The lines of a value that is too long to follow its field name; null if it is not. */
function toBlock(value: unknown): string[] | null {
  const isShort =
    typeof value === 'string' ? !value.includes('\n') && value.length <= maxInline : isInline(value)
  return isShort ? null : toLines(value)
}

const isInline = (value: unknown) => toJson(value).length <= maxInline

function toLines(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return value.split('\n').map(quote)
  return showHidden(JSON.stringify(value, null, 2)).split('\n')
}

function toInline(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? quote(value) : showHidden(toJson(value))
}

const toJson = (value: unknown) => JSON.stringify(value) ?? ''
