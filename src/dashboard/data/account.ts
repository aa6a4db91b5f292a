import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useSessionChange } from './session.tsx'

const sessionsKey = ['other-sessions']

/** The number of other browsers with a session. */
export function useOtherSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => ask(api.api.app.account.sessions.get()) })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.api.app.account.sessions.delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

/** Changes name and email address; a new address needs the password. */
export function useAccountChange() {
  return useMutation({
    mutationFn: (patch: { name: string; email: string; currentPassword?: string }) =>
      ask(api.api.app.account.patch(patch)),
    onSuccess: useSessionChange(),
  })
}

/** Sets a new password, which ends the other sessions. */
export function usePasswordChange() {
  const client = useQueryClient()
  const readSession = useSessionChange()
  return useMutation({
    mutationFn: (change: { currentPassword?: string; password: string }) =>
      ask(api.api.app.account.password.post(change)),
    onSuccess: () => Promise.all([readSession(), client.invalidateQueries({ queryKey: sessionsKey })]),
  })
}
