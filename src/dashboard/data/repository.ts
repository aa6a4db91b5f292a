import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useOrganization } from './session.tsx'

const fetchWebhook = (integrationId: string) => ask(api.api.app.integrations({ integrationId }).webhook.get())
export type Webhook = Awaited<ReturnType<typeof fetchWebhook>>

/** How to set up a webhook and how it stands: asked for every three seconds, while the page is looked at, until it is greeted. */
export function useWebhook(integrationId: string) {
  return useOrgQuery(['integrations', integrationId, 'webhook'], () => fetchWebhook(integrationId), {
    refetchInterval: ({ state }) => (state.data && !isGreeted(state.data) ? 3000 : false),
  })
}

/** Lets lists and heads follow when the webhook is found to stand otherwise than they say. */
export function useFollow(webhook: Webhook | undefined, known: Webhook['state']) {
  const { id } = useOrganization()
  const client = useQueryClient()
  const state = webhook?.state ?? known
  useEffect(() => {
    if (state !== known) client.invalidateQueries({ queryKey: [id, 'integrations'], exact: true })
  }, [client, id, state, known])
}

/** Whether the code host has reached the webhook; of an old ping the log may tell no more. */
export const isGreeted = ({ pingAt, state }: Webhook) => pingAt !== null || state === 'working'

/** The secret of a webhook, which is made where there is none, and kept by nobody but the part that shows it. */
export function useReveal(integrationId: string) {
  return useSecret(() => ask(api.api.app.integrations({ integrationId }).webhook.reveal.post()))
}

/** A new secret, with which the old one ends. */
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

/** Forgets a repository. Its page goes before it is read that there is none. */
export function useDisconnect(integrationId: string) {
  return useOrgChange('connections', () => ask(api.v1.integrations({ integrationId }).delete()), {
    inBackground: true,
  })
}
