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
import * as strings from './strings.ts'

const all = { href: paths.brands(), label: strings.brandPage.brand }

/** One brand: the progress of reading its website, then its fields. */
export function BrandPage() {
  const { id } = useParams<{ id: string }>()
  const [jobId, setJobId] = useQueryState('reading')
  const brand = useBrand(id)
  if (!brand.data) {
    return (
      <>
        <PageHead title={strings.brandPage.title} />
        <Loaded query={brand} rows={6}>
          {() => (
            <Empty
              title={strings.brandPage.brandNotFound}
              actions={<ButtonLink href={paths.brands()}>{strings.brandPage.allBrands}</ButtonLink>}
            >
              {strings.brandPage.emptyText}
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
