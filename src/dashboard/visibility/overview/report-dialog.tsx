import { useState } from 'react'
import {
  type ReportLink,
  useCreateReportLink,
  useReportLinks,
  useRevokeReportLink,
} from '../../data/reports.ts'
import { Restricted } from '../../data/restricted.tsx'
import type { Window } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { ExternalLink } from '../../kit/external-link.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

const lifetimes = [7, 30, 90, 365] as const

/** Links to a report of the range for people without an account. */
export function ReportDialog({ window, onClose }: { window: Window; onClose: () => void }) {
  const links = useReportLinks()
  return (
    <Dialog title={strings.reportDialog.title} onClose={onClose} wide>
      <p>{strings.reportDialog.text(window.range.label)}</p>
      <Restricted to="admin">
        <NewLink window={window} />
        <Section title={strings.reportDialog.links}>
          <Loaded query={links} rows={2}>
            {({ links: found }) =>
              found.length === 0 ? (
                <p className="muted pt-3">{strings.reportDialog.none}</p>
              ) : (
                <ul className="pt-2">
                  {found.map((link) => (
                    <LinkRow key={link.id} link={link} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Section>
      </Restricted>
    </Dialog>
  )
}

function NewLink({ window: { query } }: { window: Window }) {
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>(30)
  const creation = useCreateReportLink()
  const url = creation.data?.url
  return (
    <div className="grid gap-3">
      <div className="row items-end">
        <SelectField
          label={strings.reportDialog.expires}
          value={lifetime}
          choices={lifetimes.map((days) => ({ value: String(days), label: strings.reportDialog.days(days) }))}
          onChange={({ target }) =>
            setLifetime(lifetimes.find((days) => String(days) === target.value) ?? lifetime)
          }
        />
        <Button
          look="primary"
          busy={creation.isPending && strings.reportDialog.creating}
          onClick={() => creation.mutate({ ...query, expiresInDays: lifetime })}
        >
          {strings.reportDialog.create}
        </Button>
      </div>
      {creation.error && <Failure error={creation.error} />}
      {url && (
        <>
          <p>{strings.reportDialog.shownOnce}</p>
          <div className="once">
            <code>{url}</code>
            <Copy text={url} what={strings.reportDialog.theLink} look="plain" />
          </div>
          <p className="small">
            <ExternalLink href={url}>{strings.reportDialog.open}</ExternalLink>{' '}
            <span className="muted">{strings.reportDialog.csv(`${url}?format=csv`)}</span>
          </p>
        </>
      )}
    </div>
  )
}

function LinkRow({ link: { id, days, from, to, createdAt, expiresAt } }: { link: ReportLink }) {
  const revocation = useRevokeReportLink()
  return (
    <li className="row">
      {days === null ? strings.reportDialog.fixed(from ?? '', to ?? '') : strings.reportDialog.newest(days)}
      <span className="muted small">
        {strings.reportDialog.created} <Time at={createdAt} />, {strings.reportDialog.until}{' '}
        <Time at={expiresAt} />
      </span>
      <Button
        slim
        look="quiet"
        className="end"
        busy={revocation.isPending && strings.reportDialog.revoking}
        onClick={() => revocation.mutate(id)}
      >
        {strings.reportDialog.revoke}
      </Button>
      {revocation.error && <Failure error={revocation.error} />}
    </li>
  )
}
