import { useBrands } from '../../data/brands.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Tally } from '../../kit/tally.tsx'
import { BrandTable } from './brand-table.tsx'
import { ReadDialog, ReadForm } from './read-website.tsx'

/** The brands of the organization. */
export function BrandsPage() {
  const brands = useBrands()
  const [asked, ask] = useAsked('new')
  const isFilled = (brands.data?.brandIdentities.length ?? 0) > 0
  useShortcuts({ n: () => isFilled && ask(true) })
  return (
    <>
      <PageHead title="Brand" sub="The voice of your posts: company, audience and tone.">
        {isFilled && (
          <Button look="primary" shortcut="N" onClick={() => ask(true)}>
            Add brand
          </Button>
        )}
      </PageHead>
      <Loaded query={brands} rows={3}>
        {({ brandIdentities }) =>
          brandIdentities.length > 0 ? <BrandTable brands={brandIdentities} /> : <NoBrand />
        }
      </Loaded>
      {asked && isFilled && <ReadDialog onClose={() => ask(false)} />}
    </>
  )
}

/** A brand in short: company, description, audience, tone, language. */
const toCome = [{ kind: 'wait', count: 5, label: 'to come' }] as const

function NoBrand() {
  return (
    <Empty
      title="No brand yet"
      draw={<Tally groups={[...toCome]} height={28} noun="facts" />}
      actions={<ReadForm />}
    >
      Herald reads your website and fills in company, audience and tone. You can edit everything. Until then,
      posts use a conversational tone.
    </Empty>
  )
}
