import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const askKeys = () => ask(api.api.app.keys.get())

export type Key = Awaited<ReturnType<typeof askKeys>>['keys'][number]

/** The keys, newest first, and the available scopes. */
export function useKeys() {
  return useOrgQuery(['keys'], askKeys)
}

export type NewKey = { name: string; scopes: string[]; expiresInDays: number | null }

/** Creates a key; its secret is only in the answer. */
export function useCreateKey() {
  return useOrgChange('keys', (key: NewKey) => ask(api.api.app.keys.post(key)))
}

export function useUpdateKey(keyId: string) {
  return useOrgChange('keys', (patch: { name: string; scopes?: string[] }) =>
    ask(api.api.app.keys({ keyId }).patch(patch)),
  )
}

export function useRevokeKey(keyId: string) {
  return useOrgChange('keys', () => ask(api.api.app.keys({ keyId }).delete()))
}
