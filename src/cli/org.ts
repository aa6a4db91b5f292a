import {
  createOrganization,
  getOrganizationBySlug,
  setLogRetention,
  setZeroDataRetention,
} from '../features/organizations/service.ts'
import { type Limits, readUsage, setLimits } from '../features/usage/service.ts'
import { defineCommand, UsageError } from './command.ts'
import { printJson, withContext } from './session.ts'

const org = { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' } as const
const limit = (what: string) =>
  ({ type: 'string', value: 'N|unlimited', help: `${what} in a month.` }) as const

export const orgCreate = defineCommand({
  name: 'org create',
  summary: 'Make an organization and print its id.',
  options: {
    slug: {
      type: 'string',
      value: 'S',
      required: true,
      help: 'Short name: lowercase letters, digits and hyphens.',
    },
    name: { type: 'string', value: 'N', required: true, help: 'Name as people write it.' },
    json: { type: 'boolean', help: 'Print {"id", "slug", "name"}.' },
  },
  run: ({ slug, name, json }) =>
    withContext(async (ctx) => {
      const organization = await createOrganization(ctx, slug, name)
      if (!json) return console.log(organization.id)
      printJson({ id: organization.id, slug: organization.slug, name: organization.name })
    }),
})

export const orgLimits = defineCommand({
  name: 'org limits',
  summary: 'Set what an organization may use in a month, and how long its webhook log is kept.',
  options: {
    org,
    'long-form': limit('Changelogs and blog posts'),
    social: limit('Social posts'),
    images: limit('Images'),
    credits: { type: 'string', value: 'N', help: 'Balance of AI credits, in cents.' },
    'log-retention': { type: 'string', value: '7|14|30', help: 'Days that webhook log entries are kept.' },
  },
  run: ({ org, 'long-form': longForm, social, images, credits, 'log-retention': days }) => {
    const limits: Limits = {
      ...(longForm === undefined ? {} : { longFormPosts: readLimit('long-form', longForm) }),
      ...(social === undefined ? {} : { socialPosts: readLimit('social', social) }),
      ...(images === undefined ? {} : { imageGenerations: readLimit('images', images) }),
      ...(credits === undefined ? {} : { creditCents: readLimit('credits', credits) }),
    }
    if (days !== undefined && !['7', '14', '30'].includes(days)) {
      throw new UsageError(`--log-retention must be 7, 14 or 30, not "${days}".`)
    }
    return withContext(async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      await setLimits(ctx, id, limits)
      if (days !== undefined) await setLogRetention(ctx, id, Number(days))
      await printUsage(ctx, id)
    })
  },
})

export const orgUsage = defineCommand({
  name: 'org usage',
  summary: 'Show what an organization has used in this month.',
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }) =>
    withContext(async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      if (json) printJson(await readUsage(ctx, id))
      else await printUsage(ctx, id)
    }),
})

async function printUsage(ctx: Parameters<typeof readUsage>[0], organizationId: string) {
  const usage = await readUsage(ctx, organizationId)
  console.log(`In ${usage.period}:`)
  for (const { label, used, limit } of usage.features)
    console.log(`  ${label}: ${used} of ${limit ?? 'unlimited'}`)
  console.log(`  spent on models: ${usage.modelCents} cents`)
  if (usage.creditCents !== null) console.log(`  AI credits left: ${usage.creditCents} cents`)
}

function readLimit(name: string, text: string): number | null {
  if (text === 'unlimited') return null
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new UsageError(`--${name} must be a whole number or "unlimited", not "${text}".`)
}

export const orgSet = defineCommand({
  name: 'org set',
  summary: "Change an organization's settings.",
  options: {
    org: { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' },
    zdr: {
      type: 'string',
      value: 'on|off',
      required: true,
      help: 'Zero data retention: ask only models whose operator keeps nothing.',
    },
  },
  run: ({ org, zdr }) =>
    withContext(async (ctx) => {
      if (zdr !== 'on' && zdr !== 'off') throw new UsageError(`--zdr must be on or off, not "${zdr}".`)
      const { id, slug } = await getOrganizationBySlug(ctx, org)
      await setZeroDataRetention(ctx, id, zdr === 'on')
      console.log(`Zero data retention is ${zdr} for ${slug}.`)
    }),
})
