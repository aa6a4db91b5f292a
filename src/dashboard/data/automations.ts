import { api, ask, queryOf } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import { isOpen } from './run.ts'

const askSchedules = () => ask(api.v1.schedules.get({ query: queryOf({}) }))
const askTriggers = () => ask(api.v1['event-triggers'].get({ query: queryOf({}) }))
const askStates = () => ask(api.api.app.automations.get())

export type Schedule = Awaited<ReturnType<typeof askSchedules>>['schedules'][number]
export type Trigger = Awaited<ReturnType<typeof askTriggers>>['eventTriggers'][number]
export type State = Awaited<ReturnType<typeof askStates>>['automations'][number]

export type ScheduleBody = Parameters<typeof api.v1.schedules.post>[0]
export type TriggerBody = Parameters<(typeof api.v1)['event-triggers']['post']>[0]

export function useSchedules() {
  return useOrgQuery(['schedules'], askSchedules)
}

export function useTriggers() {
  return useOrgQuery(['event-triggers'], askTriggers)
}

/** The status of each schedule and trigger, polled every three seconds while one of them runs. */
export function useStates() {
  return useOrgQuery(['automations'], askStates, {
    select: ({ automations }) => new Map(automations.map((state) => [state.id, state])),
    refetchInterval: ({ state }) =>
      state.data?.automations.some(({ lastRun }) => lastRun && isOpen(lastRun)) ? 3000 : false,
  })
}

/** Saves a schedule: creates it without an id, else replaces it. */
export function useSaveSchedule() {
  return useOrgChange('automations', ({ id, body }: { id: string | null; body: ScheduleBody }) =>
    id === null ? ask(api.v1.schedules.post(body)) : ask(api.v1.schedules({ scheduleId: id }).patch(body)),
  )
}

/** Enables or disables a schedule, and changes nothing else. */
export function useTurnSchedule() {
  return useOrgChange(
    'automations',
    ({ automation: { id, ...body }, enabled }: { automation: Schedule; enabled: boolean }) =>
      ask(api.v1.schedules({ scheduleId: id }).patch({ ...body, enabled } as ScheduleBody)),
  )
}

/** Saves a trigger: creates it without an id, else replaces it. */
export function useSaveTrigger() {
  return useOrgChange('automations', ({ id, body }: { id: string | null; body: TriggerBody }) =>
    id === null
      ? ask(api.v1['event-triggers'].post(body))
      : ask(api.v1['event-triggers']({ triggerId: id }).patch(body)),
  )
}

/** Enables or disables a trigger, and changes nothing else. */
export function useTurnTrigger() {
  return useOrgChange(
    'automations',
    ({ automation: { id, ...body }, enabled }: { automation: Trigger; enabled: boolean }) =>
      ask(api.v1['event-triggers']({ triggerId: id }).patch({ ...body, enabled } as TriggerBody)),
  )
}

export function useDeleteSchedule() {
  return useOrgChange('automations', (scheduleId: string) => ask(api.v1.schedules({ scheduleId }).delete()))
}

export function useDeleteTrigger() {
  return useOrgChange('automations', (triggerId: string) =>
    ask(api.v1['event-triggers']({ triggerId }).delete()),
  )
}

/** Runs a schedule now; returns the run. */
export function useRunNow() {
  return useOrgChange('automations', (scheduleId: string) =>
    ask(api.api.app.schedules({ scheduleId }).run.post()),
  )
}
