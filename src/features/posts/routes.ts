import { Elysia, t } from 'elysia'
import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams, wholeNumber } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { createOwnPost } from './create-own-post.ts'
import { getDraftEdits } from './draft-edits.ts'
import { drawPicture, getImage, getPicture } from './images.ts'
import { publishPostJob } from './job.ts'
import { listPosts, listPostsInShort } from './list.ts'
import {
  CanceledSchedule,
  DeletedPost,
  DraftEdits,
  DraftEditsQuery,
  EditedPost,
  ListedPosts,
  OnePost,
  OneVersion,
  Original,
  PictureOfPost,
  PostBody,
  PostPage,
  PostPatch,
  PostQuery,
  PostScheduleBody,
  RevisionBody,
  RevisionPublication,
  ScheduleOfPost,
  VersionList,
} from './model.ts'
import { discardRevision, findEditedPost, publishRevision, saveRevision } from './revision.ts'
import { cancelSchedule, getSchedule, schedulePost } from './schedule.ts'
import { checkPost, deletePost, findPost, getOriginal, updatePost } from './service.ts'
import type { TextChecks } from './text-check.ts'
import { getVersion, listVersions } from './versions.ts'

/** Routes for posts. The features that write texts check them again with `checks`. */
export function postRoutes(ctx: Context, checks: TextChecks) {
  const params = idParams('postId')
  const publishJob = publishPostJob(checks)
  return guarded(ctx, '/v1/posts', 'Content')
    .get('', ({ caller, query }) => listPosts(ctx, caller, query), {
      query: PostQuery,
      response: PostPage,
      detail: operation(
        'listPosts',
        'posts',
        'List posts. Returns only published posts unless a status is given. Separate several values of a filter with commas.',
        { tool: 'list_posts' },
      ),
    })
    .post(
      '',
      ({ caller, body, status }) => createOwnPost(ctx, caller, body).then((created) => status(201, created)),
      {
        body: PostBody,
        response: { 201: OnePost },
        detail: operation(
          'createPost',
          'posts',
          'Create a post. Saves your own text as a draft, or publishes it if `status` is `published`.',
          {
            tool: 'create_post',
            effect: 'change',
            limits: [buckets.updatePost],
            example: {
              contentType: 'blog_post',
              title: 'Faster exports',
              markdown: 'Exports of 100,000 rows now take two seconds.',
            },
            refusals: { 409: 'A post with this slug already exists' },
          },
        ),
      },
    )
    .get('/:postId', ({ caller, params }) => findPost(ctx, caller, params.postId), {
      params,
      response: OnePost,
      detail: operation(
        'getPost',
        'posts',
        'Get a post. Returns drafts and published posts; `post` is null if none has this ID.',
        {
          tool: 'get_post',
        },
      ),
    })
    .patch('/:postId', ({ caller, params, body }) => updatePost(ctx, checks, caller, params.postId, body), {
      params,
      body: PostPatch,
      response: OnePost,
      detail: operation(
        'updatePost',
        'posts',
        'Update a post. Changes the title, slug, Markdown or status.',
        {
          tool: 'update_post',
          effect: 'change',
          limits: [buckets.updatePost],
          example: { title: 'Faster exports', status: 'published' },
          refusals: {
            404: 'Post not found',
            409: 'A post with this slug already exists; the post was changed after it was read; or it has problems that prevent publication',
          },
        },
      ),
    })
    .post('/:postId/check', ({ caller, params }) => checkPost(ctx, checks, caller, params.postId), {
      params,
      response: OnePost,
      detail: operation(
        'checkPost',
        'posts',
        'Check a post again. Lists the problems that remain. A post with blocking problems cannot be published.',
        {
          tool: 'check_post',
          effect: 'change',
          limits: [buckets.checkPost],
          refusals: {
            404: 'Post not found',
            409: 'Only posts in which a check found problems can be checked again.',
          },
        },
      ),
    })
    .delete('/:postId', ({ caller, params }) => deletePost(ctx, caller, params.postId), {
      params,
      response: DeletedPost,
      detail: operation(
        'deletePost',
        'posts',
        'Delete a post. The image of an image post is deleted with it.',
        {
          tool: 'delete_post',
          effect: 'change',
          refusals: { 404: 'Post not found' },
        },
      ),
    })
    .get('/:postId/schedule', ({ caller, params }) => getSchedule(ctx, caller, params.postId), {
      params,
      response: ScheduleOfPost,
      detail: operation(
        'getPostSchedule',
        'posts',
        'Get a post schedule. `schedule` is null if the post has none.',
        {
          refusals: { 404: 'Post not found' },
        },
      ),
    })
    .post(
      '/:postId/schedule',
      ({ caller, params, body }) => schedulePost(ctx, publishJob, caller, params.postId, body),
      {
        params,
        body: PostScheduleBody,
        response: ScheduleOfPost,
        detail: operation(
          'schedulePost',
          'posts',
          'Schedule a post. Publishes the draft at the given time, and replaces an earlier schedule.',
          {
            limits: [buckets.updatePost],
            example: { scheduledAt: '2026-12-01T09:00:00+01:00', timeZone: 'Europe/Berlin' },
            refusals: { 404: 'Post not found', 409: 'Post is already published' },
          },
        ),
      },
    )
    .delete('/:postId/schedule', ({ caller, params }) => cancelSchedule(ctx, caller, params.postId), {
      params,
      response: CanceledSchedule,
      detail: operation('cancelPostSchedule', 'posts', 'Cancel a post schedule. The post stays a draft.', {
        limits: [buckets.updatePost],
        refusals: { 404: 'Post not found' },
      }),
    })
}

/** Routes for the dashboard: lists without texts, and the original text for the editor. */
export function postAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('', ({ caller, query }) => listPostsInShort(ctx, caller, query), {
      query: PostQuery,
      response: ListedPosts,
      detail: internal(
        'listPostsInShort',
        'member',
        'List posts without their texts and with ledgers as counts.',
      ),
    })
    .get('/edits', ({ caller, query }) => getDraftEdits(ctx, caller.organization.id, query), {
      query: DraftEditsQuery,
      response: DraftEdits,
      detail: internal(
        'getDraftEdits',
        'member',
        'Get the edits of drafts. Counts the lines that were changed before publication, with their interval.',
      ),
    })
    .get('/:postId/original', ({ caller, params }) => getOriginal(ctx, caller, params.postId), {
      params,
      response: Original,
      detail: internal('getOriginal', 'member', 'Get the original Markdown of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
}

/** Routes of the editor: unpublished changes of published posts, and the history of a post. */
export function editorRoutes(ctx: Context, checks: TextChecks) {
  const params = idParams('postId')
  const version = t.Object({
    ...params.properties,
    number: wholeNumber({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Number of the version.',
      error: 'number must be the number of a version',
    }),
  })
  const refusals = { 404: 'Post not found', 409: 'This post was changed after it was read' }
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('/:postId/edited', ({ caller, params }) => findEditedPost(ctx, caller, params.postId), {
      params,
      response: EditedPost,
      detail: internal('findEditedPost', 'member', 'Get a post with its unpublished changes.'),
    })
    .put('/:postId/revision', ({ caller, params, body }) => saveRevision(ctx, caller, params.postId, body), {
      params,
      body: RevisionBody,
      response: EditedPost,
      detail: internal('saveRevision', 'member', 'Save unpublished changes of a published post.', {
        limits: [buckets.updatePost],
        refusals,
      }),
    })
    .delete('/:postId/revision', ({ caller, params }) => discardRevision(ctx, caller, params.postId), {
      params,
      response: EditedPost,
      detail: internal('discardRevision', 'member', 'Discard the unpublished changes of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .post(
      '/:postId/revision/publication',
      ({ caller, params, body }) => publishRevision(ctx, checks, caller, params.postId, body),
      {
        params,
        body: RevisionPublication,
        response: EditedPost,
        detail: internal('publishRevision', 'member', 'Publish the unpublished changes of a post.', {
          limits: [buckets.updatePost],
          refusals,
        }),
      },
    )
    .get('/:postId/versions', ({ caller, params }) => listVersions(ctx, caller, params.postId), {
      params,
      response: VersionList,
      detail: internal('listVersions', 'member', 'List the versions of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .get(
      '/:postId/versions/:number',
      ({ caller, params }) => getVersion(ctx, caller, params.postId, params.number),
      {
        params: version,
        response: OneVersion,
        detail: internal('getVersion', 'member', 'Get the text of a version of a post.', {
          refusals: { 404: 'Version not found' },
        }),
      },
    )
}

/** Routes for pictures of posts and their pages, for anyone who has the address. */
export function imageRoutes(ctx: Context) {
  return new Elysia({ prefix: '/images' }).get(
    '/:file',
    async ({ params, set }) => {
      const image = await getImage(ctx, params.file)
      // The file at an address never changes, so that caches may store it for a year.
      set.headers['Cache-Control'] = 'public, max-age=31536000, immutable'
      if ('png' in image) {
        set.headers['Content-Type'] = 'image/png'
        return new Uint8Array(image.png)
      }
      set.headers['Content-Type'] = 'text/html; charset=utf-8'
      set.headers['Content-Security-Policy'] =
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'"
      return image.html
    },
    { detail: { hide: true } },
  )
}

/** Routes for the picture of a post in the editor. */
export function pictureAppRoutes(ctx: Context) {
  const params = idParams('postId')
  return guarded(ctx, '/api/app/posts', 'Content')
    .get('/:postId/picture', ({ caller, params }) => getPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('getPicture', 'member', 'Get the picture of a post.', {
        refusals: { 404: 'Post not found' },
      }),
    })
    .post('/:postId/picture', ({ caller, params }) => drawPicture(ctx, caller, params.postId), {
      params,
      response: PictureOfPost,
      detail: internal('drawPicture', 'member', 'Draw the picture of a post from its current text.', {
        limits: [buckets.drawPicture],
        refusals: { 404: 'Post not found' },
      }),
    })
}
