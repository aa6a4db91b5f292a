import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import type { Caller } from '../../keys/model.ts'
import {
  DeletedSequence,
  OneSequence,
  SequenceBody,
  SequenceList,
  SequencePatch,
  type SequenceRow,
  toSequence,
} from './model.ts'
import { createSequence, deleteSequence, listSequences, updateSequence } from './service.ts'

const resource = 'prompts'
const refusals = { 404: 'Project not found' }

/** Routes for conversations, which have several turns. */
export function sequenceRoutes(ctx: Context) {
  const params = idParams('projectId')
  const one = idParams('projectId', 'sequenceId')
  return guarded(ctx, '/v1/projects/:projectId/geo/sequences', 'GEO')
    .get(
      '',
      async ({ caller, params: { projectId } }) => ({
        sequences: (await listSequences(ctx, caller, projectId)).map(toSequence),
        organization: caller.organization,
      }),
      {
        params,
        response: SequenceList,
        detail: operation('listSequences', resource, 'List conversations. Oldest first.', {
          tool: 'list_conversations',
          refusals,
        }),
      },
    )
    .post(
      '',
      async ({ caller, params: { projectId }, body, status }) =>
        status(201, toAnswer(caller, await createSequence(ctx, caller, projectId, body))),
      {
        params,
        body: SequenceBody,
        response: { 201: OneSequence },
        detail: operation(
          'createSequence',
          resource,
          'Create a conversation. Up to five questions that scans ask an engine one after another.',
          {
            tool: 'create_conversation',
            effect: 'change',
            example: {
              name: 'From the list to the choice',
              steps: ['which changelog tools are there', 'which of them can I host myself'],
            },
            refusals,
          },
        ),
      },
    )
    .patch(
      '/:sequenceId',
      async ({ caller, params: { projectId, sequenceId }, body }) =>
        toAnswer(caller, await updateSequence(ctx, caller, projectId, sequenceId, body)),
      {
        params: one,
        body: SequencePatch,
        response: OneSequence,
        detail: operation(
          'updateSequence',
          resource,
          'Update a conversation. Renames, rewrites, pauses or resumes it.',
          {
            tool: 'update_conversation',
            effect: 'change',
            example: { enabled: false },
            refusals: { 404: 'Conversation not found' },
          },
        ),
      },
    )
    .delete(
      '/:sequenceId',
      async ({ caller, params: { projectId, sequenceId: id } }) => {
        await deleteSequence(ctx, caller, projectId, id)
        return { id, organization: caller.organization }
      },
      {
        params: one,
        response: DeletedSequence,
        detail: operation('deleteSequence', resource, 'Delete a conversation. Its answers remain.', {
          tool: 'delete_conversation',
          effect: 'change',
          refusals: { 404: 'Conversation not found' },
        }),
      },
    )
}

const toAnswer = ({ organization }: Caller, row: SequenceRow) => ({ sequence: toSequence(row), organization })
