import { useLocation } from 'wouter'
import { useSchedules, useTriggers } from '../../data/automations.ts'
import { type Brand, useDeleteBrand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { eventsInWords } from '../automations/events.ts'

/** Confirms the deletion of a brand, and lists the automations that it disables. */
export function DeleteBrand({ brand, onClose }: { brand: Brand; onClose: () => void }) {
  const [, navigate] = useLocation()
  const deletion = useDeleteBrand()
  const stopped = useWritersAs(brand.id)
  function confirm() {
    deletion.mutate(brand.id, {
      onSuccess: () => {
        toast(`${brand.name} deleted.`)
        navigate(paths.brands())
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${brand.name}`}
      verb="Delete brand"
      busy="Deleting"
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its posts are not deleted.</p>
      {stopped.length > 0 && (
        <div>
          <p>These will be disabled:</p>
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
    ...schedules.filter(writesSo).map(({ id, name }) => ({ id, name: `Schedule “${name}”` })),
    ...(triggers?.eventTriggers ?? []).filter(writesSo).map(({ id, sourceConfig, targets }) => ({
      id,
      name: `${eventsInWords(sourceConfig)} in ${nameTrigger(targets.repositoryIds)}`,
    })),
  ]
}
