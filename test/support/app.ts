import type { Engines } from '../../src/ai/engines/engines.ts'
import type { Models } from '../../src/ai/models.ts'
import type { Api } from '../../src/api.ts'
import type { Config } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { atomically, type Db } from '../../src/db/client.ts'
import { brandFacts } from '../../src/features/brand-identities/facts/table.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { webhookSecretOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { addMember, newUser } from '../../src/features/members/record.ts'
import type { Role } from '../../src/features/members/table.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { newSession } from '../../src/features/sessions/record.ts'
import { writeSessionCookie } from '../../src/features/sessions/rules.ts'
import { type TestContext, testContext } from './context.ts'
import { createAnswerCheck, readOpenApi } from './openapi.ts'
import { sharedApi } from './shared-api.ts'

export type Answer = { status: number; headers: Headers; body: any; text: string }
export type Team = {
  id: string
  slug: string
  key: string
  keyId: string
  call: Call
  /** A signed-in user of the organization. */
  person: (role?: Role, name?: string) => Promise<SignedInPerson>
}
export type SignedInPerson = { id: string; email: string; cookie: string; call: Call }
type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Named, because the type of the API is too deep to be inferred again. */
export type TestApp = {
  ctx: TestContext
  api: Api
  anonymous: Call
  team(slug: string, scopes?: string[]): Promise<Team>
}

/**
 * The whole API over an empty database; requests go through it without a socket, and `models` and `engines`
 * are asked if given.
 */
export async function testApp(
  config: Partial<Config> = {},
  models?: Models,
  engines?: Engines,
  database?: Db,
): Promise<TestApp> {
  const ctx = await testContext(config, models, engines, database)
  const api = sharedApi(ctx)
  return {
    ctx,
    api,
    anonymous: caller(api),
    team: (slug: string, scopes?: string[]) => createTeam(ctx, api, slug, scopes),
  }
}

async function createTeam(ctx: TestContext, api: Api, slug: string, scopes?: string[]): Promise<Team> {
  const organization = await createOrganization(ctx, slug, `Team ${slug}`)
  const { id, key } = await createKey(ctx, organization.id, { name: 'test', scopes })
  return teamOf(ctx, api, { id: organization.id, slug, key, keyId: id })
}

/** The team of a stored organization with a key. */
export function teamOf(
  ctx: TestContext,
  api: Api,
  stored: Pick<Team, 'id' | 'slug' | 'key' | 'keyId'>,
): Team {
  const person = (role: Role = 'owner', name: string = role) => createPerson(ctx, api, stored, role, name)
  return { ...stored, call: caller(api, stored.key), person }
}

/** The headers of a browser's request from a page of this server. */
export const ownPage = { 'sec-fetch-site': 'same-origin' }

async function createPerson(
  ctx: TestContext,
  api: Api,
  { id: organizationId, slug }: { id: string; slug: string },
  role: Role,
  name: string,
): Promise<SignedInPerson> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@${slug}.test`
  const { user, statement } = newUser(ctx, { email, name, passwordHash: null })
  const session = newSession(ctx, new Request('http://localhost'), user.id)
  await atomically(ctx.db, [statement, addMember(ctx, user.id, organizationId, role), ...session.statements])
  const [cookie = ''] = writeSessionCookie(ctx.config, session.token).split(';')
  return { id: user.id, email, cookie, call: withHeaders(caller(api), { cookie, ...ownPage }) }
}

/** Sends the same headers with every request, unless it has its own. */
export function withHeaders(call: Call, standing: Record<string, string>): Call {
  return (method, path, body, headers) => call(method, path, body, { ...standing, ...headers })
}

/**
 * Finds properties of an answer that the OpenAPI document does not describe; it is the same for every
 * service.
 */
let answerCheck: Promise<ReturnType<typeof createAnswerCheck>> | undefined

/** Sends requests through the API; an answer that the OpenAPI document does not describe fails the test. */
export function caller(api: Api, key?: string): Call {
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const raw = isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body)
    const response = await api.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : raw,
      }),
    )
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text, body: parse(text) }
    answerCheck ??= readOpenApi(api).then(createAnswerCheck)
    const fault = (await answerCheck)(method, new URL(`http://localhost${path}`).pathname, answer)
    if (fault) throw new Error(`The OpenAPI document is wrong: ${fault}.`)
    return answer
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const webhookSecret = 'a'.repeat(64)

/** Connects a repository without a request to a code host. */
export async function connect(ctx: Context, organizationId: string, fullName = 'acme/app') {
  const [owner = '', repo = ''] = fullName.split('/')
  const now = ctx.now()
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    organizationId,
    provider: 'github' as const,
    displayName: fullName,
    owner,
    repo,
    url: `https://github.com/${fullName}`,
    defaultBranch: 'main',
    encryptedWebhookSecret: ctx.secrets.encrypt(webhookSecret, webhookSecretOf({ id })),
    createdAt: now,
    updatedAt: now,
  }
  await ctx.db.insert(integrations).values(row)
  return { ...row, hook: `/api/webhooks/github/${organizationId}/${row.id}/${row.id}` }
}

/** A brand identity with a given id. */
export async function addIdentity(ctx: Context, organizationId: string, id: string) {
  const now = ctx.now()
  const row = { id, organizationId, name: id, websiteUrl: 'https://acme.com', createdAt: now, updatedAt: now }
  await ctx.db.insert(brandIdentities).values(row)
}

/** A fact of a brand identity that was read from a page, with the id `page`; stored once. */
export async function addPageFact(ctx: Context, organizationId: string, brandIdentityId: string) {
  const now = ctx.now()
  await ctx.db
    .insert(brandFacts)
    .values({
      ...{ id: 'page', organizationId, brandIdentityId, status: 'ready', createdAt: now, updatedAt: now },
      ...{ url: 'https://other.example/about', text: 'Acme is old.' },
    })
    .onConflictDoNothing()
}

/** A project without an identity; returns its id. */
export async function addProject(ctx: Context, organizationId: string, id: string = Bun.randomUUIDv7()) {
  await ctx.db.insert(projects).values({ id, organizationId, name: id, createdAt: ctx.now() })
  return id
}

/** A trigger definition as clients send it. */
export function triggerBody(repositoryId: string, changes: Record<string, unknown> = {}) {
  return {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['push', 'release'] },
    targets: { repositoryIds: [repositoryId] },
    outputType: 'changelog',
    enabled: true,
    ...changes,
  }
}

/** A schedule definition as clients send it. */
export function scheduleBody(repositoryId: string, changes: Record<string, unknown> = {}) {
  return {
    name: 'Weekly',
    sourceType: 'cron',
    sourceConfig: { cron: { frequency: 'weekly', dayOfWeek: 1, hour: 9, minute: 0 } },
    targets: { repositoryIds: [repositoryId] },
    outputType: 'changelog',
    enabled: true,
    ...changes,
  }
}
