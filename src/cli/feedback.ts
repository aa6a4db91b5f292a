import { listFeedback } from '../features/feedback/list.ts'
import type { FeedbackQuery } from '../features/feedback/model.ts'
import { feedbackKinds, feedbackStatuses } from '../features/feedback/table.ts'
import { createFeedbackToken, listFeedbackTokens, revokeFeedbackToken } from '../features/feedback/tokens.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { defineCommand, UsageError } from './command.ts'
import { printJson, withContext } from './session.ts'

const org = { type: 'string', value: 'S', required: true, help: 'Slug of the organization.' } as const

export const feedbackList = defineCommand({
  name: 'feedback list',
  summary: 'List what agents sent, newest first.',
  options: {
    org,
    status: { type: 'string', value: 'STATUS', help: `Only ${feedbackStatuses.join(', ')}.` },
    kind: { type: 'string', value: 'KIND', help: `Only ${feedbackKinds.join(', ')}.` },
    similar: { type: 'boolean', help: 'One line for each group of entries that say the same.' },
    limit: { type: 'string', value: '25', help: 'How many at the most, up to 100.' },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, status, kind, similar, limit, json }) =>
    withContext(async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const { feedback } = await listFeedback(ctx, organization.id, {
        page: 1,
        limit: readLimit(limit),
        status: readWord('status', status, feedbackStatuses),
        kind: readWord('kind', kind, feedbackKinds),
        groupBy: similar ? 'similar' : undefined,
      })
      if (json) return printJson(feedback)
      if (feedback.length === 0) return console.log('No feedback yet.')
      for (const entry of feedback) {
        const times = entry.group && entry.group.total > 1 ? `  ${entry.group.total} times` : ''
        const from = entry.agentClient ? `  from ${toLine(entry.agentClient, 40)}` : ''
        const what = toLine(entry.title ?? entry.message, 100)
        console.log(
          `${entry.createdAt}  ${entry.status.padEnd(8)}  ${entry.kind.padEnd(8)}  ${entry.id}${times}  ${what}${from}`,
        )
      }
    }),
})

export const feedbackTokenCreate = defineCommand({
  name: 'feedback token create',
  summary: 'Make a token that can send feedback and nothing else; it is not shown again.',
  options: {
    org,
    project: { type: 'string', value: 'ID', help: 'Bind it to a project, where all it sends goes.' },
  },
  run: ({ org, project }) =>
    withContext(async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      const { token } = await createFeedbackToken(ctx, id, project ?? null)
      console.log(token)
    }),
})

export const feedbackTokenList = defineCommand({
  name: 'feedback token list',
  summary: "List an organization's feedback tokens by their first characters.",
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }) =>
    withContext(async (ctx) => {
      const tokens = await listFeedbackTokens(ctx, (await getOrganizationBySlug(ctx, org)).id)
      if (json) return printJson(tokens)
      if (tokens.length === 0)
        return console.log(`No feedback tokens; make one with: herald feedback token create --org ${org}`)
      for (const { id, start, projectId, createdAt } of tokens)
        console.log(`${id}  ${start}…  ${createdAt}  ${projectId ? `project ${projectId}` : 'any project'}`)
    }),
})

export const feedbackTokenRevoke = defineCommand({
  name: 'feedback token revoke',
  summary: 'End a feedback token at once.',
  options: {
    org,
    id: { type: 'string', value: 'ID', required: true, help: 'Id of the token, from feedback token list.' },
  },
  run: ({ org, id }) =>
    withContext(async (ctx) => {
      await revokeFeedbackToken(ctx, (await getOrganizationBySlug(ctx, org)).id, id)
      console.log(`Revoked ${id}.`)
    }),
})

function readWord<T extends string>(
  option: string,
  text: string | undefined,
  words: readonly T[],
): T | undefined {
  if (text === undefined || words.includes(text as T)) return text as T | undefined
  throw new UsageError(`--${option} must be one of ${words.join(', ')}, not "${text}".`)
}

function readLimit(text = '25'): FeedbackQuery['limit'] {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new UsageError(`--limit must be a whole number from 1 to 100, not "${text}".`)
}

/** Foreign text on one line of a terminal: what would move the cursor or turn the writing around is left out. */
function toLine(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line
}
