import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams, oneOf } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { pageQuery } from '../../http/paging.ts'
import { guarded } from '../keys/guard.ts'
import {
  CollectionPage,
  CollectionPatch,
  CollectionWithPosts,
  DeletedCollection,
  OneCollection,
} from './model.ts'
import { deleteCollection, getCollection, listCollections, updateCollection } from './service.ts'

/** Collections: posts that were written from the same activity. */
export function collectionRoutes(ctx: Context) {
  const params = idParams('collectionId')
  return guarded(ctx, '/v1/collections', 'Content')
    .get('', ({ caller, query }) => listCollections(ctx, caller, query), {
      query: t.Object({
        ...pageQuery(10),
        sort: oneOf(['asc', 'desc'], { default: 'desc', error: 'sort must be asc or desc' }),
      }),
      response: CollectionPage,
      detail: operation(
        'listCollections',
        'posts',
        'List collections: posts written from the same activity.',
      ),
    })
    .get('/:collectionId', ({ caller, params }) => getCollection(ctx, caller, params.collectionId), {
      params,
      response: CollectionWithPosts,
      detail: operation('getCollection', 'posts', 'Read one collection, with a line for each of its posts.'),
    })
    .patch(
      '/:collectionId',
      ({ caller, params, body }) => updateCollection(ctx, caller, params.collectionId, body),
      {
        params,
        body: CollectionPatch,
        response: OneCollection,
        detail: operation('updateCollection', 'posts', 'Rename a collection.'),
      },
    )
    .delete('/:collectionId', ({ caller, params }) => deleteCollection(ctx, caller, params.collectionId), {
      params,
      response: DeletedCollection,
      detail: operation(
        'deleteCollection',
        'posts',
        'Delete a collection with its posts. While one of them is still being written it is refused.',
      ),
    })
}
