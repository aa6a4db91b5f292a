import { type NotificationKind, useNotifications, useSetNotifications } from '../../data/notifications.ts'
import { paths } from '../../data/paths.ts'
import { useMay } from '../../data/session.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { CheckField } from '../../kit/field.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

const kinds = Object.keys(strings.notifications.kinds) as NotificationKind[]

/** Which notifications go to the addresses for messages, and to the user's own email address. */
export function NotificationFields() {
  const query = useNotifications()
  const change = useSetNotifications()
  const isAdmin = useMay('admin')
  return (
    <Section title={strings.notifications.title}>
      <Loaded query={query} rows={1}>
        {({ destinations, mail }) => (
          <div className="settings">
            <p className="hint">{strings.notifications.hint}</p>
            {destinations.length === 0 && !mail && (
              <p className="row">
                <span className="grow">{strings.notifications.none}</span>
                <ButtonLink slim href={paths.publicPage()}>
                  {strings.notifications.addDestination}
                </ButtonLink>
              </p>
            )}
            {mail && (
              <Choices
                title={strings.notifications.ownEmail}
                chosen={mail.kinds}
                disabled={change.isPending}
                onChange={(kinds) => change.mutate({ destinationId: null, kinds })}
              />
            )}
            {destinations.map(({ id, name, kinds, error }) => (
              <Choices
                key={id}
                title={name}
                chosen={kinds}
                error={error}
                disabled={!isAdmin || change.isPending}
                onChange={(kinds) => change.mutate({ destinationId: id, kinds })}
              />
            ))}
            {change.error && <Failure error={change.error} />}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Choices({
  title,
  chosen,
  error,
  disabled,
  onChange,
}: {
  title: string
  chosen: NotificationKind[]
  /** Why the last message was not sent. */
  error?: string | null
  disabled: boolean
  onChange: (kinds: NotificationKind[]) => void
}) {
  const toggle = (kind: NotificationKind) =>
    onChange(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind])
  return (
    <fieldset className="field">
      <legend className="mb-1.5">{title}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            label={strings.notifications.kinds[kind]}
            checked={chosen.includes(kind)}
            disabled={disabled}
            onChange={() => toggle(kind)}
          />
        ))}
      </div>
      {error && <Notice kind="bad">{error}</Notice>}
    </fieldset>
  )
}
