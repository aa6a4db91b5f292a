import { AsyncLocalStorage } from 'node:async_hooks'
import { type Api, createApi } from '../../src/api.ts'
import type { Context } from '../../src/context.ts'

/** An API with all that was read of the context while its routes were built. */
type Built = { api: Api; reads: Map<string, unknown> }

const built: Built[] = []
const requested = new AsyncLocalStorage<Context>()
let latest: Context | undefined

/**
 * The API over a context. Building and compiling the routes takes longer than most tests, so contexts share them:
 * a request, and all that it begins, reads the context that it was sent to.
 */
export function sharedApi(ctx: Context): Api {
  latest = ctx
  const { api } = built.find(({ reads }) => hasSame(ctx, reads)) ?? build(ctx)
  const own = new Proxy(api, {
    get: (target, name) =>
      name === 'handle'
        ? (request: Request) => requested.run(ctx, () => target.handle(request))
        : Reflect.get(target, name),
  })
  ctx.ownApi.open(own)
  return own
}

function build(ctx: Context): Built {
  const reads = new Map<string, unknown>()
  let isBuilding = true
  const current = (): Context => requested.getStore() ?? latest ?? ctx
  const record = (path: string, value: unknown) => {
    if (isBuilding) reads.set(path, value)
    return value
  }
  const config = new Proxy(ctx.config, {
    get: (_, name) => record(`config.${String(name)}`, Reflect.get(current().config, name)),
  })
  const shared = new Proxy(ctx, {
    get(_, name) {
      if (!isBuilding) return Reflect.get(current(), name)
      if (name === 'config') return config
      if (name === 'ownApi') return { open() {} }
      return record(String(name), Reflect.get(ctx, name))
    },
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  })
  const made = { api: createApi(shared), reads }
  isBuilding = false
  built.push(made)
  return made
}

function hasSame(ctx: Context, reads: Map<string, unknown>): boolean {
  const read = (path: string): unknown =>
    path.startsWith('config.') ? Reflect.get(ctx.config, path.slice(7)) : Reflect.get(ctx, path)
  return [...reads].every(([path, value]) => Bun.deepEquals(read(path), value))
}
