import type { Context } from '../../../context.ts'
import { ceilingSentence } from '../../../db/ceilings.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import type { Caller } from '../../keys/model.ts'
import {
  DeletedProject,
  OneProject,
  ProjectBody,
  ProjectList,
  ProjectPatch,
  type ProjectRow,
  toProject,
} from './model.ts'
import { createProject, deleteProject, getProject, listProjects, updateProject } from './service.ts'

const resource = 'projects'

/** Routes for projects: the AI visibility of one brand. */
export function projectRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects', 'GEO')
    .get(
      '',
      async ({ caller, caller: { organization } }) => ({
        projects: (await listProjects(ctx, caller)).map(toProject),
        organization,
      }),
      {
        response: ProjectList,
        detail: operation(
          'listProjects',
          resource,
          'List projects. Each project measures the AI visibility of one brand. Oldest first.',
          {
            tool: 'list_projects',
          },
        ),
      },
    )
    .post(
      '',
      async ({ caller, body, status }) =>
        status(201, toAnswer(caller, await createProject(ctx, caller, body))),
      {
        body: ProjectBody,
        response: { 201: OneProject },
        detail: operation(
          'createProject',
          resource,
          'Create a project. Needs a brand identity; uses the default one if none is given.',
          {
            tool: 'create_project',
            effect: 'draft',
            example: { name: 'Acme' },
            refusals: { 404: 'Brand identity not found', 409: ceilingSentence('projects') },
          },
        ),
      },
    )
    .get(
      '/:projectId',
      async ({ caller, params }) => toAnswer(caller, await getProject(ctx, caller, params.projectId)),
      {
        params,
        response: OneProject,
        detail: operation('getProject', resource, 'Get a project. Includes its name and brand identity.', {
          tool: 'get_project',
          refusals: { 404: 'Project not found' },
        }),
      },
    )
    .patch(
      '/:projectId',
      async ({ caller, params, body }) =>
        toAnswer(caller, await updateProject(ctx, caller, params.projectId, body)),
      {
        params,
        body: ProjectPatch,
        response: OneProject,
        detail: operation(
          'updateProject',
          resource,
          'Update a project. Changes its name or brand identity.',
          {
            tool: 'update_project',
            effect: 'change',
            example: { name: 'Acme in Europe' },
            refusals: { 404: 'Project not found' },
          },
        ),
      },
    )
    .delete(
      '/:projectId',
      async ({ caller: { organization }, caller, params: { projectId: id } }) => {
        await deleteProject(ctx, caller, id)
        return { id, organization }
      },
      {
        params,
        response: DeletedProject,
        detail: operation(
          'deleteProject',
          resource,
          'Delete a project. Also deletes its prompts, competitors, scans and answers, but not its feedback and brand identity.',
          {
            tool: 'delete_project',
            effect: 'change',
            refusals: {
              404: 'Project not found',
              409: 'The last project cannot be deleted: create another one first',
            },
          },
        ),
      },
    )
}

const toAnswer = ({ organization }: Caller, row: ProjectRow) => ({ project: toProject(row), organization })
