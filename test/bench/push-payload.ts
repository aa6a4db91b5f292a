import examples, { type WebhookDefinition } from '@octokit/webhooks-examples'

const bytes = 8 * 1024

/** A push to the default branch as the code host sends it, 8 KB long; each number makes a different one. */
export function pushPayload(number: number): string {
  const { push, commit } = findExample()
  const id = new Bun.CryptoHasher('sha1').update(`${number}`).digest('hex')
  const pushed = { ...commit, id, message: `fix: keep the order of page ${number}\n\n` }
  const payload = { ...push, after: id, head_commit: pushed, commits: [pushed] }
  // The message occurs twice in the payload; its length fills the payload to its size.
  const room = Math.floor((bytes - Buffer.byteLength(JSON.stringify(payload))) / 2)
  if (room < 0) throw new Error('The example is too long.')
  pushed.message += prose.repeat(10).slice(0, room)
  return JSON.stringify(payload)
}

const prose = 'Pages were put together from two queries, and a write between them could move an item. '

function findExample() {
  const definition = examples.find(({ name }) => name === 'push') as WebhookDefinition<'push'>
  for (const push of definition.examples) {
    const [commit] = push.commits
    if (commit) return { push, commit }
  }
  throw new Error('No example of a push has commits.')
}
