import { type ReactNode, useState } from 'react'
import { paths } from '../../data/paths.ts'
import { useOpenProject } from '../../data/project-address.ts'
import {
  type Proposal,
  type SetUpEngine,
  useSetUpEngines,
  useStartTracking,
} from '../../data/visibility-set-up.ts'
import { SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { Form, useForm } from '../../kit/form.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import { priceInWords } from '../scans/price.ts'
import { EnginePicks } from './engine-picks.tsx'
import * as strings from './strings.ts'

/** The proposal to correct, the engines to choose, and the price of a scan. */
export function TrackingForm({ brandId, proposal }: { brandId: string; proposal: Proposal }) {
  const engines = useSetUpEngines()
  return <Loaded query={engines}>{(all) => <Fields {...{ brandId, proposal }} engines={all} />}</Loaded>
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** `Northlight, northlight.example` or a name alone. */
function toCompetitor(line: string) {
  const [, name = line, domain = null] = /^(.+?),\s*(\S+)$/.exec(line) ?? []
  return { name, domain }
}

const toFields = ({ companyName, aliases, competitors, prompts }: Proposal) => ({
  companyName,
  aliases: aliases.join(', '),
  competitors: competitors.map(({ name, domain }) => [name, domain].filter(Boolean).join(', ')).join('\n'),
  prompts: prompts.join('\n'),
  interval: '168',
})

function Fields({
  brandId,
  proposal,
  engines,
}: {
  brandId: string
  proposal: Proposal
  engines: SetUpEngine[]
}) {
  const { values, bind } = useForm(toFields(proposal))
  const ready = engines.filter(({ obstacle }) => obstacle === null)
  const [chosen, setChosen] = useState(() => proposeEngines(ready))
  const open = useOpenProject()
  const start = useStartTracking(({ projectId, refused }) => {
    if (refused) toast(refused, { seconds: 12 })
    open(projectId, paths.visibility())
  })
  const prompts = linesOf(values.prompts)
  const cents = ready.reduce((sum, each) => sum + (chosen.includes(each.id) ? each.cents : 0), 0)
  const checks = prompts.length * chosen.length
  const submit = () =>
    start.mutate({
      ...{ brandIdentityId: brandId, companyName: values.companyName, engines: chosen, prompts },
      aliases: linesOf(values.aliases.replaceAll(',', '\n')),
      competitors: linesOf(values.competitors).map(toCompetitor),
      scanIntervalHours: Number(values.interval) || null,
    })
  return (
    <Form
      className="grid justify-items-start gap-6"
      change={start}
      onSubmit={submit}
      verb={chosen.length > 0 ? strings.form.start : strings.form.save}
      busy={chosen.length > 0 ? strings.form.starting : strings.form.saving}
    >
      <Part title={strings.form.brand}>
        <BrandFields {...{ proposal, bind }} />
      </Part>
      <Part title={strings.form.questions}>
        <TextArea
          label={strings.form.prompts}
          hint={strings.form.promptsHint}
          placeholder={strings.form.promptsExample}
          rows={10}
          required
          {...bind('prompts')}
        />
      </Part>
      <Part title={strings.engines.title}>
        <EnginePicks engines={engines} chosen={chosen} onChange={setChosen} />
        <SelectField label={strings.form.repeat} choices={strings.form.intervals} {...bind('interval')} />
      </Part>
      {ready.length > 0 && chosen.length === 0 && <p>{strings.form.chooseEngine}</p>}
      {checks > 0 && (
        <p>
          {strings.form.size(prompts.length, chosen.length)}{' '}
          <span className="strong">
            {strings.form.perScan(priceInWords({ cents: cents * prompts.length, basis: 'catalog', checks }))}
          </span>
        </p>
      )}
    </Form>
  )
}

/** The default engines; if none of them is ready, the first others that are. */
function proposeEngines(ready: SetUpEngine[]): string[] {
  const standard = ready.filter((each) => each.default)
  return (standard.length > 0 ? standard : ready.slice(0, 4)).map(({ id }) => id)
}

type Bind = ReturnType<typeof useForm<ReturnType<typeof toFields>>>['bind']

function BrandFields({ proposal, bind }: { proposal: Proposal; bind: Bind }) {
  return (
    <>
      {proposal.note && <Notice>{proposal.note}</Notice>}
      <TextField
        label={strings.form.companyName}
        placeholder={strings.form.companyNameExample}
        required
        maxLength={128}
        {...bind('companyName')}
      />
      <TextField
        label={strings.form.aliases}
        hint={strings.form.aliasesHint}
        placeholder={strings.form.aliasesExample}
        {...bind('aliases')}
      />
      <TextArea
        label={strings.form.competitors}
        hint={strings.form.competitorsHint}
        placeholder={strings.form.competitorsExample}
        rows={Math.max(4, proposal.competitors.length)}
        {...bind('competitors')}
      />
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="w-full max-w-2xl">
    <Section title={title}>
      <div className="grid gap-4 pt-4">{children}</div>
    </Section>
  </div>
)
