import { api, ask } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const routes = api.api.app['visibility-set-up']
const askEngines = () => ask(routes.get())

/** An engine to choose from before there is a project. */
export type SetUpEngine = Awaited<ReturnType<typeof askEngines>>['engines'][number]

export function useSetUpEngines() {
  return useOrgQuery(['visibility-set-up'], async () => (await askEngines()).engines)
}

const askProposal = (brandIdentityId: string) => ask(routes.proposal.post({ brandIdentityId }))

/** Names, competitors and questions to start with. */
export type Proposal = Awaited<ReturnType<typeof askProposal>>

/** Asks for a proposal once: it costs a call of the model. */
export function useProposal(brandIdentityId: string) {
  return useOrgQuery(['visibility-set-up', brandIdentityId], () => askProposal(brandIdentityId), {
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

type Tracking = NonNullable<Parameters<typeof routes.post>[0]>

/** Creates a project and starts its first scan. */
export function useStartTracking(
  onSuccess: (started: { projectId: string; refused: string | null }) => void,
) {
  return useOrgChange('projects', (tracking: Tracking) => ask(routes.post(tracking)), { onSuccess })
}
