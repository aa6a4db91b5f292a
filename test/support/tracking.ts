import type { Context } from '../../src/context.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { autoPromptIds } from '../../src/features/geo/prompts/auto-prompts.ts'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { sequences } from '../../src/features/geo/sequences/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import type { Team } from './app.ts'

type Settings = Partial<typeof geoSettings.$inferInsert>
type Tracking = Settings & {
  prompts?: string[]
  competitors?: string[]
  /** The turns of each. */
  sequences?: string[][]
}

/**
 * A project of Acme that tracks prompts `p1` and so on, competitors by their names in lower case, and
 * conversations `s1` and so on.
 */
export async function track(ctx: Context, organizationId: string, tracking: Tracking = {}): Promise<string> {
  const {
    prompts: texts = ['best tools for teams'],
    competitors: names = [],
    sequences: plays = [],
    ...settings
  } = tracking
  const projectId = settings.projectId ?? Bun.randomUUIDv7()
  const later = (index: number) => new Date(ctx.now().getTime() + index)
  await insertProject(ctx, { id: projectId, organizationId, name: 'Acme' })
  // Each test sets its own questions.
  await insertSettings(ctx, projectId, { removedAutoPromptIds: [...autoPromptIds], ...settings })
  for (const [index, prompt] of texts.entries())
    await addPrompt(ctx, { id: projectId }, `p${index + 1}-${projectId}`, prompt, later(index))
  for (const [index, name] of names.entries()) {
    const createdAt = later(index)
    await addCompetitor(ctx, { id: projectId }, `${name.toLowerCase()}-${projectId}`, name, { createdAt })
  }
  for (const [index, steps] of plays.entries())
    await ctx.db
      .insert(sequences)
      .values({ id: `s${index + 1}-${projectId}`, projectId, name: 'Talk', steps, createdAt: later(index) })
  return projectId
}

/** A project with two languages and two engines; `isConfigured` false leaves out its settings. */
export async function addProject(ctx: Context, team: Team, id = 'project', isConfigured = true) {
  await insertProject(ctx, { id, organizationId: team.id, name: id })
  if (isConfigured) await insertSettings(ctx, id, { languages: ['en', 'de'], engines: ['alpha', 'beta'] })
  return { id, organizationId: team.id }
}

export type Project = Awaited<ReturnType<typeof addProject>>

export async function addPrompt(
  ctx: Context,
  { id: projectId }: Pick<Project, 'id'>,
  id: string,
  prompt = `what about ${id}`,
  createdAt = ctx.now(),
) {
  await ctx.db
    .insert(prompts)
    .values({ id, projectId, prompt, folded: prompt.toLowerCase(), tags: [], createdAt })
}

export async function addCompetitor(
  ctx: Context,
  { id: projectId }: Pick<Project, 'id'>,
  id: string,
  name: string,
  more: Partial<typeof competitors.$inferInsert> = {},
) {
  const row = { id, projectId, name, folded: name.toLowerCase(), synonyms: [], createdAt: ctx.now() }
  await ctx.db.insert(competitors).values({ ...row, ...more })
}

const insertProject = (ctx: Context, project: Omit<typeof projects.$inferInsert, 'createdAt'>) =>
  ctx.db.insert(projects).values({ ...project, createdAt: ctx.now() })

export const insertSettings = (ctx: Context, projectId: string, settings: Settings) =>
  ctx.db.insert(geoSettings).values({
    projectId,
    id: `settings-${projectId}`,
    companyName: 'Acme',
    aliases: [],
    conversionPaths: [],
    domains: [],
    languages: ['en'],
    engines: ['test/one'],
    nonZdrApprovedEngines: [],
    pausedAutoPromptIds: [],
    removedAutoPromptIds: [],
    enforceZdr: false,
    enabled: false,
    scanIntervalHours: 24,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    ...settings,
  })
