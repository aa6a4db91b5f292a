import type { Context } from '../../src/context.ts'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { autoPromptIds } from '../../src/features/geo/prompts/auto/model.ts'
import { prompts } from '../../src/features/geo/prompts/table.ts'
import { sequences } from '../../src/features/geo/sequences/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'

type Settings = Partial<typeof geoSettings.$inferInsert>
type Tracking = Settings & {
  prompts?: string[]
  competitors?: string[]
  /** The turns of each. */
  sequences?: string[][]
}

/** A project of Acme that tracks prompts, `p1` and so on, competitors by their names in lower case, and conversations, `s1`. */
export async function track(ctx: Context, organizationId: string, tracking: Tracking = {}): Promise<string> {
  const {
    prompts: texts = ['best tools for teams'],
    competitors: names = [],
    sequences: plays = [],
    ...settings
  } = tracking
  const projectId = settings.projectId ?? Bun.randomUUIDv7()
  const now = ctx.now()
  const later = (index: number) => new Date(now.getTime() + index)
  await ctx.db.insert(projects).values({ id: projectId, organizationId, name: 'Acme', createdAt: now })
  await ctx.db.insert(geoSettings).values({ ...standardSettings(ctx), ...settings, projectId })
  for (const [index, prompt] of texts.entries())
    await ctx.db.insert(prompts).values({
      id: `p${index + 1}-${projectId}`,
      projectId,
      prompt,
      folded: prompt.toLowerCase(),
      tags: [],
      createdAt: later(index),
    })
  for (const [index, name] of names.entries()) {
    const folded = name.toLowerCase()
    const id = `${folded}-${projectId}`
    await ctx.db
      .insert(competitors)
      .values({ id, projectId, name, folded, synonyms: [], createdAt: later(index) })
  }
  for (const [index, steps] of plays.entries())
    await ctx.db
      .insert(sequences)
      .values({ id: `s${index + 1}-${projectId}`, projectId, name: 'Talk', steps, createdAt: later(index) })
  return projectId
}

function standardSettings(ctx: Context) {
  const now = ctx.now()
  return {
    id: Bun.randomUUIDv7(),
    companyName: 'Acme',
    aliases: [],
    conversionPaths: [],
    domains: [],
    languages: ['en'],
    engines: ['test/one'],
    nonZdrApprovedEngines: [],
    pausedAutoPromptIds: [],
    // What is asked is what a test says.
    removedAutoPromptIds: [...autoPromptIds],
    enforceZdr: false,
    enabled: false,
    scanIntervalHours: 24,
    createdAt: now,
    updatedAt: now,
  }
}
