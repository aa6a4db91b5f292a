import { listFeedback } from '../features/feedback/service.ts'
import { feedbackKinds, feedbackStatuses } from '../features/feedback/table.ts'
import { createFeedbackToken, listFeedbackTokens, revokeFeedbackToken } from '../features/keys/service.ts'
import { getOrganizationBySlug } from '../features/organizations/service.ts'
import { shorten, terminalLine } from '../text/line.ts'
import { defineCommand, printJson } from './command.ts'
import { oneOf, org, wholeNumber } from './options.ts'
import { withContext } from './session.ts'

const readStatus = oneOf(feedbackStatuses)
const readKind = oneOf(feedbackKinds)

const feedbackList = defineCommand({
  name: 'feedback list',
  summary: 'List feedback, newest first.',
  examples: ['feedback list --org acme --kind bug', 'feedback list --org acme --status new --json'],
  options: {
    org,
    status: {
      type: 'string',
      value: 'STATUS',
      read: readStatus,
      help: `Filter: ${feedbackStatuses.join(', ')}.`,
    },
    kind: {
      type: 'string',
      value: 'KIND',
      read: readKind,
      help: `Filter: ${feedbackKinds.join(', ')}.`,
    },
    similar: { type: 'boolean', help: 'Group similar entries.' },
    limit: {
      type: 'string',
      value: 'N',
      read: wholeNumber(1, 100),
      help: 'Maximum number of entries, from 1 to 100. Default: 25.',
    },
    json: { type: 'boolean', help: 'Print JSON.' },
  },
  run: ({ org, status, kind, similar, limit = 25, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const organization = await getOrganizationBySlug(ctx, org)
      const { feedback } = await listFeedback(ctx, organization.id, {
        page: 1,
        limit,
        status,
        kind,
        groupBy: similar ? 'similar' : undefined,
      })
      if (json) return printJson(terminal, feedback)
      if (feedback.length === 0) return terminal.print('No feedback yet.')
      for (const entry of feedback) {
        const times = entry.group && entry.group.total > 1 ? `  ${entry.group.total} times` : ''
        const from = entry.agentClient ? `  from ${shorten(terminalLine(entry.agentClient), 40)}` : ''
        const what = shorten(terminalLine(entry.title ?? entry.message), 100)
        terminal.print(
          `${entry.createdAt}  ${entry.status.padEnd(8)}  ${entry.kind.padEnd(8)}  ${entry.id}${times}  ${what}${from}`,
        )
      }
    }),
})

const feedbackTokenCreate = defineCommand({
  name: 'feedback token create',
  summary: 'Create a token that can only send feedback. Printed once.',
  examples: ['feedback token create --org acme', 'feedback token create --org acme --project PROJECT_ID'],
  options: {
    org,
    project: { type: 'string', value: 'ID', help: 'ID of the project in which its feedback is stored.' },
  },
  run: ({ org, project }, terminal) =>
    withContext(terminal, async (ctx) => {
      const { id } = await getOrganizationBySlug(ctx, org)
      const { token } = await createFeedbackToken(ctx, id, project ?? null)
      terminal.print(token)
    }),
})

const feedbackTokenList = defineCommand({
  name: 'feedback token list',
  summary: 'List feedback tokens with their first characters.',
  examples: ['feedback token list --org acme', 'feedback token list --org acme --json'],
  options: { org, json: { type: 'boolean', help: 'Print JSON.' } },
  run: ({ org, json }, terminal) =>
    withContext(terminal, async (ctx) => {
      const tokens = await listFeedbackTokens(ctx, (await getOrganizationBySlug(ctx, org)).id)
      if (json) return printJson(terminal, tokens)
      if (tokens.length === 0)
        return terminal.print(
          `No feedback tokens; create one with: herald feedback token create --org ${org}`,
        )
      for (const { id, start, projectId, createdAt } of tokens)
        terminal.print(
          `${id}  ${start}…  ${createdAt}  ${projectId ? `project ${projectId}` : 'any project'}`,
        )
    }),
})

const feedbackTokenRevoke = defineCommand({
  name: 'feedback token revoke',
  summary: 'Revoke a feedback token.',
  examples: ['feedback token revoke --org acme --id 0199b7a2-5c1e-7d3f-8a40-6b2c9d1e4f57'],
  options: {
    org,
    id: { type: 'string', value: 'ID', required: true, help: 'ID of the token, from feedback token list.' },
  },
  run: ({ org, id }, terminal) =>
    withContext(terminal, async (ctx) => {
      await revokeFeedbackToken(ctx, (await getOrganizationBySlug(ctx, org)).id, id)
      terminal.print(`Revoked ${id}.`)
    }),
})

export const commands = [feedbackList, feedbackTokenCreate, feedbackTokenList, feedbackTokenRevoke]
