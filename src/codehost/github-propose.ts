import { Type as t } from '@sinclair/typebox'
import type { Repository } from '../changelog/activity.ts'
import type { GitHubClient } from './github-client.ts'
import { CodeHostError } from './github-error.ts'
import { maybe, shaper } from './github-shape.ts'

const asRef = shaper(t.Object({ object: t.Object({ sha: t.String() }) }))
const asContent = shaper(
  t.Object({ sha: t.String(), content: maybe(t.String()), encoding: maybe(t.String()) }),
)
const asPulls = shaper(
  t.Array(
    t.Object({
      number: t.Number(),
      state: t.String(),
      html_url: maybe(t.String()),
      head: t.Object({ ref: t.String() }),
    }),
  ),
)

/** A file to be added or changed by a pull request. */
export type Proposal = {
  /** The branch of the first pull request; later ones have a number behind it. */
  branch: string
  base: string
  path: string
  /** The path that the file had in an earlier pull request, if another. */
  earlierPath: string | null
  /** The content of the file, from that which it has; null if there is no such file. */
  edit(existing: string | null): string
  title: string
  body: string
}

export type ProposedChange = { id: string; url: string | null }

/** How many merged or closed pull requests of one post are looked through. */
const maxEarlier = 20

/**
 * Proposes a file by a pull request, or updates the one that is open. The branch says what an interrupted attempt did,
 * so that repeating it creates nothing twice. Null if the base has the file already.
 */
export async function proposeFile(
  client: GitHubClient,
  repository: Repository,
  proposal: Proposal,
): Promise<ProposedChange | null> {
  const { base, path, earlierPath, edit, title, body } = proposal
  const { branch, open } = await findBranch(client, repository, proposal.branch)
  if (!open && isUnchanged(await contentAt(client, repository, path, base), edit)) return null
  await createBranch(client, repository, branch, base)
  const known = await contentAt(client, repository, path, branch)
  if (!isUnchanged(known, edit))
    await client.write(repository, 'PUT', '/contents/{+path}', {
      path,
      branch,
      message: title,
      content: Buffer.from(edit(known?.text ?? null)).toString('base64'),
      ...(known ? { sha: known.sha } : {}),
    })
  if (earlierPath)
    await removeProposed(client, repository, { path: earlierPath, branch, base, message: title })
  if (open) await client.write(repository, 'PATCH', `/pulls/${open.number}`, { title, body })
  else await client.write(repository, 'POST', '/pulls', { title, head: branch, base, body })
  const { open: pull } = await findBranch(client, repository, branch)
  return { id: String(pull?.number ?? branch), url: pull?.html_url ?? null }
}

/** The branch to use: the one of the open pull request, else the first without one that was merged or closed. */
async function findBranch(client: GitHubClient, repository: Repository, wanted: string) {
  for (let number = 1; number <= maxEarlier; number++) {
    const branch = number === 1 ? wanted : `${wanted}-${number}`
    const head = `${repository.owner}:${branch}`
    const pulls = await client.get(repository, '/pulls', { head, state: 'all' }, asPulls)
    const own = pulls.filter((pull) => pull.head.ref === branch)
    const open = own.find(({ state }) => state === 'open') ?? null
    if (open || own.length === 0) return { branch, open }
  }
  throw new Error(`More than ${maxEarlier} pull requests have the branch ${wanted}.`)
}

async function createBranch(client: GitHubClient, repository: Repository, branch: string, base: string) {
  const known = await client.find(repository, '/git/ref/heads/{+branch}', { branch }, asRef)
  if (known) return
  const { object } = await client.get(repository, '/git/ref/heads/{+base}', { base }, asRef)
  await client.write(repository, 'POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: object.sha })
}

const isUnchanged = (known: { text: string } | null, edit: Proposal['edit']) =>
  known !== null && edit(known.text) === known.text

type FileRemoval = { path: string; branch: string; base: string; message: string }

/** Removes a file from a branch, if the base does not have it: then only the pull request added it. */
async function removeProposed(client: GitHubClient, repository: Repository, removal: FileRemoval) {
  const { path, branch, base, message } = removal
  const known = await contentAt(client, repository, path, branch)
  if (!known || (await contentAt(client, repository, path, base))) return
  await client.write(repository, 'DELETE', '/contents/{+path}', { path, branch, message, sha: known.sha })
}

async function contentAt(client: GitHubClient, repository: Repository, path: string, ref: string) {
  const found = await client.find(repository, '/contents/{+path}', { path, ref }, asContent)
  if (found?.encoding === 'none') throw new CodeHostError('failed', `${path} is larger than 1 MB.`)
  return found && { sha: found.sha, text: Buffer.from(found.content ?? '', 'base64').toString('utf8') }
}
