import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { idField } from '../../http/fields.ts'
import { internal, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { DeletedSkill, NewSkill, OneSkill, SkillEditList, SkillList, SkillPatch } from './model.ts'
import {
  createSkill,
  deleteSkill,
  getSkill,
  listSkillEdits,
  listSkills,
  restoreSkill,
  updateSkill,
} from './service.ts'

const params = t.Object({ name: idField('name', 'Name of the skill.', 'changelog') })

export function skillRoutes(ctx: Context) {
  return guarded(ctx, '/v1/skills', 'Skills')
    .get('', ({ caller }) => listSkills(ctx, caller), {
      response: SkillList,
      detail: operation('listSkills', 'skills', 'List skills. Lists built-in skills and your own.', {
        tool: 'list_skills',
      }),
    })
    .post(
      '',
      ({ caller, body, status }) => createSkill(ctx, caller, body).then((created) => status(201, created)),
      {
        body: NewSkill,
        response: { 201: OneSkill },
        detail: operation(
          'createSkill',
          'skills',
          'Create a skill. A skill contains instructions that the writer follows.',
          {
            tool: 'create_skill',
            effect: 'change',
            example: {
              name: 'release-notes',
              description: 'How we write release notes.',
              content: 'Begin with what changes for the reader.',
            },
            refusals: { 409: 'A skill named "release-notes" already exists' },
          },
        ),
      },
    )
    .get('/:name', ({ caller, params }) => getSkill(ctx, caller, params.name), {
      params,
      response: OneSkill,
      detail: operation('getSkill', 'skills', 'Get a skill. Includes its instructions.', {
        tool: 'get_skill',
        refusals: { 404: 'Skill not found' },
      }),
    })
    .patch('/:name', ({ caller, params, body }) => updateSkill(ctx, caller, params.name, body), {
      params,
      body: SkillPatch,
      response: OneSkill,
      detail: operation('updateSkill', 'skills', 'Update a skill. Built-in skills cannot be renamed.', {
        tool: 'update_skill',
        effect: 'change',
        example: { description: 'How we write changelogs.' },
        refusals: {
          403: 'The key does not have the scope, or the skill is built in.',
          404: 'Skill not found',
          409: 'A skill named "release-notes" already exists',
        },
      }),
    })
    .delete('/:name', ({ caller, params }) => deleteSkill(ctx, caller, params.name), {
      params,
      response: DeletedSkill,
      detail: operation('deleteSkill', 'skills', 'Delete a skill. Built-in skills cannot be deleted.', {
        tool: 'delete_skill',
        effect: 'change',
        refusals: {
          403: 'The key does not have the scope, or the skill is built in.',
          404: 'Skill not found',
        },
      }),
    })
}

/** Lists the edited built-in skills, and restores their original texts. */
export function skillAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/skills', 'Skills')
    .get('', ({ caller }) => listSkillEdits(ctx, caller), {
      response: SkillEditList,
      detail: internal(
        'listSkillEdits',
        'member',
        'List the skills, with whether a built-in one was edited.',
      ),
    })
    .delete('/:name/edits', ({ caller, params }) => restoreSkill(ctx, caller, params.name), {
      params,
      response: OneSkill,
      detail: internal('restoreSkill', 'member', 'Restore the text of a built-in skill.'),
    })
}
