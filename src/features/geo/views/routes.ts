import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { DeletedView, OneView, SavedViews, ViewBody, ViewPatch } from './model.ts'
import { createView, deleteView, listViews, maxViews, updateView } from './service.ts'

const nameInUse = 'A view with this name already exists'
const missing = 'Project not found; or Saved view not found'

/** Routes of the dashboard for named filters and periods of a project's visibility. */
export function viewRoutes(ctx: Context) {
  const params = idParams('projectId')
  const ofView = idParams('projectId', 'viewId')
  return guarded(ctx, '/api/app/projects/:projectId/views', 'GEO')
    .get('', ({ caller, params }) => listViews(ctx, caller, params.projectId), {
      params,
      response: SavedViews,
      detail: internal('listSavedViews', 'member', 'List the saved views of a project.', {
        refusals: { 404: 'Project not found' },
      }),
    })
    .post(
      '',
      async ({ caller, params, body, set }) => {
        const created = await createView(ctx, caller, params.projectId, body)
        set.status = 201
        return created
      },
      {
        params,
        body: ViewBody,
        response: { 201: OneView },
        detail: internal('createSavedView', 'member', 'Save filters and a period under a name.', {
          refusals: {
            404: 'Project not found',
            409: `A project has at most ${maxViews} saved views; or ${nameInUse}`,
          },
        }),
      },
    )
    .patch(
      '/:viewId',
      ({ caller, params, body }) => updateView(ctx, caller, params.projectId, params.viewId, body),
      {
        params: ofView,
        body: ViewPatch,
        response: OneView,
        detail: internal('updateSavedView', 'member', 'Rename a saved view, or replace its filters.', {
          refusals: { 404: missing, 409: nameInUse },
        }),
      },
    )
    .delete('/:viewId', ({ caller, params }) => deleteView(ctx, caller, params.projectId, params.viewId), {
      params: ofView,
      response: DeletedView,
      detail: internal('deleteSavedView', 'member', 'Delete a saved view.', { refusals: { 404: missing } }),
    })
}
