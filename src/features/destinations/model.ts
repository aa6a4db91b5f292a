import { t } from 'elysia'
import { idField, link, oneOf, optional, text } from '../../http/fields.ts'
import { siteKinds } from '../../markdown/site-files.ts'
import { services } from '../../messages/service.ts'
import { destinationKinds } from './destination-key.ts'
import { deliveryStatuses, type destinations } from './table.ts'

/** A destination of messages, without its secrets. */
export const Destination = t.Object({
  id: t.String(),
  service: oneOf(services),
  name: t.String(),
  address: t.String(),
  createdAt: t.String(),
})
export type Destination = typeof Destination.static

/** A repository to which posts are proposed. */
export const PullRequestDestination = t.Object({
  id: t.String(),
  integrationId: t.String(),
  repository: t.String(),
  site: oneOf(siteKinds),
  path: t.String(),
})
export type PullRequestDestination = typeof PullRequestDestination.static

export const PullRequestBody = t.Object({
  integrationId: idField('integrationId'),
  site: oneOf(siteKinds, { error: 'site must be astro, hugo, docusaurus, next, jekyll or changelog' }),
  path: optional(text('path', 1, 200)),
})
export type PullRequestBody = typeof PullRequestBody.static

export const DestinationList = t.Object({
  destinations: t.Array(Destination),
  pullRequests: t.Array(PullRequestDestination),
})
export const DeletedDestination = t.Object({ id: t.String() })

export const DestinationBody = t.Object({
  url: link('url', 2000),
  name: optional(text('name', 1, 60)),
  service: t.Optional(oneOf(services, { error: 'service must be a service for messages' })),
  token: optional(
    text('token', 1, 500, {
      pattern: [/^[!-~]+$/, 'token must contain only ASCII letters, digits and punctuation'],
    }),
  ),
  chat: optional(text('chat', 1, 100)),
})
export type DestinationBody = typeof DestinationBody.static

/** A destination of a post, and its last delivery. */
export const PostDestination = t.Object({
  target: t.String(),
  kind: oneOf(destinationKinds),
  name: t.String(),
  /** The text of the message, or the tag of the release. */
  preview: t.String(),
  /** Whether nothing was sent there yet. */
  isNew: t.Boolean(),
  delivery: t.Nullable(
    t.Object({
      status: oneOf(deliveryStatuses),
      remoteUrl: t.Nullable(t.String()),
      error: t.Nullable(t.String()),
      updatedAt: t.String(),
    }),
  ),
})
export type PostDestination = typeof PostDestination.static
export const PostDestinationList = t.Object({ targets: t.Array(PostDestination) })

export const DeliveryBody = t.Object({
  targets: t.Array(text('targets', 1, 120), {
    minItems: 1,
    maxItems: 20,
    error: 'targets must be a list of destinations',
  }),
  /** Sends again what was sent or failed. */
  isAgain: t.Optional(t.Boolean()),
  /** Whether the person has seen the previews: required before the first message to an address. */
  isPreviewed: t.Optional(t.Boolean()),
})
export type DeliveryBody = typeof DeliveryBody.static

export const toDestination = (row: typeof destinations.$inferSelect): Destination => ({
  id: row.id,
  service: row.service,
  name: row.name,
  address: row.shownAddress,
  createdAt: row.createdAt.toISOString(),
})
