import type { Context } from '../../context.ts'
import { badRequest, conflict, forbidden } from '../../errors.ts'
import { isSmtpUrl, readSender } from '../../mail/settings.ts'
import type { Caller } from '../keys/model.ts'
import type { AddressBody, MailBody, ModelBody, ServerSettings } from './model.ts'
import {
  applyStored,
  isFirst,
  locationOf,
  readStored,
  type SettingName,
  type Stored,
} from './stored-settings.ts'
import { serverSettings } from './table.ts'

type Person = Pick<Caller, 'person' | 'organization'>

/** The settings of the server in use, without their secrets. */
export async function getServerSettings(ctx: Context, caller: Person): Promise<ServerSettings> {
  await requireFirstOwner(ctx, caller)
  return describe(ctx)
}

function describe({ config }: Context): ServerSettings {
  const { fixed, mail } = config
  const smtp = mail && new URL(mail.url)
  return {
    model: {
      isFixed: fixed.model,
      baseUrl: config.openaiBaseUrl,
      hasKey: config.openaiApiKey !== null,
      writer: config.writerModel,
      small: config.smallModel,
    },
    mail: {
      isFixed: fixed.mail,
      server: smtp && `${smtp.protocol}//${smtp.host}`,
      from: mail && (mail.from.name ? `${mail.from.name} <${mail.from.address}>` : mail.from.address),
    },
    address: { isFixed: fixed.address, url: config.appUrl },
  }
}

/** Sets the model that writes. A missing key keeps the stored one. */
export async function setModel(ctx: Context, caller: Person, body: ModelBody) {
  await requireFree(ctx, caller, 'model')
  const { baseUrl = null, writer = null, small = null } = body
  const known = (await readStored(ctx)).model
  // A key is never sent to another server than the one that it was entered for.
  const key = body.key ?? (known?.baseUrl === baseUrl ? (known?.key ?? null) : null)
  return save(ctx, 'model', { baseUrl, key, writer, small })
}

/** Sets the mail server and the sender, or none. */
export async function setMail(ctx: Context, caller: Person, { url, from }: MailBody) {
  await requireFree(ctx, caller, 'mail')
  if (!url && !from) return save(ctx, 'mail', null)
  if (!url || !isSmtpUrl(url))
    throw badRequest('url must be the URL of a mail server, such as smtp://HOST:587')
  if (!from || !readSender(from)) throw badRequest('from must be an address such as Acme <news@acme.dev>')
  return save(ctx, 'mail', { url, from })
}

/** Sets the address under which people and code hosts reach this server. */
export async function setAddress(ctx: Context, caller: Person, { url }: AddressBody) {
  await requireFree(ctx, caller, 'address')
  const { protocol, pathname, search, hash } = new URL(url)
  const isPlain = /^https?:$/.test(protocol) && search === '' && hash === ''
  if (!isPlain || pathname.replace(/\/+$/, '') !== ctx.config.basePath)
    throw badRequest(`url must be an http or https URL with the path ${ctx.config.basePath || '/'}`)
  return save(ctx, 'address', { url })
}

async function save<N extends SettingName>(ctx: Context, name: N, value: Stored[N] | null) {
  const sealed = ctx.secrets.encrypt(JSON.stringify(value), locationOf(name))
  const row = { sealed, updatedAt: ctx.now() }
  await ctx.db
    .insert(serverSettings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: serverSettings.name, set: row })
  await applyStored(ctx)
  return describe(ctx)
}

async function requireFirstOwner(ctx: Context, { person, organization }: Person): Promise<void> {
  const isAllowed = person?.role === 'owner' && (await isFirst(ctx, person.id, organization.id))
  if (!isAllowed) throw forbidden('Only the first owner of this server can do this')
}

async function requireFree(ctx: Context, caller: Person, name: SettingName): Promise<void> {
  await requireFirstOwner(ctx, caller)
  if (ctx.config.fixed[name]) throw conflict('This setting comes from an environment variable of the server')
}
