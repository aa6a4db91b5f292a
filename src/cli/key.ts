import { createKey, listKeys, revokeKey } from '../features/keys/service.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { readDuration } from '../text/duration.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson } from './command.ts'
import { org, wholeNumber } from './options.ts'
import { withContext } from './session.ts'

const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Create an API key and print it once.',
  examples: [
    'key create --org acme --name ci --scope posts.read',
    'key create --org acme --name agent --expires 30d',
  ],
  options: {
    org,
    name: { type: 'string', value: 'N', required: true, help: 'Name of the key.' },
    scope: {
      type: 'string',
      value: 'X',
      multiple: true,
      help: 'A scope, such as posts.read. Repeatable. Default: all scopes.',
    },
    expires: {
      type: 'string',
      value: 'DURATION',
      read: readDuration,
      help: 'Lifetime, such as 12h, 30d or 8w. Default: no expiry.',
    },
    'per-minute': {
      type: 'string',
      value: 'N',
      read: wholeNumber(1),
      help: 'Rate limit of this key, in requests per minute. Default: none of its own.',
    },
  },
  run: ({ org, name, scope, expires, 'per-minute': perMinute = null }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const { key } = await createKey(ctx, organization.id, {
        name,
        scopes: scope.flatMap((each) => each.split(',')),
        expiresAt: expires === undefined ? null : new Date(ctx.now().getTime() + expires),
        perMinute,
      })
      terminal.print(key)
    }),
})

const keyList = defineCommand({
  name: 'key list',
  summary: 'List API keys with their first characters.',
  examples: ['key list --org acme', 'key list --org acme --json'],
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const keys = await listKeys(ctx, (await getOrganizationBySlug(ctx, org)).id)
      if (json) return printJson(terminal, keys)
      if (keys.length === 0)
        return terminal.print(`No keys; create one with: herald key create --org ${org} --name NAME`)
      for (const key of keys) {
        const end = key.expiresAt ? `until ${key.expiresAt}` : 'no end'
        const use = key.lastUsedAt ? `last used ${key.lastUsedAt}` : 'never used'
        terminal.print(
          `${key.id}  ${key.start}…  ${terminalLine(key.name)}  ${end}  ${use}  ${key.scopes.length} scopes`,
        )
      }
    }),
})

const keyRevoke = defineCommand({
  name: 'key revoke',
  summary: 'Revoke an API key.',
  examples: ['key revoke --org acme --id 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57'],
  options: {
    org,
    id: { type: 'string', value: 'ID', required: true, help: 'ID of the key, from key list.' },
  },
  run: ({ org, id }, terminal) =>
    withContext(terminal, async (ctx) => {
      await revokeKey(ctx, (await getOrganizationBySlug(ctx, org)).id, id)
      terminal.print(`Revoked ${id}.`)
    }),
})

export const commands = [keyCreate, keyList, keyRevoke]
