import { useLocation } from 'wouter'
import { useSchedules, useTriggers } from '../../data/automations.ts'
import { type Brand, useDeleteBrand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { eventsInWords } from '../automations/events.ts'
import * as strings from './strings.ts'

/** Confirms the deletion of a brand, and lists the automations that it disables. */
export function DeleteBrand({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const [, navigate] = useLocation()
  const deletion = useDeleteBrand()
  const stopped = useWritersAs(brand.id)
  function confirm() {
    deletion.mutate(brand.id, {
      onSuccess: () => {
        toast(strings.deleteBrand.deleted(brand.name))
        navigate(paths.brands())
      },
    })
  }
  return (
    <Confirm
      title={strings.deleteBrand.title(brand.name)}
      verb={strings.deleteBrand.deleteBrand}
      busy={strings.deleteBrand.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.deleteBrand.effect}</p>
      {stopped.length > 0 && (
        <div>
          <p>{strings.deleteBrand.disabledWithIt}</p>
          <ul className="list-disc ps-5">
            {stopped.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </div>
      )}
    </Confirm>
  )
}

/** The enabled schedules and triggers that use a brand. */
function useWritersAs(brandId: string): { id: string; name: string }[] {
  const schedules = useSchedules().data?.schedules ?? []
  const triggers = useTriggers().data
  const writesSo = ({
    enabled,
    outputConfig,
  }: {
    enabled: boolean
    outputConfig: { brandVoiceId?: string } | null
  }) => enabled && outputConfig?.brandVoiceId === brandId
  const nameTrigger = (ids: string[]) =>
    ids.map((id) => triggers?.repositoryMap[id] ?? 'a repository').join(', ')
  return [
    ...schedules.filter(writesSo).map(({ id, name }) => ({ id, name: strings.deleteBrand.schedule(name) })),
    ...(triggers?.eventTriggers ?? []).filter(writesSo).map(({ id, sourceConfig, targets }) => ({
      id,
      name: strings.deleteBrand.trigger(eventsInWords(sourceConfig), nameTrigger(targets.repositoryIds)),
    })),
  ]
}
