import type { Context } from '../../context.ts'
import { badRequest, conflict, forbidden } from '../../errors.ts'
import { isSmtpUrl, readSender } from '../../mail/settings.ts'
import type { Caller } from '../keys/model.ts'
import { mayOwnersSetServer } from '../organizations/creation-policy.ts'
import { readSessionCookie, writeSessionCookie } from '../sessions/rules.ts'
import type { AddressBody, MailBody, ModelBody, ServerSettings } from './model.ts'
import { applyStored, locationOf, readStored, type SettingName, type Stored } from './stored-settings.ts'
import { serverSettings } from './table.ts'

type Person = Pick<Caller, 'person'>

/** The settings of the server in use, without their secrets. */
export async function getServerSettings(ctx: Context, caller: Person): Promise<ServerSettings> {
  await requireOnlyOwner(ctx, caller)
  return describe(ctx)
}

function describe({ config }: Context): ServerSettings {
  const { fixed, mail } = config
  const smtp = mail && new URL(mail.url)
  return {
    address: { isFixed: fixed.address, url: config.appUrl },
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
export async function setMail(ctx: Context, caller: Person, { url: entered, from }: MailBody) {
  await requireFree(ctx, caller, 'mail')
  if (!entered && !from) return save(ctx, 'mail', null)
  const url = entered ?? (await readStored(ctx)).mail?.url
  if (!url || !isSmtpUrl(url))
    throw badRequest('url must be the URL of a mail server, such as smtp://HOST:587')
  if (!from || !readSender(from))
    throw badRequest('from must be an email address, optionally with a name, such as Acme <news@acme.dev>')
  return save(ctx, 'mail', { url, from })
}

/**
 * Sets the public address. It must be the one that the owner's browser uses, so that a wrong one cannot lock everybody
 * out. The cookie has another name under https: the session continues with `cookie`.
 */
export async function setAddress(ctx: Context, caller: Person, { url }: AddressBody, request: Request) {
  await requireFree(ctx, caller, 'address')
  const { basePath } = ctx.config
  const origin = request.headers.get('origin')
  const address = url.replace(/\/+$/, '')
  if (origin === null || address !== origin + basePath)
    throw badRequest('url must be the URL at which your browser shows this page')
  const token = readSessionCookie(request, ctx.config)
  const settings = await save(ctx, 'address', { url: address })
  return { settings, cookie: writeSessionCookie(ctx.config, token) }
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

export async function requireOnlyOwner(ctx: Context, { person }: Person): Promise<void> {
  if (person?.role !== 'owner') throw forbidden('Only an owner can do this')
  if (!(await mayOwnersSetServer(ctx)))
    throw forbidden('The operator of this server sets this with environment variables')
}

async function requireFree(ctx: Context, caller: Person, name: SettingName): Promise<void> {
  await requireOnlyOwner(ctx, caller)
  if (ctx.config.fixed[name]) throw conflict('This setting is set by an environment variable of the server')
}
