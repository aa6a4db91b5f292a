import { useLocation } from 'wouter'
import { type TriggerBody, useSaveTrigger } from '../data/automations.ts'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import type { Repository } from '../data/repositories.ts'
import { Button } from '../kit/button.tsx'
import { Failure } from '../kit/notice.tsx'
import { FirstStep } from './first-step.tsx'
import * as strings from './strings.ts'

/** Creates a trigger of releases, and opens the setup of the webhook that reports them. */
export function WebhookStep({ repository, home }: { repository: Repository | null; home: Home }) {
  const { hasWebhook, hasTrigger } = home
  const isDone = hasWebhook && hasTrigger
  return (
    <FirstStep
      number={4}
      title={strings.webhookStep.automateWithWebhook}
      state={isDone ? 'done' : 'later'}
      aside={repository && !isDone ? <SetUp repository={repository} {...{ hasWebhook, hasTrigger }} /> : null}
    >
      <p className="muted">{strings.webhookStep.text}</p>
    </FirstStep>
  )
}

function SetUp({
  repository,
  hasWebhook,
  hasTrigger,
}: { repository: Repository } & Pick<Home, 'hasWebhook' | 'hasTrigger'>) {
  const create = useSaveTrigger()
  const [, navigate] = useLocation()
  const body = {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['release'], includePreReleases: false },
    targets: { repositoryIds: [repository.id] },
    outputType: 'changelog',
    enabled: true,
    autoPublish: false,
  } as TriggerBody
  async function setUp() {
    if (!hasTrigger) await create.mutateAsync({ id: null, body })
    if (!hasWebhook) navigate(paths.repository(repository.id))
  }
  return (
    <>
      {create.error && <Failure error={create.error} />}
      <Button
        busy={create.isPending && strings.webhookStep.settingUp}
        onClick={() => setUp().catch(() => undefined)}
      >
        {hasWebhook ? strings.webhookStep.createTrigger : strings.webhookStep.setUpWebhook}
      </Button>
    </>
  )
}
