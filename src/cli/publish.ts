import { eq } from 'drizzle-orm'
import { OperatorError } from '../errors.ts'
import { listPostDestinations } from '../features/destinations/post-destinations.ts'
import { requestDeliveries } from '../features/destinations/request-delivery.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { organizations } from '../features/organizations/table.ts'
import { posts } from '../features/posts/table.ts'
import { defineCommand, printJson } from './command.ts'
import { oneOf } from './options.ts'
import { withContext } from './session.ts'

const readKind = oneOf(['github-release', 'pull-request', 'message'] as const)

const publish = defineCommand({
  name: 'publish',
  summary: 'Send a post to GitHub or to a message channel, after it was published.',
  examples: ['publish --post ID --to github-release', 'publish --post ID --to message --yes'],
  options: {
    post: { type: 'string', value: 'ID', required: true, help: 'ID of the post.' },
    to: {
      type: 'string',
      value: 'KIND',
      read: readKind,
      help: 'github-release, pull-request or message. Without it, lists destinations and delivery status.',
    },
    name: { type: 'string', value: 'N', help: 'Only the destination with this name. Default: all.' },
    again: {
      type: 'boolean',
      help: 'Also send to destinations that already received it, or where sending failed.',
    },
    yes: { type: 'boolean', help: 'Send without confirming the preview of the first message to a channel.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ post, to, name, again = false, yes = false, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const [owner] = await ctx.db
        .select({ slug: organizations.slug })
        .from(posts)
        .innerJoin(organizations, eq(organizations.id, posts.organizationId))
        .where(eq(posts.id, post))
      if (!owner) throw new OperatorError(`No post has the ID ${post}.`)
      const organization = await getOrganizationBySlug(ctx, owner.slug)
      const sender = { id: 'command-line', organization, spend: async () => {} }
      const { targets } = await listPostDestinations(ctx, sender, post)
      const chosen = targets.filter((each) => each.kind === to && (name === undefined || each.name === name))
      if (to && chosen.length === 0)
        throw new OperatorError(
          to !== 'github-release'
            ? name === undefined
              ? 'No destinations yet. Add one under Public page in the dashboard.'
              : `No destination is named "${name}".`
            : 'The post describes no release of a connected GitHub repository.',
        )
      const unseen = chosen.filter(({ kind, isNew }) => kind === 'message' && isNew)
      if (unseen.length > 0 && !yes) {
        for (const each of unseen) terminal.print(`To ${each.name}:\n\n${each.preview}\n`)
        throw new OperatorError('Nothing was sent. Check the preview, then repeat the command with --yes.')
      }
      const result = to
        ? await requestDeliveries(ctx, sender, post, {
            targets: chosen.map(({ target }) => target),
            isAgain: again,
            isPreviewed: yes,
          })
        : { targets }
      if (json) return printJson(terminal, result)
      for (const each of result.targets) {
        const { status = 'not sent', error = null, remoteUrl = null } = each.delivery ?? {}
        terminal.print([`${each.name}: ${status}`, error, remoteUrl].filter(Boolean).join('  '))
      }
      if (result.targets.length === 0) terminal.print('There are no destinations for this post.')
    }),
})

export const commands = [publish]
