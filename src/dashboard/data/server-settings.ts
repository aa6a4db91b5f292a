import { useMutation } from '@tanstack/react-query'
import { ask } from './api.ts'
import { deliveryApi } from './delivery-api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { useSessionChange } from './session.tsx'

const { server } = deliveryApi.api.app

const askServer = () => ask(server.get())

export type ServerSettings = Awaited<ReturnType<typeof askServer>>

/** The settings of the whole server. */
export function useServerSettings() {
  return useOrgQuery(['server'], askServer)
}

export function useSetAddress() {
  return useOrgChange('server', (url: string) => ask(server.address.put({ url })))
}

export type ModelSettings = { baseUrl?: string; key?: string; writer?: string; small?: string }

export function useSetModel() {
  return useOrgChange('server', (settings: ModelSettings) => ask(server.model.put(settings)))
}

/** Sets the mail server; without a sender, none. The session shows whether mail can be sent. */
export function useSetMail() {
  const readSession = useSessionChange()
  return useOrgChange(
    'server',
    (settings: { url?: string; from?: string }) => ask(server.mail.put(settings)),
    {
      onSuccess: readSession,
    },
  )
}

/** Asks the model one question. */
export function useTestModel() {
  return useMutation({ mutationFn: () => ask(server.model.test.post()) })
}

/** Sends a mail to the signed-in user. */
export function useTestMail() {
  return useMutation({ mutationFn: () => ask(server.mail.test.post()) })
}
