import { paths } from '../../data/paths.ts'
import { type Usage, useUsage } from '../../data/usage.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { Credits } from './credits.tsx'
import { Features } from './features.tsx'
import * as strings from './strings.ts'

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The usage and limits of the current month. */
export function UsagePage() {
  const usage = useUsage()
  return (
    <>
      <PageHead title={strings.usagePage.usage} sub={usage.data && spanOf(usage.data)} />
      <Loaded query={usage} rows={3}>
        {(data) => (isUntouched(data) ? <Untouched /> : <Used usage={data} />)}
      </Loaded>
    </>
  )
}

function Used({ usage }: { usage: Usage }) {
  return (
    <>
      <Section
        title={strings.usagePage.usedThisMonth}
        note={usage.features.some(({ limit }) => limit !== null) && strings.usagePage.limitsNote}
        first
      >
        <Features features={usage.features} />
      </Section>
      <Section title={strings.usagePage.models}>
        <Credits usage={usage} />
      </Section>
    </>
  )
}

function Untouched() {
  return (
    <Empty
      title={strings.usagePage.nothingUsed}
      actions={
        <ButtonLink look="primary" href={paths.newPost()}>
          {strings.usagePage.generateAPost}
        </ButtonLink>
      }
    >
      {strings.usagePage.noLimits}
    </Empty>
  )
}

function isUntouched({ features, creditCents, modelCents }: Usage): boolean {
  const isFree = features.every(({ used, held, limit }) => used + held === 0 && limit === null)
  return isFree && creditCents === null && modelCents === 0
}

function spanOf({ period, resetsAt }: Usage): string {
  return strings.usagePage.resets(month.format(new Date(`${period}-01`)), day.format(new Date(resetsAt)))
}
