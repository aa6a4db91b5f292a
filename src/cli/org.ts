import { UsageError } from '../errors.ts'
import {
  createOrganization,
  getOrganizationBySlug,
  getSettings,
  listOrganizations,
  setLogRetention,
  setSwitches,
} from '../features/organizations/service.ts'
import { mayForbidRetention, setLimits } from '../features/usage/limits.ts'
import { readUsage } from '../features/usage/read-usage.ts'
import { terminalLine } from '../text/line.ts'
import { defineCommand, printJson, type Terminal } from './command.ts'
import { oneOf, org, readLimit, readSwitch } from './options.ts'
import { withContext, withNewContext } from './session.ts'

const monthly = (what: string) =>
  ({ type: 'string', value: 'N|unlimited', read: readLimit, help: `${what} per month.` }) as const

const readDays = oneOf(['7', '14', '30'])

const orgCreate = defineCommand({
  name: 'org create',
  summary: 'Create an organization and print its ID.',
  examples: ['org create --slug acme --name Acme', 'org create --slug acme --name Acme --json'],
  options: {
    slug: {
      type: 'string',
      value: 'S',
      required: true,
      help: 'Short name: lowercase letters, digits and hyphens.',
    },
    name: { type: 'string', value: 'N', required: true, help: 'Display name.' },
    json: { type: 'boolean', help: 'Print {"id", "slug", "name"}.' },
  },
  run: ({ slug, name, json }, terminal) =>
    withNewContext(terminal, async (ctx) => {
      const organization = await createOrganization(ctx, slug, name)
      if (!json) return terminal.print(organization.id)
      printJson(terminal, { id: organization.id, slug: organization.slug, name: organization.name })
    }),
})

const orgList = defineCommand({
  name: 'org list',
  summary: 'List organizations, sorted by slug.',
  examples: ['org list', 'org list --json'],
  options: {
    json: { type: 'boolean', help: 'Print [{"id", "slug", "name", "operatorToken", "createdAt"}].' },
  },
  run: ({ json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organizations = await listOrganizations(ctx)
      if (json) return printJson(terminal, organizations)
      if (organizations.length === 0)
        return terminal.print('No organizations; create one with: herald init, or herald org create')
      for (const { slug, name, id } of organizations) terminal.print(`${slug}  ${terminalLine(name)}  ${id}`)
    }),
})

const orgLimits = defineCommand({
  name: 'org limits',
  summary: 'Set monthly limits, the balance of AI credits and the webhook log retention.',
  examples: [
    'org limits --org acme --long-form 20 --answers 5000',
    'org limits --org acme --social unlimited',
  ],
  options: {
    org,
    'long-form': monthly('Changelogs and blog posts'),
    social: monthly('Social posts'),
    images: monthly('Images'),
    answers: monthly('Answers of AI engines'),
    credits: {
      type: 'string',
      value: 'N|unlimited',
      read: readLimit,
      help: 'Balance of AI credits (1 credit = 1 US cent).',
    },
    zdr: {
      type: 'string',
      value: 'on|off',
      read: readSwitch,
      help: 'Allow visibility settings to require models that store no data. Default: on.',
    },
    'log-retention': {
      type: 'string',
      value: '7|14|30',
      read: readDays,
      help: 'Webhook log retention, in days.',
    },
  },
  run: ({ org, social, images, answers, credits, zdr, ...others }, terminal) =>
    withContext(terminal, async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      await setLimits(ctx, id, {
        longFormPosts: others['long-form'],
        socialPosts: social,
        imageGenerations: images,
        aiAnswers: answers,
        creditCents: credits,
        zeroDataRetention: zdr && zdr === 'on',
      })
      const days = others['log-retention']
      if (days !== undefined) await setLogRetention(ctx, id, Number(days))
      printUsage(terminal, await readUsage(ctx, id))
      if (zdr)
        terminal.print(`  requiring models that store no data: ${zdr === 'on' ? 'allowed' : 'not allowed'}`)
    }),
})

const orgUsage = defineCommand({
  name: 'org usage',
  summary: "Show this month's usage of an organization.",
  examples: ['org usage --org acme', 'org usage --org acme --json'],
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      const usage = await readUsage(ctx, id)
      if (json) printJson(terminal, usage)
      else printUsage(terminal, usage)
    }),
})

const orgSet = defineCommand({
  name: 'org set',
  summary: "Change an organization's settings.",
  examples: ['org set --org acme --public-page on', 'org set --org acme --zdr on'],
  options: {
    org,
    zdr: {
      type: 'string',
      value: 'on|off',
      read: readSwitch,
      help: 'For posts, articles and chats, use only models whose provider stores no data. Scans have their own setting.',
    },
    'english-fallback': {
      type: 'string',
      value: 'on|off',
      read: readSwitch,
      help: "Fall back to English text when a model fails in the brand's language.",
    },
    'public-page': {
      type: 'string',
      value: 'on|off',
      read: readSwitch,
      help: 'Show published changelogs and blog posts to everyone, on a page and in feeds.',
    },
    'operator-token': {
      type: 'string',
      value: 'on|off',
      read: readSwitch,
      help: 'Let the organization read private repositories with GITHUB_TOKEN. Default: off.',
    },
  },
  run: (
    { org, zdr, 'english-fallback': english, 'public-page': page, 'operator-token': operatorToken },
    terminal,
  ) =>
    withContext(terminal, async (ctx) => {
      if (!zdr && !english && !page && !operatorToken)
        throw new UsageError('Add --zdr, --english-fallback, --public-page or --operator-token.')
      const { id, slug } = await getOrganizationBySlug(ctx, org)
      await setSwitches(ctx, id, {
        ...(zdr ? { zeroDataRetention: zdr === 'on' } : {}),
        ...(english ? { englishFallback: english === 'on' } : {}),
        ...(page ? { publicPage: page === 'on' } : {}),
        ...(operatorToken ? { operatorToken: operatorToken === 'on' } : {}),
      })
      if (zdr) terminal.print(`Zero data retention is ${zdr} for ${slug}.`)
      if (zdr === 'on' && !(await mayForbidRetention(ctx, id)))
        terminal.print(
          `It does not apply to visibility scans yet. Allow that with: herald org limits --org ${slug} --zdr on`,
        )
      if (english) terminal.print(`The English fallback is ${english} for ${slug}.`)
      if (operatorToken)
        terminal.print(
          operatorToken === 'on'
            ? `${slug} can read private repositories with the operator's token.`
            : `${slug} can read only public repositories with the operator's token.`,
        )
      if (page === 'off') terminal.print(`The public page is off for ${slug}.`)
      if (page === 'on') {
        const { publicPageUrl } = await getSettings(ctx, id)
        terminal.print(`The public page is on for ${slug}: ${publicPageUrl}`)
      }
    }),
})

export const commands = [orgCreate, orgList, orgLimits, orgUsage, orgSet]

function printUsage({ print }: Terminal, usage: Awaited<ReturnType<typeof readUsage>>) {
  print(`In ${usage.period}:`)
  for (const { label, used, limit } of usage.features) print(`  ${label}: ${used} of ${limit ?? 'unlimited'}`)
  const { modelCents, creditCents, credits } = usage
  print(`  spent on models: ${modelCents} cents`)
  if (credits.planning > 0) print(`  of that on planning briefs: ${credits.planning} cents`)
  if (creditCents === null) return
  print(`  AI credits left: ${creditCents} cents`)
  print(`  AI credits used: ${credits.used} cents`)
}
