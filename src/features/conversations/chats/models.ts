import { standardPrice } from '../../../ai/engines/engine.ts'
import type { Model } from '../../../ai/models.ts'
import type { Context } from '../../../context.ts'
import { badRequest } from '../../../errors.ts'
import { findWriter, forbidsRetention, getWriter } from '../../organizations/service.ts'
import type { ModelList } from './model.ts'

/** Says what to configure. */
export const noWriter =
  'No model is configured. Set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.'

/** A model with the name by which it was chosen. */
export type ChosenModel = { id: string; label: string; model: Model }

/** The model that a message names: `auto` for the writer, or an available model of the catalog. */
export async function chooseModel(ctx: Context, organizationId: string, asked: string): Promise<ChosenModel> {
  const writer = await getWriter(ctx, organizationId, noWriter)
  if (asked === 'auto' || asked === writer.id) return { id: writer.id, label: writer.id, model: writer }
  const listed = (await listModels(ctx, organizationId)).find(({ id }) => id === asked)
  if (listed) return listed
  throw badRequest('Unknown model: send auto, or one that is listed')
}

/** The models of the catalog that have a key and that the organization allows. */
export async function listModels(ctx: Context, organizationId: string): Promise<ChosenModel[]> {
  const keepsNothing = await forbidsRetention(ctx, organizationId)
  return ctx.engines.writers
    .filter((engine) => ctx.engines.isAvailable(engine) && (!keepsNothing || engine.zdr === 'all'))
    .map((engine) => {
      const endpoint = { baseURL: engine.baseUrl, apiKey: ctx.engines.keyOf(engine) ?? 'none' }
      const { id, label, model, zdr, thinking } = engine
      return {
        id,
        label,
        model: { id: model, endpoint, zdr, price: engine.price ?? standardPrice, thinking },
      }
    })
}

/** The models for a person to choose from, and why the writer cannot answer. */
export async function showModels(ctx: Context, organizationId: string): Promise<ModelList> {
  const models = (await listModels(ctx, organizationId)).map(toChoice)
  const { model, obstacle } = await findWriter(ctx, organizationId, noWriter)
  const writer = model && toChoice({ id: model.id, label: model.id, model })
  return { writer, obstacle, models }
}

const toChoice = ({ id, label, model }: ChosenModel) => ({ id, label, thinks: Boolean(model.thinking) })
