import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { isForeignKeyViolation, isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import { checkReviewed } from '../../../http/reviewed.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { csvFile } from '../../../text/csv.ts'
import type { Caller } from '../../keys/model.ts'
import { rescore } from '../projects/record.ts'
import { getProject } from '../projects/service.ts'
import { geoSettings } from '../settings/table.ts'
import {
  type CompetitorBody,
  type CompetitorImport,
  type CompetitorRow,
  maxCompetitors,
  type SuggestedCompetitors,
} from './model.ts'
import { changeCompetitor, findCompetitors, guardCount, isNamed, upsertCompetitors } from './record.ts'
import { type ImportedCompetitor, readCompetitorFile, readDomain, readSynonyms } from './rules.ts'
import { competitors } from './table.ts'
import { findSuggestions } from './work.ts'

/** Lists the competitors of a project in the order in which they were added (contract geo 3). */
export async function listCompetitors(
  ctx: Context,
  caller: Caller,
  projectId: string,
): Promise<CompetitorRow[]> {
  await getProject(ctx, caller, projectId)
  return findCompetitors(ctx, projectId)
}

/**
 * Adds a competitor, or updates the one named `name` or `previousName`; omitted fields do not change. Returns
 * all competitors and rescores the stored answers (contract geo 3: PUT).
 */
export async function putCompetitor(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { name, previousName, ...body }: CompetitorBody,
): Promise<CompetitorRow[]> {
  await getProject(ctx, caller, projectId)
  await refuseOwn(ctx, projectId, [name])
  const changes = { name, domain: toDomain(body.domain), ...given(name, body) }
  const known = await findCompetitors(ctx, projectId)
  const isRenamed = previousName && known.some(({ folded }) => folded === toNameKey(previousName))
  const writes = isRenamed
    ? [changeCompetitor(ctx, projectId, previousName, changes)]
    : upsertCompetitors(ctx, projectId, [changes])
  await save(ctx, caller, projectId, writes)
  return findCompetitors(ctx, projectId)
}

/** Deletes a competitor; an unknown name is not an error. Returns the remaining ones. */
export async function deleteCompetitor(
  ctx: Context,
  caller: Caller,
  projectId: string,
  name: string,
): Promise<CompetitorRow[]> {
  await getProject(ctx, caller, projectId)
  await save(ctx, caller, projectId, [ctx.db.delete(competitors).where(isNamed(projectId, name))])
  return findCompetitors(ctx, projectId)
}

/**
 * Imports competitors from rows or a CSV file; rows win if both are sent. Existing ones are updated and keep
 * their name and color; duplicates in the import are skipped (contract geo 3: import).
 */
export async function importCompetitors(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: CompetitorImport,
) {
  // An import of nothing is refused before the project is looked up (contract geo 0: Order of checks).
  if (!body.rows && !body.csv) throw badRequest('rows or csv is required')
  await getProject(ctx, caller, projectId)
  if (csvFile.isLong(body.csv?.length ?? 0)) await caller.spend()
  const { rows, issues } = await readImport(caller, body)
  await refuseOwn(
    ctx,
    projectId,
    rows.map(({ name }) => name),
  )
  await caller.spend()
  const before = await findCompetitors(ctx, projectId)
  const known = new Map(before.map(({ folded, name }) => [folded, name]))
  const once = new Map(rows.toReversed().map((row) => [toNameKey(row.name), row]))
  const fresh = [...once.keys()].filter((folded) => !known.has(folded))
  const changes = [...once.entries()].toReversed().map(([folded, { name, domain, ...rest }]) => ({
    name: known.get(folded) ?? name,
    ...(domain === undefined ? {} : { domain }),
    ...given(name, rest),
  }))
  await save(ctx, caller, projectId, upsertCompetitors(ctx, projectId, changes))
  return {
    imported: fresh.length,
    updated: once.size - fresh.length,
    skipped: rows.length - once.size,
    issues,
    competitors: await findCompetitors(ctx, projectId),
  }
}

/** Suggests competitors of a domain from the small model. Answers are cached for an hour (contract geo 3). */
export async function suggestCompetitors(
  ctx: Context,
  caller: Caller,
  projectId: string,
  domain: string,
): Promise<SuggestedCompetitors> {
  await getProject(ctx, caller, projectId)
  return findSuggestions(ctx, caller.organization.id, domain.toLowerCase(), caller.spend)
}

type Optional = { kind?: CompetitorRow['kind'] | null; color?: string | null; synonyms?: string[] | null }

/** Collects the optional fields that were sent. */
function given(name: string, { kind, color, synonyms }: Optional) {
  return {
    ...(kind && { kind }),
    ...(color && { color }),
    ...(synonyms && { synonyms: readSynonyms(name, synonyms) }),
  }
}

function toDomain(text: string | null | undefined): string | null {
  const domain = readDomain(text)
  if (domain === undefined) throw badRequest('domain must be a host such as acme.com, or null')
  return domain
}

type Import = { rows: (Optional & { name: string; domain?: string | null })[]; issues: ImportIssue[] }
type ImportIssue = ReturnType<typeof readCompetitorFile>['issues'][number]

async function readImport({ organization }: Caller, { rows, csv }: CompetitorImport): Promise<Import> {
  if (rows) return { rows: rows.map(toRow), issues: [] }
  const text = csv ?? ''
  const file = readCompetitorFile(
    await csvFile.run({ text, required: ['name'] }, text.length, organization.id),
  )
  if (file.rows.length > 0) return file
  const [first] = file.issues
  throw badRequest(first ? `Line ${first.line}: ${first.message}` : 'The file has no competitors.')
}

type GivenRow = NonNullable<CompetitorImport['rows']>[number]

const toRow = ({ domain, ...row }: GivenRow): Optional & Pick<ImportedCompetitor, 'name'> => ({
  ...row,
  ...(domain === undefined ? {} : { domain: toDomain(domain) }),
})

/** The brand itself cannot be a competitor: its mentions would be counted twice. */
async function refuseOwn(ctx: Context, projectId: string, names: string[]) {
  const { companyName, aliases } = geoSettings
  const [own] = await ctx.db
    .select({ companyName, aliases })
    .from(geoSettings)
    .where(eq(geoSettings.projectId, projectId))
  const terms = new Set([own?.companyName ?? [], own?.aliases ?? []].flat().map(toNameKey))
  const found = names.find((name) => terms.has(toNameKey(name)))
  if (found !== undefined) throw badRequest(`${found} is the brand itself, not a competitor`)
}

async function save(ctx: Context, caller: Caller, projectId: string, writes: Statement[]) {
  try {
    await atomically(ctx.db, [
      ...checkReviewed(ctx, caller),
      ...writes,
      guardCount(ctx, projectId),
      rescore(ctx, projectId),
    ])
    ctx.jobsReady.wake()
  } catch (error) {
    if (isGuardViolation(error)) throw badRequest(`A project can have at most ${maxCompetitors} competitors`)
    if (isUniqueViolation(error, 'geo_competitors.folded'))
      throw conflict('A competitor of this name is tracked already')
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}
