import { useParams } from 'wouter'
import { useBrand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { useQueryState } from '../../data/query-state.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { BrandForm } from './brand-form.tsx'
import { ReadingSteps } from './reading-steps.tsx'

const all = { href: paths.brands(), label: 'Brand' }

/** One brand: the progress of reading its website, then its fields. */
export function BrandPage() {
  const { id } = useParams<{ id: string }>()
  const [jobId, setJobId] = useQueryState('reading')
  const brand = useBrand(id)
  if (!brand.data) {
    return (
      <>
        <PageHead title="Brand" />
        <Loaded query={brand} rows={6}>
          {() => (
            <Empty
              title="Brand not found"
              actions={<ButtonLink href={paths.brands()}>All brands</ButtonLink>}
            >
              It may have been deleted.
            </Empty>
          )}
        </Loaded>
      </>
    )
  }
  if (jobId) {
    return (
      <>
        <PageHead title={brand.data.name} crumb={all} />
        <ReadingSteps jobId={jobId} website={brand.data.websiteUrl} onEnd={() => setJobId('')} />
      </>
    )
  }
  return <BrandForm key={id} brand={brand.data} crumb={all} />
}
