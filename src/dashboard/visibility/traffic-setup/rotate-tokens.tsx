import { type CreatedToken, useRotateTokens } from '../../data/traffic-setup.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Confirms that a new token replaces all tokens of the organization. */
export function RotateTokens({
  organization,
  onRotated,
  onClose,
}: {
  organization: string
  onRotated: (created: CreatedToken) => void
  onClose: () => void
}) {
  const rotate = useRotateTokens()
  return (
    <Confirm
      title={strings.rotation.title}
      verb={strings.rotation.rotate}
      busy={strings.rotation.rotating}
      change={rotate}
      onConfirm={() =>
        rotate.mutate(undefined, {
          onSuccess(created) {
            onRotated(created)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p>{strings.rotation.effect(organization)}</p>
      <p className="muted">{strings.rotation.loss}</p>
    </Confirm>
  )
}
