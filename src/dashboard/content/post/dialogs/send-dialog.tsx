import { useState } from 'react'
import { Link } from 'wouter'
import {
  isUnderway,
  type PostDestination,
  usePostDestinations,
  useSendPost,
} from '../../../data/destinations.ts'
import { paths } from '../../../data/paths.ts'
import { CheckField } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import * as strings from './strings.ts'

/**
 * Sends a published post to the chosen destinations. As an offer after publishing, it shows nothing without destinations.
 */
export function SendDialog({ isOffer, ...rest }: { postId: string; isOffer: boolean; onClose: () => void }) {
  const targets = usePostDestinations(rest.postId)
  if (isOffer && !targets.data?.targets.length) return null
  return <Choices {...rest} targets={targets} />
}

function Choices({
  postId,
  targets,
  onClose,
}: {
  postId: string
  targets: ReturnType<typeof usePostDestinations>
  onClose: () => void
}) {
  const send = useSendPost(postId)
  const [chosen, setChosen] = useState<string[]>([])
  const listed = targets.data?.targets ?? []
  const selected = listed.filter(({ target }) => chosen.includes(target))
  function submit() {
    send.mutate(
      { targets: chosen, isAgain: selected.some(({ delivery }) => delivery !== null) },
      { onSuccess: () => setChosen([]) },
    )
  }
  return (
    <FormDialog
      title={strings.sendDialog.title}
      verb={strings.sendDialog.send}
      busy={strings.sendDialog.sending}
      change={send}
      disabled={chosen.length === 0}
      wide
      onClose={onClose}
      onSubmit={submit}
    >
      <Loaded query={targets} rows={2}>
        {() =>
          listed.length === 0 ? (
            <p className="muted">
              {strings.sendDialog.none(
                <Link href={paths.publicPage()}>{strings.sendDialog.publicPage}</Link>,
              )}
            </p>
          ) : (
            listed.map((each) => (
              <Choice
                key={each.target}
                target={each}
                isChosen={chosen.includes(each.target)}
                onChange={(isChosen) =>
                  setChosen((before) => [
                    ...before.filter((name) => name !== each.target),
                    ...(isChosen ? [each.target] : []),
                  ])
                }
              />
            ))
          )
        }
      </Loaded>
    </FormDialog>
  )
}

function Choice({
  target,
  isChosen,
  onChange,
}: {
  target: PostDestination
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  return (
    <>
      <CheckField
        label={strings.sendDialog.labels[target.kind](target.name)}
        hint={describe(target)}
        checked={isChosen}
        disabled={isUnderway(target)}
        onChange={({ target: box }) => onChange(box.checked)}
      />
      {isChosen && target.kind === 'message' && (
        <section className="send-preview" aria-label={strings.sendDialog.preview(target.name)}>
          {target.preview}
        </section>
      )}
    </>
  )
}

/** The status of a destination, and what choosing it does. */
function describe({ kind, preview, delivery }: PostDestination): string {
  if (!delivery) return strings.sendDialog.hints[kind](preview)
  const { status, error } = delivery
  return [strings.sendDialog.statuses[status], error].filter(Boolean).join(' ')
}
