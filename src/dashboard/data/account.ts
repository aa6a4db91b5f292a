import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useSessionChange } from './session.tsx'

const sessionsKey = ['other-sessions']

/** How many other browsers the person is signed in in. */
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

/** Changes name and e-mail address; another address wants the password. */
export function useAccountChange() {
  return useMutation({
    mutationFn: (patch: { name: string; email: string; currentPassword?: string }) =>
      ask(api.api.app.account.patch(patch)),
    onSuccess: useSessionChange(),
  })
}

/** Sets another password, which ends the other sessions. */
export function usePasswordChange() {
  const client = useQueryClient()
  const readSession = useSessionChange()
  return useMutation({
    mutationFn: (change: { currentPassword?: string; password: string }) =>
      ask(api.api.app.account.password.post(change)),
    onSuccess: () => Promise.all([readSession(), client.invalidateQueries({ queryKey: sessionsKey })]),
  })
}
