import type { Random } from './random.ts'

/** A slow code host with only the name of a repository: events come from deliveries. */
export function startCodeHost(random: Random) {
  let held = Promise.resolve()
  let release = () => {}
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const [, owner, name] = /^\/repos\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
      if (owner && name) return Response.json(toRepository(owner, name))
      await held
      await Bun.sleep(random.between(0, 20))
      return Response.json({ message: 'Not Found' }, { status: 404 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Delays activity requests until `release`. */
    hold() {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    stop: () => server.stop(true),
  }
}

function toRepository(owner: string, name: string) {
  return {
    id: 1296269,
    name,
    full_name: `${owner}/${name}`,
    owner: { login: owner },
    private: false,
    default_branch: 'main',
    html_url: `https://github.com/${owner}/${name}`,
  }
}
