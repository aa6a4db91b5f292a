import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { DeletedSkill, NewSkill, OneSkill, SkillList, SkillPatch } from './model.ts'
import { createSkill, deleteSkill, getSkill, listSkills, updateSkill } from './service.ts'

export function skillRoutes(ctx: Context) {
  const params = idParams('name')
  return guarded(ctx, '/v1/skills', 'Skills')
    .get('', ({ caller }) => listSkills(ctx, caller), {
      response: SkillList,
      detail: operation('listSkills', 'skills', 'List the writing skills, the built-in ones and your own.'),
    })
    .post(
      '',
      ({ caller, body, status }) => createSkill(ctx, caller, body).then((created) => status(201, created)),
      {
        body: NewSkill,
        response: { 201: OneSkill },
        detail: operation('createSkill', 'skills', 'Add a skill: instructions that the writer follows.'),
      },
    )
    .get('/:name', ({ caller, params }) => getSkill(ctx, caller, params.name), {
      params,
      response: OneSkill,
      detail: operation('getSkill', 'skills', 'Read one skill with its instructions.'),
    })
    .patch('/:name', ({ caller, params, body }) => updateSkill(ctx, caller, params.name, body), {
      params,
      body: SkillPatch,
      response: OneSkill,
      detail: operation('updateSkill', 'skills', 'Change a skill. A built-in one keeps its name.'),
    })
    .delete('/:name', ({ caller, params }) => deleteSkill(ctx, caller, params.name), {
      params,
      response: DeletedSkill,
      detail: operation('deleteSkill', 'skills', 'Delete a skill of your own.'),
    })
}
