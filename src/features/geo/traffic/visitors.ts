import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { classNumber, classOf, type Visitor } from './classes.ts'
import { trafficVisitors } from './table.ts'

export type StoredVisitor = typeof trafficVisitors.$inferSelect

const rowOf = (visitor: Visitor) => ({
  class: classNumber(classOf(visitor)),
  visitorType: visitor.visitorType,
  source: visitor.source ?? '',
  agent: visitor.agent ?? '',
  category: visitor.category ?? '',
  confidence: visitor.confidence ?? '',
  rule: visitor.rule,
})

/** The class follows from the other fields. */
const keyOf = ({ visitorType, source, agent, category, confidence, rule }: Visitor | StoredVisitor) =>
  `${visitorType}\n${source ?? ''}\n${agent ?? ''}\n${category ?? ''}\n${confidence ?? ''}\n${rule}`

type StoredVisitors = { byKey: Map<string, number>; byId: Map<number, StoredVisitor> }
/** Rows are never deleted, so that a known number stays right. */
const knownBy = new WeakMap<Db, StoredVisitors>()

function known(ctx: Context): StoredVisitors {
  const found = knownBy.get(ctx.db) ?? { byKey: new Map(), byId: new Map() }
  knownBy.set(ctx.db, found)
  return found
}

/** The numbers of visitors, in their order; stores new ones. */
export async function numberVisitors(ctx: Context, visitors: Visitor[]): Promise<number[]> {
  const { byKey } = known(ctx)
  const keys = visitors.map(keyOf)
  const missing = new Map(
    keys.flatMap((key, index) => {
      const visitor = visitors[index]
      return visitor && !byKey.has(key) ? [[key, rowOf(visitor)]] : []
    }),
  )
  if (missing.size > 0) {
    await ctx.db
      .insert(trafficVisitors)
      .values([...missing.values()])
      .onConflictDoNothing()
    await load(ctx)
  }
  return keys.map((key) => {
    const id = byKey.get(key)
    if (id === undefined) throw new Error('A visitor was not stored.')
    return id
  })
}

/** Stored visitors by number. At least those of `ids` are there. */
export async function findVisitors(ctx: Context, ids: number[]): Promise<Map<number, StoredVisitor>> {
  const { byId } = known(ctx)
  if (ids.some((id) => !byId.has(id))) await load(ctx)
  return byId
}

async function load(ctx: Context) {
  const { byKey, byId } = known(ctx)
  for (const row of await ctx.db.select().from(trafficVisitors)) {
    byKey.set(keyOf(row), row.id)
    byId.set(row.id, row)
  }
}
