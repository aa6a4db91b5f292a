import { createKey, listKeys, revokeKey } from '../features/keys/service.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { defineCommand, UsageError } from './command.ts'
import { readDuration } from './duration.ts'
import { printJson, withContext } from './session.ts'

const org = { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' } as const

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Make an API key and print it; it is not shown again.',
  options: {
    org,
    name: { type: 'string', value: 'N', required: true, help: 'What the key is for.' },
    scope: {
      type: 'string',
      value: 'X',
      multiple: true,
      help: 'A scope such as posts.read; without any, every scope.',
    },
    expires: { type: 'string', value: '30d', help: 'How long the key is good for: 12h, 30d, 8w.' },
    'per-minute': { type: 'string', value: 'N', help: 'Throttle of the key itself, in requests per minute.' },
  },
  run: ({ org, name, scope, expires, 'per-minute': perMinute }) =>
    withContext(async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const { key } = await createKey(ctx, organization.id, {
        name,
        scopes: scope.flatMap((each) => each.split(',')),
        expiresAt: expires ? new Date(ctx.now().getTime() + readDuration(expires)) : null,
        perMinute: perMinute === undefined ? null : readPerMinute(perMinute),
      })
      console.log(key)
    }),
})

export const keyList = defineCommand({
  name: 'key list',
  summary: "List an organization's keys by their first characters.",
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }) =>
    withContext(async (ctx) => {
      const keys = await listKeys(ctx, (await getOrganizationBySlug(ctx, org)).id)
      if (json) return printJson(keys)
      if (keys.length === 0)
        return console.log(`No keys; make one with: herald key create --org ${org} --name NAME`)
      for (const key of keys) {
        const end = key.expiresAt ? `until ${key.expiresAt}` : 'no end'
        const use = key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used'
        console.log(`${key.id}  ${key.start}…  ${key.name}  ${end}  ${use}  ${key.scopes.length} scopes`)
      }
    }),
})

export const keyRevoke = defineCommand({
  name: 'key revoke',
  summary: 'End a key at once.',
  options: {
    org,
    id: { type: 'string', value: 'ID', required: true, help: 'Id of the key, from key list.' },
  },
  run: ({ org, id }) =>
    withContext(async (ctx) => {
      await revokeKey(ctx, (await getOrganizationBySlug(ctx, org)).id, id)
      console.log(`Revoked ${id}.`)
    }),
})

function readPerMinute(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) {
    throw new UsageError(`--per-minute must be a whole number of at least 1, not "${text}".`)
  }
  return number
}
