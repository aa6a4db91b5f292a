import { Type as t } from '@sinclair/typebox'
import type { Repository } from '../changelog/activity.ts'
import type { GitHubClient } from './github-client.ts'
import { CodeHostError } from './github-error.ts'
import { maybe, shaper } from './github-shape.ts'

const asReleaseBody = shaper(
  t.Object({ id: t.Number(), body: maybe(t.String()), html_url: maybe(t.String()) }),
)

export type WrittenRelease = { id: string; url: string | null }

/** How often the body is read back: another program may write it at the same time. */
const maxWrites = 2

/**
 * Changes the body of a published release by `edit`, which gets the current body. Writes nothing if it is unchanged,
 * and reads it back afterwards.
 */
export async function writeReleaseBody(
  client: GitHubClient,
  repository: Repository,
  tagName: string,
  edit: (body: string) => string,
): Promise<WrittenRelease> {
  for (let writes = 0; ; writes++) {
    const release = await client.get(repository, '/releases/tags/{tagName}', { tagName }, asReleaseBody)
    const before = withoutReturns(release.body ?? '')
    const after = edit(before)
    if (after === before) return { id: String(release.id), url: release.html_url ?? null }
    if (writes === maxWrites)
      throw new CodeHostError('failed', 'Another program is changing this release. Try again.')
    await client.write(repository, 'PATCH', `/releases/${release.id}`, { body: after })
  }
}

/** Edits on the website end lines with CR LF. */
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n')
