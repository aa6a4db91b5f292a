import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useOrganization } from './session.tsx'

const askKeys = () => ask(api.api.app.keys.get())

export type Key = Awaited<ReturnType<typeof askKeys>>['keys'][number]

/** The keys, the newest first, and what a key can be good for. */
export function useKeys() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'keys'], queryFn: askKeys })
}

export type NewKey = { name: string; scopes: string[]; expiresInDays: number | null }

/** Makes a key; its secret is in the answer and nowhere else. */
export function useCreateKey() {
  return useChange((key: NewKey) => ask(api.api.app.keys.post(key)))
}

export function useUpdateKey(keyId: string) {
  return useChange((patch: { name: string; scopes?: string[] }) =>
    ask(api.api.app.keys({ keyId }).patch(patch)),
  )
}

export function useRevokeKey(keyId: string) {
  return useChange(() => ask(api.api.app.keys({ keyId }).delete()))
}

function useChange<Body, Answer>(mutationFn: (body: Body) => Promise<Answer>) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'keys'] }),
  })
}
