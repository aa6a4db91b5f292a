import type { Context } from '../../../context.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { Sources } from '../sources/model.ts'
import { ActivityPreview } from './model.ts'
import { previewActivity } from './service.ts'

export function activityRoutes(ctx: Context) {
  return guarded(ctx, '/v1/activity', 'Content').post(
    '/preview',
    ({ caller, body }) => previewActivity(ctx, caller, body),
    {
      body: Sources,
      response: ActivityPreview,
      detail: operation(
        'previewActivity',
        'posts',
        'Preview repository activity. Lists pull requests, commits, releases and tracker issues of a period, from which a generation can select. Stores nothing.',
        {
          tool: 'preview_activity',
          effect: 'read',
          example: { lookbackWindow: 'last_7_days' },
          // It only reads, although what it takes needs a body.
          narrowScope: 'posts.read',
          limits: [{ name: 'activity.preview', per: 'organization', windows: [{ limit: 20, seconds: 60 }] }],
          refusals: { 503: 'The rate limit of the code host is used up until Retry-After has passed.' },
        },
      ),
    },
  )
}
