import { max } from 'drizzle-orm'
import { createModels } from '../../ai/models.ts'
import type { Context } from '../../context.ts'
import { OperatorError } from '../../errors.ts'
import { isSmtpUrl, readSender } from '../../mail/settings.ts'
import { serverSettings, type settingNames } from './table.ts'

export type SettingName = (typeof settingNames)[number]

export type Stored = {
  model: { baseUrl: string | null; key: string | null; writer: string | null; small: string | null }
  mail: { url: string; from: string }
  address: { url: string }
}

export const locationOf = (name: SettingName) => ({ table: 'server_settings', column: 'sealed', row: name })

/** The stored settings; one that was encrypted with another key counts as missing. */
export async function readStored(ctx: Context): Promise<Partial<Stored>> {
  const rows = await ctx.db.select().from(serverSettings)
  return Object.fromEntries(
    rows.flatMap(({ name, sealed }) => {
      try {
        return [[name, JSON.parse(ctx.secrets.decrypt(sealed, locationOf(name)))]]
      } catch (error) {
        if (error instanceof OperatorError) return []
        throw error
      }
    }),
  )
}

/** Uses the stored settings in this process, where the environment has none. */
export async function applyStored(ctx: Context): Promise<void> {
  const { fixed } = ctx.config
  const { model, mail, address } = await readStored(ctx)
  if (!fixed.address && address) Object.assign(ctx.config, { appUrl: address.url, baseUrl: address.url })
  if (!fixed.model) {
    const wanted = {
      openaiBaseUrl: model?.baseUrl ?? null,
      openaiApiKey: model?.key ?? null,
      writerModel: model?.writer ?? null,
      smallModel: model?.small ?? null,
    }
    const isNew = Object.entries(wanted).some(([name, value]) => ctx.config[name as 'writerModel'] !== value)
    Object.assign(ctx.config, wanted)
    if (isNew) Object.assign(ctx.models, createModels(ctx.config))
  }
  if (!fixed.mail) {
    const from = mail && readSender(mail.from)
    ctx.config.mail = mail && from && isSmtpUrl(mail.url) ? { url: mail.url, from } : null
  }
}

/** Returns a function that applies the stored settings if another process or this one has changed them. */
export function createSettingsWatch(ctx: Context): () => Promise<void> {
  let applied = 0
  return async () => {
    const [row] = await ctx.db.select({ newest: max(serverSettings.updatedAt) }).from(serverSettings)
    const newest = row?.newest?.getTime() ?? 0
    if (newest === applied) return
    await applyStored(ctx)
    applied = newest
  }
}
