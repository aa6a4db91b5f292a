import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { addDestination, deleteDestination, listDestinations } from './message-destinations.ts'
import {
  DeletedDestination,
  DeliveryBody,
  Destination,
  DestinationBody,
  DestinationList,
  PostDestinationList,
  PullRequestBody,
  PullRequestDestination,
} from './model.ts'
import { listPostDestinations } from './post-destinations.ts'
import { addPullRequest, deletePullRequest } from './pull-requests.ts'
import { requestDeliveries } from './request-delivery.ts'

/** Routes of the dashboard for the addresses of messages, and for sending posts. */
export function destinationAppRoutes(ctx: Context) {
  return new Elysia().use(addressRoutes(ctx)).use(deliveryAppRoutes(ctx))
}

function addressRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/destinations', 'Content')
    .get('', ({ caller }) => listDestinations(ctx, caller), {
      response: DestinationList,
      detail: internal('listDestinations', 'member', 'List the destinations of messages.'),
    })
    .post('', ({ caller, body }) => addDestination(ctx, caller, body), {
      body: DestinationBody,
      response: Destination,
      detail: internal('addDestination', 'admin', 'Add a destination for messages.', {
        limits: [buckets.sendPost],
      }),
    })
    .post('/pull-requests', ({ caller, body }) => addPullRequest(ctx, caller, body), {
      body: PullRequestBody,
      response: PullRequestDestination,
      detail: internal('addPullRequest', 'admin', 'Add a repository to which posts are proposed.', {
        limits: [buckets.sendPost],
        refusals: {
          404: 'Integration not found',
          409: 'A destination with this repository and path already exists',
        },
      }),
    })
    .delete(
      '/pull-requests/:targetId',
      ({ caller, params }) => deletePullRequest(ctx, caller, params.targetId),
      {
        params: idParams('targetId'),
        response: DeletedDestination,
        detail: internal('deletePullRequest', 'admin', 'Remove a repository to which posts are proposed.', {
          refusals: { 404: 'Destination not found' },
        }),
      },
    )
    .delete('/:destinationId', ({ caller, params }) => deleteDestination(ctx, caller, params.destinationId), {
      params: idParams('destinationId'),
      response: DeletedDestination,
      detail: internal('deleteDestination', 'admin', 'Delete a destination for messages.', {
        refusals: { 404: 'Destination not found' },
      }),
    })
}

function deliveryAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('/:postId/targets', ({ caller, params }) => listPostDestinations(ctx, caller, params.postId), {
      params,
      response: PostDestinationList,
      detail: internal('listPostDestinations', 'member', 'List the destinations of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .post(
      '/:postId/deliveries',
      ({ caller, params, body }) => requestDeliveries(ctx, caller, params.postId, body),
      {
        params,
        body: DeliveryBody,
        response: PostDestinationList,
        detail: internal('sendPost', 'member', 'Send a published post to destinations.', {
          limits: [buckets.sendPost],
          refusals: { 404: 'Post not found', 409: 'Publish the post before you send it' },
        }),
      },
    )
}
