import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

const maxIssues = 20

// What the code host leaves out of one payload it sends as null in another.
const maybe = <T extends TSchema>(schema: T) => t.Optional(t.Union([schema, t.Null()]))

const repository = { id: t.Number(), full_name: t.String() }

const PushPayload = t.Object({
  ref: t.String(),
  repository: t.Object({ ...repository, default_branch: t.String() }),
  commits: maybe(
    t.Array(
      t.Object({
        id: t.String(),
        message: t.String(),
        author: t.Object({
          name: maybe(t.String()),
          email: maybe(t.String()),
          username: maybe(t.String()),
        }),
        timestamp: t.String(),
        url: t.String(),
      }),
    ),
  ),
  head_commit: maybe(t.Object({ id: t.String(), message: t.String() })),
})

const ReleasePayload = t.Object({
  action: t.Optional(t.String()),
  repository: t.Object(repository),
  release: t.Object({
    tag_name: t.String(),
    name: maybe(t.String()),
    body: maybe(t.String()),
    draft: t.Boolean(),
    prerelease: t.Boolean(),
    published_at: maybe(t.String()),
    html_url: t.String(),
  }),
})

const PullRequestPayload = t.Object({
  action: t.Optional(t.String()),
  repository: t.Object(repository),
  pull_request: t.Object({
    number: t.Integer(),
    title: t.String(),
    body: maybe(t.String()),
    html_url: t.String(),
    merged: maybe(t.Boolean()),
    merged_at: maybe(t.String()),
    merge_commit_sha: maybe(t.String()),
    user: maybe(t.Object({ login: t.String() })),
    base: maybe(t.Object({ ref: t.String() })),
  }),
})

export type PushPayload = Static<typeof PushPayload>
export type ReleasePayload = Static<typeof ReleasePayload>
export type PullRequestPayload = Static<typeof PullRequestPayload>

/** A payload with the parts that are read (contract 12.4), or what is wrong with it. */
export type Shaped<P> = { payload: P; issues?: undefined } | { issues: string[] }

export const readPushPayload = shaper(PushPayload)
export const readReleasePayload = shaper(ReleasePayload)
export const readPullRequestPayload = shaper(PullRequestPayload)

function shaper<T extends TSchema>(schema: T): (payload: unknown) => Shaped<Static<T>> {
  // Compiled, because a payload may hold thousands of commits.
  const check = TypeCompiler.Compile(schema)
  return (payload) => (check.Check(payload) ? { payload } : { issues: listIssues(check, payload) })
}

function listIssues(check: TypeCheck<TSchema>, payload: unknown): string[] {
  const issues = new Set<string>()
  for (const { path, schema } of check.Errors(payload)) {
    const place = path.slice(1).replaceAll('/', '.') || 'payload'
    issues.add(`${place}: expected ${describe(schema)}`)
    if (issues.size === maxIssues) break
  }
  return [...issues]
}

const names: Record<string, string> = {
  array: 'a list',
  integer: 'a whole number',
  null: 'null',
  object: 'an object',
}

function describe(schema: TSchema): string {
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ')
  return names[schema.type] ?? `a ${schema.type}`
}
