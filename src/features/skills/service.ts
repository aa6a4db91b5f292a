import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { badRequest, conflict, forbidden, notFound } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { nextUpdatedAt, updateIfUnchanged } from '../../http/reviewed.ts'
import type { Caller } from '../keys/model.ts'
import { organizations } from '../organizations/table.ts'
import { builtInSkills, isBuiltIn } from './built-in-skills.ts'
import { type NewSkill, type SkillPatch, type SkillRow, toSkill, toSkillSummary } from './model.ts'
import { skills } from './table.ts'

/** The skills of an organization by name, without contents. */
export async function listSkills(ctx: Context, { organization }: Caller) {
  const all = await findSkills(ctx, organization.id)
  return { skills: all.map(toSkillSummary) }
}

/** The same, with whether a built-in skill was edited: only then is it stored. */
export async function listSkillEdits(ctx: Context, { organization }: Caller) {
  const all = await findSkills(ctx, organization.id)
  return { skills: all.map((skill) => ({ ...toSkillSummary(skill), isEdited: skill.isEdited })) }
}

async function findSkills(ctx: Context, organizationId: string) {
  const [stored, builtIn] = await Promise.all([
    ctx.db
      .select({
        id: skills.id,
        name: skills.name,
        description: skills.description,
        isSystem: skills.isSystem,
        updatedAt: skills.updatedAt,
      })
      .from(skills)
      .where(eq(skills.organizationId, organizationId)),
    listBuiltIn(ctx, organizationId),
  ])
  const edited = new Set(stored.map((skill) => skill.name))
  const all = [
    ...stored.map((skill) => ({ ...skill, isEdited: skill.isSystem })),
    ...builtIn.filter(({ name }) => !edited.has(name)).map((skill) => ({ ...skill, isEdited: false })),
  ]
  return all.sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function getSkill(ctx: Context, caller: Caller, name: string) {
  return toAnswer(await findSkill(ctx, caller.organization.id, name))
}

export async function createSkill(ctx: Context, caller: Caller, body: NewSkill) {
  const made = await findEarlierResult(ctx, caller)
  if (made) return getSkill(ctx, caller, made)
  if (isBuiltIn(body.name)) throw duplicate(body.name)
  const now = ctx.now()
  const row = { ...body, organizationId: caller.organization.id, createdAt: now, updatedAt: now }
  try {
    const [[created]] = await updateIfUnchanged(ctx, caller, [
      ctx.db
        .insert(skills)
        .values({ ...row, id: Bun.randomUUIDv7() })
        .returning(),
      ctx.db.run(ceilingGuard('skills', caller.organization.id)),
      ...recordResult(ctx, caller, body.name),
    ])
    return toAnswer(created)
  } catch (error) {
    throw isUniqueViolation(error, 'skills.name') ? duplicate(body.name) : error
  }
}

/** Updates the given fields of a skill; the first edit of a built-in one stores the organization's copy. */
export async function updateSkill(ctx: Context, caller: Caller, name: string, patch: SkillPatch) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field is required')
  const skill = await findSkill(ctx, caller.organization.id, name)
  if (!skill) throw notFound('Skill not found')
  const set = { ...patch, updatedAt: nextUpdatedAt(ctx, skills.updatedAt) }
  if (skill.isSystem) {
    if (set.name !== undefined && set.name !== name) throw forbidden('System skills cannot be renamed')
    const target = [skills.organizationId, skills.name]
    const copy = ctx.db
      .insert(skills)
      .values({ ...skill, ...patch, updatedAt: ctx.now() })
      .onConflictDoUpdate({ target, set })
      .returning()
    const [[updated]] = await updateIfUnchanged(ctx, caller, [copy])
    return toAnswer(updated)
  }
  const newName = set.name ?? name
  if (newName !== name && isBuiltIn(newName)) throw duplicate(newName)
  try {
    const update = ctx.db.update(skills).set(set).where(ownSkill(caller, name)).returning()
    const [[updated]] = await updateIfUnchanged(ctx, caller, [update])
    return toAnswer(updated)
  } catch (error) {
    throw isUniqueViolation(error, 'skills.name') ? duplicate(newName) : error
  }
}

export async function deleteSkill(ctx: Context, caller: Caller, name: string) {
  const skill = await findSkill(ctx, caller.organization.id, name)
  if (skill?.isSystem) throw forbidden('System skills cannot be deleted')
  const removal = ctx.db.delete(skills).where(ownSkill(caller, name)).returning({ id: skills.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Skill not found')
  return { success: true as const }
}

/** Restores a built-in skill and returns it. */
export async function restoreSkill(ctx: Context, caller: Caller, name: string) {
  if (!isBuiltIn(name)) throw notFound('There is no built-in skill of this name')
  await ctx.db.delete(skills).where(ownSkill(caller, name))
  return getSkill(ctx, caller, name)
}

type SkillText = { name: string; description: string; content: string }

/**
 * The texts of skills for the writer, in the order of their names: the organization's copy if there is one; null if a
 * skill does not exist. One statement reads all of them.
 */
export async function readSkills<N extends string[]>(
  ctx: Context,
  organizationId: string,
  ...names: N
): Promise<{ [K in keyof N]: SkillText | null }> {
  const stored = await skillTexts(ctx).all({ organizationId, names: JSON.stringify(names) })
  const builtIn = builtInSkills.map(({ name, description, content }) => ({ name, description, content }))
  const found = names.map((name) => [...stored, ...builtIn].find((skill) => skill.name === name) ?? null)
  return found as { [K in keyof N]: SkillText | null }
}

const skillTexts = once((db) => {
  const { organizationId, name, description, content } = skills
  const named = sql`(select value from json_each(${sql.placeholder('names')}))`
  const query = db
    .select({ name, description, content })
    .from(skills)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), sql`${name} in ${named}`))
  return prepareSelect(db, query)
})

/** The stored skill with a name, otherwise the built-in one, otherwise null. */
async function findSkill(ctx: Context, organizationId: string, name: string): Promise<SkillRow | null> {
  const [stored] = await ctx.db
    .select()
    .from(skills)
    .where(and(eq(skills.organizationId, organizationId), eq(skills.name, name)))
  if (stored || !isBuiltIn(name)) return stored ?? null
  const builtIn = await listBuiltIn(ctx, organizationId)
  return builtIn.find((skill) => skill.name === name) ?? null
}

/**
 * The built-in skills as rows: with the organization's creation time, and ids that they keep when they are stored.
 */
async function listBuiltIn(ctx: Context, organizationId: string): Promise<SkillRow[]> {
  const [organization] = await ctx.db
    .select({ createdAt: organizations.createdAt })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!organization) return []
  const { createdAt } = organization
  return builtInSkills.map((skill) => ({
    ...skill,
    id: Bun.randomUUIDv5(skill.name, organizationId),
    organizationId,
    isSystem: true,
    createdAt,
    updatedAt: createdAt,
  }))
}

const ownSkill = (caller: Caller, name: string) =>
  and(eq(skills.organizationId, caller.organization.id), eq(skills.name, name))

const duplicate = (name: string) => conflict(`A skill named "${name}" already exists`)

function toAnswer(row: SkillRow | null | undefined) {
  if (!row) throw notFound('Skill not found')
  return { skill: toSkill(row) }
}
