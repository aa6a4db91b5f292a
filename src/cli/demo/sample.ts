/** The demo server as its clients see it. */
export type Sample = {
  url: string
  key: string
  slug: string
  /** The present of the sample, from which all its times are counted. */
  now: Date
  repository: { id: string; fullName: string }
  /** The webhook address and its signing secret. */
  webhook: { url: string; secret: string }
}

/** Creates triggers, schedules and agent feedback. */
export async function fillSample(sample: Sample): Promise<{ weeklyId: string }> {
  const weeklyId = await addAutomations(sample)
  for (const report of reports) await send(sample, `/v1/feedback/${sample.slug}`, report)
  return { weeklyId }
}

/** Returns the id of the weekly schedule. */
async function addAutomations(sample: Sample): Promise<string> {
  const now = new Date()
  const targets = { repositoryIds: [sample.repository.id] }
  await send(sample, '/v1/event-triggers', {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['release'] },
    targets,
    outputType: 'changelog',
    enabled: true,
  })
  const schedule = { sourceType: 'cron', targets, enabled: true }
  await send(sample, '/v1/schedules', {
    ...{ ...schedule, name: 'Monthly summary', outputType: 'changelog', lookbackWindow: 'last_30_days' },
    sourceConfig: { cron: { frequency: 'monthly', dayOfMonth: 1, hour: 9, minute: 0 } },
  })
  const weekly = await send(sample, '/v1/schedules', {
    ...{ ...schedule, name: 'Picture of the week', outputType: 'image', lookbackWindow: 'last_7_days' },
    // At this hour, so that the picture of this run has the date of today.
    sourceConfig: {
      cron: { frequency: 'weekly', dayOfWeek: now.getUTCDay(), hour: now.getUTCHours(), minute: 0 },
    },
  })
  return (weekly as { schedule: { id: string } }).schedule.id
}

const reports = [
  {
    title: 'Export endpoint returns 500 for empty reports',
    message: 'Calling the export endpoint for an empty report returns 500 and no body. I expected a file.',
    kind: 'bug',
    sentiment: 'negative',
    agentClient: 'Claude Code',
    toolVersion: '1.4.0',
    metadata: { request: 'POST /v1/reports/rep_81kc/export', status: 500 },
  },
  {
    title: 'Export endpoint returns 500 for empty reports',
    message: 'Calling the export endpoint for an empty report returns 500 and no body.',
    kind: 'bug',
    sentiment: 'negative',
    agentClient: 'Codex',
  },
  {
    title: 'Export endpoint returns 500 for an empty report',
    message: 'Calling the export endpoint for an empty report returned 500 and no body, three times.',
    kind: 'bug',
    sentiment: 'negative',
  },
  {
    title: 'A dry-run flag for imports',
    message: 'Before I import ten thousand rows, I would like to see which of them would be rejected.',
    kind: 'feature',
    sentiment: 'neutral',
    agentClient: 'Claude Code',
  },
  {
    title: 'Which scope does the export need',
    message:
      'The documentation of the export does not say which scope it needs. I tried two before one worked.',
    kind: 'question',
    sentiment: 'neutral',
    agentClient: 'Cursor',
  },
  {
    title: 'Error messages name the field',
    message: 'Every error named the field that was wrong, so I could fix my request without help.',
    kind: 'praise',
    sentiment: 'positive',
    agentClient: 'Codex',
  },
]

/** Calls the API of the demo server and returns the response. */
export async function send(
  { url, key }: Sample,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
