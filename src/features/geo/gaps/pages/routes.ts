import type { Context } from '../../../../context.ts'
import { idParams } from '../../../../http/fields.ts'
import { operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import { readGapPages } from './find-pages.ts'
import { GapPages } from './model.ts'

/** Routes for the pages that engines cite where they do not name the brand. */
export function gapPageRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/gaps/:promptId/pages', 'GEO').get(
    '',
    ({ caller, params }) => readGapPages(ctx, caller, params.projectId, params.promptId),
    {
      params: idParams('projectId', 'promptId'),
      response: GapPages,
      detail: operation(
        'listGapPages',
        'briefs',
        'List cited pages by prompt. The 20 most cited pages of 30 days, their owners, and whether they name the brand. Herald reads the pages of gaps once a week.',
        { refusals: { 404: 'Project not found' } },
      ),
    },
  )
}
