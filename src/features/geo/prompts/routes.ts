import type { Context } from '../../../context.ts'
import { ceilingSentence } from '../../../db/ceilings.ts'
import { fileBytes } from '../../../http/body.ts'
import { buckets } from '../../../http/buckets.ts'
import { compressLarge } from '../../../http/compress-large.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import type { Caller } from '../../keys/model.ts'
import { HistoryQuery, PromptHistory, readHistory } from './history.ts'
import { ImportedPrompts, importPrompts, PromptImport } from './import-prompts.ts'
import { DeletedPrompt, OnePrompt, type Prompt, PromptBody, PromptList, PromptPatch } from './model.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './service.ts'

const resource = 'prompts'
const ofProject = { 404: 'Project not found' }
const refusals = { 404: 'Prompt not found' }

/** Routes for prompts: the questions that scans send to engines. */
export function promptRoutes(ctx: Context) {
  const params = idParams('projectId')
  const one = idParams('projectId', 'promptId')
  return guarded(ctx, '/v1/projects/:projectId/geo/prompts', 'GEO')
    .mapResponse(compressLarge)
    .get('', ({ caller, params }) => listPrompts(ctx, caller, params.projectId), {
      params,
      response: PromptList,
      detail: operation(
        'listPrompts',
        resource,
        'List prompts. Lists your own prompts, then those generated from the brand.',
        { tool: 'list_prompts', refusals: ofProject },
      ),
    })
    .post(
      '',
      async ({ caller, params, body, status }) =>
        status(201, toAnswer(caller, await createPrompt(ctx, caller, params.projectId, body))),
      {
        params,
        body: PromptBody,
        response: { 201: OnePrompt },
        detail: operation('createPrompt', resource, 'Add a prompt. Scans send it to every tracked engine.', {
          tool: 'add_prompt',
          effect: 'change',
          example: { prompt: 'best tools for writing release notes', tags: ['release notes'] },
          refusals: { ...ofProject, 409: 'This prompt is tracked already' },
        }),
      },
    )
    .post('/import', ({ caller, params, body }) => importPrompts(ctx, caller, params.projectId, body), {
      params,
      body: PromptImport,
      response: ImportedPrompts,
      detail: operation(
        'importPrompts',
        resource,
        'Import prompts. Takes rows, or a CSV file with the columns `prompt` and `enabled`.',
        {
          bodyBytes: fileBytes,
          limits: [buckets.importPrompts],
          example: { rows: [{ prompt: 'best tools for writing release notes' }] },
          refusals: { ...ofProject, 409: ceilingSentence('prompts') },
        },
      ),
    })
    .get(
      '/:promptId/history',
      ({ caller, params: { projectId, promptId }, query }) =>
        readHistory(ctx, caller, projectId, promptId, query),
      {
        params: one,
        query: HistoryQuery,
        response: PromptHistory,
        detail: operation(
          'getPromptHistory',
          resource,
          'List answers to a prompt. The newest of each engine.',
          { tool: 'get_prompt_history', refusals: ofProject },
        ),
      },
    )
    .patch(
      '/:promptId',
      async ({ caller, params: { projectId, promptId }, body }) =>
        toAnswer(caller, await updatePrompt(ctx, caller, projectId, promptId, body)),
      {
        params: one,
        body: PromptPatch,
        response: OnePrompt,
        detail: operation(
          'updatePrompt',
          resource,
          'Update a prompt. Pauses, resumes or tags it, or sets whether it names the brand.',
          {
            tool: 'update_prompt',
            effect: 'change',
            example: { enabled: false },
            refusals,
          },
        ),
      },
    )
    .delete(
      '/:promptId',
      async ({ caller, params: { projectId, promptId: id } }) => {
        await deletePrompt(ctx, caller, projectId, id)
        return { id, organization: caller.organization }
      },
      {
        params: one,
        response: DeletedPrompt,
        detail: operation(
          'deletePrompt',
          resource,
          'Delete a prompt. A generated prompt is not created again. Its answers remain.',
          { tool: 'delete_prompt', effect: 'change', refusals },
        ),
      },
    )
}

const toAnswer = ({ organization }: Caller, prompt: Prompt) => ({ prompt, organization })
