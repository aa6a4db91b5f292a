import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { DeletedSkill, NewSkill, OneSkill, SkillList, SkillPatch } from './model.ts'
import { createSkill, deleteSkill, getSkill, listSkills, updateSkill } from './service.ts'

export function skillRoutes(ctx: Context) {
  const params = idParams('name')
  const detail = { tags: ['Skills'] }
  return new Elysia({ prefix: '/v1/skills' })
    .use(requireKey(ctx, 'skills'))
    .get('', ({ caller }) => listSkills(ctx, caller), { response: SkillList, detail })
    .post(
      '',
      ({ caller, body, status }) => createSkill(ctx, caller, body).then((created) => status(201, created)),
      { body: NewSkill, response: { 201: OneSkill }, detail },
    )
    .get('/:name', ({ caller, params }) => getSkill(ctx, caller, params.name), {
      params,
      response: OneSkill,
      detail,
    })
    .patch('/:name', ({ caller, params, body }) => updateSkill(ctx, caller, params.name, body), {
      params,
      body: SkillPatch,
      response: OneSkill,
      detail,
    })
    .delete('/:name', ({ caller, params }) => deleteSkill(ctx, caller, params.name), {
      params,
      response: DeletedSkill,
      detail,
    })
}
