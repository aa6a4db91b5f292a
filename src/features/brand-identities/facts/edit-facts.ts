import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isForeignKeyViolation, isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { readAddress } from '../../../http/read-address.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { findBrandIdentity } from '../record.ts'
import { readFactJob } from './job.ts'
import { type BrandFactBody, type FactRow, maxFacts, toBrandFact } from './model.ts'
import { brandFacts } from './table.ts'

type Owner = Pick<Caller, 'organization'>

/** Lists the facts of an identity, oldest first. */
export async function listFacts(ctx: Context, caller: Caller, brandIdentityId: string) {
  await checkIdentity(ctx, caller, brandIdentityId)
  const rows = await ctx.db
    .select()
    .from(brandFacts)
    .where(eq(brandFacts.brandIdentityId, brandIdentityId))
    .orderBy(asc(brandFacts.createdAt), asc(brandFacts.id))
  return { facts: rows.map(toBrandFact), organization: caller.organization }
}

/** Adds a fact. A job reads the page of a URL. */
export async function addFact(ctx: Context, caller: Caller, brandIdentityId: string, body: BrandFactBody) {
  await checkIdentity(ctx, caller, brandIdentityId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return toAnswer(caller, await getFact(ctx, caller, brandIdentityId, made))
  const fields = readFields(ctx, body)
  if (fields.url !== null) await caller.spend()
  const now = ctx.now()
  const id = Bun.randomUUIDv7()
  const isFull = sql`(select count(*) from brand_facts where brand_identity_id = ${brandIdentityId}) > ${maxFacts}`
  const own = { id, organizationId: caller.organization.id, brandIdentityId, createdAt: now, updatedAt: now }
  try {
    const [[row]] = await updateIfUnchanged(ctx, caller, [
      ctx.db
        .insert(brandFacts)
        .values({ ...own, ...fields })
        .returning(),
      ctx.db.run(sql`insert into guards (ok) select 0 where ${isFull}`),
      ...readingOf(ctx, id, fields.url),
      ...recordResult(ctx, caller, id),
    ])
    ctx.jobsReady.wake()
    return toAnswer(caller, row)
  } catch (error) {
    if (isGuardViolation(error))
      throw conflict(`A brand identity can have up to ${maxFacts} facts. Delete one first.`)
    // The identity was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw notFound('Brand identity not found')
    throw isDuplicate(error) ? duplicate() : error
  }
}

/** Updates the text of a fact, or its URL, whose page is then read. */
export async function updateFact(
  ctx: Context,
  caller: Caller,
  brandIdentityId: string,
  id: string,
  body: BrandFactBody,
) {
  const fact = await getFact(ctx, caller, brandIdentityId, id)
  const fields = readFields(ctx, body)
  if (fields.url !== null && fact.url === null)
    throw badRequest('This fact is a text. Add another fact for a URL.')
  if (fields.url === null && fact.url !== null)
    throw badRequest('This fact is read from a URL. Add another fact for a text.')
  return change(ctx, caller, fact, { ...fields, title: null, fetchedAt: null })
}

/** Reads the page of a fact again; has no effect if that is already queued. */
export async function refreshFact(ctx: Context, caller: Caller, brandIdentityId: string, id: string) {
  const fact = await getFact(ctx, caller, brandIdentityId, id)
  if (fact.url === null) throw badRequest('Only facts with a URL can be refreshed.')
  const isRead = (await findEarlierResult(ctx, caller)) !== null
  if (isRead || fact.status === 'queued') return toAnswer(caller, fact)
  const fields = { status: 'queued' as const, error: null, url: fact.url }
  return change(ctx, caller, fact, fields, recordResult(ctx, caller, id))
}

/** Deletes a fact. Articles that used it keep their evidence. */
export async function deleteFact(ctx: Context, caller: Caller, brandIdentityId: string, id: string) {
  const removal = ctx.db
    .delete(brandFacts)
    .where(own(caller, brandIdentityId, id))
    .returning({ id: brandFacts.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Fact not found')
  return { id, organization: caller.organization }
}

type Change = Partial<FactRow> & Pick<FactRow, 'url'>

async function change(
  ctx: Context,
  caller: Caller,
  { id, brandIdentityId }: FactRow,
  fields: Change,
  also: Statement[] = [],
) {
  if (fields.url !== null) await caller.spend()
  const update = ctx.db
    .update(brandFacts)
    .set({ ...fields, updatedAt: nextUpdatedAt(ctx, brandFacts.updatedAt) })
    .where(own(caller, brandIdentityId, id))
    .returning()
  try {
    const [[row]] = await updateIfUnchanged(ctx, caller, [
      update,
      ctx.db.run(guard),
      ...readingOf(ctx, id, fields.url),
      ...also,
    ])
    ctx.jobsReady.wake()
    return toAnswer(caller, row)
  } catch (error) {
    if (isGuardViolation(error)) throw notFound('Fact not found')
    throw isDuplicate(error) ? duplicate() : error
  }
}

/** Returns the statement that queues reading a page; none without a URL. */
const readingOf = (ctx: Context, factId: string, url: string | null) =>
  url === null ? [] : [readFactJob.insert(ctx, { factId, url })]

/** Normalizes the fields of a fact; 400 unless there is exactly one. */
function readFields(ctx: Context, { text, url }: BrandFactBody) {
  if ((text === undefined) === (url === undefined)) throw badRequest('Send either text or url.')
  return url === undefined
    ? { text: text ?? null, url: null, status: 'ready' as const, error: null }
    : { text: null, url: readAddress(ctx, url), status: 'queued' as const, error: null }
}

async function checkIdentity(ctx: Context, { organization }: Caller, id: string) {
  if (!(await findBrandIdentity(ctx, organization.id, id))) throw notFound('Brand identity not found')
}

/** Returns a fact of an organization; 404 if there is none. */
export async function getFact(
  ctx: Context,
  caller: Owner,
  brandIdentityId: string,
  id: string,
): Promise<FactRow> {
  const [row] = await ctx.db
    .select()
    .from(brandFacts)
    .where(own(caller, brandIdentityId, id))
  if (!row) throw notFound('Fact not found')
  return row
}

const own = ({ organization }: Owner, brandIdentityId: string, id: string) =>
  and(
    eq(brandFacts.organizationId, organization.id),
    eq(brandFacts.brandIdentityId, brandIdentityId),
    eq(brandFacts.id, id),
  )

const isDuplicate = (error: unknown) => isUniqueViolation(error, 'brand_facts.brand_identity_id')
const duplicate = () => conflict('This fact is already in the library.')

function toAnswer({ organization }: Caller, row: FactRow | undefined) {
  if (!row) throw notFound('Fact not found')
  return { fact: toBrandFact(row), organization }
}
