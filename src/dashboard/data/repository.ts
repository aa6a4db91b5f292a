import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const fetchWebhook = (integrationId: string) => ask(api.api.app.integrations({ integrationId }).webhook.get())
export type Webhook = Awaited<ReturnType<typeof fetchWebhook>>

/**
 * The settings and the status of a webhook, polled every three seconds, while the page is visible, until its
 * ping arrives.
 */
export function useWebhook(integrationId: string) {
  return useOrgQuery(['integrations', integrationId, 'webhook'], () => fetchWebhook(integrationId), {
    refetchInterval: ({ state }) => (state.data && !isGreeted(state.data) ? 3000 : false),
  })
}

/** Updates lists and headings if the status of the webhook differs from theirs. */
export function useFollow(webhook: Webhook | undefined, known: Webhook['state']) {
  const { id } = useOrganization()
  const client = useQueryClient()
  const state = webhook?.state ?? known
  useEffect(() => {
    if (state !== known) client.invalidateQueries({ queryKey: [id, 'integrations'], exact: true })
  }, [client, id, state, known])
}

/** Whether the code host has reached the webhook; the log may no longer contain an old ping. */
export const isGreeted = ({ pingAt, state }: Webhook) => pingAt !== null || state === 'working'

/**
 * The secret of a webhook, created on first use; it is not cached, only passed to the component that shows
 * it.
 */
export function useReveal(integrationId: string) {
  return useSecret(() => ask(api.api.app.integrations({ integrationId }).webhook.reveal.post()))
}

/** Creates a new secret, which invalidates the old one. */
export function useRegenerate(integrationId: string) {
  return useSecret(() => ask(api.api.app.integrations({ integrationId }).webhook.regenerate.post()))
}

function useSecret(mutationFn: () => Promise<{ secret: string }>) {
  return useOrgChange('webhookSecret', mutationFn, { gcTime: 0 })
}

type Patch = Parameters<ReturnType<typeof api.api.app.integrations>['patch']>[0]

/** Changes settings of a repository. */
export function useRepositoryChange(integrationId: string) {
  return useOrgChange('connections', (patch: Patch) =>
    ask(api.api.app.integrations({ integrationId }).patch(patch)),
  )
}

/** Checks a repository for pushes and releases that its webhook missed. */
export function useCheck(integrationId: string) {
  return useOrgChange('connections', () => ask(api.api.app.integrations({ integrationId }).check.post()))
}

/** Disconnects a repository. Its page closes before the repository is found to be gone. */
export function useDisconnect(integrationId: string) {
  return useOrgChange('connections', () => ask(api.v1.integrations({ integrationId }).delete()), {
    inBackground: true,
  })
}
