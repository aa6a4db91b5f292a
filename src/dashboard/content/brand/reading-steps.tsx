import { useEffect } from 'react'
import { type BrandAnalysis, isReading, useReading } from '../../data/brands.ts'
import { useInvalidate } from '../../data/query.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { type Step, StepLog } from '../../kit/steps.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

const steps = [
  strings.readingSteps.readWebsite,
  strings.readingSteps.extractCompanyAudienceAndTone,
  strings.readingSteps.fillInBrand,
]

/** The progress of reading a website; after an error the reason, with a way to continue manually. */
export function ReadingSteps({
  jobId,
  website,
  onEnd,
}: {
  jobId: string
  website: string
  onEnd: () => void
}) {
  const reading = useReading(jobId)
  const status = reading.data?.status
  const invalidate = useInvalidate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => {
    let isHere = true
    if (status === 'completed')
      invalidate('brands').then(() => {
        toast(strings.readingSteps.websiteRead, { seconds: 8 })
        // A user who has left meanwhile is not redirected.
        if (isHere) onEnd()
      })
    return () => {
      isHere = false
    }
  }, [status])
  return (
    <Section title={strings.readingSteps.readingWebsite} note={website} first>
      <Loaded query={reading} rows={3}>
        {(job) => (
          <>
            <StepLog steps={stepsOf(job)} />
            {isReading(job) && <p className="muted">{strings.readingSteps.readingHint}</p>}
            {job.status === 'failed' && (
              <Notice kind="bad">
                <div className="row">
                  <span>{job.error}</span>
                  <Button slim onClick={onEnd}>
                    {strings.readingSteps.fillInManually}
                  </Button>
                </div>
              </Notice>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Steps are counted from 1; a failed one keeps its number, and 0 means that none had started. */
function stepsOf({ status, currentStep }: BrandAnalysis): Step[] {
  return steps.map((label, index) => {
    const place = index + 1
    if (status === 'completed' || place < currentStep) return { label, state: 'done' }
    if (place > currentStep) return { label, state: 'later' }
    return { label, state: status === 'failed' ? 'failed' : 'now' }
  })
}
