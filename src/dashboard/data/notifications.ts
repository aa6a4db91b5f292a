import { ask } from './api.ts'
import { deliveryApi } from './delivery-api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askNotifications = () => ask(deliveryApi.api.app.notifications.get())

export type NotificationRules = Awaited<ReturnType<typeof askNotifications>>
export type NotificationKind = NotificationRules['destinations'][number]['kinds'][number]

/** Which notifications go where. */
export function useNotifications() {
  return useOrgQuery(['notifications'], askNotifications)
}

/** Chooses the notifications to an address, or to the user's own email address without one. */
export function useSetNotifications() {
  return useOrgChange(
    'notifications',
    ({ destinationId, kinds }: { destinationId: string | null; kinds: NotificationKind[] }) =>
      destinationId === null
        ? ask(deliveryApi.api.app.notifications.mail.put({ kinds }))
        : ask(deliveryApi.api.app.notifications.destinations({ destinationId }).put({ kinds })),
  )
}
