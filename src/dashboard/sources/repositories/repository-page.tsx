import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Repository, useConnected } from '../../data/repositories.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { NotFound } from '../../kit/not-found.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ago } from '../../kit/time.tsx'
import * as strings from './strings.ts'
import { tabsOf } from './tabs.ts'
import { Webhook } from './webhook.tsx'
import { WebhookStatus } from './webhook-status.tsx'

// Each tab is loaded when it is first opened; the webhook tab, the usual one, is part of the page.
const Deliveries = lazyView(
  () => import('../activity/deliveries.tsx').then((m) => m.Deliveries),
  <Skeleton rows={6} />,
)
const Triggers = lazyView(() => import('./triggers.tsx').then((m) => m.Triggers), <Skeleton rows={6} />)
const General = lazyView(() => import('./general.tsx').then((m) => m.General), <Skeleton rows={6} />)

/** One repository: its webhook, deliveries, triggers and settings. */
export function RepositoryPage() {
  const { id = '' } = useParams()
  const connected = useConnected()
  const repository = connected.data?.repositories.find((each) => each.id === id)
  if (repository) return <Parts repository={repository} />
  if (connected.data) return <NotFound />
  return (
    <>
      <PageHead
        title={strings.repositoryPage.title}
        crumb={{ href: paths.repositories(), label: strings.repositoryPage.repositories }}
      />
      <Loaded query={connected} rows={6}>
        {() => null}
      </Loaded>
    </>
  )
}

function Parts({ repository }: { repository: Repository }) {
  const { tab } = useParams()
  const tabs = tabsOf(repository)
  const current = tabs.find((each) => each.name === (tab ?? tabs[0]?.name))
  if (!current) return <NotFound />
  const { displayName, lastDeliveryAt } = repository
  return (
    <>
      <PageHead
        title={displayName}
        crumb={{ href: paths.repositories(), label: strings.repositoryPage.repositories }}
      >
        <WebhookStatus repository={repository} />
        {lastDeliveryAt && (
          <span className="muted">{strings.repositoryPage.lastDelivery(ago(lastDeliveryAt))}</span>
        )}
      </PageHead>
      <Tabs label={strings.repositoryPage.repositoryPages} tabs={tabs} current={current.href} />
      {current.name === 'webhook' && <Webhook repository={repository} />}
      {current.name === 'deliveries' && <Deliveries repository={repository} />}
      {current.name === 'triggers' && <Triggers repository={repository} />}
      {current.name === 'general' && <General repository={repository} />}
    </>
  )
}
