import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask, queryOf } from './api.ts'
import { isOpen } from './run.ts'
import { useOrganization } from './session.tsx'

const askSchedules = () => ask(api.v1.schedules.get({ query: queryOf({}) }))
const askTriggers = () => ask(api.v1['event-triggers'].get({ query: queryOf({}) }))
const askStates = () => ask(api.api.app.automations.get())

export type Schedule = Awaited<ReturnType<typeof askSchedules>>['schedules'][number]
export type Trigger = Awaited<ReturnType<typeof askTriggers>>['eventTriggers'][number]
export type State = Awaited<ReturnType<typeof askStates>>['automations'][number]

export type ScheduleBody = Parameters<typeof api.v1.schedules.post>[0]
export type TriggerBody = Parameters<(typeof api.v1)['event-triggers']['post']>[0]

export function useSchedules() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'schedules'], queryFn: askSchedules })
}

export function useTriggers() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'event-triggers'], queryFn: askTriggers })
}

/** How each schedule and trigger stands: asked for every three seconds while one of them writes. */
export function useStates() {
  const { id } = useOrganization()
  return useQuery({
    queryKey: [id, 'automations'],
    queryFn: askStates,
    select: ({ automations }) => new Map(automations.map((state) => [state.id, state])),
    refetchInterval: ({ state }) =>
      state.data?.automations.some(({ lastRun }) => lastRun && isOpen(lastRun)) ? 3000 : false,
  })
}

/** A change of schedules or triggers: what was read of them, and of what they started, is read anew. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(
        ['schedules', 'event-triggers', 'automations', 'runs', 'home'].map((noun) =>
          client.invalidateQueries({ queryKey: [id, noun] }),
        ),
      ),
  })
}

/** Stores a schedule: a new one without an id, else it replaces the one that is there. */
export function useSaveSchedule() {
  return useChange(({ id, body }: { id: string | null; body: ScheduleBody }) =>
    id === null ? ask(api.v1.schedules.post(body)) : ask(api.v1.schedules({ scheduleId: id }).patch(body)),
  )
}

/** Switches a schedule on or off; all else of it stays. */
export function useTurnSchedule() {
  return useChange(({ automation: { id, ...body }, enabled }: { automation: Schedule; enabled: boolean }) =>
    ask(api.v1.schedules({ scheduleId: id }).patch({ ...body, enabled } as ScheduleBody)),
  )
}

/** Stores a trigger: a new one without an id, else it replaces the one that is there. */
export function useSaveTrigger() {
  return useChange(({ id, body }: { id: string | null; body: TriggerBody }) =>
    id === null
      ? ask(api.v1['event-triggers'].post(body))
      : ask(api.v1['event-triggers']({ triggerId: id }).patch(body)),
  )
}

/** Switches a trigger on or off; all else of it stays. */
export function useTurnTrigger() {
  return useChange(({ automation: { id, ...body }, enabled }: { automation: Trigger; enabled: boolean }) =>
    ask(api.v1['event-triggers']({ triggerId: id }).patch({ ...body, enabled } as TriggerBody)),
  )
}

export function useDeleteSchedule() {
  return useChange((scheduleId: string) => ask(api.v1.schedules({ scheduleId }).delete()))
}

export function useDeleteTrigger() {
  return useChange((triggerId: string) => ask(api.v1['event-triggers']({ triggerId }).delete()))
}

/** Runs a schedule before its time; answers the run. */
export function useRunNow() {
  return useChange((scheduleId: string) => ask(api.api.app.schedules({ scheduleId }).run.post()))
}
