import { useState } from 'react'
import { useSearch } from 'wouter'
import { type Consent, useApprove, useConsent } from '../../data/oauth.ts'
import type { Person } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { AuthCard } from '../auth-card.tsx'
import { Permissions } from './permissions.tsx'
import { ReturnPlace } from './return-place.tsx'
import * as strings from './strings.ts'

/** Asks the user whether an MCP client may act for them in one of their organizations. */
export function ConnectAppPage({ user }: { user: Person }) {
  const request = useSearch()
  const consent = useConsent(request)
  if (!consent.data) {
    return (
      <AuthCard title={strings.connectApp.title}>
        {consent.error ? <Failure error={consent.error} /> : <Skeleton rows={6} />}
      </AuthCard>
    )
  }
  const { name, fault } = consent.data
  return (
    <AuthCard title={strings.connectApp.titleOf(name)} sub={strings.connectApp.subtitle(name, user.email)}>
      <ReturnPlace {...consent.data} />
      {fault ? <Fault consent={consent.data} /> : <ConsentForm consent={consent.data} request={request} />}
    </AuthCard>
  )
}

function Fault({ consent: { fault, denyUrl } }: { consent: Consent }) {
  return (
    <>
      <Notice kind="bad">{strings.connectApp.fault(fault ?? '')}</Notice>
      <div className="row mt-6">
        <a className="button" href={denyUrl}>
          {strings.connectApp.back}
        </a>
      </div>
    </>
  )
}

function ConsentForm({
  consent: { organizations, denyUrl },
  request,
}: {
  consent: Consent
  request: string
}) {
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? '')
  const [refused, setRefused] = useState<string[]>([])
  const approve = useApprove(request)
  const organization = organizations.find(({ id }) => id === organizationId)
  if (!organization) return <Notice kind="bad">{strings.connectApp.noOrganization}</Notice>
  if (approve.isSuccess) return <Notice kind="good">{strings.connectApp.approved}</Notice>
  const scopes = organization.scopes.filter((scope) => !refused.includes(scope))
  const toggle = (scope: string) =>
    setRefused(refused.includes(scope) ? refused.filter((each) => each !== scope) : [...refused, scope])
  return (
    <Form
      change={approve}
      verb={strings.connectApp.allow}
      busy={strings.connectApp.allowing}
      disabled={scopes.length === 0 || organization.refusal !== null}
      onSubmit={() =>
        approve.mutate(
          { organizationId, scopes },
          { onSuccess: ({ redirectTo }) => window.location.assign(redirectTo) },
        )
      }
      after={<Button onClick={() => window.location.assign(denyUrl)}>{strings.connectApp.deny}</Button>}
    >
      {organizations.length > 1 ? (
        <SelectField
          label={strings.connectApp.organization}
          value={organizationId}
          choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setOrganizationId(target.value)}
        />
      ) : (
        <p>{strings.connectApp.inOrganization(organization.name)}</p>
      )}
      {organization.refusal && <Notice kind="bad">{strings.connectApp.full(organization.refusal)}</Notice>}
      <Permissions scopes={organization.scopes} refused={refused} toggle={toggle} />
      <p className="muted small">{strings.connectApp.duration}</p>
    </Form>
  )
}
