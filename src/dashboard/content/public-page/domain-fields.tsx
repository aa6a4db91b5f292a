import {
  type CustomDomain,
  useDeleteDomain,
  useDomain,
  useSetDomain,
  useVerifyDomain,
} from '../../data/public-page.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

/** The page's own domain: entered, then proved by a DNS record. */
export function DomainFields() {
  const query = useDomain()
  return (
    <Section title={strings.domainFields.title}>
      <Loaded query={query} rows={1}>
        {(known) =>
          known.domain === null ? <NewDomain /> : <KnownDomain known={known} domain={known.domain} />
        }
      </Loaded>
    </Section>
  )
}

function NewDomain() {
  const { values, bind } = useForm({ domain: '' })
  const change = useSetDomain()
  return (
    <Form
      className="settings"
      look="plain"
      change={change}
      error={null}
      verb={strings.domainFields.add}
      busy={strings.domainFields.adding}
      onSubmit={() => change.mutate(values.domain)}
    >
      <TextField
        label={strings.domainFields.domain}
        required
        spellCheck={false}
        autoCapitalize="none"
        placeholder={strings.domainFields.example}
        hint={strings.domainFields.hint}
        error={change.error?.message}
        {...bind('domain')}
      />
    </Form>
  )
}

function KnownDomain({
  known: { isVerified, target, proof },
  domain,
}: {
  known: CustomDomain
  domain: string
}) {
  const verify = useVerifyDomain()
  const remove = useDeleteDomain()
  return (
    <div className="settings">
      <Notice kind={isVerified ? 'good' : 'plain'}>
        {isVerified ? strings.domainFields.verified(domain) : strings.domainFields.pending(domain)}
      </Notice>
      <Record type="CNAME" name={domain} value={target} />
      {proof && <Record type="TXT" name={proof.name} value={proof.value} />}
      {verify.error && <Failure error={verify.error} />}
      {remove.error && <Failure error={remove.error} />}
      <div className="row">
        {!isVerified && (
          <Button busy={verify.isPending && strings.domainFields.verifying} onClick={() => verify.mutate()}>
            {strings.domainFields.verify}
          </Button>
        )}
        <Button
          look="quiet"
          busy={remove.isPending && strings.domainFields.removing}
          onClick={() => remove.mutate()}
        >
          {strings.domainFields.remove}
        </Button>
      </div>
    </div>
  )
}

function Record({ type, name, value }: { type: string; name: string; value: string }) {
  return (
    <div className="field">
      <span className="label">{strings.domainFields.record(type)}</span>
      <dl className="reads">
        <RecordField label={strings.domainFields.name} text={name} what={strings.domainFields.nameOf(type)} />
        <RecordField
          label={strings.domainFields.value}
          text={value}
          what={strings.domainFields.valueOf(type)}
        />
      </dl>
    </div>
  )
}

function RecordField({ label, text, what }: { label: string; text: string; what: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code className="whole">{text}</code>
      </dd>
      <dd>
        <Copy text={text} what={what} iconIfNarrow />
      </dd>
    </div>
  )
}
