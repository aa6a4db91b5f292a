import { useState } from 'react'
import { type Brand, isReading, useReading, useReadWebsite } from '../../data/brands.ts'
import { useProposal } from '../../data/visibility-set-up.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'
import { TrackingForm } from './tracking-form.tsx'

/** From a website to the first scan, on one page. The other sections appear after the website was read. */
export function GuidedSetUp({
  brands,
  isFurther = false,
}: {
  brands: Brand[]
  /** It is not the first project, so its website is another one. */
  isFurther?: boolean
}) {
  const standard = isFurther ? undefined : (brands.find(({ isDefault }) => isDefault) ?? brands[0])
  const [website, setWebsite] = useState(standard?.websiteUrl ?? '')
  const [known, setKnown] = useState<Brand>()
  const read = useReadWebsite()
  const job = read.data?.job
  const isChosen = known !== undefined || job !== undefined
  function submit() {
    const brand = brands.find(({ websiteUrl }) => hostOf(websiteUrl) === hostOf(website))
    if (brand) setKnown(brand)
    else read.mutate({ websiteUrl: website, name: hostOf(website) || undefined })
  }
  function correct() {
    setKnown(undefined)
    read.reset()
  }
  return (
    <>
      <div className="max-w-2xl">
        <Section title={strings.website.title} first>
          <Form
            className="grid justify-items-start gap-4 pt-4"
            change={read}
            onSubmit={isChosen ? correct : submit}
            verb={isChosen ? strings.website.correct : strings.website.verb}
            busy={strings.website.busy}
            look={isChosen ? 'plain' : 'primary'}
          >
            <TextField
              label={strings.website.label}
              hint={strings.website.hint}
              placeholder={strings.website.placeholder}
              required
              maxLength={2048}
              disabled={isChosen}
              value={website}
              onChange={({ target }) => setWebsite(target.value)}
            />
          </Form>
        </Section>
      </div>
      {known && <ProposedTracking key={known.id} brandId={known.id} />}
      {job && <ReadingWebsite key={job.id} jobId={job.id} brandId={job.brandIdentityId} website={website} />}
    </>
  )
}

/** A host without `www.`; '' if the text is no website. */
function hostOf(website: string): string {
  const url = URL.parse(/^https?:\/\//i.test(website) ? website : `https://${website}`)
  return url?.hostname.replace(/^www\./, '') ?? ''
}

/** Waits until the website was read. Without a model, reading fails immediately, and the fields stay empty. */
function ReadingWebsite({ jobId, brandId, website }: { jobId: string; brandId: string; website: string }) {
  const { data } = useReading(jobId)
  const [isSkipped, skip] = useState(false)
  if (isSkipped || (data && !isReading(data))) return <ProposedTracking brandId={brandId} />
  return (
    <div className="row pt-6" role="status">
      <Status state="busy">{strings.website.reading(website)}</Status>
      <Button slim onClick={() => skip(true)}>
        {strings.website.fillIn}
      </Button>
    </div>
  )
}

function ProposedTracking({ brandId }: { brandId: string }) {
  const proposal = useProposal(brandId)
  if (proposal.isPending)
    return (
      <div className="pt-6" role="status">
        <Status state="busy">{strings.website.proposing}</Status>
      </div>
    )
  return (
    <Loaded query={proposal}>{(proposed) => <TrackingForm brandId={brandId} proposal={proposed} />}</Loaded>
  )
}
